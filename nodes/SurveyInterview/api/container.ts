import { isObject, type JsonObject } from '../records/json';

/** The records of an answer, and what stood beside them in their container. */
export interface Contained {
	records: unknown[];
	/** The container without its records; undefined for a bare array. */
	rest?: JsonObject;
}

/** How deep a container may be nested: `{data: {quotes: {items: []}}}` is three. */
const DEEPEST = 3;

/**
 * Finds the one array of records in an answer whose container the specification does not show: the answer
 * itself, or an array with a likely name at any level, or the only array there is that could be meant.
 *
 * @param likely names to prefer, for example `quotes`
 * @returns undefined when there is none, or when several could be meant
 */
export function findRecords(
	answer: unknown,
	likely: readonly string[] = [],
): Contained | undefined {
	if (Array.isArray(answer)) return { records: answer };
	if (!isObject(answer)) return undefined;
	const arrays = arraysIn(answer, DEEPEST);
	for (const name of [...likely, ...GENERAL_NAMES]) {
		const named = arrays.filter(({ key }) => key === name);
		if (named.length > 0) return containedIn(shallowest(named));
	}
	const [only] = arrays.length === 1 ? arrays : [];
	// An empty array without a telling name may be a list of warnings beside what matters.
	if (only && (only.records.length > 0 || Object.keys(only.rest).length === 0)) {
		return containedIn(only);
	}
	const filled = arrays.filter(({ records }) => records.length > 0 && records.every(isObject));
	const nearest = filled.filter(({ depth }) => depth === shallowest(filled)?.depth);
	return nearest.length === 1 ? containedIn(nearest[0]) : undefined;
}

const GENERAL_NAMES = ['items', 'data', 'results', 'records'];

interface Found {
	key: string;
	depth: number;
	records: unknown[];
	rest: JsonObject;
}

/** Every array in an object and the objects inside it, the nearest to the top first. */
function arraysIn(object: JsonObject, levels: number, depth = 0): Found[] {
	if (depth === levels) return [];
	const here = Object.entries(object).flatMap(([key, value]) =>
		Array.isArray(value)
			? [{ key, depth, records: value as unknown[], rest: omit(object, key) }]
			: [],
	);
	const inside = Object.entries(object).flatMap(([key, value]) =>
		isObject(value)
			? arraysIn(value, levels, depth + 1).map((found) => ({
					...found,
					rest: merge(omit(object, key), key, found.rest),
				}))
			: [],
	);
	return [...here, ...inside];
}

function shallowest(arrays: Found[]): Found | undefined {
	return [...arrays].sort((a, b) => a.depth - b.depth)[0];
}

function containedIn(found: Found | undefined): Contained | undefined {
	return found && { records: found.records, rest: found.rest };
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
 */
export function findRecordsNamed(answer: unknown, pattern: RegExp): unknown[] | undefined {
	const find = (value: unknown, depth: number): unknown[] | undefined => {
		if (!isObject(value) || depth === 0) return undefined;
		const entries = Object.entries(value);
		const named = entries.find(
			([key, inner]) => pattern.test(key) && Array.isArray(inner) && inner.every(isObject),
		);
		if (named) return named[1] as unknown[];
		// `{themes: {items: [...]}}`: the key says what is in it, whatever the array inside is called.
		const wrapper = entries.find(([key, inner]) => pattern.test(key) && isObject(inner));
		if (wrapper) {
			const arrays = Object.values(wrapper[1] as object).filter(
				(inner): inner is unknown[] => Array.isArray(inner) && inner.every(isObject),
			);
			if (arrays.length === 1) return arrays[0];
		}
		for (const [, inner] of entries) {
			const found = find(inner, depth - 1);
			if (found) return found;
		}
		return undefined;
	};
	return find(answer, DEEPEST);
}
