/**
 * How much is played. `npm test` runs every suite and answers within minutes: it plays fewer random histories,
 * and a sample of the largest tables. `npm run test:all` plays all of them. Only this file asks which it is.
 */
import { Random } from './harness/service';

export const EXTENT = process.env.TEST_EXTENT === 'all' ? 'all' : 'quick';

/** A number, or another value, that is one thing in a quick run and another where all is played. */
export function extent<T>(of: { quick: T; all: T }): T {
	return of[EXTENT];
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
