/**
 * Finds the list of records in an answer. The specification shows a bare array for most lists, and no container; so
 * the list is the answer itself, else the array under a likely name, else the only array of records in it.
 */
import { isUuid } from './identifiers';
import { deniesList } from './denial';
import { isObject, type JsonObject } from './json';
import { plainKey } from './reader';

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

/** The array as a list, if all its entries are records, with what the answer says about more of them. */
function toListResult(array: FoundArray | undefined): ListResult {
	if (!array) return { kind: 'notFound' };
	const { records, around } = array;
	const wrongIndex = records.findIndex((record) => !isObject(record));
	if (wrongIndex >= 0) return { kind: 'notRecords', position: wrongIndex + 1 };
	// If a failure were read as an empty list, Sync would invite everybody again.
	if (records.length === 0 && around.some(deniesList)) return { kind: 'notFound' };
	const pagingKeys = pagingOf(around).map(
		(source): PagingKeys => Object.entries(source).map(([key, value]) => [plainKey(key), value]),
	);
	const saysNext = pagingKeys.some(pointToNextPage);
	const isPartial = saysNext || pagingKeys.some((keys) => countsMore(keys, records.length));
	return { kind: 'list', ...array, records: records as JsonObject[], saysNext, isPartial };
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
	const candidates = ofRecords.length > 0 ? ofRecords : arrays;
	const firstUnder = (names: readonly string[]) =>
		candidates.find(({ path }) => names.includes(path.at(-1) ?? ''));
	// Of general names, the nearest to the root is meant: `related: {items: []}` is not the list.
	const named = [...likely.map((name) => [name]), GENERAL_NAMES].map(firstUnder).find(Boolean);
	if (named) return named;
	// Without such a name, only a filled array is taken: an empty one may be anything.
	const [only, ...otherArrays] = candidates;
	return otherArrays.length === 0 && only?.records.length ? only : undefined;
}

/** The list under one of these names inside a record, or inside an object of that name: `{themes: {items: […]}}`. */
export function listNamed(record: unknown, names: readonly string[]): JsonObject[] | undefined {
	return arrayInRecord(record, names)?.records as JsonObject[] | undefined;
}

/** The same list, with what its containers say, as `listIn` returns it. */
export const listInRecord = (record: unknown, names: readonly string[]): ListResult =>
	toListResult(arrayInRecord(record, names));

function arrayInRecord(record: unknown, names: readonly string[]): FoundArray | undefined {
	const lists = arraysIn(record).filter(({ records }) => records.every(isObject));
	const nameOf = ({ path }: FoundArray) =>
		(path.length > 1 && GENERAL_NAMES.includes(path.at(-1) ?? '') ? path.at(-2) : path.at(-1)) ??
		'';
	return names
		.map((name) => lists.find((list) => plainKey(nameOf(list)) === plainKey(name)))
		.find((list) => list !== undefined);
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
			else if (isObject(value) && path.length < MAX_DEPTH && !isUuid(key))
				walk(value, path, around);
		}
	};
	if (isObject(answer)) walk(answer, [], []);
	return arrays.sort((left, right) => left.path.length - right.path.length);
}

/** Objects with links or counts of the pages of a list. */
const PAGING_KEY =
	/^(meta|(meta|additional|paging)data|responsemetadata|pages?|paging|pagination|pageinfo|links?|cursors?)$/;

/** Flags that the list goes on. This and the next patterns are for keys as `plainKey` gives them. */
const GOES_ON_KEY =
	/^(has(more|next)(pages?|items|records|results)?|more(available|items|records|results)?|moreitemsincollection|(is)?(truncated|partial|incomplete))$/;
/** Flags that this is the end of the list. */
const IS_WHOLE_KEY = /^((is)?last(page)?|done|(is)?complete)$/;
/** Where the list goes on. */
const NEXT_KEY =
	/^((odata)?next(page|cursor|link|url|token|pagetoken|recordsurl|offset)?|continuation(token)?)$/;
