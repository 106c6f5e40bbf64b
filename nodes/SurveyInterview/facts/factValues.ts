/** How values of facts are read, each as undefined where the value is not of its kind, and facts of such values. */
import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { millis, toNumber } from '../records/scalars';
import { factOf } from './fact';

/** What a reader of this folder found in a record: facts by their names, null where it does not say them. */
export interface Facts {
	[name: string]: unknown;
}

/** A text that says something. */
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

/** An email address, as it is written; “not given” is none. */
export function toEmail(value: unknown): string | undefined {
	const text = toText(value);
	return text?.includes('@') ? text : undefined;
}

/** A name of something that has an id as well: services write either under a word such as `category`. */
export function toName(value: unknown): string | undefined {
	return isUuid(value) ? undefined : toText(value);
}

/** An id: a text, or a whole number as text. */
export function toId(value: unknown): string | undefined {
	return Number.isSafeInteger(value) ? String(value) : toText(value);
}

/** A count of something. */
export function toCount(value: unknown): number | undefined {
	const read = toNumber(value);
	return read !== undefined && Number.isInteger(read) && read >= 0 ? read : undefined;
}

/** Whether a record says that its numbers are held back, so that a 0 in it counts nothing. */
export function saysSuppressed(record: JsonObject): boolean {
	return Object.entries(record).some(
		([key, value]) => value === true && /suppressed|withheld|hidden/i.test(key),
	);
}

/** A time as most services write it; the days that not every month has are left out. */
const USUAL_TIME =
	/^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{3})?Z$/;

/** A time, as ISO 8601 in UTC. */
export function toTime(value: unknown): string | undefined {
	// A long list has many of these, and to calculate with them takes ten times as long.
	if (typeof value === 'string' && USUAL_TIME.test(value)) {
		return value.length === 24 ? value : `${value.slice(0, -1)}.000Z`;
	}
	const at = millis(value);
	return at === undefined ? undefined : new Date(at).toISOString();
}

/**
 * The address that a pattern of the credential makes, each part URL-encoded in place of its name in braces.
 *
 * @returns null where there is no pattern, or one of its parts is not known or cannot stand in an address
 */
export function linkFrom(
	pattern: unknown,
	parts: Readonly<Record<string, unknown>>,
): string | null {
	let link = typeof pattern === 'string' ? pattern : null;
	for (const [name, part] of Object.entries(parts)) {
		if (!link?.includes(`{${name}}`)) continue;
		const text = toText(part);
		// Half of an emoji is in no address, and dots alone lead to another page.
		if (text === undefined || /\p{Surrogate}|^\.\.?$/u.test(text)) return null;
		link = link.replace(`{${name}}`, () => inAddress(text));
	}
	return link;
}

/** URL-encoded, with the signs at which a chat or Markdown ends an address, too. */
const inAddress = (text: string) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/** The metrics of the interface, and what people call them. */
export const METRIC_LABELS: Record<string, string> = {
	nps: 'NPS',
	enps: 'eNPS',
	csat: 'CSAT',
	ces: 'CES',
	scale: 'scale',
};

/** A word of the service, such as a status or a tone, in lower case. */
export const toWord = (value: unknown): string | undefined => toText(value)?.trim().toLowerCase();

/** A word of the interface for what services may write in its place; an unknown word is itself, in lower case. */
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

/** `{department: {label: 'Department', value: 'Sales'}}` says the same as `{department: 'Sales'}`. */
function unlabelled(held: unknown): unknown {
	return isObject(held) && 'value' in held ? held.value : held;
}
