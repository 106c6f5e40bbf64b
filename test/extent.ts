/**
 * How much of a suite is played. `npm run test:all` plays each suite in every dialect of the service and in both
 * poll engines, with all rows of the large tables, or more of the largest. `npm test` answers within a minute: it
 * plays each suite in one dialect and one engine, and a sample of the tables. Only this file asks which it is.
 */
import { basename } from 'node:path';
import { Random } from './harness/service';

export const EXTENT = process.env.TEST_EXTENT === 'all' ? 'all' : 'quick';

/** A number, or another value, that is one thing in a quick run and another where all is played. */
export function extent<T>(of: { quick: T; all: T }): T {
	return of[EXTENT];
}

const suite = basename(expect.getState().testPath ?? '');
/** Another number in another suite. */
export const turn = [...suite].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);

/** All of them, or in a quick run one, which is another one in another suite. */
export function inTurn<T>(all: readonly T[]): T[] {
	return extent({
		quick: all.filter((_one, at) => at === turn % all.length),
		all: [...all],
	});
}

/**
 * All rows of a table, or in a quick run a sample of so many, the same one each time and in the table's
 * order. Each value of each column is in the sample, if need be with more rows than asked for.
 */
export function sample<Row>(
	rows: readonly Row[],
	quick: number,
	columns: Array<(row: Row) => unknown> = [],
	seed = 1,
): Row[] {
	return EXTENT === 'all' ? [...rows] : seededSample(rows, quick, columns, seed);
}

/** What `sample` gives in a quick run. */
export function seededSample<Row>(
	rows: readonly Row[],
	size: number,
	columns: Array<(row: Row) => unknown>,
	seed: number,
): Row[] {
	const shuffled = new Random(seed).shuffled(rows);
	const seen = columns.map(() => new Set<unknown>());
	const needed = shuffled.filter((row) => {
		const values = columns.map((column) => column(row));
		const isNew = values.some((value, at) => !seen[at]?.has(value));
		if (isNew) values.forEach((value, at) => seen[at]?.add(value));
		return isNew;
	});
	const taken = new Set(needed);
	for (const row of shuffled) if (taken.size < size) taken.add(row);
	return rows.filter((row) => taken.has(row));
}