/** How many records there are. */
const TOTAL_KEY =
	/^(count|total(count|elements|entries|hits|items|records|results|rows|size)?|recordstotal)$/;
/** How many pages there are. */
const PAGE_COUNT_KEY = /^(lastpage|pages|pagecount|totalpages)$/;
/** Which page this is. */
const PAGE_NUMBER_KEY = /^(page|currentpage)$/;

/** The keys of a container, as `plainKey` gives them, with their values. */
type PagingKeys = Array<[name: string, value: unknown]>;

/** Whether the keys say that the list goes on, by a flag or by where it does. */
const pointToNextPage = (keys: PagingKeys): boolean =>
	keys.some(([name, value]) => {
		if (GOES_ON_KEY.test(name)) return value === true;
		if (IS_WHOLE_KEY.test(name)) return value === false;
		// Airtable's is a text where the list goes on; others count the records before this page.
		if (name === 'offset') return typeof value === 'string' && !/^\d*$/.test(value.trim());
		if (name === 'remaining') return (countIn(value) ?? 0) > 0;
		return NEXT_KEY.test(name) && pointsToNext(value);
	});

/** Whether the keys count more records than are listed here, or more pages than up to this one. */
const countsMore = (keys: PagingKeys, listed: number): boolean =>
	keys.some(([name, value]) => {
		const count = countIn(value) ?? 0;
		return TOTAL_KEY.test(name)
			? count > listed
			: PAGE_COUNT_KEY.test(name) && count > pageIn(keys);
	});

/** The number of the page, counted from 1; a container that does not say it is the first. */
function pageIn(keys: PagingKeys): number {
	for (const [name, value] of keys) {
		const page = countIn(value);
		if (page === undefined) continue;
		// Spring counts its `number` from 0.
		if (name === 'number') return page + 1;
		if (PAGE_NUMBER_KEY.test(name)) return Math.max(1, page);
	}
	return 1;
}

/** A count, which some services write as text. */
function countIn(value: unknown): number | undefined {
	if (typeof value === 'string' && /^\d{1,15}$/.test(value.trim())) return Number(value);
	return typeof value === 'number' ? value : undefined;
}

/** How many records a list has on all pages; undefined if two totals differ. `count` may be that of one page. */
export function totalIn(
	{ around }: Pick<RecordList, 'around'>,
	names: readonly string[] = ['total', 'total_count'],
): number | undefined {
	const counts = pagingOf(around).flatMap((source) => names.map((name) => source[name]));
	const totals = new Set(counts.filter((total) => typeof total === 'number'));
	return totals.size === 1 ? [...totals][0] : undefined;
}

/** The objects that may say how a list continues: its containers, and `meta`, `links` and the like in them. */
const pagingOf = (around: readonly JsonObject[]): JsonObject[] =>
	around.flatMap((container) => [container, ...pagingIn(container)]);

/** Those in a container, also one in the other: `meta: {pagination: {links: {next: …}}}` is three levels. */
function pagingIn(container: JsonObject, depth = MAX_DEPTH): JsonObject[] {
	if (depth === 0) return [];
	const paging = Object.entries(container).filter(([key]) => PAGING_KEY.test(plainKey(key)));
	const sources = paging.flatMap(([, value]) => (Array.isArray(value) ? linksIn(value) : value));
	return sources.filter(isObject).flatMap((source) => [source, ...pagingIn(source, depth - 1)]);
}

/** A list of links, `[{rel: 'next', href: …}]`, as the object `{next: …}`. */
function linksIn(links: readonly unknown[]): JsonObject[] {
	return links.filter(isObject).map(({ rel, href }) => ({ [String(rel)]: href }));
}

/** `next` may be an address, a cursor, a page number or a link as an object; on the last page it is empty or absent. */
function pointsToNext(next: unknown): boolean {
	if (typeof next === 'string') return next.trim() !== '';
	if (isObject(next)) return Object.values(next).some(pointsToNext);
	return typeof next === 'number' && next > 0;
}
