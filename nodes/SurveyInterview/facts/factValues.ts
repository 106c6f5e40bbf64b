/** Readers of values, which give undefined for a value of another kind; and makers of facts with such values. */
import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { millis, toNumber } from '../records/scalars';
import { factOf } from './fact';

/** Facts by name, null where the record lacks them. By this type test/docs/readers.ts tells them from a record. */
export interface Facts {
	[name: string]: unknown;
}

/** A text that is not blank. */
export function toText(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A list of texts, or of objects that name one each. */
export function toTexts(value: unknown): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const read = value.map((one: unknown) =>
		toText(isObject(one) ? (one.label ?? one.name ?? one.scope ?? one.text ?? one.value) : one),
	);
	return read.every((text) => text !== undefined) ? read : undefined;
}

/** An email address, as it is written; “not given” is not one. */
export function toEmail(value: unknown): string | undefined {
	const text = toText(value);
	return text?.includes('@') ? text : undefined;
}

/** A name, and not an id: services write either of them under a key such as `category`. */
export function toName(value: unknown): string | undefined {
	return isUuid(value) ? undefined : toText(value);
}

/** An id: a text, or a whole number as text. */
export function toId(value: unknown): string | undefined {
	return Number.isSafeInteger(value) ? String(value) : toText(value);
}

export function toCount(value: unknown): number | undefined {
	const read = toNumber(value);
	return read !== undefined && Number.isInteger(read) && read >= 0 ? read : undefined;
}

/** Whether a record says that its numbers are suppressed, so that a 0 in it is not a count. */
export function saysSuppressed(record: JsonObject): boolean {
	return Object.entries(record).some(
		([key, value]) => value === true && /suppressed|withheld|hidden/i.test(key),
	);
}

/** A time as most services write it, with a day that every month has. */
const USUAL_TIME =
	/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{3})?Z$/;

/** A time, as ISO 8601 in UTC. */
export function toTime(value: unknown): string | undefined {
	// Long lists have many of these, and to parse each of them takes ten times as long.
	if (typeof value === 'string' && USUAL_TIME.test(value)) {
		return value.length === 24 ? value : `${value.slice(0, -1)}.000Z`;
	}
	const at = millis(value);
	return at === undefined ? undefined : new Date(at).toISOString();
}

/**
 * The address that a link pattern of the credential gives: each `{name}` is replaced by that part, URL-encoded.
 *
 * @returns null where there is no pattern, or where a part is not known or cannot stand in an address
 */
export function linkFrom(pattern: unknown, parts: JsonObject): string | null {
	let link = typeof pattern === 'string' ? pattern : null;
	for (const [name, part] of Object.entries(parts)) {
		if (!link?.includes(`{${name}}`)) continue;
		const text = toText(part);
		// No address can have half of an emoji, and dots alone lead to another page.
		if (text === undefined || /\p{Surrogate}|^\.\.?$/u.test(text)) return null;
		link = link.replace(`{${name}}`, () => inAddress(text));
	}
	return link;
}

/** URL-encoded, including the signs at which a chat or Markdown ends an address. */
const inAddress = (text: string) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/** The metrics of the interface, and their usual names. */
export const METRIC_LABELS: Record<string, string> = {
	nps: 'NPS',
	enps: 'eNPS',
	csat: 'CSAT',
	ces: 'CES',
	scale: 'scale',
};

/** A word of the service, such as a status or a tone, in lower case. */
export const toWord = (value: unknown): string | undefined => toText(value)?.trim().toLowerCase();

/** Makes a reader that gives the interface's word for words with the same meaning, and any other in lower case. */
export function wordFor(words: Record<string, RegExp>): (value: unknown) => string | undefined {
	return (value) => {
		const written = toWord(value);
		if (written === undefined) return undefined;
		const known = Object.entries(words).find(([, pattern]) => pattern.test(written));
		return known?.[0] ?? written;
	};
}

export const aText = factOf('string?', toText);
export const aWord = factOf('string?', toWord);
export const aName = factOf('string?', toName);
export const anId = factOf('string?', toId);
export const anEmail = factOf('string?', toEmail);
export const aTime = factOf('string?', toTime);
export const aTimeOrNone = factOf('string?', toTime, true);
export const aCount = factOf('integer?', toCount);
export const aNumber = factOf('number?', toNumber);
export const someTexts = factOf('strings?', toTexts);

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
