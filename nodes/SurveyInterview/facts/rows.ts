import { isObject, type JsonObject } from '../records/json';
import { arraysIn, type FoundArray } from '../records/lists';
import { plainTime } from '../records/scalars';

/** A table in an answer. */
export interface Rows {
	rows: JsonObject[];
	/** The keys that lead to its list; columns stand in several. */
	path?: readonly string[];
	/** What stands beside it. */
	rest: JsonObject;
}

/**
 * Every table in an answer: its lists of records, and columns of equal length side by side
 * (`{dates: […], scores: […]}`) as rows under the columns' names. Lists inside records are no tables.
 */
export function tablesIn(answer: unknown): Rows[] {
	const whole: FoundArray[] = Array.isArray(answer) ? [{ values: answer, path: [] }] : [];
	const arrays = isObject(answer) ? arraysIn(answer, []) : whole;
	const isList = ({ values }: FoundArray) => values.every((one) => isObject(plainTime(one)));
	const columns = new Map<string, FoundArray[]>();
	for (const column of arrays.filter((array) => !isList(array))) {
		const place = JSON.stringify([column.path.slice(0, -1), column.values.length]);
		columns.set(place, [...(columns.get(place) ?? []), column]);
	}
	return [
		...arrays.filter(isList).map((list) => ({
			rows: list.values as JsonObject[],
			path: list.path,
			get rest() {
				return list.rest ?? {};
			},
		})),
		...[...columns.values()].filter(({ length }) => length > 1).map(rowsOf),
	];
}

/** Columns of equal length as rows. */
function rowsOf(columns: readonly FoundArray[]): Rows {
	const named = columns.map(({ path, values }) => [path.at(-1) ?? '', values] as const);
	const names = new Set(named.map(([name]) => name));
	const beside = Object.entries(columns[0]?.rest ?? {}).filter(([name]) => !names.has(name));
	return {
		rows: (columns[0]?.values ?? []).map((_, row) =>
			Object.fromEntries(named.map(([name, values]) => [name, values[row]])),
		),
		rest: Object.fromEntries(beside),
	};
}
