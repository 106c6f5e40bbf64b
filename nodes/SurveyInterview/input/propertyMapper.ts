import { PROPERTY_MAPPER } from '../fields/nodeFields';
import type { SurveyProperty } from '../facts/surveyFacts';
import { isObject, type JsonObject } from '../records/json';
import { refuse, emptinessOf } from './problem';
import { readMap } from './readField';

/** Properties that the resource mapper fills from the input item. */
export interface AutomaticProperties {
	/** The survey's properties as the editor saved them with the mapper. */
	saved: SurveyProperty[];
	/** What the item has for some properties, by their keys. */
	valuesFor: (properties: readonly SurveyProperty[]) => Record<string, string>;
}

/** What the resource mapper Properties holds: values by key, or that they are found in the item. */
type MappedProperties = { values: Record<string, string> } | AutomaticProperties;

/** Reads the resource mapper Properties. Empty values are left out. */
export function readPropertyMapper(value: unknown, item: () => JsonObject): MappedProperties {
	if (!isObject(value)) return { values: {} };
	if (!isAutomatic(value)) {
		return { values: textsOf(isObject(value.value) ? Object.entries(value.value) : []) };
	}
	return {
		saved: savedProperties(value.schema),
		valuesFor(properties) {
			const json = item();
			return textsOf(
				fieldsFor(properties, Object.keys(json)).map(([key, name]) => [key, json[name]]),
			);
		},
	};
}

/**
 * The values by key that a resource mapper gives, once it is known which properties the survey has. What the
 * editor saved is the best that is known where they could not be read.
 *
 * @param known the survey's properties, or why they are not known
 * @throws {InputError} where nobody knows what to map
 */
export function valuesOfMapper(
	mapped: MappedProperties,
	known: readonly SurveyProperty[] | string,
): Record<string, string> {
	if ('values' in mapped) return mapped.values;
	const { saved, valuesFor } = mapped;
	if (typeof known !== 'string') return valuesFor(known);
	if (saved.length > 0) return valuesFor(saved);
	return refuse(
		`${PROPERTY_MAPPER.label} are mapped automatically, but the survey’s properties are unknown (${known}): map each one manually, or enter them under Properties by Key.`,
	);
}

/** Whether the resource mapper Properties finds the values in the input item. */
export function isAutomatic(mapper: unknown): boolean {
	return isObject(mapper) && mapper.mappingMode === 'autoMapInputData';
}

function savedProperties(schema: unknown): SurveyProperty[] {
	const fields: unknown[] = Array.isArray(schema) ? schema : [];
	return fields.flatMap((field) => {
		const { id: key, displayName } = isObject(field) ? field : {};
		if (typeof key !== 'string') return [];
		// The editor shows `Department (department)`.
		const label = typeof displayName === 'string' ? displayName : key;
		return { key, label: label.endsWith(` (${key})`) ? label.slice(0, -key.length - 3) : label };
	});
}

function textsOf(entries: Array<[string, unknown]>): Record<string, string> {
	const filled = entries.filter(([, value]) => emptinessOf(value) === undefined);
	return readMap(PROPERTY_MAPPER.label, { values: filled.map(([key, value]) => ({ key, value })) });
}

/**
 * Which field of an item each property takes: that of its key, else of its label, else of either in another
 * case. A field goes to one property, the surest; one that several could take is nobody's.
 */
export function fieldsFor(
	properties: readonly SurveyProperty[],
	names: readonly string[],
): Array<[key: string, name: string]> {
	const taken = new Map<string, string>();
	for (const { calledFor, spelled } of MATCHES) {
		const used = new Set(taken.values());
		const free = grouped(
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
		const [byKey, byName] = [grouped(pairs, ({ key }) => key), grouped(pairs, ({ name }) => name)];
		for (const { key, name } of pairs) {
			const isSole = byKey.get(key)?.length === 1 && byName.get(name)?.length === 1;
			if (isSole) taken.set(key, name);
		}
	}
	return [...taken];
}

const plain = (text: string) => text.trim().toLowerCase();
const asIs = (text: string) => text;

/** How a property calls for a field of an item, and how the field is spelled then; the surest ways first. */
const MATCHES: ReadonlyArray<{
	calledFor: (property: SurveyProperty) => string[];
	spelled: (name: string) => string;
}> = [
	{ calledFor: ({ key }) => [key], spelled: asIs },
	{ calledFor: ({ label }) => [label], spelled: asIs },
	{ calledFor: ({ key, label }) => [plain(key), plain(label)], spelled: plain },
];

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) {
		const group = groups.get(keyOf(value));
		if (group) group.push(value);
		else groups.set(keyOf(value), [value]);
	}
	return groups;
}
