/**
 * Finds the list of records in an answer. The specification shows a bare array for most lists, and no container; so
 * the list is the answer itself, else the array under a likely name, else the only array of records in it.
 */
import { isUuid } from './identifiers';
import { deniesList } from './denial';
import { isObject, type JsonObject } from './json';
import { plainKey } from './reader';
import { toNumber } from './scalars';

export interface RecordList {
	records: JsonObject[];
	/** The keys that lead to the array; empty for a bare array. */
	path: string[];
	/** The objects around the array, the outermost first. */
	around: JsonObject[];
	/** Whether the answer says that there are more records than it holds: by `saysNext`, or by a count. */
	isPartial: boolean;
	/** Whether it says so by a flag or a link. Inside a record, a count may be of something else, such as answers. */
	saysNext: boolean;
}

export type ListResult =
	| ({ kind: 'list' } & RecordList)
	/** There is no array, or there are several and any of them may be the list. */
	| { kind: 'notFound' }
	/** The array has an entry that is not a record, so records may be missing; its position is counted from 1. */
	| { kind: 'notRecords'; position: number };

/**
 * The list in an answer.
 *
 * @param likely names that it may have, the surest first, for example `quotes`
 */
export function listIn(answer: unknown, likely: readonly string[] = []): ListResult {
	return toListResult(likelyArray(answer, likely));
}

/** The list at a known path, such as that of an earlier page. */
export function listAt(answer: unknown, path: readonly string[]): ListResult {
	const wanted = path.join('\n');
	return toListResult(arraysIn(answer).find((array) => array.path.join('\n') === wanted));
}

/** The list under one of these names inside a record, or inside an object of that name: `{themes: {items: […]}}`. */
export const listInRecord = (record: unknown, names: readonly string[]): ListResult =>
	toListResult(arrayInRecord(record, names));

/** The records of that list; undefined where there is none. A message beside the list does not matter. */
export const listNamed = (record: unknown, names: readonly string[]): JsonObject[] | undefined =>
	arrayInRecord(record, names)?.records as JsonObject[] | undefined;

function arrayInRecord(record: unknown, names: readonly string[]): FoundArray | undefined {
	const arrays = arraysIn(record).filter(({ records }) => records.every(isObject));
	const nameOf = ({ path }: FoundArray) => {
		const [name = '', outerName = name] = path.toReversed();
		return plainKey(GENERAL_NAMES.includes(name) ? outerName : name);
	};
	const named = names.map((name) => arrays.find((array) => nameOf(array) === plainKey(name)));
	return named.find(Boolean);
}

type FoundArray = Pick<RecordList, 'path' | 'around'> & { records: unknown[] };

/** Keys that a list of any kind of record may have. */
const GENERAL_NAMES = ['items', 'data', 'results', 'records', 'rows', 'entries', 'list', 'content'];
/** Keys of lists of problems, which are not the records: `{message: "maintenance", errors: []}`. */
const PROBLEMS_KEY = /^(errors?|warnings?|details?|messages?|issues?|problems?)$/i;

/** The array that is probably the list, as the top of this file says. */
function likelyArray(answer: unknown, likely: readonly string[]): FoundArray | undefined {
	const arrays = arraysIn(answer).filter(({ path }) => !PROBLEMS_KEY.test(path.at(-1) ?? ''));
	if (Array.isArray(answer)) return arrays[0];
	const ofRecords = arrays.filter(({ records }) => records.every(isObject));
	// Without a list of records, any array counts, so that the error can name the entry that is no record.
	const candidates = ofRecords.length > 0 ? ofRecords : arrays;
	// Of general names, the nearest to the root is meant: `related: {items: []}` is not the list.
	for (const names of [...likely.map((name) => [name]), GENERAL_NAMES]) {
		const named = candidates.find(({ path }) => names.includes(path.at(-1) ?? ''));
		if (named) return named;
	}
	// Without such a name, only a filled array is taken: an empty one may be anything.
	const [only, ...otherArrays] = candidates;
	return otherArrays.length === 0 && only?.records.length ? only : undefined;
}

/** The array as a list, if all its entries are records, with what the answer says about more of them. */
function toListResult(array: FoundArray | undefined): ListResult {
	if (!array) return { kind: 'notFound' };
	const { records, around } = array;
	const wrongIndex = records.findIndex((record) => !isObject(record));
	if (wrongIndex >= 0) return { kind: 'notRecords', position: wrongIndex + 1 };
	// If a failure were read as an empty list, Sync would invite everybody again.
	if (records.length === 0 && around.some(deniesList)) return { kind: 'notFound' };
	const containers = around.flatMap(withPaging).map(plainEntries);
	const saysNext = containers.some(pointsToMore);
	const isPartial = saysNext || containers.some((keys) => countsMore(keys, records.length));
	return { kind: 'list', ...array, records: records as JsonObject[], saysNext, isPartial };
}

/** How deep a container may be nested: `{data: {quotes: {items: []}}}` is three. */
const MAX_DEPTH = 3;

