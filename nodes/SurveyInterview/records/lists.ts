/**
 * Finds a list of records in an answer. The interface does not show the container of a list, so it is searched
 * for; `checkedList` alone decides whether an array that was found is the list.
 */
import { isNoList } from './denial';
import { isUuid } from './identifiers';
import { fieldNamesOf, isObject, isTooDeep, type JsonObject, valueUnder } from './json';

export interface RecordList {
	records: JsonObject[];
	/** The container without its records; undefined for a bare array. */
	rest?: JsonObject;
	/** The keys that lead to the array; empty for a bare array. */
	path: string[];
	/** Whether the answer says that there are more records than it holds. */
	isPartial: boolean;
}

export type ListResult =
	| ({ kind: 'list' } & RecordList)
	/** There is no array, or there are several and any of them may be the list. */
	| { kind: 'notFound' }
	/** The array has entries that are not records, so records may be missing. */
	| ({ kind: 'notRecords'; records: unknown[] } & Omit<RecordList, 'records'>)
	/** The answer is nested too deep to be walked. */
	| { kind: 'tooDeep'; records: unknown[] };

/**
 * Reads an answer as a list of records: the answer itself, an array with a likely name at any level, or the only
 * array that can be the list.
 *
 * @param likelyNames names to prefer, for example `quotes`
 */
export function listFrom(answer: unknown, likelyNames: readonly string[] = []): ListResult {
	return checkedList(answer, findArray(answer, likelyNames));
}

/** Reads an answer as a list whose array is at a known path, such as that of an earlier page. */
export function listAt(answer: unknown, path: readonly string[]): ListResult {
	const wanted = path.join('\n');
	return checkedList(
		answer,
		arraysIn(answer).find((array) => array.path.join('\n') === wanted),
	);
}

/** Reads an answer as a list whose array has been found. */
export function checkedList(answer: unknown, found: FoundArray | undefined): ListResult {
	if (!found) return { kind: 'notFound' };
	const { values, path } = found;
	if (isTooDeep(answer)) return { kind: 'tooDeep', records: values };
	// If a failure were read as an empty list, Sync would invite everybody again.
	if (values.length === 0 && isObject(answer) && isNoList(answer)) return { kind: 'notFound' };
	const rest = found.rest?.();
	const list = { rest, path, isPartial: saysMore({ values, rest, path }) };
	if (!values.every(isObject)) return { kind: 'notRecords', records: values, ...list };
	return { kind: 'list', records: values, ...list };
}

/** An array in an answer, whatever it contains. */
export interface FoundArray<Value = unknown> {
	values: Value[];
	/** Makes the answer without the array; absent where the array is the answer. */
	rest?: () => JsonObject;
	path: string[];
}

/** Keys of a list of any records. */
const GENERAL_NAMES = ['items', 'data', 'results', 'records', 'rows', 'entries', 'list', 'content'];

/** Keys of lists of problems, which are not the records: `{message: "maintenance", errors: []}`. */
const ERROR_NAMES = /^(errors?|warnings?|details?|messages?|issues?|problems?)$/i;

function findArray(answer: unknown, likelyNames: readonly string[]): FoundArray | undefined {
	const arrays = arraysIn(answer).filter(({ path }) => !ERROR_NAMES.test(path.at(-1) ?? ''));
	if (Array.isArray(answer)) return arrays[0];
	const ofRecords = arrays.filter(({ values }) => values.every(isObject));
	const candidates = ofRecords.length > 0 ? ofRecords : arrays;
	const called = (name: string) => candidates.filter(({ path }) => path.at(-1) === name);
	for (const name of likelyNames) {
		const [nearest] = called(name).sort(nearestFirst);
		if (nearest) return nearest;
	}
	// Any list may have such a name, so the nearest to the root goes first: `related: {items: []}` is not the list.
	const [best] = GENERAL_NAMES.flatMap(called).sort(nearestFirst);
	if (best) return isAside(best, arrays) ? undefined : best;
	// An empty array whose name does not say what is in it may be anything.
	if (arrays.length === 1) return arrays[0]?.values.length ? arrays[0] : undefined;
	if (ofRecords.some(({ values }) => values.length === 0)) return undefined;
	const [first, second] = ofRecords.sort(nearestFirst);
	if (!first || first.path.length === second?.path.length) return undefined;
	return isBesideColumns(first, arrays) ? undefined : first;
}

/** Whether an array without records is only a detail, because several filled arrays are nearer to the root. */
function isAside({ values, path }: FoundArray, arrays: readonly FoundArray[]): boolean {
	const isNearer = (one: FoundArray) => one.values.length > 0 && one.path.length < path.length;
	return !values.some(isObject) && arrays.filter(isNearer).length > 1;
}

/** Whether columns of equal length are the records, as in `{dates: […], scores: […]}`, and not an array beside them. */
function isBesideColumns({ path }: FoundArray, arrays: readonly FoundArray[]): boolean {
	const lengths = arrays
		.filter((one) => one.path.length <= path.length && !one.values.some(isObject))
		.map(({ values }) => values.length)
		.filter((length) => length > 0);
	return new Set(lengths).size < lengths.length;
}

const nearestFirst = (a: FoundArray, b: FoundArray) => a.path.length - b.path.length;

/** How deep a container may be nested: `{data: {quotes: {items: []}}}` is three. */
const MAX_CONTAINER_DEPTH = 3;

/** More arrays than any container has. */
const MAX_ARRAYS = 50;

