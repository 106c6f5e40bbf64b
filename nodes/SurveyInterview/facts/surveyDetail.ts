import { isObject } from '../records/json';
import { listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/namedLists';
import { FactFinder, type Fact } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { SURVEY } from './survey';
import { toId, toText, toTime } from './values';

export const THEME_FACTS: readonly Fact[] = [
	{ name: 'name', at: [/^name$/, /^(label|title)$/], read: toText },
	{
		name: 'description',
		at: [/^description$/, /^(prompt|instruction|explanation|about)$/],
		read: toText,
	},
	{
		name: 'is_archived',
		at: [/^(is)?archived$/, /^archived(at|on)$/, /^(status|state)$/],
		read: (value) =>
			typeof value === 'boolean'
				? value
				: toTime(value) !== undefined || value === 'archived' || undefined,
	},
	{ name: 'id', at: [/^id$/, /^(category|theme)id$/, /^uuid$/], read: toId },
];

export const PROPERTY_FACTS: readonly Fact[] = [
	{ name: 'key', at: [/^(property)?key$/, /^slug$/, /^code$/], read: toId },
	{
		name: 'label',
		at: [/^(property)?label$/, /^(display)?name$/, /^title$/],
		read: toText,
	},
	{
		name: 'options',
		at: [/^options$/, /^(allowed)?values$/, /^choices$/],
		read: labels,
	},
	{ name: 'id', at: [/^id$/, /^propertyid$/, /^uuid$/], read: toId },
];

/** The labels of options, which are texts or objects that have one. */
function labels(value: unknown): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const read = value.map((one: unknown) =>
		toText(isObject(one) ? (one.label ?? one.name ?? one.value) : one),
	);
	return read.every((label) => label !== undefined) ? read : undefined;
}

const themes = new FactFinder(THEME_FACTS);

/** A theme, of TopicCategoryRead (docs/interface.md, Themes). One that says nothing of it is not archived. */
export const THEME: Simplified = {
	fields: { name: 'string?', description: 'string?', is_archived: 'boolean?', id: 'string?' },
	reader: () => (record) => {
		const facts = themes.in(record);
		return { ...facts, is_archived: facts.is_archived ?? (facts.id === null ? null : false) };
	},
};

/** A participant property, of PropertyRead (docs/interface.md, Properties). */
export const PROPERTY: Simplified = simplifiedBy(
	{ key: 'string?', label: 'string?', options: 'strings?', id: 'string?' },
	PROPERTY_FACTS,
);

const properties = new FactFinder(PROPERTY_FACTS);

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
		const { key, label } = properties.in(record) as { key: string | null; label: string | null };
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
			const { locked_fields: locked } = record;
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