/** The answer, if it is an array; else the arrays in it and in the objects inside it, the nearest to the root first. */
function arraysIn(answer: unknown): FoundArray[] {
	if (Array.isArray(answer)) return [{ records: answer, path: [], around: [] }];
	const arrays: FoundArray[] = [];
	const walk = (
		object: JsonObject,
		outerKeys: readonly string[],
		outerObjects: readonly JsonObject[],
	) => {
		const around = [...outerObjects, object];
		for (const [key, value] of Object.entries(object)) {
			const path = [...outerKeys, key];
			if (Array.isArray(value)) arrays.push({ records: value, path, around });
			// A map by ID holds records, and no containers: `{"3f2a…": {id: …, answers: […]}}`.
			else if (isObject(value) && path.length < MAX_DEPTH && !isUuid(key))
				walk(value, path, around);
		}
	};
	if (isObject(answer)) walk(answer, [], []);
	return arrays.sort((left, right) => left.path.length - right.path.length);
}

/** Objects with links or counts of the pages of a list. This and the next patterns are for keys as `plainKey` gives them. */
const PAGING_KEY =
	/^(meta|(meta|additional|paging)data|responsemetadata|pages?|paging|pagination|pageinfo|links?|cursors?)$/;

/** A container, and the objects in it that may say how the list continues: `meta: {pagination: {links: {next: …}}}`. */
function withPaging(container: JsonObject): JsonObject[] {
	const paging = Object.entries(container)
		.filter(([key]) => PAGING_KEY.test(plainKey(key)))
		.flatMap(([, value]) => (Array.isArray(value) ? linksByRelation(value) : value));
	return [container, ...paging.filter(isObject).flatMap(withPaging)];
}

/** Each link of `[{rel: 'next', href: …}]` as an object `{next: …}`. */
const linksByRelation = (links: readonly unknown[]): JsonObject[] =>
	links.filter(isObject).map(({ rel, href }) => ({ [String(rel)]: href }));

/** The keys of a container, as `plainKey` gives them, with their values. Two of its keys may be the same so. */
type PlainEntries = Array<[key: string, value: unknown]>;

const plainEntries = (container: JsonObject): PlainEntries =>
	Object.entries(container).map(([key, value]) => [plainKey(key), value]);

/** Which keys say that a list goes on, and by which values. */
const GOES_ON: Array<{ keys: RegExp; if: (value: unknown) => boolean }> = [
	{
		keys: /^(has(more|next)(pages?|items|records|results)?|more(available|items|records|results)?|moreitemsincollection|(is)?(truncated|partial|incomplete))$/,
		if: (value) => value === true,
	},
	{ keys: /^((is)?last(page)?|done|(is)?complete)$/, if: (value) => value === false },
	{
		keys: /^((odata)?next(page|cursor|link|url|token|pagetoken|recordsurl|offset)?|continuation(token)?)$/,
		if: pointsToPage,
	},
	{ keys: /^remaining$/, if: (value) => (toNumber(value) ?? 0) > 0 },
	// Airtable's is a text where the list goes on; others count the records before this page.
	{ keys: /^offset$/, if: (value) => typeof value === 'string' && !/^\d*$/.test(value.trim()) },
];

/** `next` may be an address, a cursor, a page number or a link as an object; on the last page it is empty or absent. */
function pointsToPage(next: unknown): boolean {
	if (typeof next === 'string') return next.trim() !== '';
	if (isObject(next)) return Object.values(next).some(pointsToPage);
	return typeof next === 'number' && next > 0;
}

/** Whether the keys of a container say that the list goes on. */
const pointsToMore = (entries: PlainEntries): boolean =>
	entries.some(([key, value]) => GOES_ON.some((rule) => rule.keys.test(key) && rule.if(value)));

/** Keys that say how many records there are. */
const TOTAL_KEY =
	/^(count|total(count|elements|entries|hits|items|records|results|rows|size)?|recordstotal)$/;
/** Keys that say how many pages there are. */
const PAGE_COUNT_KEY = /^(lastpage|pages|pagecount|totalpages)$/;

/** Whether the keys of a container count more records than are listed here, or more pages than up to this one. */
function countsMore(entries: PlainEntries, listed: number): boolean {
	const page = pageNumberIn(entries);
	return entries.some(([key, value]) => {
		const count = toNumber(value) ?? 0;
		return (TOTAL_KEY.test(key) && count > listed) || (PAGE_COUNT_KEY.test(key) && count > page);
	});
}

/** The number of this page, counted from 1. A container that does not say it is of the first page. */
function pageNumberIn(entries: PlainEntries): number {
	for (const [key, value] of entries) {
		const page = toNumber(value);
		if (page === undefined) continue;
		// Spring counts its `number` from 0.
		if (key === 'number') return page + 1;
		if (key === 'page' || key === 'currentpage') return Math.max(1, page);
	}
	return 1;
}

/**
 * How many records a list has on all pages; undefined if two totals differ.
 *
 * @param names keys that may say it; `count` is not asked for, because it may be that of one page
 */
export function totalIn(
	{ around }: Pick<RecordList, 'around'>,
	names: readonly string[] = ['total', 'total_count'],
): number | undefined {
	const counts = around.flatMap(withPaging).flatMap((object) => names.map((name) => object[name]));
	const totals = new Set(counts.filter((total) => typeof total === 'number'));
	return totals.size === 1 ? [...totals][0] : undefined;
}
