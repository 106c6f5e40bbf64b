/** A survey, its themes and its properties. */
import { type JsonObject, objectIn } from './json';
import { PROPERTY_KIND, SURVEY_KIND, THEME_KIND } from './kinds';
import { listNamed } from './lists';
import { type KnownFacts, simplifiedOf, withoutEnvelope } from './simplified';

/** SurveyRead (docs/interface.md, Surveys). */
export const SURVEY = simplifiedOf(SURVEY_KIND, { inEveryRecord: 'id' });
/** TopicCategoryRead (docs/interface.md, Themes). */
export const THEME = simplifiedOf(THEME_KIND);

/** Names that a survey's detail may have for its themes and properties; the specification shows none. */
export const THEME_LISTS = ['themes', 'topic_categories', 'categories', 'topics'];
export const PROPERTY_LISTS = [
	'properties',
	'participant_properties',
	'property_definitions',
	'attributes',
	'participant_attributes',
	'tags',
];

/** The facts in a survey's own record. */
export const surveyFactsIn = (surveyRecord: unknown): JsonObject =>
	SURVEY.read(withoutEnvelope(objectIn(surveyRecord)));

/** What a survey adds to its respondents and other records: its name and its metric, if it has them. */
export function factsSharedWithRecords(surveyRecord: unknown): KnownFacts {
	const { name, metric_type } = surveyFactsIn(surveyRecord);
	return {
		...(name === null ? {} : { survey_name: name }),
		...(metric_type === null ? {} : { metric_type }),
	};
}

/** ParticipantPropertyRead (docs/interface.md, Properties). */
export const PROPERTY = simplifiedOf(PROPERTY_KIND, {
	// `name` is the key if the record also has a label, and the label if it has none.
	derive: ({ name, ...facts }) =>
		facts.label === null ? { ...facts, label: name } : { ...facts, key: facts.key ?? name },
});

/** A property for a form. */
export interface SurveyProperty {
	/** The key of its values, in requests and in records. */
	key: string;
	/** The name that people see. */
	label: string;
	/** Whether `key` is only the label, because the record has no key. */
	keyIsLabel?: true;
}

/** The properties in a survey's detail, each key once; undefined where the detail has no list of them. */
export function surveyProperties(detail: unknown): SurveyProperty[] | undefined {
	const records = listNamed(detail, PROPERTY_LISTS);
	if (records === undefined) return undefined;
	const byKey = new Map<string, SurveyProperty>();
	for (const record of records) {
		const { key: recordKey, label } = PROPERTY.read(record) as Record<string, string | null>;
		const key = recordKey ?? label;
		if (typeof key !== 'string' || byKey.has(key)) continue;
		const onlyLabel = recordKey === null ? { keyIsLabel: true as const } : {};
		byKey.set(key, { key, label: label ?? key, ...onlyLabel });
	}
	return [...byKey.values()];
}

/** SurveyDetailRead, with the survey's themes, properties and locked fields. */
export const SURVEY_DETAIL = simplifiedOf(SURVEY_KIND, {
	fields: {
		...SURVEY.fields,
		themes: { list: THEME.fields, nullable: true },
		properties: { list: PROPERTY.fields, nullable: true },
		locked_fields: 'strings?',
	},
	onlySelected: [...SURVEY.onlySelected, 'created_at', 'locked_fields'],
	read: (record) => ({
		...SURVEY.read(record),
		themes: listNamed(record, THEME_LISTS)?.map((theme) => THEME.read(theme)),
		properties: listNamed(record, PROPERTY_LISTS)?.map((property) => PROPERTY.read(property)),
		locked_fields: Array.isArray(record.locked_fields) ? record.locked_fields.map(String) : null,
	}),
});
