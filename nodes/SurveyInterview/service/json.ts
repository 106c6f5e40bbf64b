/** A JSON object as the service sends it: unknown fields are kept, so any key may be there. */
export type JsonObject = { [key: string]: unknown };

/** Whether a value is an object, and not an array or null. */
export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a value is; an empty one where it is none. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** An object without the keys whose value is undefined. */
export const withoutGaps = <T extends object>(value: T): T =>
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

/** A value's type in an output schema; `?` marks what may be null. */
export type Type =
	| 'string'
	| 'integer'
	| 'number'
	| 'scalar'
	| 'boolean'
	| 'object'
	| 'strings'
	| 'records';
/** The keys of an item with their types, and the shapes of objects and lists inside it. */
export type Shape = { [key: string]: Type | `${Type}?` | Nested };
type Nested = ({ object: Shape } | { list: Shape }) & { nullable?: true };

export interface OutputFields {
	fields: Shape;
	/** Those of `fields` that only Selected Fields returns: Simplified has at most ten fields. */
	onlySelected?: readonly string[];
}

/** The fields of the output Simplified. */
export const usualFields = ({ fields, onlySelected = [] }: OutputFields): Shape =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !onlySelected.includes(name)));

/** Where facts stand in the records of one service, as a person has entered it: kind → fact → keys joined by dots. */
export type FieldNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A symbol, because JSON and loops over keys leave it out, and a copy by `{...record}` keeps it. */
const FIELD_NAMES = Symbol('fieldNames');
type WithFieldNames = { [FIELD_NAMES]?: FieldNames };

/**
 * Attaches the credential's Field Names to every object of an answer. So no reader of a record can forget them, and
 * records of one credential are never read by the names of another.
 */
export function noteFieldNames(answer: unknown, names: FieldNames | undefined): void {
	if (!names) return;
	// The loop also visits what it adds to this list.
	const toVisit: unknown[] = [answer];
	for (const value of toVisit) {
		if (typeof value !== 'object' || value === null) continue;
		if (isObject(value)) (value as WithFieldNames)[FIELD_NAMES] = names;
		for (const inner of Object.values(value)) if (typeof inner === 'object') toVisit.push(inner);
	}
}

/** The Field Names of the credential with which a record was read. */
export const enteredFieldNames = (record: JsonObject): FieldNames | undefined =>
	(record as WithFieldNames)[FIELD_NAMES];

/** The value of a JSON text; any other text as it is. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
