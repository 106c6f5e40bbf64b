/**
 * Lists keys that no reader uses, with the types of their values, in a text that may be made public. A key may be
 * data, such as a property of the workspace, an address or an id. So it is shown only if it looks like the name of a
 * field, and the keys beside it do; any other is shown as `{key}`.
 */
import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject, valueUnder } from '../records/json';
import { millis, plainTime } from '../records/scalars';
import { DEEPEST_FACT, FactFinder } from './factFinder';
import type { FactOfKind } from './fact';

/** Whether a key is data, so that it must not be shown. */
export type IsData = (key: string) => boolean;
/** Whether the value at a path of keys, joined by dots, is read. */
export type IsRead = (place: string) => boolean;

/** Shown for a key that may be data. */
export const ANY_KEY = '{key}';
/** A few words of letters, as in `ended_at` or `endedAt`, which may end in a number. */
const FIELD = /^_?[a-z]{1,20}(_[a-z]{1,20}|[A-Z][a-z]{0,19}){0,5}(_?v?\d{1,2})?$/;
/** Objects with these names have keys that the workspace has chosen. */
const FREE_KEYS =
	/propert|attribut|tags?$|custom|distribution|values?$|labels?$|answers$|filter|(^|_)by_|map$/i;
/** Keys that are always the name of a field. */
const COMMON =
	/^(u?u?id|key|name|type|code|label|title|text|value|score|count|total|min|max|status|state|url|href|link|at|date|time|from|to|start|end|(created|updated|sent)(_at)?)$/;
/** The records of a list have the same keys, so the first ones are enough. */
const MAX_RECORDS = 1000;
/** Deeper keys are not shown. */
const MAX_DEPTH_OF_KEYS = 6;

export const looksLikeField = (key: string): boolean => FIELD.test(key);

/** A path of keys as it may be shown. */
export function shownPath(keys: readonly string[]): string {
	return keys.map((key) => (looksLikeField(key) ? key : ANY_KEY)).join('.');
}

/** The place of the entries in a list: `data.quotes[]`. */
export const below = (at: string, keys: readonly string[]): string =>
	`${[at, shownPath(keys)].filter(Boolean).join('.')}[]`;

/** @param at the place of the records in the answer, such as `data.quotes[]` */
export function unreadKeysOf(
	at: string,
	records: readonly JsonObject[],
	readsOf: (record: JsonObject) => IsRead,
	isData: IsData,
) {
	const found = new Map<string, { keys: string[]; types: Set<string> }>();
	/** Paths where some record has an object, and those of objects whose unread keys may be data. */
	const [objects, free] = [new Set<string>(), new Set<string>()];
	/** @returns whether something in the object is read */
	const walk = (object: JsonObject, above: string[], isRead: IsRead): boolean => {
		let holdsRead = false;
		const unread: Array<{ key: string; type: string }> = [];
		for (const [key, held] of Object.entries(object)) {
			const value = plainTime(held);
			const keys = [...above, key];
			const place = keys.join('.');
			const isOwn = isRead(place);
			if (isOwn) holdsRead = true;
			else unread.push({ key, type: typeOf(value) });
			// An object that is read as a whole, such as properties, has no unread keys.
			if (isOwn && FREE_KEYS.test(key)) continue;
			if (isObject(value)) objects.add(place);
			if (isObject(value) && keys.length < MAX_DEPTH_OF_KEYS && Object.keys(value).length > 0) {
				if (walk(value, keys, isRead)) holdsRead = true;
			} else if (!isOwn) {
				const { types } = found.get(place) ?? { types: new Set<string>() };
				found.set(place, { keys, types: types.add(typeOf(value)) });
			}
		}
		const types = new Set(unread.map(({ type }) => type).filter((type) => type !== 'null'));
		const isAlike = types.size < 2 && !unread.every(({ key }) => COMMON.test(key));
		const looksFree =
			FREE_KEYS.test(above.at(-1) ?? '') ||
			unread.some(({ key }) => !looksLikeField(key)) ||
			(above.length > 0 && isAlike && !holdsRead);
		if (looksFree) free.add(above.join('.'));
		return holdsRead;
	};
	for (const record of records.slice(0, MAX_RECORDS)) walk(record, [], readsOf(record));
	const shownKey = (key: string, depth: number, keys: readonly string[]) => {
		const isFree = free.has(keys.slice(0, depth).join('.'));
		return isFree || isData(key) || !looksLikeField(key) ? ANY_KEY : key;
	};
	return [...found].map(([place, { keys, types }]) => ({
		/** Its path in the record. */
		keys,
		/** Its path in the answer, without data. */
		shown: [at, ...keys.map(shownKey)].filter(Boolean).join('.'),
		types: [...types, ...(objects.has(place) ? ['object'] : [])],
	}));
}

