import { isObject, type JsonObject } from '../records/json';
import { listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/lists';
import { factOf, ofKind, simplifiedBy, withoutEnvelope, type KnownFacts } from './fact';
import { aCount, anId, aText, aTime, someTexts, toTime, toWord } from './factValues';
import { FactFinder, plainResource } from './factFinder';
import { METRIC } from './respondentPlaces';

/** Objects of a survey that count, and those that hold its settings or its times. */
const COUNTS = '(counts?|statistics|stats|totals?|numbers|summary).';
/** What is counted of those who have answered. */
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
	// Whether it hides who answered, for Check Service.
	anonymous: factOf(undefined, (value) => (typeof value === 'boolean' ? value : undefined))(`
		(is)?anonymous(responses|answers|survey)?;
		(configuration|config|settings|privacy).(is)?anonymous(responses|answers)?
	`),
});

/** A survey as the list shows it, of SurveyRead (docs/interface.md, Surveys). */
export const SURVEY = simplifiedBy(SURVEY_FACTS, { always: 'id' });

/** What a survey's own record tells of the records in it: its name and its metric, as far as it says them. */
export function tellsOfRecords(own: unknown): KnownFacts {
	const { name, metric_type } = SURVEY.reader()(withoutEnvelope(isObject(own) ? own : {}), {});
	return {
		...(name === null ? {} : { survey_name: name }),
		...(metric_type === null ? {} : { metric_type }),
	};
}

export const THEME_FACTS = ofKind('theme', {
	name: aText('name; label, title'),
	description: aText('description; prompt, instruction, explanation, about'),
	is_archived: factOf('boolean?', (value) => {
		if (/^(false|no|0|active)$/i.test(String(value))) return false;
		if (/^(true|yes|1)$/i.test(String(value))) return true;
		return toTime(value) !== undefined || toWord(value) === 'archived' || undefined;
	})('(is)?archived; archived_(at|on); status, state'),
	id: anId('id; (category|theme)id; uuid'),
});

/** A theme, of TopicCategoryRead (docs/interface.md, Themes). */
export const THEME = simplifiedBy(THEME_FACTS);

export const PROPERTY_FACTS = ofKind('property', {
	key: anId('(property)?key; slug; code; (property)?name'),
	label: aText('(property)?label; display_name; title; (property)?name'),
	options: someTexts('options; (allowed)?values; choices'),
	id: anId('id; property_id; uuid'),
});

/** A participant property, of PropertyRead (docs/interface.md, Properties). */
export const PROPERTY = simplifiedBy(PROPERTY_FACTS, { reader: () => propertyFacts });

const properties = new FactFinder(PROPERTY_FACTS);

/** The facts of a property. Its name is its key beside a label, and else its label. */
function propertyFacts(record: JsonObject): JsonObject {
	const facts = properties.in(record);
	const places = properties.placesIn(record);
	const isLabel = places.get('key')?.path === places.get('label')?.path;
	return isLabel ? { ...facts, key: null } : facts;
}

/** A property as a form needs it. */
export interface SurveyProperty {
	/** Under which its values are sent and carried. */
	key: string;
	/** As people read it. */
	label: string;
	/** The record names no key, so its label was taken for one. */
	isGuess?: true;
}

/**
 * The properties of a survey's detail, each key once. The record is not shown: one without a key goes by its
 * label.
 *
 * @returns undefined where the detail names no list of them
 */
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

/** One survey with its themes, properties and locked fields, of SurveyDetailRead. */
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
