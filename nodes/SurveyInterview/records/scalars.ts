import { hash } from 'node:crypto';

import { isObject } from './json';
import { withoutHidden } from './words';

/** The longest text of the service in a sentence or in a log, in characters. */
const MAX_TEXT_LENGTH = 500;

/** Colours and cursor movements, which a terminal would execute when somebody reads a log in it. */
const TERMINAL_CODES = /(?!\s)\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;
const BREAKS = /[\s\x85]+/g;

/** What people see of a text. */
export const visible = (text: string) => withoutHidden(text.replace(TERMINAL_CODES, ''));

/**
 * A text of the service or of a participant as it may be shown in an error, a hint or a log: on one line,
 * without hidden characters, and cut where it is too long.
 */
export function oneLine(text: string, maxLength = MAX_TEXT_LENGTH): string {
	// A body may have megabytes; the part that is cut need not be cleaned.
	const start = text.slice(0, maxLength * 4);
	const plain = visible(start).replace(BREAKS, ' ').trim();
	if (plain.length <= maxLength && start.length === text.length) return plain;
	return `${wholeCharacters(plain, maxLength)}…`;
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The longest emoji in use have some 30 units; what is longer is no character that people know. */
const LONGEST_CHARACTER = 40;

/** The beginning of a text. An emoji of several parts is left out rather than cut. */
function wholeCharacters(text: string, maxLength: number): string {
	const end = characters.segment(text).containing(maxLength)?.index ?? maxLength;
	const cut = maxLength - end > LONGEST_CHARACTER ? maxLength : end;
	return text.slice(0, cut).replace(/\p{Cs}$/u, '');
}

/** A text as a part of an expression that matches it alone. */
export function asPattern(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const HTML_SIGNS: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

/** A text as it reads where the editor takes it for HTML: a hint, a notice. */
export function asHtml(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => HTML_SIGNS[sign] ?? '');
}

/**
 * Whether a number is exactly the one that was written. Beyond the safe integers the last digits are lost,
 * and two people would have the same id. `-0` is the same number as 0.
 */
export function isExact(value: number): boolean {
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Whether a number in text is exact once it is read: `1.0` is, `1e400` is not. */
export function isExactText(digits: string): boolean {
	return plainForm(digits) === plainForm(String(Number(digits)));
}

/** A decimal number in one form: `1.0`, `1e0` and `1` are the same. */
function plainForm(digits: string): string | undefined {
	const [, sign, whole, fraction = '', power = '0'] =
		/^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
	if (whole === undefined) return undefined;
	const all = (whole + fraction).replace(/^0+/, '');
	const short = all.replace(/(?<!0)0+$/, '');
	if (short === '') return '0';
	const exponent = Number(power) - fraction.length + (all.length - short.length);
	return `${sign === '-' ? '-' : ''}${short}e${exponent}`;
}

const FIRST_TIME = Date.parse('1990-01-01');
/** A larger number is not one of milliseconds. */
const LAST_TIME = 1e13;
const DAY = /^(\d{4})(\d\d)(\d\d)$/;
/** A longer text is no time: `2026-03-01T10:00:00.123456789+01:00[Europe/Amsterdam]` has 53 characters. */
const MAX_TIME_LENGTH = 64;

/** A time in an object, as MongoDB and Protobuf write it (`{$date: …}`, `{seconds: …, nanos: …}`), alone; else the value. */
export function plainTime(value: unknown): unknown {
	if (!isObject(value)) return value;
	return '$date' in value ? value.$date : 'nanos' in value ? value.seconds : value;
}

/**
 * A time as milliseconds since 1970: an ISO 8601 text, in UTC where it has no offset, a number of seconds or
 * milliseconds, or a day as a number (`20260927`).
 */
export function millis(value: unknown): number | undefined {
	if (typeof value === 'number') {
		if (value < 1e8) return millis(String(value).replace(DAY, '$1-$2-$3'));
		if (!(value >= 1e9 && value <= LAST_TIME)) return undefined;
		return value < 1e11 ? value * 1000 : value;
	}
	if (typeof value !== 'string' || value.length > MAX_TIME_LENGTH) return undefined;
	if (!/^\d{4}-\d{2}-\d{2}/.test(value) || !isInCalendar(value)) return undefined;
	const hasOffset = value.length <= 10 || /(z|[+-]\d{2}:?\d{2})$/i.test(value);
	const at = Date.parse(hasOffset ? value : `${value}Z`);
	// Some programs write a year such as 1 or 1970 where there is no time.
	return at > FIRST_TIME ? at : undefined;
}

/** Whether a text begins with a day that exists: `Date.parse` takes 30 February for 2 March. */
function isInCalendar(text: string): boolean {
	const day = Number(text.slice(8, 10));
	if (day < 29) return true;
	return (
		new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, day)).getUTCDate() ===
		day
	);
}

/** A finite number, also one that is written as text. */
export function toNumber(value: unknown): number | undefined {
	const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

/** The earlier of two times, either of which may be absent. */
export function earlier(one: number | undefined, other: number | undefined): number | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return Math.min(one, other);
}

/** Characters of a short hash: 48 bits in base64. */
export const HASH_LENGTH = 8;

/** A hash of 48 bits: with 100,000 of them, another one collides once in three billion times. */
export function shortHash(text: string): string {
	return hash('sha1', text, 'base64').slice(0, HASH_LENGTH);
}
