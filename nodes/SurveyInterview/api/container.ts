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
 * Finds the one array in an answer whose container the specification does not show: the answer itself,
 * or the array nearest to the top. Where several stand side by side, a likely name decides.
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
	let level: Array<{ object: JsonObject; without: (key: string) => JsonObject }> = [
		{ object: answer, without: (key) => omit(answer, key) },
	];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		const arrays = level.flatMap((at) =>
			Object.keys(at.object)
				.filter((key) => Array.isArray(at.object[key]))
				.map((key) => ({ key, at })),
		);
		const chosen = arrays.length === 1 ? arrays[0] : preferred(arrays, likely);
		if (chosen) {
			return {
				records: chosen.at.object[chosen.key] as unknown[],
				rest: chosen.at.without(chosen.key),
			};
		}
		if (arrays.length > 1) return undefined;
		level = level.flatMap((at) =>
			Object.entries(at.object).flatMap(([key, inner]) =>
				isObject(inner)
					? [{ object: inner, without: (k: string) => merge(at.without(key), key, omit(inner, k)) }]
					: [],
			),
		);
	}
	return undefined;
}

function preferred<T extends { key: string }>(
	arrays: T[],
	likely: readonly string[],
): T | undefined {
	for (const name of [...likely, 'items', 'data', 'results', 'records']) {
		const named = arrays.filter((array) => array.key === name);
		if (named.length === 1) return named[0];
	}
	return undefined;
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
