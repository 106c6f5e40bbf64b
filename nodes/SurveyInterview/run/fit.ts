/** Makes data short enough for somebody who cannot take all of it, and says what was left out. */
import { isObject, type JsonObject } from '../records/json';
import { counted } from '../records/words';

/** What was left out, in words: `recipients: 40 of 500`. */
export type Cuts = string[];

/** How many characters a value takes as JSON. */
export const sizeOf = (value: unknown): number => (JSON.stringify(value) ?? '').length;

/** Below this many characters a cut value says nothing any more, so the key goes with it. */
const LEAST = 40;

/**
 * The whole records from the beginning of a list that fit. There is always one: where the first is too long by
 * itself, what is long in it is cut.
 *
 * @param room in characters of JSON
 */
export function fittingRecords(
	records: readonly JsonObject[],
	room: number,
): { shown: JsonObject[]; cuts: Cuts } {
	const cuts: Cuts = [];
	const shown = fittingEntries(records, room);
	if (shown.length > 0 || records[0] === undefined) return { shown, cuts };
	return { shown: [fitObject(withoutCopies(records[0]), room - '[]'.length, '', cuts)], cuts };
}

function fittingEntries<T>(entries: readonly T[], room: number): T[] {
	let left = room - '[]'.length;
	const tooLong = entries.findIndex((entry) => (left -= sizeOf(entry) + ','.length) < 0);
	return tooLong === -1 ? [...entries] : entries.slice(0, tooLong);
}

/** A transcript says all that a conversation's messages and the participant's text say, in fewer characters. */
function withoutCopies(record: JsonObject): JsonObject {
	if (typeof record.transcript !== 'string') return record;
	return Object.fromEntries(Object.entries(record).filter(([key]) => !COPIES.includes(key)));
}

const COPIES = ['messages', 'participant_text'];

function fit(value: unknown, room: number, path: string, cuts: Cuts): unknown {
	if (sizeOf(value) <= room) return value;
	if (typeof value === 'string') return fitText(value, room, path, cuts);
	if (isObject(value)) return fitObject(value, room, path, cuts);
	if (!Array.isArray(value)) return value;
	const entries: unknown[] = value;
	const fitting = fittingEntries(entries, room);
	const shown = fitting.length > 0 ? fitting : [fit(entries[0], room - 2, `${path}.0`, cuts)];
	if (shown.length < entries.length) {
		cuts.push(`${path}: ${counted(shown.length)} of ${counted(entries.length)}`);
	}
	return shown;
}

/** Every key gets what it needs where that is little; the long ones share what is left. */
function fitObject(record: JsonObject, room: number, path: string, cuts: Cuts): JsonObject {
	const keys = Object.keys(record);
	const kept = keysThatFit(record, room);
	if (kept.length < keys.length) {
		cuts.push(`${asPrefix(path)}${counted(kept.length)} of ${counted(keys.length)} keys`);
	}
	let left = room - 2 - kept.reduce((sum, key) => sum + frame(key), 0);
	const bySize = kept.map((key) => ({ key, size: sizeOf(record[key]) }));
	bySize.sort((a, b) => a.size - b.size);
	const short: JsonObject = {};
	for (const [place, { key, size }] of bySize.entries()) {
		const share = Math.floor(left / (bySize.length - place));
		const inner = path === '' ? key : `${path}.${key}`;
		short[key] = size <= share ? record[key] : fit(record[key], share, inner, cuts);
		left -= sizeOf(short[key]);
	}
	return Object.fromEntries(kept.map((key) => [key, short[key]]));
}

/** A value stands behind its key, quotes, a colon and a comma. */
const frame = (key: string) => sizeOf(key) + 2;

/** The keys that have room for what they say at least, in their order. Those that need little go first. */
function keysThatFit(record: JsonObject, room: number): string[] {
	const needs = Object.entries(record).map(([key, value]) => ({
		key,
		need: frame(key) + Math.min(sizeOf(value), LEAST),
	}));
	needs.sort((a, b) => a.need - b.need);
	let left = room - 2;
	const kept = new Set(needs.filter(({ need }) => (left -= need) >= 0).map(({ key }) => key));
	return Object.keys(record).filter((key) => kept.has(key));
}

const asPrefix = (path: string) => (path === '' ? '' : `${path}: `);

/** Ends what was cut. */
const MARK = ' […]';

/** A text ends after a message, which is a paragraph of it, or else after a word. */
function fitText(text: string, room: number, path: string, cuts: Cuts): string {
	// As JSON it is longer: each sign that is escaped counts.
	const escaped = sizeOf(text) / text.length;
	let start = text.slice(0, Math.max(0, Math.floor((room - LEAST) / escaped)));
	// Where most such signs are at the beginning, that is too much.
	while (start !== '' && sizeOf(start) > room - MARK.length) {
		const share = (room - MARK.length) / sizeOf(start);
		start = start.slice(0, Math.max(0, Math.floor(start.length * share)));
	}
	const ends = [start.lastIndexOf('\n\n'), start.lastIndexOf(' ')];
	const end = ends.find((place) => place > start.length / 2) ?? start.length;
	cuts.push(`${path}: ${counted(end)} of ${counted(text.length)} characters`);
	// Half of an emoji is no character.
	return `${start.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}${MARK}`;
}
