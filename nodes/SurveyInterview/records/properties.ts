import { isObject, type JsonObject } from './json';

/** Where properties are a list: keys that may name a property, and keys that may hold its value. */
const PROPERTY_KEYS = ['key', 'property_key', 'property', 'slug', 'name', 'label', 'property_id'];
const PROPERTY_VALUES = ['value', 'property_value'];

/** Whether a respondent has this value of a property, in upper or lower case. */
export function hasPropertyValue(record: JsonObject, key: string, value: string): boolean {
	const plain = (text: string) => text.trim().toLowerCase();
	return propertyValues(record, key).map(plain).includes(plain(value));
}

/**
 * The values of a respondent's property, wherever the record has it: in an object by key, in a list of keys
 * and values, or among its own keys. The case of the key does not matter.
 */
export function propertyValues(record: JsonObject, key: string): string[] {
	const wanted = key.trim().toLowerCase();
	const holders = Object.entries(record).filter(([name]) =>
		/propert|attribute|(^|_)tags?$/i.test(name),
	);
	for (const holder of [...holders.map(([, value]) => value), record]) {
		const value = Array.isArray(holder) ? fromList(holder, wanted) : fromObject(holder, wanted);
		const values = (Array.isArray(value) ? value : [value]).filter(isPlain);
		if (values.length > 0) return values.map(String);
	}
	return [];
}

const isPlain = (value: unknown) =>
	value !== undefined && value !== null && typeof value !== 'object';

function fromObject(holder: unknown, wanted: string): unknown {
	if (!isObject(holder)) return undefined;
	return unlabelled(Object.entries(holder).find(([key]) => key.toLowerCase() === wanted)?.[1]);
}

function fromList(holder: unknown[], wanted: string): unknown {
	const values = holder.flatMap((entry) => {
		if (!isObject(entry)) return [];
		const named = PROPERTY_KEYS.some((key) => {
			const name = entry[key];
			return (
				(typeof name === 'string' || typeof name === 'number') &&
				String(name).toLowerCase() === wanted
			);
		});
		return named
			? PROPERTY_VALUES.map((key) => entry[key]).find((value) => value !== undefined)
			: [];
	});
	return values.length > 1 ? values : values[0];
}

/**
 * All property values by key, of an object by key or of a list of keys and values.
 *
 * @returns undefined where the value is neither
 */
export function propertiesByKey(value: unknown): JsonObject | undefined {
	if (isObject(value)) {
		if (!Object.values(value).some(isObject)) return value;
		return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, unlabelled(held)]));
	}
	if (!Array.isArray(value)) return undefined;
	const entries = value.map((entry: unknown) => {
		if (!isObject(entry)) return undefined;
		const key = PROPERTY_KEYS.map((name) => entry[name]).find((name) => typeof name === 'string');
		const holder = PROPERTY_VALUES.find((name) => name in entry);
		return key === undefined || holder === undefined ? undefined : ([key, entry[holder]] as const);
	});
	if (!entries.every((entry) => entry !== undefined)) return undefined;
	const byKey = new Map<string, unknown[]>();
	for (const [key, held] of entries) byKey.set(key, [...(byKey.get(key) ?? []), held]);
	// A property with several values has an entry for each.
	return Object.fromEntries(
		[...byKey].map(([key, values]) => [key, values.length > 1 ? values : values[0]]),
	);
}

/** `{department: {label: 'Department', value: 'Sales'}}` says the same as `{department: 'Sales'}`. */
function unlabelled(held: unknown): unknown {
	return isObject(held) && 'value' in held ? held.value : held;
}
