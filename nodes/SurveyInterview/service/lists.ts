/**
 * Finds the list of records in an answer. The specification shows a bare array for most lists, and no container; so
 * the list is the answer itself, else the array under a likely name, else the only array of records in it.
 */
import { isUuid } from './identifiers';
import { isNoList } from './denial';
import { isObject, type JsonObject } from './json';
import { plainKey } from './reader';

export interface RecordList {
	records: JsonObject[];
	/** The keys that lead to the array; empty for a bare array. */
	path: string[];
	/** The objects around the array, the outermost first. */
	around: JsonObject[];
	/** Whether the answer says that there are more records than it holds: that it goes on, or by a count. */
	isPartial: boolean;
	/** Whether it says that it goes on. Beside results, a count may be one of answers. */
	goesOn: boolean;
}

export type ListResult =
	| ({ kind: 'list' } & RecordList)
	/** There is no array, or there are several and any of them may be the list. */
	| { kind: 'notFound' }
	/** The array has an entry that is not a record, so records may be missing; its position is counted from 1. */
	| { kind: 'notRecords'; position: number };

/** @param likely names of the list, the surest first, for example `quotes` */
export function listIn(answer: unknown, likely: readonly string[] = []): ListResult {
	return checked(found(answer, likely));
}

/** The list at a known path, such as that of an earlier page. */
export function listAt(answer: unknown, path: readonly string[]): ListResult {
	const wanted = path.join('\n');
	return checked(arraysIn(answer).find((array) => array.path.join('\n') === wanted));
}

function checked(array: FoundArray | undefined): ListResult {
	if (!array) return { kind: 'notFound' };
	const { records, around } = array;
	const other = records.findIndex((one) => !isObject(one));
	if (other >= 0) return { kind: 'notRecords', position: other + 1 };
	// If a failure were read as an empty list, Sync would invite everybody again.
	if (records.length === 0 && around.some(isNoList)) return { kind: 'notFound' };
	const said = pagingOf(around).map(
		(source): Said => Object.entries(source).map(([key, value]) => [plainKey(key), value]),
	);
	const goesOn = said.some(saysNext);
	const isPartial = goesOn || said.some((one) => countsMore(one, records.length));
	return { kind: 'list', ...array, records: records as JsonObject[], goesOn, isPartial };
}

type FoundArray = Pick<RecordList, 'path' | 'around'> & { records: unknown[] };

/** Keys of a list of any records. */
const GENERAL = ['items', 'data', 'results', 'records', 'rows', 'entries', 'list', 'content'];
/** Keys of lists of problems, which are not the records: `{message: "maintenance", errors: []}`. */
const PROBLEMS = /^(errors?|warnings?|details?|messages?|issues?|problems?)$/i;

function found(answer: unknown, likely: readonly string[]): FoundArray | undefined {
	const arrays = arraysIn(answer).filter(({ path }) => !PROBLEMS.test(path.at(-1) ?? ''));
	if (Array.isArray(answer)) return arrays[0];
	const ofRecords = arrays.filter(({ records }) => records.every(isObject));
	const candidates = ofRecords.length > 0 ? ofRecords : arrays;
	const called = (names: readonly string[]) =>
		candidates.find(({ path }) => names.includes(path.at(-1) ?? ''));
	// Of general names, the nearest to the root is meant: `related: {items: []}` is not the list.
	const named = [...likely.map((name) => [name]), GENERAL].map(called).find(Boolean);
	if (named) return named;
	// An empty array whose name does not say what is in it may be the list, or anything else.
	const [only, ...others] = candidates;
	return others.length === 0 && only?.records.length ? only : undefined;
}

/** The list under one of these names inside a record, or inside an object of that name: `{themes: {items: […]}}`. */
export function listNamed(record: unknown, names: readonly string[]): JsonObject[] | undefined {
	return namedArray(record, names)?.records as JsonObject[] | undefined;
}

/** The same, as the list of an answer. */
export const listInRecord = (record: unknown, names: readonly string[]): ListResult =>
	checked(namedArray(record, names));

