import { isObject, type JsonObject } from '../records/json';

/** Where properties are a list: keys that may name a property, and keys that may hold its value. */
const PROPERTY_KEYS = ['key', 'property_key', 'property', 'slug', 'name', 'label', 'property_id'];
const PROPERTY_VALUES = ['value', 'property_value'];

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
