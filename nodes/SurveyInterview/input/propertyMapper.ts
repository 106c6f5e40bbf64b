import { textKey } from '../service/scalars';
import type { SurveyProperty } from '../service/surveys';
import { PROPERTY_MAPPER } from '../operations/nodeFields';
import { groupedBy, isObject, type JsonObject, objectIn } from '../service/json';
import { refuse, isEmpty } from './problem';
import { readPropertyValue } from './people';
import { readEntries } from './readField';

/** A survey's properties, or why they are not known. */
export type PropertiesOrReason = readonly SurveyProperty[] | string;

/**
 * The values of the resource mapper Properties by key, without empty ones. With Map Automatically they come from the
 * input item; if the survey's properties are not known, those that the editor saved are used.
 *
 * @param surveyProperties not needed if each property was mapped by hand
 */
export function readPropertyMapper(
	mapper: unknown,
	item: () => JsonObject,
	surveyProperties: PropertiesOrReason = [],
): Record<string, string> {
	const entries = mappedEntries(mapper, item, surveyProperties);
	return readEntries(PROPERTY_MAPPER.label, entries, readPropertyValue);
}

/** The keys and values of the resource mapper, which are not checked; without empty ones. */
export function mappedEntries(
	mapper: unknown,
	item: () => JsonObject,
	surveyProperties: PropertiesOrReason,
): Array<[key: string, value: unknown]> {
	if (!isObject(mapper)) return [];
	const { value, schema } = mapper;
	if (!isAutomatic(mapper)) return withoutEmpty(isObject(value) ? Object.entries(value) : []);
	const properties =
		typeof surveyProperties === 'string'
			? savedProperties(schema, surveyProperties)
			: surveyProperties;
	const json = item();
	const fields = fieldsFor(properties, Object.keys(json));
	return withoutEmpty(fields.map(([key, name]) => [key, json[name]]));
}

export function isAutomatic(mapper: unknown): boolean {
	return isObject(mapper) && mapper.mappingMode === 'autoMapInputData';
}

/** The survey's properties as the editor saved them. */
function savedProperties(schema: unknown, whyUnknown: string): SurveyProperty[] {
	const fields: unknown[] = Array.isArray(schema) ? schema : [];
	const saved = fields.flatMap((field) => {
		const { id: key, displayName } = objectIn(field);
		if (typeof key !== 'string') return [];
		// The editor shows `Department (department)`.
		const label = typeof displayName === 'string' ? displayName : key;
		return { key, label: label.endsWith(` (${key})`) ? label.slice(0, -key.length - 3) : label };
	});
	if (saved.length > 0) return saved;
	return refuse(
		`${PROPERTY_MAPPER.label} are mapped automatically, but the survey’s properties are unknown (${whyUnknown}): map each one manually, or enter them under Properties by Key.`,
	);
}

const withoutEmpty = (entries: Array<[string, unknown]>) =>
	entries.filter(([, value]) => !isEmpty(value));

/**
 * The field of an item that each property takes: the one named by its key, or by its label, or by either in another
 * case. A field goes to one property only; if several could take it, none does.
 */
export function fieldsFor(
	properties: readonly SurveyProperty[],
	names: readonly string[],
): Array<[key: string, name: string]> {
	const fieldOfKey = new Map<string, string>();
	for (const { namesOf, spell } of MATCHES) {
		const used = new Set(fieldOfKey.values());
		const freeBySpelling = groupedBy(
			names.filter((name) => !used.has(name)),
			spell,
		);
		const pairs = properties
			.filter(({ key }) => !fieldOfKey.has(key))
			.flatMap((property) => {
				const { key } = property;
				const found = [...new Set(namesOf(property))].flatMap(
					(text) => freeBySpelling.get(text) ?? [],
				);
				return found.map((name) => ({ key, name }));
			});
		const byKey = groupedBy(pairs, ({ key }) => key);
		const byName = groupedBy(pairs, ({ name }) => name);
		for (const { key, name } of pairs) {
			const isSole = byKey.get(key)?.length === 1 && byName.get(name)?.length === 1;
			if (isSole) fieldOfKey.set(key, name);
		}
	}
	return [...fieldOfKey];
}

const asIs = (text: string) => text;

/** Ways to match a property with a field, the surest first: which names the field may have, and how to spell both. */
const MATCHES: ReadonlyArray<{
	namesOf: (property: SurveyProperty) => string[];
	spell: (name: string) => string;
}> = [
	{ namesOf: ({ key }) => [key], spell: asIs },
	{ namesOf: ({ label }) => [label], spell: asIs },
	{ namesOf: ({ key, label }) => [textKey(key), textKey(label)], spell: textKey },
];