function namedArray(record: unknown, names: readonly string[]): FoundArray | undefined {
	const lists = arraysIn(record).filter(({ records }) => records.every(isObject));
	const nameOf = ({ path }: FoundArray) =>
		(path.length > 1 && GENERAL.includes(path.at(-1) ?? '') ? path.at(-2) : path.at(-1)) ?? '';
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
	const walk = (object: JsonObject, above: readonly string[], outer: readonly JsonObject[]) => {
		const around = [...outer, object];
		for (const [key, value] of Object.entries(object)) {
			const path = [...above, key];
			if (Array.isArray(value)) arrays.push({ records: value, path, around });
			else if (isObject(value) && path.length < MAX_DEPTH && !isUuid(key))
				walk(value, path, around);
		}
	};
	if (isObject(answer)) walk(answer, [], []);
	return arrays.sort((one, other) => one.path.length - other.path.length);
}

/** Objects with links or counts of the pages of a list. */
const PAGING = /^(meta|additionaldata|pages?|paging|pagination|pageinfo|links?|cursors?)$/;

/** How services say that a list goes on, each as a plain key. */
const MORE =
	/^(has(more|next|nextpage)|more|moreavailable|moreitemsincollection|(is)?(truncated|partial|incomplete))$/;
const WHOLE = /^(last|done|(is)?complete)$/;
const NEXT = /^(odata)?next(page|cursor|link|url|token|pagetoken|recordsurl|offset)?$/;
const TOTAL = /^(count|total(count|elements|items|records|results|size)?)$/;
const PAGES = /^(lastpage|pages|pagecount|totalpages)$/;
const CURRENT_PAGE = /^(page|currentpage)$/;

/** What a container says of its list, by plain keys. */
type Said = Array<[name: string, value: unknown]>;

/** Whether it says that the list goes on: by a flag, or by where. */
const saysNext = (said: Said): boolean =>
	said.some(([name, value]) => {
		if (MORE.test(name)) return value === true;
		if (WHOLE.test(name)) return value === false;
		// Airtable's is a text where the list goes on; others count the records before this page.
		if (name === 'offset') return typeof value === 'string' && !/^\d*$/.test(value.trim());
		if (name === 'remaining') return (countIn(value) ?? 0) > 0;
		return NEXT.test(name) && pointsToNext(value);
	});

/** Whether it counts more records than the list holds, or pages behind its own. */
const countsMore = (said: Said, held: number): boolean =>
	said.some(([name, value]) => {
		const count = countIn(value) ?? 0;
		return TOTAL.test(name) ? count > held : PAGES.test(name) && count > pageIn(said);
	});

/** The number of the page, counted from 1; a container that does not say it is the first. */
function pageIn(said: Said): number {
	for (const [name, value] of said) {
		const page = countIn(value);
		if (page === undefined) continue;
		// Spring counts its `number` from 0.
		if (name === 'number') return page + 1;
		if (CURRENT_PAGE.test(name)) return Math.max(1, page);
	}
	return 1;
}

/** A count, which some services write as text. */
function countIn(value: unknown): number | undefined {
	if (typeof value === 'string' && /^\d{1,15}$/.test(value.trim())) return Number(value);
	return typeof value === 'number' ? value : undefined;
}

/** How many records a list has on all pages; undefined where two totals differ. A `count` may be that of one page. */
export function totalIn(
	{ around }: Pick<RecordList, 'around'>,
	names: readonly string[] = ['total', 'total_count'],
): number | undefined {
	const said = pagingOf(around).flatMap((source) => names.map((name) => source[name]));
	const totals = new Set(said.filter((total) => typeof total === 'number'));
	return totals.size === 1 ? [...totals][0] : undefined;
}

/** The objects that may say how a list continues: its containers, and `meta`, `links` and the like in them. */
function pagingOf(around: readonly JsonObject[]): JsonObject[] {
	return around.flatMap((container) => {
		const paging = Object.entries(container).filter(([key]) => PAGING.test(plainKey(key)));
		const sources = paging.flatMap(([, value]) => (Array.isArray(value) ? linksIn(value) : value));
		return [container, ...sources.filter(isObject)];
	});
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