/** The answer, if it is an array; else the arrays in it and in the objects inside it, at most `MAX_ARRAYS`. */
export function arraysIn(answer: unknown): FoundArray[] {
	if (Array.isArray(answer)) return [{ values: answer, path: [] }];
	const found: FoundArray[] = [];
	const walk = (object: JsonObject, above: readonly string[]) => {
		for (const [key, value] of Object.entries(object)) {
			const path = [...above, key];
			if (Array.isArray(value)) {
				if (found.length === MAX_ARRAYS) return;
				// Made when it is asked for, for one array of many: a container may have 10,000 keys.
				found.push({ values: value, path, rest: () => without(answer as JsonObject, path) });
			} else if (isObject(value) && path.length < MAX_CONTAINER_DEPTH && !isUuid(key)) {
				// A key that is an ID leads to one record of many, and not to a list.
				walk(value, path);
			}
		}
	};
	if (isObject(answer)) walk(answer, []);
	return found;
}

/** An object without the value at a path, and without the objects that become empty. */
function without(object: JsonObject, [key = '', ...inside]: readonly string[]): JsonObject {
	const { [key]: value, ...rest } = object;
	const inner = inside.length > 0 ? without(value as JsonObject, inside) : {};
	return Object.keys(inner).length > 0 ? { ...rest, [key]: inner } : rest;
}

/** Names that a survey's detail may have for its themes and properties, the surest first; none is specified. */
export const THEME_LIST_NAMES = [
	/^(themes|topic_?categories|categories)$/i,
	/theme|categor/i,
	/topic/i,
];
export const PROPERTY_LIST_NAMES = [
	/^((participant_?)?properties|attributes)$/i,
	/propert|attribute/i,
	/(^|_)tags?($|_)/i,
];

/**
 * Finds a list of records with ids inside a record by its key: the themes and properties of SurveyDetailRead,
 * whose keys the interface does not show.
 *
 * @param patterns possible keys, the surest first
 */
export function namedListIn(record: unknown, patterns: readonly RegExp[]) {
	const ofRecords = arraysIn(record).filter((array): array is FoundArray<JsonObject> =>
		array.values.every(isRecordWithId),
	);
	for (const pattern of patterns) {
		const named = ofRecords.filter(({ path }) => pattern.test(nameAtEnd(path)));
		const best = named.find(({ values }) => values.length > 0) ?? named[0];
		if (best) return best;
	}
	return undefined;
}

export const listNamedLike = (record: unknown, patterns: readonly RegExp[]) =>
	namedListIn(record, patterns)?.values;

/** The name of a list: in `{themes: {items: [...]}}` it is the key above. */
function nameAtEnd(path: readonly string[]): string {
	const [above = '', last = ''] = path.slice(-2);
	return path.length > 1 && GENERAL_NAMES.includes(last) ? above : (path.at(-1) ?? '');
}

/** Whether a record has an id under a usual key, or under one that the credential's Field Names give. */
function isRecordWithId(record: unknown): record is JsonObject {
	if (!isObject(record)) return false;
	const confirmed = Object.values(fieldNamesOf(record) ?? {}).map(({ id }) => id?.split('.', 1)[0]);
	return Object.entries(record).some(
		([key, value]) => isUuid(value) || /^(.*_)?id$/i.test(key) || confirmed.includes(key),
	);
}

/** Objects with links or counts of the pages of a list. */
const PAGING_OBJECTS = /^_?(meta|page|pages|paging|pagination|page_?info|links|cursors?)$/i;
/** Keys of a link to the next page. */
const NEXT_NAMES = ['next', 'next_cursor', 'next_page'];
/** Keys of the number of all records. */
const TOTAL_NAMES = ['total', 'total_count', 'count'];
/** Keys that show whether a list is complete. */
export const PAGING_NAMES: readonly string[] = ['has_more', ...NEXT_NAMES, ...TOTAL_NAMES];

type Around = Pick<RecordList, 'rest' | 'path'>;

/** Whether a container says that there are more records than it holds. */
export function saysMore({ values, ...around }: Around & { values: readonly unknown[] }): boolean {
	const isMore = (total: unknown) => typeof total === 'number' && total > values.length;
	return sourcesOf(around).some(
		(source) =>
			source.has_more === true ||
			NEXT_NAMES.some((name) => pointsToNext(source[name])) ||
			TOTAL_NAMES.some((name) => isMore(source[name])),
	);
}

/** The address of the next page, absolute or relative to that of this page; undefined where there is none. */
export function nextAddress(around: Around): string | undefined {
	const links = sourcesOf(around).map(({ next }) => (isObject(next) ? next.href : next));
	const isAddress = (link: unknown): link is string =>
		typeof link === 'string' && /^(https?:\/\/|[/?])/.test(link);
	return links.find(isAddress);
}

/** How many records a list has on all pages; undefined where two totals differ. A `count` may be that of one page. */
export function totalIn(around: Around, names: readonly string[] = ['total', 'total_count']) {
	const said = sourcesOf(around).flatMap((source) => names.map((name) => source[name]));
	const totals = new Set(said.filter((total) => typeof total === 'number'));
	return totals.size === 1 ? [...totals][0] : undefined;
}

/** The objects that may say how a list continues: its containers, and `meta`, `links` and the like in them. */
function sourcesOf({ rest = {}, path }: Around): JsonObject[] {
	const inner = path.slice(0, -1).map((_, place) => valueUnder(rest, path.slice(0, place + 1)));
	return [rest, ...inner].filter(isObject).flatMap((container) => {
		const paging = Object.entries(container).filter(([key]) => PAGING_OBJECTS.test(key));
		return [container, ...paging.map(([, value]) => value).filter(isObject)];
	});
}

/** `next` may be an address, a cursor, a page number or a link as an object; on the last page it is empty or absent. */
function pointsToNext(next: unknown): boolean {
	if (typeof next === 'string') return next.trim() !== '';
	if (isObject(next)) return Object.values(next).some(pointsToNext);
	return typeof next === 'number' && next > 0;
}
