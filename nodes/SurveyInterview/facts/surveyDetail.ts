import { isObject, type JsonObject } from '../records/json';
import { listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/namedLists';
import { FactFinder, type Fact } from './fact';
import { SurveyFactFinder } from './survey';
import { toId, toText, toTime } from './values';

export const THEME_FACTS: readonly Fact[] = [
	{ name: 'name', type: 'string?', at: [/^name$/, /^(label|title)$/], read: toText },
	{
		name: 'description',
		type: 'string?',
		at: [/^description$/, /^(prompt|instruction|explanation|about)$/],
		read: toText,
	},
	{
		name: 'is_archived',
		type: 'boolean',
		at: [/^(is)?archived$/, /^archived(at|on)$/],
		read: (value) =>
			typeof value === 'boolean' ? value : toTime(value) !== undefined || undefined,
	},
	{ name: 'id', type: 'string?', at: [/^id$/, /^(category|theme)id$/, /^uuid$/], read: toId },
];

export const PROPERTY_FACTS: readonly Fact[] = [
	{ name: 'key', type: 'string?', at: [/^(property)?key$/, /^slug$/, /^code$/], read: toText },
	{
		name: 'label',
		type: 'string?',
		at: [/^(property)?label$/, /^(display)?name$/, /^title$/],
		read: toText,
	},
	{
		name: 'options',
		type: 'strings',
		at: [/^options$/, /^(allowed)?values$/, /^choices$/],
		read: labels,
	},
	{ name: 'id', type: 'string?', at: [/^id$/, /^propertyid$/, /^uuid$/], read: toId },
];

/** The labels of options, which are texts or objects that have one. */
function labels(value: unknown): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const read = value.map((one: unknown) =>
		toText(isObject(one) ? (one.label ?? one.name ?? one.value) : one),
	);
	return read.every((label) => label !== undefined) ? read : undefined;
}

/** Reads the facts of one survey, its themes and its properties. */
export class SurveyDetailFactFinder {
	private readonly surveys = new SurveyFactFinder();
	private readonly themes = new FactFinder(THEME_FACTS);
	private readonly properties = new FactFinder(PROPERTY_FACTS);

	/** The facts of one survey, with its themes, properties and locked fields; null where it does not show them. */
	in(record: JsonObject): JsonObject {
		const themes = listNamedLike(record, THEME_LIST_NAMES);
		const properties = listNamedLike(record, PROPERTY_LIST_NAMES);
		const { locked_fields: locked } = record;
		return {
			...this.surveys.in(record),
			themes: themes?.map((one) => this.theme(one)) ?? null,
			properties: properties?.map((one) => this.properties.in(one)) ?? null,
			locked_fields: Array.isArray(locked) ? locked : null,
		};
	}

	/** The facts of a theme; one that says nothing of it is not archived (docs/interface.md, Themes). */
	theme(record: JsonObject): JsonObject {
		const facts = this.themes.in(record);
		return { ...facts, is_archived: facts.is_archived ?? false };
	}

	property(record: JsonObject): JsonObject {
		return this.properties.in(record);
	}
}
