/**
 * Keys that no reader knows, with the types of their values, for a text that anybody may read. A key may be
 * data itself: a property of the workspace, an address, an id. So a key is shown only where it looks like the
 * name of a field and stands among such; any other is `{key}`.
 */
import { isUuid } from '../records/identifiers';
import { fieldNamesOf, isObject, type JsonObject } from '../records/json';
import { millis } from '../records/scalars';
import { FactFinder, type FactOfKind } from './fact';

/** Whether somebody reads this value at the end of these keys. */
export type Knows = (keys: readonly string[], value: unknown) => boolean;

/** What stands for a key that may be data. */
export const ANY_KEY = '{key}';
/** A few words of letters, as in `ended_at` or `endedAt`; perhaps with a number at the end. */
const FIELD = /^_?[a-z]{1,20}(_[a-z]{1,20}|[A-Z][a-z]{0,19}){0,5}(_?v?\d{1,2})?$/;
/** Objects of these names hold values by keys that the workspace chose. */
const FREE_KEYS =
	/propert|attribut|tags?$|custom|distribution|values?$|labels?$|answers$|filter|(^|_)by_|map$/i;
/** Keys that are the name of a field wherever they stand. */
const COMMON =
	/^(u?u?id|key|name|type|code|label|title|text|value|score|count|total|min|max|status|state|url|href|link|at|date|time|from|to|start|end|(created|updated|sent)(_at)?)$/;
/** The records of a list have the same keys, so the first of them show what others have. */
const MAX_RECORDS = 1000;
/** Deeper keys are not shown. */
const MAX_DEPTH_OF_KEYS = 6;

/** Whether a key looks like the name of a field, and not like data. */
export const looksLikeField = (key: string): boolean => FIELD.test(key);

/** A path of keys as it may be shown. */
export function shownPath(keys: readonly string[]): string {
	return keys.map((key) => (looksLikeField(key) ? key : ANY_KEY)).join('.');
}

/** Where the entries of a list stand, which some keys lead to. */
export const below = (at: string, keys: readonly string[]): string =>
	`${[at, shownPath(keys)].filter(Boolean).join('.')}[]`;

/** Collects the keys of records that nobody reads. */
export class UnreadKeys {
	private readonly found = new Map<string, { keys: string[]; types: Set<string> }>();
	/** Paths at which some record has an object. */
	private readonly objects = new Set<string>();
	/** Paths of objects whose unread keys may be data. */
	private readonly free = new Set<string>();
	private count = 0;

	/** @param at where the records stand in the answer, such as `data.quotes[]` */
	constructor(
		private readonly at: string,
		private readonly knows: Knows,
	) {}

	add(record: unknown): void {
		if (isObject(record) && this.count++ < MAX_RECORDS) this.walk(record, []);
	}

	/** Every key by its path, with its types. A key that is also a value somewhere is data. */
	shown(isData: (key: string) => boolean): JsonObject {
		const types = new Map<string, Set<string>>();
		for (const [place, { keys, types: own }] of this.found) {
			const shown = this.shownAt(keys, isData);
			const also = this.objects.has(place) ? ['object'] : [];
			types.set(shown, new Set([...(types.get(shown) ?? []), ...own, ...also]));
		}
		return Object.fromEntries([...types].map(([path, of]) => [path, [...of].sort().join(' or ')]));
	}

	/** Where some keys stand, as it may be shown. */
	shownAt(keys: readonly string[], isData: (key: string) => boolean): string {
		const path = keys.map((key, depth) => {
			const isFree = this.free.has(placeOf(keys.slice(0, depth)));
			return isFree || isData(key) || !looksLikeField(key) ? ANY_KEY : key;
		});
		return [this.at, ...path].filter(Boolean).join('.');
	}

	/** The keys that lead to each. */
	paths(): string[][] {
		return [...this.found.values()].map(({ keys }) => keys);
	}

	private walk(object: JsonObject, above: string[]): void {
		const { knows } = this;
		const entries = Object.entries(object);
		const unread = entries.filter(([key, value]) => !knows([...above, key], value));
		const name = above.at(-1) ?? '';
		const isKnown = above.length === 0 || holdsKnown(object, above, knows);
		const types = new Set(unread.map(([, value]) => typeOf(value)).filter((one) => one !== 'null'));
		const areCommon = unread.every(([key]) => COMMON.test(key));
		const looksFree =
			FREE_KEYS.test(name) ||
			unread.some(([key]) => !looksLikeField(key)) ||
			(!isKnown && !areCommon && types.size < 2);
		if (looksFree) this.free.add(placeOf(above));
		for (const [key, value] of entries) {
			const keys = [...above, key];
			const isRead = knows(keys, value);
			// What a reader takes whole is its own, such as the values of properties.
			if (isRead && FREE_KEYS.test(key)) continue;
			const isDeep = isObject(value) && keys.length < MAX_DEPTH_OF_KEYS;
			if (isObject(value)) this.objects.add(placeOf(keys));
			if (isDeep && Object.keys(value).length > 0) this.walk(value, keys);
			else if (!isRead) this.note(keys, typeOf(value));
		}
	}

	private note(keys: string[], type: string): void {
		const place = placeOf(keys);
		const known = this.found.get(place) ?? { keys, types: new Set<string>() };
		known.types.add(type);
		this.found.set(place, known);
	}
}

const placeOf = (keys: readonly string[]) => JSON.stringify(keys);

function holdsKnown(object: JsonObject, above: string[], knows: Knows): boolean {
	return Object.entries(object).some(([key, value]) => {
		const keys = [...above, key];
		if (knows(keys, value)) return true;
		return isObject(value) && keys.length < MAX_DEPTH_OF_KEYS && holdsKnown(value, keys, knows);
	});
}

/** The type of a value; of a text whether it is an id or a time, which says much and shows nothing. */
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

/** Which of some keys also stand in answers as a text, or as a key that the workspace chose: they are data. */
export function dataAmong(keys: readonly string[], answers: readonly unknown[]): Set<string> {
	const asked = new Set(keys.map((key) => key.toLowerCase()));
	const data = new Set<string>();
	const note = (text: string) => {
		const word = text.trim().toLowerCase();
		if (asked.has(word)) data.add(word);
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
	return data;
}

/** The keys of a record that no fact is read from, as far as they may be shown. */
export function keysNotUnderstood(record: JsonObject, facts: readonly FactOfKind[]): string[] {
	const finder = new FactFinder(facts);
	const names = fieldNamesOf(record);
	const unread = new UnreadKeys('', (keys, value) => finder.reads(keys, value, names));
	unread.add(record);
	const data = dataAmong(unread.paths().flat(), [record]);
	return Object.keys(unread.shown((key) => data.has(key.toLowerCase()))).filter(
		(path) => !path.includes(ANY_KEY),
	);
}
