/** Readers of values, which give undefined for a value of another kind; and makers of facts with such values. */
import { idKey, isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';
import { millis, scalarText, textKey, toNumber } from './scalars';
import { toMetric } from './metric';
import { factOf, keysOf } from './reader';

/** A text that is not blank. */
export function toText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A word of the service, such as a status or a tone, in lower case. */
export const toWord = (value: unknown): string | undefined =>
	toText(value) === undefined ? undefined : textKey(value);

/** A name, and not an id: services write either of them under a key such as `category`. */
const toName = (value: unknown): string | undefined => (isUuid(value) ? undefined : toText(value));

/** An id: a text, or a whole number as text. A UUID is in lower case, because its case means nothing. */
export function toId(value: unknown): string | undefined {
	const text = Number.isSafeInteger(value) ? String(value) : toText(value);
	return text === undefined ? undefined : idKey(text);
}

/** An email address, as it is written; “not given” is not one. */
export function toEmail(value: unknown): string | undefined {
	const text = toText(value);
	return text?.includes('@') ? text : undefined;
}

/** A whole number that is not negative. */
export function toCount(value: unknown): number | undefined {
	const read = toNumber(value);
	return read !== undefined && Number.isInteger(read) && read >= 0 ? read : undefined;
}

/** A list of texts, or of objects that name one each. */
export function toTexts(value: unknown): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const read = value.map((one: unknown) =>
		toText(isObject(one) ? (one.label ?? one.name ?? one.scope ?? one.text ?? one.value) : one),
	);
	return read.every((text) => text !== undefined) ? read : undefined;
}

const toFlag = (value: unknown): boolean | undefined =>
	typeof value === 'boolean' ? value : undefined;

/** A time as most services write it, with a day that every month has. */
const USUAL_TIME =
	/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{3})?Z$/;

/** A time, in milliseconds since 1970. */
export const toMs = (value: unknown): number | undefined =>
	typeof value === 'string' && USUAL_TIME.test(value) ? Date.parse(value) : millis(value);

/** A time, as ISO 8601 in UTC. */
export function toTime(value: unknown): string | undefined {
	// Long lists have many of these, and to parse each of them takes ten times as long.
	if (typeof value === 'string' && USUAL_TIME.test(value)) {
		return value.length === 24 ? value : `${value.slice(0, -1)}.000Z`;
	}
	const at = millis(value);
	return at === undefined ? undefined : new Date(at).toISOString();
}

/** Makes a reader that gives the interface's word for words with the same meaning, and any other in lower case. */
export function wordFor(meanings: Record<string, string>): (value: unknown) => string | undefined {
	const known = new Map(
		Object.entries(meanings).flatMap(([meaning, words]) =>
			keysOf(words).map((word) => [word, meaning] as const),
		),
	);
	return (value) => {
		const word = toWord(value);
		return word && (known.get(word) ?? known.get(word.replace(/[ -]/g, '_')) ?? word);
	};
}

/** Whether a flag is set, or a time says since when. */
const toMark = (value: unknown): true | undefined =>
	/^(true|yes|y|1)$/i.test(scalarText(value)) || toTime(value) !== undefined || undefined;

/** In a list of properties: keys that may have a property's key, and those that may have its value. */
const PROPERTY_KEYS = ['key', 'property_key', 'property', 'slug', 'name', 'label', 'property_id'];
const PROPERTY_VALUES = ['value', 'property_value'];

/** All property values by key, from an object or a list of keys and values; undefined for anything else. */
export function propertiesByKey(value: unknown): JsonObject | undefined {
	if (isObject(value)) {
		if (!Object.values(value).some(isObject)) return value;
		// `{department: {label: 'Department', value: 'Sales'}}` means the same as `{department: 'Sales'}`.
		const plain = (held: unknown) => (isObject(held) && 'value' in held ? held.value : held);
		return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plain(held)]));
	}
	if (!Array.isArray(value)) return undefined;
	const byKey = new Map<string, unknown[]>();
	for (const entry of value as unknown[]) {
		if (!isObject(entry)) return undefined;
		const key = PROPERTY_KEYS.map((name) => entry[name]).find((name) => typeof name === 'string');
		const holder = PROPERTY_VALUES.find((name) => name in entry);
		if (key === undefined || holder === undefined) return undefined;
		byKey.set(key, [...(byKey.get(key) ?? []), entry[holder]]);
	}
	// A property with several values has an entry for each.
	return Object.fromEntries(
		[...byKey].map(([key, values]) => [key, values.length > 1 ? values : values[0]]),
	);
}

export const aText = factOf('string?', toText);
export const aWord = factOf('string?', toWord);
export const aName = factOf('string?', toName);
export const anId = factOf('string?', toId);
export const anEmail = factOf('string?', toEmail);
export const aTime = factOf('string?', toTime);
export const aCount = factOf('integer?', toCount);
export const aNumber = factOf('number?', toNumber);
export const aFlag = factOf('boolean?', toFlag);
export const aMetric = factOf('string?', toMetric);
export const aMark = factOf(undefined, toMark);
export const someTexts = factOf('strings?', toTexts);
export const anObject = factOf('object?', (value) => (isObject(value) ? value : undefined));
export const someProperties = factOf('object?', propertiesByKey);
/** Records inside a record, which are read as a kind of their own. */
export const someRecords = (type: Parameters<typeof factOf>[0]) =>
	factOf(type, (value) => (Array.isArray(value) && value.every(isObject) ? value : undefined));
