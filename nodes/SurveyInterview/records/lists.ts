/**
 * Finding a list of records in an answer. The interface does not show in what container a list comes, so
 * the list is looked for; `listFrom` is the one place that says whether what was found is a list.
 */
import { isNoList } from './denial';
import { isUuid } from './identifiers';
import { fieldNamesOf, isObject, isTooDeep, type JsonObject, valueUnder } from './json';

/** A list of records, as it stands in an answer. */
export interface RecordList {
	records: JsonObject[];
	/** The container without its records; undefined for a bare array. */
	rest?: JsonObject;
	/** The keys that lead to the records; empty for a bare array. */
	path: string[];
	/** Whether the answer says that there are more records than it holds. */
	isPartial: boolean;
}

/** What an answer is, when it is read as a list of records. */
export type ListResult =
	| ({ kind: 'list' } & RecordList)
	/** The answer holds no array, or several of which any may be meant. */
	| { kind: 'notFound' }
	/** The array holds something that is not a record, so nobody knows what became of the records. */
	| ({ kind: 'notRecords'; records: unknown[] } & Omit<RecordList, 'records'>)
	/** The answer is nested so deep that nothing can walk it. */
	| { kind: 'tooDeep'; records: unknown[] };

/**
 * Reads an answer as a list of records: the answer itself, an array with a likely name at any level, or
 * the only array that could be meant.
 *
 * @param likelyNames names to prefer, for example `quotes`
 */
export function listFrom(answer: unknown, likelyNames: readonly string[] = []): ListResult {
	return checkedList(answer, findArray(answer, likelyNames));
}

/** Reads an answer as a list whose array is at a known path, such as that of an earlier page. */
export function listAt(answer: unknown, path: readonly string[]): ListResult {
	const arrays = arraysIn(answer);
	return checkedList(
		answer,
		arrays.find((array) => array.path.join('\n') === path.join('\n')),
	);
}

/** What an answer is whose list would be this array. */
export function checkedList(answer: unknown, found: FoundArray | undefined): ListResult {
	if (!found) return { kind: 'notFound' };
	const { values, path } = found;
	if (isTooDeep(answer)) return { kind: 'tooDeep', records: values };
	// Taken for none, everybody would be invited again.
	if (values.length === 0 && isObject(answer) && isNoList(answer)) return { kind: 'notFound' };
	const rest = found.rest?.();
	const list = { rest, path, isPartial: saysMore({ values, rest, path }) };
	if (!values.every(isObject)) return { kind: 'notRecords', records: values, ...list };
	return { kind: 'list', records: values, ...list };
}

/** An array in an answer, before it is known what is in it. */
export interface FoundArray {
	values: unknown[];
	/** The container without it; absent where it is the answer. */
	rest?: () => JsonObject;
	path: string[];
}

/** Keys of a list, whatever is in it. */
export const GENERAL_NAMES = [
	'items',
	'data',
	'results',
	'records',
	'rows',
	'entries',
	'list',
	'content',
];

/** Keys of what went wrong, which is not a list of records: `{message: "maintenance", errors: []}`. */
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
	// Such a name says little, so what stands nearer goes first: `related: {items: []}` is not the list.
	const [best] = GENERAL_NAMES.flatMap(called).sort(nearestFirst);
	if (best) return isAside(best, arrays) ? undefined : best;
	// An empty array whose name does not say what is in it may be anything.
	if (arrays.length === 1) return arrays[0]?.values.length ? arrays[0] : undefined;
	if (ofRecords.some(({ values }) => values.length === 0)) return undefined;
	const [first, second] = ofRecords.sort(nearestFirst);
	if (!first || first.path.length === second?.path.length) return undefined;
	return isBesideColumns(first, arrays) ? undefined : first;
}

/** Whether it holds no records, and several arrays stand nearer that hold something: a detail of something else. */
function isAside({ values, path }: FoundArray, arrays: readonly FoundArray[]): boolean {
	const isNearer = (one: FoundArray) => one.values.length > 0 && one.path.length < path.length;
	return !values.some(isObject) && arrays.filter(isNearer).length > 1;
}

/** Whether the records are in columns, as in `{dates: [], scores: []}`, and this array beside them is not they. */
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

/** More arrays than a container has. */
const MAX_ARRAYS = 50;

/** An answer that is an array, or every array in it and the objects inside it; of very many the first ones. */
export function arraysIn(answer: unknown): FoundArray[] {
	if (Array.isArray(answer)) return [{ values: answer, path: [] }];
	const found: FoundArray[] = [];
	const walk = (object: JsonObject, above: readonly string[]) => {
		for (const [key, value] of Object.entries(object)) {
			const path = [...above, key];
			if (Array.isArray(value)) {
				if (found.length === MAX_ARRAYS) return;
				// Only of the array that is meant does anybody ask: a container may have 10,000 keys.
				found.push({ values: value, path, rest: () => without(answer as JsonObject, path) });
			} else if (isObject(value) && path.length < MAX_CONTAINER_DEPTH && !isUuid(key)) {
				// Below an ID stands one record of many, and not the list of them.
				walk(value, path);
			}
		}
	};
	if (isObject(answer)) walk(answer, []);
	return found;
}

