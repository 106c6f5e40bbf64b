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
 * The values of the resource mapper (the field Properties), each under its property's key, without empty ones. With Map
 * Automatically they come from the input item; if the survey's properties are not known, those that the editor saved
 * are used.
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
	if (saved.length === 0) {
		refuse(
			`${PROPERTY_MAPPER.label} are mapped automatically, but the survey’s properties are unknown (${whyUnknown}): map each one manually, or enter them under Properties by Key.`,
		);
	}
	return saved;
}

const withoutEmpty = (entries: Array<[string, unknown]>) =>
	entries.filter(([, value]) => !isEmpty(value));

const asIs = (text: string) => text;

/** The rounds, the surest first: which names a field may have, and how both are compared. */
const ROUNDS: ReadonlyArray<{
	namesOf: (property: SurveyProperty) => string[];
	normalized: (name: string) => string;
}> = [
	{ namesOf: ({ key }) => [key], normalized: asIs },
	{ namesOf: ({ label }) => [label], normalized: asIs },
	{ namesOf: ({ key, label }) => [textKey(key), textKey(label)], normalized: textKey },
];

/**
 * Pairs properties with the fields of an item, in three rounds: a field is named as the key, as the label, or as either
 * of them, whatever the case. A pair counts if, in its round, the property has no other field and the field no other
 * property.
 */
export function fieldsFor(
	properties: readonly SurveyProperty[],
	names: readonly string[],
): Array<[key: string, name: string]> {
	const fieldOfKey = new Map<string, string>();
	for (const { namesOf, normalized } of ROUNDS) {
		const usedFields = new Set(fieldOfKey.values());
		const freeFields = groupedBy(
			names.filter((name) => !usedFields.has(name)),
			normalized,
		);
		const pairs = properties
			.filter(({ key }) => !fieldOfKey.has(key))
			.flatMap((property) =>
				[...new Set(namesOf(property))]
					.flatMap((name) => freeFields.get(name) ?? [])
					.map((name) => ({ key: property.key, name })),
			);
		const byKey = groupedBy(pairs, ({ key }) => key);
		const byName = groupedBy(pairs, ({ name }) => name);
		for (const { key, name } of pairs) {
			const isSole = byKey.get(key)?.length === 1 && byName.get(name)?.length === 1;
			if (isSole) fieldOfKey.set(key, name);
		}
	}
	return [...fieldOfKey];
}
