import type { FieldOf } from '../operations/field';
import { parsedJson } from '../service/json';
import { isNoIdentity } from '../service/placeholders';
import { firstOf, withoutEnds } from '../service/scalars';
import { readOptOutKey } from './people';
import { display, refuse } from './problem';

/** The entries of a list, which may be written as JSON. A value that is no list is the only entry, whatever it is. */
export function entriesIn(value: unknown): unknown[] {
	const list = typeof value === 'string' ? parsedJson(value) : value;
	return Array.isArray(list) ? list : [value];
}

/** Signs and words that people put between the words of a list: `a, b`, `a / b`, `a and b`. */
const BETWEEN_WORDS = /[,;|，、；\t\r\n]|\s(?:[/+&]|and|or|und|oder|et|ou|en|y)\s/i;
/** Quotes and blanks around a word. */
const AROUND_WORD = /[\s\p{Cf}"'“”„‘’`]/u;
/** The mark of an entry on a line of its own: `- completed`, `2. completed`. */
const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;

/**
 * The words of a list. An entry may itself be a list as JSON, or a text with several words, also as programs print a
 * list: `['a', 'b']`. An entry without a word stays, as an empty text.
 */
export function wordsInList(value: unknown): unknown[] {
	return entriesIn(value)
		.flatMap(entriesIn)
		.flatMap((entry) => {
			if (typeof entry !== 'string') return [entry];
			const words = withoutBrackets(entry.trim())
				.split(BETWEEN_WORDS)
				.map((part) => withoutEnds(part.replace(BULLET, ''), AROUND_WORD))
				.filter(Boolean);
			return words.length > 0 ? words : [''];
		});
}

/** `[a, b]`, or `{a,b}` as Postgres writes an array as text. */
const withoutBrackets = (text: string) =>
	/^(?:\[.*\]|\{.*\})$/s.test(text) ? text.slice(1, -1) : text;

/** The readers that a field can name in `reader`. Such a list may be empty, unlike one without a reader. */
export const LIST_READERS: Record<
	NonNullable<FieldOf<'list'>['reader']>,
	(value: unknown, label: string) => string[]
> = {
	stepIds: readStepIds,
	optOuts: readOptOuts,
};

/**
 * Reads step IDs: one by one, as an array, or in one text with spaces, commas or semicolons between them. Entries
 * without a value are left out, because items that need no write have no step ID.
 */
function readStepIds(value: unknown, label: string): string[] {
	return wordsInList(flatEntries(value)).flatMap((word) => {
		if (isMissing(word)) return [];
		if (typeof word === 'string') return word.split(/\s+/).filter(Boolean);
		return refuse(
			`${label} contains ${display(word)}, which is not a step ID: pass the stepId of each item of a dry run.`,
		);
	});
}

/**
 * Reads the email addresses or external IDs of people who opted out: one by one, as an array, or in one text with
 * separators. An entry that could match nobody is refused, because leaving it out would invite somebody.
 */
function readOptOuts(value: unknown, label: string): string[] {
	const refuseList = (problem: string, why: string) =>
		refuse(`${label} ${problem}: ${why}; correct it so that nobody who opted out is invited.`);
	// A list may be written as JSON, and so may each of its entries.
	const all = flatEntries(entriesIn(value)).flatMap(entriesIn);
	// The expressions of all entries gave nothing. One for the whole list that does is refused in `sync/syncOptions.ts`.
	if (Array.isArray(value) && all.length > 0 && all.every(isMissing)) {
		refuseList('has no value', 'its expression returned nothing');
	}
	const parts = all.filter((entry) => !isMissing(entry)).flatMap(possibleKeysIn);
	const keys = parts.flatMap((entry) => {
		if (typeof entry === 'string' || typeof entry === 'number') {
			return readOptOutKey(entry, `An entry of ${label}`) ?? [];
		}
		return refuseList(`contains ${display(entry)}`, MUST_BE_KEYS);
	});
	const areTicks = parts.length > 1 && parts.every((part) => TICK.test(String(part)));
	// Nothing, and a word for nothing such as `N/A`, is a list of nobody.
	const isSomething = parts.some((part) => !isNoIdentity(String(part)));
	if (areTicks || (keys.length === 0 && isSomething)) {
		refuseList(`contains only ${firstOf(all.map(display), 3)}`, MUST_BE_KEYS);
	}
	return keys;
}

const MUST_BE_KEYS = 'it must contain email addresses or external IDs as text';
/** A column that says of each person whether they opted out. */
const TICK = /^[01]$/;

/**
 * What a text may name: each part between separators, and also each line and each part between semicolons as a whole,
 * because an external ID may contain a separator. `12,34` gives `12`, `34` and `12,34`: to leave out one person too many
 * does less harm than to invite one who opted out.
 */
function possibleKeysIn(entry: unknown): unknown[] {
	if (typeof entry !== 'string') return [entry];
	const text = withoutBrackets(entry.trim());
	const partsLike = (pattern: RegExp): string[] => text.match(pattern) ?? [];
	const wholeLines = partsLike(/[^\t\r\n]+/g);
	const partsBetweenSemicolons = partsLike(/[^;\t\r\n]+/g);
	// With an @ it has addresses, which are among the words.
	const idsWithSeparators = [...wholeLines, ...partsBetweenSemicolons].filter(
		(part) => /[,;|，、；]/.test(part) && !part.includes('@'),
	);
	const words = partsLike(/[^,;|，、；\t\r\n]+/g)
		.flatMap(splitIfSeveralAddresses)
		.map((part) => withoutEnds(part, AROUND_WORD));
	return [...words.filter(Boolean), ...idsWithSeparators];
}

/** Splits `a@x.org and b@x.org` at its blanks. The `and` stays, as an ID that nobody has. */
function splitIfSeveralAddresses(part: string): string[] {
	const hasSeveral = part.indexOf('@') !== part.lastIndexOf('@');
	return hasSeveral ? part.split(/\s+/) : [part];
}

/** Lists in a list, as several expressions give them, become one. */
const flatEntries = (value: unknown): unknown[] => (Array.isArray(value) ? value.flat(3) : [value]);

const isMissing = (entry: unknown) => entry === undefined || entry === null;
