/** When two values say the same: moments as moments, numbers as numbers, text trimmed. */
import type { Json } from './types';

const WORDS = new Set(['status', 'metric_type', 'sentiment', 'tone', 'role']);
/** These are rounded by some clients, which is no lie. */
const ROUNDED: Record<string, number> = { response_rate: 6e-4, share: 6e-4, frequency: 6e-4 };

/** Empty text, an empty list and an empty map say as little as null. */
export function says(value: unknown): boolean {
	if (value === null || value === undefined) return false;
	if (typeof value === 'string') return value.trim() !== '';
	if (typeof value === 'object') return Object.keys(value as object).length > 0;
	return true;
}

/** The moment of a text, a number or one of the usual records; NaN where there is none. */
export function moment(value: unknown): number {
	if (value instanceof Date) return value.getTime();
	if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
	if (typeof value === 'string') {
		const text = value.trim();
		if (/^\d{9,13}$/.test(text)) return moment(Number(text));
		const dotnet = /^\/Date\((\d+)\)\/$/.exec(text);
		if (dotnet) return Number(dotnet[1]);
		// A text without a zone is read as UTC on every machine, whatever its own zone is.
		const open = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text);
		return Date.parse(open ? text.replace(' ', 'T') + 'Z' : text);
	}
	if (value && typeof value === 'object') {
		const record = value as Record<string, unknown>;
		return moment(record.$date ?? record.seconds);
	}
	return NaN;
}

const isTime = (name: string) => name.endsWith('_at') || name === 'from' || name === 'to';
const text = (value: unknown) => String(value).trim().replace(/\s+/g, ' ');
const word = (value: unknown) =>
	text(value)
		.toLowerCase()
		.replace(/[\s-]+/g, '_');

function number(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

function sameList(name: string, given: unknown, expected: Json[]): boolean {
	if (!Array.isArray(given)) {
		return expected.length === 1 && expected.every((only) => same(name, given, only));
	}
	// Scopes are a set; lists of sentences keep their order, but some may be left out.
	let from = 0;
	return given.every((one) => {
		const start = name === 'scopes' ? 0 : from;
		const at = expected.findIndex((other, place) => place >= start && text(one) === text(other));
		from = at + 1;
		return at >= 0;
	});
}

function sameMap(given: unknown, expected: Record<string, Json>): boolean {
	if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
	return Object.entries(given).every(
		([key, value]) => !says(value) || (key in expected && text(value) === text(expected[key])),
	);
}

/** Whether the client's value says what is expected of the fact of this name. */
export function same(name: string, given: unknown, expected: Json): boolean {
	if (expected === null) return !says(given);
	if (Array.isArray(expected)) return sameList(name, given, expected);
	if (name === 'properties') return sameMap(given, expected as Record<string, Json>);
	if (isTime(name)) return moment(given) === moment(expected);
	if (typeof expected === 'number') {
		return Math.abs(number(given) - expected) <= (ROUNDED[name] ?? 1e-6);
	}
	if (typeof expected === 'boolean') return given === expected;
	return WORDS.has(name) ? word(given) === word(expected) : text(given) === text(expected);
}
