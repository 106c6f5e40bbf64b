import { isObject, type JsonObject } from './json';

/** The records of an answer, and what stood beside them in their container. */
export interface RecordList {
	records: unknown[];
	/** The container without its records; undefined for a bare array. */
	rest?: JsonObject;
	/** The keys that lead to the records; none for a bare array. */
	path: string[];
}

/** How deep a container may be nested: `{data: {quotes: {items: []}}}` is three. */
const MAX_DEPTH = 3;

/**
 * Finds the one array of records in an answer whose container the specification does not show: the answer
 * itself, an array with a likely name at any level, or the only one that could be meant.
 *
 * @param likely names to prefer, for example `quotes`
 * @returns undefined when there is none, or when several could be meant
 */
export function findRecords(
	answer: unknown,
	likely: readonly string[] = [],
): RecordList | undefined {
	if (Array.isArray(answer)) return { records: answer, path: [] };
	if (!isObject(answer)) return undefined;
	const arrays = arraysIn(answer, []).filter(({ path }) => !ERROR_LISTS.test(path.at(-1) ?? ''));
	const ofRecords = arrays.filter(({ records }) => holdsOnlyRecords(records));
	for (const candidates of [ofRecords, arrays]) {
		for (const name of [...likely, ...GENERAL_NAMES]) {
			const named = candidates.filter(({ path }) => path.at(-1) === name);
			if (named.length > 0) return named.sort(nearestFirst)[0];
		}
		if (ofRecords.length > 0) break;
	}
	// An empty array without a telling name may be anything, whatever stands beside it.
	if (arrays.length === 1) return arrays[0]?.records.length ? arrays[0] : undefined;
	if (ofRecords.some(({ records }) => records.length === 0)) return undefined;
	const [first, second] = [...ofRecords].sort(nearestFirst);
	return first && first.path.length !== second?.path.length ? first : undefined;
}

/**
 * Whether a container says that there are more records than it holds: it itself, one that it stands in, or
 * `meta`, `links` and the like beside the records.
 */
export function isPartial({ records, rest = {}, path }: RecordList): boolean {
	const containers: JsonObject[] = [rest];
	for (const key of path.slice(0, -1)) {
		const inner = containers.at(-1)?.[key];
		if (!isObject(inner)) break;
		containers.push(inner);
	}
	const said: JsonObject[] = containers.flatMap((one) => [
		one,
		...Object.entries(one).flatMap(([key, value]) =>
			PAGING_OBJECTS.test(key) && isObject(value) ? [value] : [],
		),
	]);
	return said.some(
		(one) =>
			one.has_more === true ||
			NEXT.some((name) => pointsToNext(one[name])) ||
			TOTALS.map((name) => one[name]).some(
				(all) => typeof all === 'number' && all > records.length,
			),
	);
}

/** Objects that say how a list goes on. */
const PAGING_OBJECTS = /^_?(meta|page|pages|paging|pagination|page_?info|links|cursors?)$/i;

/** Where the next page is, in a container that holds only one of several. */
const NEXT = ['next', 'next_cursor', 'next_page'];
/** How many records there are in all. */
const TOTALS = ['total', 'total_count', 'count'];

/** An address, a cursor, the number of a page, or a link as an object; the last page has none, or an empty one. */
function pointsToNext(next: unknown): boolean {
	if (typeof next === 'string') return next.trim() !== '';
	if (isObject(next)) return Object.values(next).some(pointsToNext);
	return typeof next === 'number' && next > 0;
}

/** The records at a path that an earlier page had them at. */
export function recordsAt(answer: unknown, path: string[]): RecordList | undefined {
	if (path.length === 0) return Array.isArray(answer) ? { records: answer, path } : undefined;
	const found = isObject(answer) ? arraysIn(answer, []) : [];
	return found.find((array) => array.path.join('\n') === path.join('\n'));
}

const GENERAL_NAMES = ['items', 'data', 'results', 'records', 'rows', 'entries', 'list', 'content'];

/** What says what went wrong, and is no list of records: `{message: "maintenance", errors: []}`. */
const ERROR_LISTS = /^(errors?|warnings?|details?|messages?|issues?|problems?)$/i;

/**
 * Whether a list holds records and nothing else. Where something else stands in it, it is not what the
 * specification names, and nobody knows what became of the records.
 */
export function holdsOnlyRecords(records: readonly unknown[]): records is readonly JsonObject[] {
	return records.every(isObject);
}

const nearestFirst = (a: RecordList, b: RecordList) => a.path.length - b.path.length;

/** Every array in an object and the objects inside it, with what stands beside it. */
function arraysIn(object: JsonObject, above: string[]): RecordList[] {
	if (above.length === MAX_DEPTH) return [];
	return Object.entries(object).flatMap(([key, value]): RecordList[] => {
		const path = [...above, key];
		if (Array.isArray(value))
			return [{ records: value as unknown[], rest: omit(object, key), path }];
		if (!isObject(value)) return [];
		return arraysIn(value, path).map((found) => ({
			...found,
			rest: merge(omit(object, key), key, found.rest ?? {}),
		}));
	});
}

function omit(object: JsonObject, key: string): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function merge(outer: JsonObject, key: string, inner: JsonObject): JsonObject {
	return Object.keys(inner).length === 0 ? outer : { ...outer, [key]: inner };
}

/**
 * Finds a list of records by what its key says, as deep as three levels: for the themes and properties
 * of SurveyDetailRead, whose keys the specification does not show.
 *
 * @param patterns what the key may be called, the surest first
 */
export function findRecordsNamed(
	answer: unknown,
	patterns: readonly RegExp[],
): unknown[] | undefined {
	const lists = isObject(answer) ? arraysIn(answer, []).filter(isListOfRecords) : [];
	for (const pattern of patterns) {
		// `{themes: {items: [...]}}`: the key above says what is in it.
		const named = lists.filter(({ path }) => path.slice(-2).some((key) => pattern.test(key)));
		const best = named.find(({ records }) => records.length > 0) ?? named[0];
		if (best) return best.records;
	}
	return undefined;
}

/** Records that can be chosen have an id, whatever it is called. */
function isListOfRecords({ records }: RecordList): boolean {
	return records.every(
		(record) => isObject(record) && Object.keys(record).some((key) => /^(id|uuid)$|_id$/.test(key)),
	);
}