/** An object without what some keys lead to, and without the objects that held nothing else. */
function without(object: JsonObject, [key = '', ...inside]: readonly string[]): JsonObject {
	const { [key]: value, ...rest } = object;
	const inner = inside.length > 0 ? without(value as JsonObject, inside) : {};
	return Object.keys(inner).length > 0 ? { ...rest, [key]: inner } : rest;
}

/** What a survey's detail may call its themes and properties, the surest names first; they are not shown. */
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

/** A list of records with ids inside a record. */
interface NamedList extends FoundArray {
	values: JsonObject[];
}

/**
 * Finds a list of records with ids inside a record, by what its key says: the themes and properties of
 * SurveyDetailRead, whose keys the interface does not show.
 *
 * @param patterns what the key may be called, the surest first
 */
export function namedListIn(record: unknown, patterns: readonly RegExp[]): NamedList | undefined {
	const ofRecords = arraysIn(record).filter((array): array is NamedList =>
		array.values.every(isRecordWithId),
	);
	for (const pattern of patterns) {
		const named = ofRecords.filter(({ path }) => pattern.test(nameAtEnd(path)));
		const best = named.find(({ values }) => values.length > 0) ?? named[0];
		if (best) return best;
	}
	return undefined;
}

/** The records of such a list. */
export const listNamedLike = (record: unknown, patterns: readonly RegExp[]) =>
	namedListIn(record, patterns)?.values;

/** What a list is called: in `{themes: {items: [...]}}` the key above says what is in it. */
function nameAtEnd(path: readonly string[]): string {
	const [above = '', last = ''] = path.slice(-2);
	return path.length > 1 && GENERAL_NAMES.includes(last) ? above : (path.at(-1) ?? '');
}

/** Records that can be chosen have an id, whatever it is called, also by Field Names of a credential. */
function isRecordWithId(record: unknown): record is JsonObject {
	if (!isObject(record)) return false;
	const confirmed = Object.values(fieldNamesOf(record) ?? {}).map(({ id }) => id?.split('.', 1)[0]);
	return Object.entries(record).some(
		([key, value]) => isUuid(value) || /^(.*_)?id$/i.test(key) || confirmed.includes(key),
	);
}

/** Objects that say how a list continues. */
const PAGING_OBJECTS = /^_?(meta|page|pages|paging|pagination|page_?info|links|cursors?)$/i;
/** Keys of the next page, in a container that holds only one of several. */
const NEXT_NAMES = ['next', 'next_cursor', 'next_page'];
/** Keys of the number of all records. */
const TOTAL_NAMES = ['total', 'total_count', 'count'];
/** Keys that say whether a list is whole. */
export const PAGING_NAMES: readonly string[] = ['has_more', ...NEXT_NAMES, ...TOTAL_NAMES];

/** What stands around a list. */
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

/** The address of the next page, where a container has one: absolute, or relative to that of this page. */
export function nextAddress(around: Around): string | undefined {
	const links = sourcesOf(around).map(({ next }) => (isObject(next) ? next.href : next));
	const isAddress = (link: unknown): link is string =>
		typeof link === 'string' && /^(https?:\/\/|[/?])/.test(link);
	return links.find(isAddress);
}

/**
 * How many records a list has in all, where a container says so; undefined where two of them disagree. A `count`
 * may be of the page.
 */
export function totalIn(
	around: Around,
	names: readonly string[] = ['total', 'total_count'],
): number | undefined {
	const said = sourcesOf(around).flatMap((source) => names.map((name) => source[name]));
	const totals = new Set(said.filter((total) => typeof total === 'number'));
	return totals.size === 1 ? [...totals][0] : undefined;
}

/** What may say how a list continues: its container, those that this stands in, and `meta`, `links` and the like. */
function sourcesOf({ rest = {}, path }: Around): JsonObject[] {
	const above = path.slice(0, -1).map((_, place) => valueUnder(rest, path.slice(0, place + 1)));
	return [rest, ...above]
		.filter(isObject)
		.flatMap((container) => [
			container,
			...Object.entries(container).flatMap(([key, value]) =>
				PAGING_OBJECTS.test(key) && isObject(value) ? [value] : [],
			),
		]);
}

/** An address, a cursor, the number of a page, or a link as an object; the last page has none, or an empty one. */
function pointsToNext(next: unknown): boolean {
	if (typeof next === 'string') return next.trim() !== '';
	if (isObject(next)) return Object.values(next).some(pointsToNext);
	return typeof next === 'number' && next > 0;
}
