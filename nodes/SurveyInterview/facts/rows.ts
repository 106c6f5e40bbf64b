import { isObject, type JsonObject } from '../records/json';
import type { FactFinder } from './fact';

/**
 * The rows of a table: a list of objects as it is, or columns of equal length (`{dates: […], scores: […]}`),
 * each row under the columns' names. Arrays that no fact is looked for in are no columns.
 */
export function rowsOf(value: unknown, finder: FactFinder): JsonObject[] | undefined {
	if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
	if (!isObject(value)) return undefined;
	const columns = Object.entries(value).flatMap(([name, column]) =>
		Array.isArray(column) && finder.knows(name) ? [[name, column as unknown[]] as const] : [],
	);
	const [first] = columns;
	if (!first || columns.length < 2) return undefined;
	if (columns.some(([, column]) => column.length !== first[1].length)) return undefined;
	return first[1].map((_, row) =>
		Object.fromEntries(columns.map(([name, column]) => [name, column[row]])),
	);
}
