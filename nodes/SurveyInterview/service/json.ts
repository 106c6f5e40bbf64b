/** A JSON object as the service sends it: unknown fields are kept, so any key may be there. */
export type JsonObject = { [key: string]: unknown };

/** Whether a value is an object, and not an array or null. */
export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a value is; an empty one where it is none. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** An object without the keys whose value is undefined. */
export const withoutUndefined = <T extends object>(value: T): T =>
	Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;

/** Values by their key; those of a key keep their order. */
export function groupedBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key) {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group) group.push(value);
		else groups.set(key, [value]);
	}
	return groups;
}

const blanks = new WeakMap<readonly string[], JsonObject>();

/**
 * An object with these keys, each null at first; for records of which there are many. V8 shares the hidden classes of
 * objects that are filled key by key only for 1,536 different first keys in a process, and n8n uses these up. After
 * that each new object would get a class of its own, which stays in memory. Copies of one object share its class.
 *
 * @param keys the same array for all records of a kind, because the object to copy is remembered by it
 */
export function blankObject(keys: readonly string[]): JsonObject {
	const cached = blanks.get(keys);
	if (cached) return { ...cached };
	const blank = Object.fromEntries(keys.map((key) => [key, null]));
	blanks.set(keys, blank);
	return { ...blank };
}

/** Whether a value is an object as in JSON, and not a Date, a Map or the like; it may come from another realm. */
export function isPlainObject(value: unknown): value is JsonObject {
	if (!isObject(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The kind of a value that JSON cannot express, such as `a Date`; undefined for values of JSON, and for any number. */
export function foreignKind(value: unknown): string | undefined {
	if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
	if (typeof value === 'bigint') return 'a BigInt';
	if (typeof value !== 'object' || value === null) return undefined;
	if (Array.isArray(value) || isPlainObject(value)) return undefined;
	const name = (value as { constructor?: { name: string } }).constructor?.name ?? 'object';
	return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** The value of a JSON text; any other text as it is. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
