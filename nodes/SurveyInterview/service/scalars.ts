/** Functions for texts, numbers and times in records and sentences. */
import { hash } from 'node:crypto';
import { withoutHidden } from './hidden';

/** A number as people write it, with its noun if there is one: `1,240 respondents`. */
export function counted(count: number, singular?: string, plural = `${singular}s`): string {
	const number = count.toLocaleString('en-US');
	return singular === undefined ? number : `${number} ${count === 1 ? singular : plural}`;
}

/** `a`; `a and b`; `a, b and c`. */
export function withAnd(parts: readonly string[]): string {
	const rest = [...parts];
	const last = rest.pop() ?? '';
	return rest.length > 0 ? `${rest.join(', ')} and ${last}` : last;
}

/** `a, b, c and 7 more`. */
export function firstOf(parts: readonly string[], max: number): string {
	const more = parts.length - max;
	return withAnd([...parts.slice(0, max), ...(more > 0 ? [`${counted(more)} more`] : [])]);
}

/** The longest text of the service in a sentence or in a log, in characters. */
const MAX_TEXT_LENGTH = 500;

/** Colours and cursor movements, which a terminal would execute when somebody reads a log in it. */
const TERMINAL_CODES = /(?!\s)\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;
const BLANKS = /[\s\x85]+/g;

/** The part of a text that people see. */
export const visible = (text: string) => withoutHidden(text.replace(TERMINAL_CODES, ''));

/** A text of others for an error, a hint or a log: what is visible of it, on one line, and cut where it is too long. */
export function oneLine(text: string, maxLength = MAX_TEXT_LENGTH): string {
	// A body may have megabytes, and most of what will be cut need not be cleaned.
	const start = text.slice(0, maxLength * 4);
	const plain = visible(start).replace(BLANKS, ' ').trim();
	if (plain.length <= maxLength && start.length === text.length) return plain;
	// An emoji that was cut in two leaves a half that nobody sees.
	return `${withoutHidden(plain.slice(0, maxLength))}…`;
}

const HTML_SIGNS: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

/** A text for where it is read as HTML, such as the editor's hints and notices. */
export function asHtml(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => HTML_SIGNS[sign] ?? '');
}

/** Beyond the safe integers the last digits are lost, so that two people would have the same id. */
export function isExact(value: number): boolean {
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

const FIRST_TIME = Date.parse('1990-01-01');
/** Milliseconds in the year 2286: a larger number is not a time. */
const LAST_TIME = 1e13;
const DAY_AS_NUMBER = /^(\d{4})(\d\d)(\d\d)$/;
/** A day, or a time whose offset may be in hours alone. Of any other text, `Date.parse` would ignore parts. */
const ISO_TIME = /^\d{4}-\d\d-\d\d([t ][\d:.]+ ?(z|[+-]\d\d(:?\d\d)?)?)?$/i;
/** In characters; the longest usual form, `2026-03-01T10:00:00.123456789+01:00`, has 35. */
const MAX_TIME_LENGTH = 64;

/**
 * A time as milliseconds since 1970: an ISO 8601 text, in UTC where it has no offset, a number of seconds or
 * milliseconds, or a day as a number (`20260927`).
 */
export function millis(value: unknown): number | undefined {
	if (typeof value === 'number') {
		// A day such as 20260927 has eight digits, seconds since 1970 have ten or eleven, and milliseconds have more. Any
		// other number with so few digits stays as it is, and is then no ISO text.
		if (value < 1e8) return millis(String(value).replace(DAY_AS_NUMBER, '$1-$2-$3'));
		if (!(value >= 1e9 && value <= LAST_TIME)) return undefined;
		return value < 1e11 ? value * 1000 : value;
	}
	if (typeof value !== 'string' || value.length > MAX_TIME_LENGTH) return undefined;
	const match = ISO_TIME.exec(value);
	if (!match || !isInCalendar(value)) return undefined;
	const [, time, offset] = match;
	let isoText = value;
	if (time !== undefined && offset === undefined) isoText += 'Z';
	// An offset in hours alone, such as `+01`, which `Date.parse` does not read.
	if (offset?.length === 3) isoText += ':00';
	const at = Date.parse(isoText);
	// Some programs write a time in the year 1 or 1970 where there is none.
	return at > FIRST_TIME ? at : undefined;
}

/** Whether a text begins with a day that exists: `Date.parse` reads 30 February as 2 March. */
function isInCalendar(text: string): boolean {
	const day = text.slice(0, 10);
	return Number(day.slice(8)) < 29 || String(new Date(`${day}T00:00Z`).toJSON()).startsWith(day);
}

/** A value as text; empty for an object or a list, because `toString` may be a key of the service in it. */
export const scalarText = (value: unknown): string =>
	typeof value === 'object' ? '' : String(value);

/** A text without the signs at its ends that match; one by one, because one pattern would take quadratic time. */
export function withoutEnds(text: string, sign: RegExp): string {
	let [start, end] = [0, text.length];
	while (start < end && sign.test(text.charAt(start))) start++;
	while (start < end && sign.test(text.charAt(end - 1))) end--;
	return text.slice(start, end);
}

/** A text without blanks and invisible characters at its ends: nobody sees these, but a service would store them. */
export const withoutHiddenEnds = (text: string): string => withoutEnds(text, /[\p{Cf}\s]/u);

/** A text with a full stop at its end, unless it ends as a sentence already: a survey may be called “How was it?”. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A text for comparison: without its case, blanks around it, kinds of blanks, or forms of its accents. */
export const textKey = (value: unknown): string =>
	scalarText(value).normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** A text, number or boolean as it is sent as text. The last bits of a computed number are noise: 0.1 + 0.2. */
export function plainText(value: unknown): string {
	const isComputed = typeof value === 'number' && !Number.isInteger(value);
	return String(isComputed ? Number(value.toPrecision(15)) : value);
}

/** A finite number, which may be written as text. */
export function toNumber(value: unknown): number | undefined {
	const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

/** A number as people round it: −12.5 is −13, as 12.5 is 13. */
export function rounded(value: number, decimals = 0): number {
	const factor = 10 ** decimals;
	// The last bits of a computed number are noise: 2.05 times 10 is 20.499999999999996.
	const exact = Number((Math.abs(value) * factor).toPrecision(15));
	// Adding 0 turns −0 into 0.
	return (Math.sign(value) * Math.round(exact)) / factor + 0;
}

/** A number as people read it: the last bits of a computed one are noise. */
export const twoDecimals = (value: number): number => rounded(value, 2);

/** The length of a hash of 48 bits, in characters of base64, which have 6 bits each. */
export const HASH_LENGTH = 8;

/** The hashes in a text, one after the other. */
export const hashesIn = (text: string): string[] =>
	Array.from({ length: text.length / HASH_LENGTH }, (_, index) =>
		text.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH),
	);

/** A hash of a text. It is long enough: among 100,000 hashes, the next one collides once in three billion times. */
export function shortHash(text: string): string {
	return hash('sha1', text, 'base64').slice(0, HASH_LENGTH);
}
