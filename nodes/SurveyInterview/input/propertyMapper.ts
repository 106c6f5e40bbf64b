import { textKey } from '../service/scalars';
import type { SurveyProperty } from '../service/surveys';
import { PROPERTY_MAPPER } from '../operations/nodeFields';
import { groupedBy, isObject, type JsonObject, objectIn } from '../service/json';
import { refuse, emptinessOf } from './problem';
import { readPropertyValue } from './people';
import { readEntries } from './readField';

/** A survey's properties, or why they are not known. */
export type PropertiesOrReason = readonly SurveyProperty[] | string;

/**
 * The values of the resource mapper Properties by key, without empty ones. With Map Automatically they come from the
 * input item; if the survey's properties are not known, those that the editor saved are used.
 *
 * @param known not needed if each property was mapped by hand
 */
export function readPropertyMapper(
	mapper: unknown,
	item: () => JsonObject,
	known: PropertiesOrReason = [],
): Record<string, string> {
	const entries = mappedEntries(mapper, item, known);
	return readEntries(PROPERTY_MAPPER.label, entries, readPropertyValue);
}

/** The keys and values of the resource mapper, which are not checked; without empty ones. */
export function mappedEntries(
	mapper: unknown,
	item: () => JsonObject,
	known: PropertiesOrReason,
): Array<[key: string, value: unknown]> {
	if (!isObject(mapper)) return [];
	const { value, schema } = mapper;
	if (!isAutomatic(mapper)) return filled(isObject(value) ? Object.entries(value) : []);
	const properties = typeof known === 'string' ? savedProperties(schema, known) : known;
	const json = item();
	const fields = fieldsFor(properties, Object.keys(json));
	return filled(fields.map(([key, name]) => [key, json[name]]));
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

const filled = (entries: Array<[string, unknown]>) =>
	entries.filter(([, value]) => emptinessOf(value) === undefined);

/**
 * The field of an item that each property takes: the one named by its key, or by its label, or by either in another
 * case. A field goes to one property only; if several could take it, none does.
 */
export function fieldsFor(
	properties: readonly SurveyProperty[],
	names: readonly string[],
): Array<[key: string, name: string]> {
	const taken = new Map<string, string>();
	for (const { calledFor, spelled } of MATCHES) {
		const used = new Set(taken.values());
		const free = groupedBy(
			names.filter((name) => !used.has(name)),
			spelled,
		);
		const pairs = properties
			.filter(({ key }) => !taken.has(key))
			.flatMap((property) => {
				const { key } = property;
				const found = [...new Set(calledFor(property))].flatMap((text) => free.get(text) ?? []);
				return found.map((name) => ({ key, name }));
			});
		const byKey = groupedBy(pairs, ({ key }) => key);
		const byName = groupedBy(pairs, ({ name }) => name);
		for (const { key, name } of pairs) {
			const isSole = byKey.get(key)?.length === 1 && byName.get(name)?.length === 1;
			if (isSole) taken.set(key, name);
		}
	}
	return [...taken];
}

const asIs = (text: string) => text;

/** Ways in which a property may name a field, and how both are written to compare them; the surest first. */
const MATCHES: ReadonlyArray<{
	calledFor: (property: SurveyProperty) => string[];
	spelled: (name: string) => string;
}> = [
	{ calledFor: ({ key }) => [key], spelled: asIs },
	{ calledFor: ({ label }) => [label], spelled: asIs },
	{ calledFor: ({ key, label }) => [textKey(key), textKey(label)], spelled: textKey },
];
