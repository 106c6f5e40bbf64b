import { isObject, type JsonObject } from '../records/json';
import { listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/lists';
import { scalarText } from '../records/scalars';
import { factOf, ofKind, simplifiedBy, withoutEnvelope, type KnownFacts } from './fact';
import { aCount, anId, aText, aTime, someTexts, toTime, toWord } from './factValues';
import { FactFinder, plainResource } from './factFinder';
import { METRIC } from './respondentPlaces';

/** Objects of a survey with its counts, its settings or its times. */
const COUNTS = '(counts?|statistics|stats|totals?|numbers|summary).';
/** Keys of a count of those who have answered. */
const ANSWERED = '(responses?|completions?|completed(interviews?|respondents?|participants?)?)';
const SETTINGS = '((configuration|config|settings|metric|interview).)?';
const TIMES = '((timestamps|times|dates).)?';
/** The snapshot of the latest completed interview, which the list of surveys carries. */
const LATEST =
	'((latest|last|most_recent|recent)(completed)?(interview|response|completion)?|snapshot)';

export const SURVEY_FACTS = ofKind('survey', {
	name: aText('name; title'),
	metric_type: METRIC,
	interview_locale: aText(`${SETTINGS}interview_locale; ${SETTINGS}(locale|language)`),
	status: factOf('string?', (value) =>
		typeof value === 'boolean' ? (value ? 'open' : 'closed') : toWord(value),
	)(`(survey)?status; state; ${SETTINGS}(is)?open`),
	response_count: aCount(`
		responses?_count;
		(total|num(ber)?(of)?)?${ANSWERED}(count|total)?;
		${COUNTS}(total)?${ANSWERED}(count|total)?
	`),
	participant_count: aCount(`
		participants?_count;
		(participants|respondents|respondents?_count|number_of_participants|total_participants);
		${COUNTS}(participants?|respondents?)(count)?
	`),
	latest_completed_at: aTime(`
		(latest|last)(completed)?(interview|response)?(completed|finished|ended)?(at|on|time);
		${LATEST}.(completed|finished|submitted|ended)(at|on|time);
		${LATEST}.(at|time)
	`),
	created_at: aTime(`${TIMES}created(at|on|time|date)?`),
	id: anId('id; survey_id; uuid'),
	// Whether it hides who answered: for Check Service and reports.
	anonymous: factOf(undefined, (value) => (typeof value === 'boolean' ? value : undefined))(`
		(is)?anonymous(responses|answers|survey)?;
		(configuration|config|settings|privacy).(is)?anonymous(responses|answers)?
	`),
});

/** SurveyRead (docs/interface.md, Surveys). */
export const SURVEY = simplifiedBy(SURVEY_FACTS, { always: 'id' });

/** The facts in a survey's own record. */
export const surveyFactsIn = (own: unknown): JsonObject =>
	SURVEY.reader()(withoutEnvelope(isObject(own) ? own : {}), {});

/** What a survey's own record adds to the records of the survey: its name and its metric, if it has them. */
export function tellsOfRecords(own: unknown): KnownFacts {
	const { name, metric_type } = surveyFactsIn(own);
	return {
		...(name === null ? {} : { survey_name: name }),
		...(metric_type === null ? {} : { metric_type }),
	};
}

export const THEME_FACTS = ofKind('theme', {
	name: aText('name; label, title'),
	description: aText('description; prompt, instruction, explanation, about'),
	is_archived: factOf('boolean?', (value) => {
		if (/^(false|no|0|active)$/i.test(scalarText(value))) return false;
		if (/^(true|yes|1)$/i.test(scalarText(value))) return true;
		return toTime(value) !== undefined || toWord(value) === 'archived' || undefined;
	})('(is)?archived; archived_(at|on); status, state'),
	id: anId('id; (category|theme)id; uuid'),
});

/** TopicCategoryRead (docs/interface.md, Themes). */
export const THEME = simplifiedBy(THEME_FACTS);

export const PROPERTY_FACTS = ofKind('property', {
	key: anId('(property)?key; slug; code; (property)?name'),
	label: aText('(property)?label; display_name; title; (property)?name'),
	options: someTexts('options; (allowed)?values; choices'),
	id: anId('id; property_id; uuid'),
});

/** PropertyRead (docs/interface.md, Properties). */
export const PROPERTY = simplifiedBy(PROPERTY_FACTS, { reader: () => propertyFacts });

const properties = new FactFinder(PROPERTY_FACTS);

/** The facts of a property. A `name` is the key if there is a label, and else the label. */
function propertyFacts(record: JsonObject): JsonObject {
	const facts = properties.in(record);
	const places = properties.placesIn(record);
	const isLabel = places.get('key')?.path === places.get('label')?.path;
	return isLabel ? { ...facts, key: null } : facts;
}

/** A property for a form. */
export interface SurveyProperty {
	/** The key of its values, in requests and in records. */
	key: string;
	/** The name that people see. */
	label: string;
	/** The record has no key, so the label is used as one. */
	isGuess?: true;
}

/** The properties in a survey's detail, each key once; undefined where the detail has no list of them. */
export function surveyProperties(detail: unknown): SurveyProperty[] | undefined {
	const byKey = new Map<string, SurveyProperty>();
	const records = listNamedLike(detail, PROPERTY_LIST_NAMES);
	for (const record of records ?? []) {
		const { key: own, label } = propertyFacts(record) as Record<string, string | null>;
		const key = own ?? label;
		if (typeof key !== 'string' || byKey.has(key)) continue;
		const guess = own === null ? { isGuess: true as const } : {};
		byKey.set(key, { key, label: label ?? key, ...guess });
	}
	return records && [...byKey.values()];
}

/** SurveyDetailRead, with the survey's themes, properties and locked fields. */
export const SURVEY_DETAIL = simplifiedBy(SURVEY_FACTS, {
	listAs: 'record',
	fields: {
		...SURVEY.fields,
		themes: { list: THEME.fields, nullable: true },
		properties: { list: PROPERTY.fields, nullable: true },
		locked_fields: 'strings?',
	},
	more: ['created_at', 'locked_fields'],
	reader() {
		const [survey, theme] = [SURVEY.reader(), THEME.reader()];
		return (record) => {
			const { locked_fields: locked } = plainResource(record) ?? record;
			return {
				...survey(record, {}),
				themes: listNamedLike(record, THEME_LIST_NAMES)?.map((one) => theme(one, {})),
				properties: listNamedLike(record, PROPERTY_LIST_NAMES)?.map(propertyFacts),
				locked_fields: Array.isArray(locked) ? locked.map(String) : null,
			};
		};
	},
});