/** Whether the value at a path could be this fact, in every record that has a value there. */
export function couldBe(
	{ name, read }: FactOfKind,
	keys: readonly string[],
	records: readonly JsonObject[],
): boolean {
	if (keys.length > DEEPEST_FACT || keys.some((key) => key.includes('.'))) return false;
	const values = records.map((record) => valueUnder(record, keys) ?? null);
	const takesAnyText = read('any text', '') !== undefined;
	const isOwnId = /(^|(?<!external)_)id$/.test(name);
	const isFact = (value: unknown) => {
		if ((read(value, keys.join('.')) ?? null) === null) return false;
		if (isOwnId || isUuid(value)) return isOwnId && isUuid(value);
		// Where any text is accepted, times and numbers are still not meant.
		return !takesAnyText || (typeof value !== 'number' && millis(value) === undefined);
	};
	return values.some(isFact) && values.every((value) => value === null || isFact(value));
}

/** The types of keys by their shown paths. */
export function typesByPlace(unread: ReturnType<typeof unreadKeysOf>): JsonObject {
	const all = new Map<string, readonly string[]>();
	for (const { shown, types } of unread) all.set(shown, [...(all.get(shown) ?? []), ...types]);
	return Object.fromEntries(
		[...all].map(([place, types]) => [place, [...new Set(types)].sort().join(' or ')]),
	);
}

/** The type of a value. That a text is an id or a time helps to understand it, and shows no data. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) {
		const types = new Set(value.map(typeOf));
		return types.size === 1 ? `list of ${[...types].join()}` : 'list';
	}
	if (isUuid(value)) return 'uuid';
	if (typeof value === 'string' && millis(value) !== undefined) return 'time';
	return typeof value;
}

/** A text that could be the same word as a key. */
const WORD = /^\w{1,130}$/;

/** Finds the keys that are data, because answers have them as a text or as a key that the workspace has chosen. */
export function dataIn(answers: readonly unknown[]): IsData {
	const data = new Set<string>();
	const note = (text: string) => {
		const word = text.trim().toLowerCase();
		if (WORD.test(word)) data.add(word);
	};
	const walk = (value: unknown, isFree: boolean): void => {
		if (typeof value === 'string') note(value);
		else if (Array.isArray(value)) for (const one of value) walk(one, false);
		else if (isObject(value)) {
			for (const [key, inner] of Object.entries(value)) {
				if (isFree) note(key);
				walk(inner, FREE_KEYS.test(key));
			}
		}
	};
	for (const answer of answers) walk(answer, false);
	return (key) => data.has(key.toLowerCase());
}

/** The keys of a record that no fact is read from, without those that may be data. */
export function keysNotUnderstood(record: JsonObject, facts: readonly FactOfKind[]): string[] {
	const places = new FactFinder(facts).readPlaces(record);
	const unread = unreadKeysOf('', [record], () => (place) => places.has(place), dataIn([record]));
	const shown = new Set(unread.map((key) => key.shown));
	return [...shown].filter((place) => !place.includes(ANY_KEY));
}
