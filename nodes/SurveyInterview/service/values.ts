/** Readers of values, which give undefined for a value of another kind; and makers of facts with such values. */
import { idKey, isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';
import { millis, textKey, toNumber } from './scalars';
import { toMetric } from './metric';
import { aFact, splitWords } from './reader';

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

/** A list of texts, or the texts in a list of objects such as `{name: 'Delivery'}`. */
export function toTexts(value: unknown): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const texts = value.map((entry: unknown) =>
		toText(
			isObject(entry)
				? (entry.label ?? entry.name ?? entry.scope ?? entry.text ?? entry.value)
				: entry,
		),
	);
	return texts.every((text) => text !== undefined) ? texts : undefined;
}

const toFlag = (value: unknown): boolean | undefined =>
	typeof value === 'boolean' ? value : undefined;

/** A time as most services write it, with a day that exists in every month, so that it needs no check. */
const USUAL_TIME =
	/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{3})?Z$/;

/** A time, as ISO 8601 in UTC. */
export function toTime(value: unknown): string | undefined {
	// Long lists have many of these, and parsing each would take ten times as long.
	if (typeof value === 'string' && USUAL_TIME.test(value)) {
		return value.length === 24 ? value : `${value.slice(0, -1)}.000Z`;
	}
	const at = millis(value);
	return at === undefined ? undefined : new Date(at).toISOString();
}

/**
 * Makes a reader of words, from a table: a word of the interface, and the words of services that mean the same. Any
 * other word stays, in lower case.
 */
export function wordFor(meanings: Record<string, string>): (value: unknown) => string | undefined {
	const meaningOf = new Map(
		Object.entries(meanings).flatMap(([meaning, words]) =>
			splitWords(words).map((word) => [word, meaning] as const),
		),
	);
	return (value) => {
		// Most values are in the table as they are, and a long list has a hundred thousand of them.
		if (typeof value === 'string' && meaningOf.has(value)) return meaningOf.get(value);
		const word = toWord(value);
		return word && (meaningOf.get(word) ?? meaningOf.get(word.replace(/[ -]/g, '_')) ?? word);
	};
}

/** Where an entry of a list of properties may have the property's key. */
const PROPERTY_KEY_NAMES = [
	'key',
	'property_key',
	'property',
	'slug',
	'name',
	'label',
	'property_id',
];
/** Where it may have the property's value. */
const PROPERTY_VALUE_NAMES = ['value', 'property_value'];

/** All property values by key, from an object or a list of keys and values; undefined for anything else. */
export function propertiesByKey(value: unknown): JsonObject | undefined {
	if (isObject(value)) {
		if (!Object.values(value).some(isObject)) return value;
		// `{department: {label: 'Department', value: 'Sales'}}` means the same as `{department: 'Sales'}`.
		const valueIn = (raw: unknown) => (isObject(raw) && 'value' in raw ? raw.value : raw);
		return Object.fromEntries(Object.entries(value).map(([key, raw]) => [key, valueIn(raw)]));
	}
	if (!Array.isArray(value)) return undefined;
	const byKey = new Map<string, unknown[]>();
	for (const entry of value as unknown[]) {
		if (!isObject(entry)) return undefined;
		const key = PROPERTY_KEY_NAMES.map((name) => entry[name]).find(
			(name) => typeof name === 'string',
		);
		const valueKey = PROPERTY_VALUE_NAMES.find((name) => name in entry);
		if (key === undefined || valueKey === undefined) return undefined;
		byKey.set(key, [...(byKey.get(key) ?? []), entry[valueKey]]);
	}
	// A property with several values has an entry for each.
	return Object.fromEntries(
		[...byKey].map(([key, values]) => [key, values.length > 1 ? values : values[0]]),
	);
}

/**
 * Each of these makes a fact from the keys under which it may stand: `aText('name title')`. Its type is that in the
 * output, and `?` says that it may be null.
 */
export const aText = (keys: string) => aFact('string?', keys, toText);
export const aWord = (keys: string) => aFact('string?', keys, toWord);
export const aName = (keys: string) => aFact('string?', keys, toName);
export const anId = (keys: string) => aFact('string?', keys, toId);
export const anEmail = (keys: string) => aFact('string?', keys, toEmail);
export const aTime = (keys: string) => aFact('string?', keys, toTime);
export const aCount = (keys: string) => aFact('integer?', keys, toCount);
export const aNumber = (keys: string) => aFact('number?', keys, toNumber);
export const aFlag = (keys: string) => aFact('boolean?', keys, toFlag);
export const aMetric = (keys: string) => aFact('string?', keys, toMetric);
export const someTexts = (keys: string) => aFact('strings?', keys, toTexts);
