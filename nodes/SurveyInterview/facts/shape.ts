/** Recognises rows by their values where the names of their columns are unknown. */
import { groupedBy, isObject, type JsonObject } from '../records/json';
import { arraysIn, type FoundArray } from '../records/lists';
import { plainTime, toNumber } from '../records/scalars';
import { DEEPEST_FACT } from './factFinder';
import { toCount, toName, toTime } from './factValues';

const areUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

/** Keys of texts that are not the name, of numbers that are not an amount, and of amounts that are not counts. */
const NOT_NAME =
	/desc|summary|quote|example|text|url|link|colou?r|icon|status|trend|locale|lang|owner|author|creat|(^|\.)(type|kind|cursor)$/i;
const NOT_AMOUNT =
	/rank|order|position|index|score|sentiment|weight|level|confidence|change|delta|prev|year|(date|time|at|id)$/i;
const NOT_COUNT = /rate|share|pct|percent|quote/i;

const isName = (value: unknown) =>
	typeof value === 'string' &&
	/\p{L}/u.test(value) &&
	!/^(positive|neutral|negative)$|@|:\/\/|\d:\d\d|\d{6}|[.!?]$/i.test(value) &&
	toName(value) !== undefined &&
	toTime(value) === undefined;
const isAmount = (value: unknown) =>
	typeof value !== 'object' &&
	/^\d+([.,]\d+)? ?%?$/.test(String(value)) &&
	toTime(value) === undefined;

/** The values of records by their paths; it does not look into lists. */
export function valuesByPath(rows: readonly JsonObject[]): Map<string, unknown[]> {
	const columns = new Map<string, unknown[]>();
	const walk = (record: JsonObject, above: string, levels: number) => {
		for (const [key, held] of Object.entries(record)) {
			const value = plainTime(held);
			if (isObject(value) && levels > 0) walk(value, `${above}${key}.`, levels - 1);
			else if (!columns.get(above + key)?.push(value)) columns.set(above + key, [value]);
		}
	};
	for (const row of rows) walk(row, '', DEEPEST_FACT - 1);
	return columns;
}

/**
 * The names and amounts of a ranking: the only column of texts that may be names, and the only one of amounts, which
 * may be counts. A second candidate rules them out, even if only some rows have it.
 *
 * @param others paths of values that are known to be something else
 */
export function rankingColumns(
	rows: readonly JsonObject[],
	others: ReadonlySet<string>,
): { names?: unknown[]; amounts?: unknown[]; areCounts: boolean } {
	const columns = [...valuesByPath(rows)];
	const onlyOf = (not: RegExp, fits: (value: unknown) => boolean) => {
		const [one, other] = columns.filter(
			([path, values]) =>
				!not.test(path) &&
				!others.has(path) &&
				values.some(fits) &&
				!values.some((value) => Number(value) < 0),
		);
		return one && !other && one[1].length === rows.length && one[1].every(fits) ? one : undefined;
	};
	const [, names] = onlyOf(NOT_NAME, isName) ?? [];
	const [path = '', amounts] = onlyOf(NOT_AMOUNT, isAmount) ?? [];
	const sum = amounts?.reduce((before: number, one) => before + (toCount(one) ?? NaN), 0) ?? 0;
	return {
		names: names && areUnique(names) ? names : undefined,
		amounts,
		// The sum of percentages is about 100, or less.
		areCounts: !NOT_COUNT.test(path) && sum > 101,
	};
}

/** Keys of columns that are not scores, keys of other tables, and keys that decide between two columns. */
const NOT_SCORE =
	/day|week|month|quarter|year|hour|time|date|rank|order|position|index|step|page|id$/i;
const ASIDE = /prev|prior|compar|baseline|benchmark|target|goal/i;
const GRADE = /score|grade|rating|point|star|mark|value/i;
const COUNTED = /count|people|person|respon|participant|interview|answer|vote|total|num|freq|^n$/i;

/**
 * A table that has the shape of a distribution: one row for each score from 0 to 10, and how many gave it.
 *
 * @param completed the sum of the counts; where that is null, the keys must show what the columns are
 */
export function distributionOf(
	{ rows, path = [] }: Rows,
	completed: unknown,
): Array<{ score: unknown; count: unknown }> | undefined {
	const [one, other, ...others] = Object.keys(rows[0] ?? {}).filter((key) =>
		rows.every((row) => toNumber(row[key]) !== undefined),
	);
	if (one === undefined || other === undefined || others.length > 0) return undefined;
	if (rows.length < 2 || ASIDE.test(path.join(' '))) return undefined;
	const valuesOf = (key: string) => rows.map((row) => toCount(row[key]) ?? NaN);
	const pairs = [
		{ score: one, count: other },
		{ score: other, count: one },
	].filter(({ score, count }) => {
		const scores = valuesOf(score);
		const sum = valuesOf(count).reduce((before, next) => before + next, 0);
		const areScores = areUnique(scores) && scores.every((value) => value >= 0 && value <= 10);
		return areScores && !NOT_SCORE.test(score) && sum === (completed ?? sum);
	});
	const named = pairs.filter(({ score, count }) => COUNTED.test(count) && GRADE.test(score));
	const [only, second] = pairs.length > 1 || completed === null ? named : pairs;
	if (!only || second) return undefined;
	return rows.map((row) => ({ score: row[only.score], count: row[only.count] }));
}

/** A table in an answer. */
export interface Rows {
	rows: JsonObject[];
	/** The keys that lead to its list; absent for columns, which are several lists. */
	path?: readonly string[];
	/** The answer without it. */
	rest: JsonObject;
}

/**
 * Every table in an answer: its lists of records, and columns of equal length side by side
 * (`{dates: […], scores: […]}`) as rows under the columns' names. Lists inside records are not tables.
 */
export function tablesIn(answer: unknown): Rows[] {
	const arrays = arraysIn(answer);
	const isList = ({ values }: FoundArray) => values.every((one) => isObject(plainTime(one)));
	const columns = groupedBy(
		arrays.filter((array) => !isList(array)),
		({ path, values }) => JSON.stringify([path.slice(0, -1), values.length]),
	);
	return [
		...arrays.filter(isList).map((list) => ({
			rows: list.values as JsonObject[],
			path: list.path,
			get rest() {
				return list.rest?.() ?? {};
			},
		})),
		...[...columns.values()]
			.filter(({ length }) => length > 1 && length <= MOST_COLUMNS)
			.map(rowsOf),
	];
}

/** No table has more, and a record may have thousands of lists of equal length. */
const MOST_COLUMNS = 100;

function rowsOf(columns: readonly FoundArray[]): Rows {
	const named = columns.map(({ path, values }) => [path.at(-1) ?? '', values] as const);
	const names = new Set(named.map(([name]) => name));
	const beside = Object.entries(columns[0]?.rest?.() ?? {}).filter(([name]) => !names.has(name));
	return {
		rows: (columns[0]?.values ?? []).map((_, row) =>
			Object.fromEntries(named.map(([name, values]) => [name, values[row]])),
		),
		rest: Object.fromEntries(beside),
	};
}
