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
