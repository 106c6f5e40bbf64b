import type { JsonObject } from '../records/json';
import { listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/namedLists';
import { FactFinder, ofKind, plainResource } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { SURVEY, SURVEY_FACTS } from './survey';
import { toId, toText, toTexts, toTime, toWord } from './values';

export const THEME_FACTS = ofKind('theme', [
	{ name: 'name', at: [/^name$/, /^(label|title)$/], read: toText },
	{
		name: 'description',
		at: [/^description$/, /^(prompt|instruction|explanation|about)$/],
		read: toText,
	},
	{
		name: 'is_archived',
		at: [/^(is)?archived$/, /^archived(at|on)$/, /^(status|state)$/],
		read(value) {
			if (/^(false|no|0|active)$/i.test(String(value))) return false;
			if (/^(true|yes|1)$/i.test(String(value))) return true;
			return toTime(value) !== undefined || toWord(value) === 'archived' || undefined;
		},
	},
	{ name: 'id', at: [/^id$/, /^(category|theme)id$/, /^uuid$/], read: toId },
]);

export const PROPERTY_FACTS = ofKind('property', [
	{ name: 'key', at: [/^(property)?key$/, /^slug$/, /^code$/, /^(property)?name$/], read: toId },
	{
		name: 'label',
		at: [/^(property)?label$/, /^displayname$/, /^title$/, /^(property)?name$/],
		read: toText,
	},
	{
		name: 'options',
		at: [/^options$/, /^(allowed)?values$/, /^choices$/],
		read: toTexts,
	},
	{ name: 'id', at: [/^id$/, /^propertyid$/, /^uuid$/], read: toId },
]);

/** A theme, of TopicCategoryRead (docs/interface.md, Themes). */
export const THEME: Simplified = simplifiedBy(
	{ name: 'string?', description: 'string?', is_archived: 'boolean?', id: 'string?' },
	THEME_FACTS,
);

const properties = new FactFinder(PROPERTY_FACTS);

/** A participant property, of PropertyRead (docs/interface.md, Properties). */
export const PROPERTY: Simplified = {
	facts: PROPERTY_FACTS,
	fields: { key: 'string?', label: 'string?', options: 'strings?', id: 'string?' },
	reader: () => propertyFacts,
};

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
	const records = listNamedLike(detail, PROPERTY_LIST_NAMES);
	if (!records) return undefined;
	const byKey = new Map<string, SurveyProperty>();
	for (const record of records) {
		const { key, label } = propertyFacts(record) as { key: string | null; label: string | null };
		const name = key ?? label;
		if (name === null || byKey.has(name)) continue;
		byKey.set(name, {
			key: name,
			label: label ?? name,
			...(key === null ? { isGuess: true } : {}),
		});
	}
	return [...byKey.values()];
}

/** One survey with its themes, properties and locked fields, of SurveyDetailRead. */
export const SURVEY_DETAIL: Simplified = {
	facts: SURVEY_FACTS,
	listAs: 'record',
	fields: {
		...SURVEY.fields,
		themes: { list: THEME.fields, nullable: true },
		properties: { list: PROPERTY.fields, nullable: true },
		locked_fields: 'strings?',
	},
	reader() {
		const survey = SURVEY.reader();
		const [theme, property] = [THEME.reader(), PROPERTY.reader()];
		return (record) => {
			const { locked_fields: locked } = plainResource(record) ?? record;
			const themesIn = listNamedLike(record, THEME_LIST_NAMES);
			const propertiesIn = listNamedLike(record, PROPERTY_LIST_NAMES);
			return {
				...survey(record, {}),
				themes: themesIn?.map((one) => theme(one, {})),
				properties: propertiesIn?.map((one) => property(one, {})),
				locked_fields: Array.isArray(locked) ? locked.map(String) : null,
			};
		};
	},
};
