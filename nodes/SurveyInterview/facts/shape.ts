/** What rows are by their values, where the names of their columns are guesswork. */
import type { JsonObject } from '../records/json';
import { toNumber } from '../records/scalars';
import type { Rows } from './rows';
import { toCount, toName, toTime } from './values';

/** The columns of which each row has a value of this kind. */
const columns = (rows: readonly JsonObject[], fits: (value: unknown) => boolean): string[] =>
	Object.keys(rows[0] ?? {}).filter((key) => rows.every((row) => fits(row[key])));

const areUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const only = (keys: readonly string[]) => (keys.length === 1 ? keys[0] : undefined);

/** Texts beside a name, and numbers that count nothing. */
const NOT_NAME = /desc|summary|quote|example|text|url|link|colou?r|icon|status|trend|locale|lang/i;
const NOT_COUNT =
	/rank|order|position|index|score|sentiment|rate|share|pct|percent|weight|level|change|delta|prev|year|id$/i;

/**
 * The columns of a ranking: the only texts that may be names, and the only numbers that may count.
 *
 * @param isOther whether a value of a column is known to be something else
 */
export function rankingColumns(
	rows: readonly JsonObject[],
	isOther: (key: string, value: unknown) => boolean,
): { name?: string; count?: string } {
	const isOpen = (key: string, not: RegExp) =>
		!not.test(key) && !rows.some((row) => isOther(key, row[key]));
	const isText = (value: unknown) =>
		toName(value) !== undefined && toNumber(value) === undefined && toTime(value) === undefined;
	const names = columns(rows, isText).filter((key) => isOpen(key, NOT_NAME));
	const counts = columns(
		rows,
		(value) => toCount(value) !== undefined && toTime(value) === undefined,
	);
	return {
		name: only(names.filter((key) => areUnique(rows.map((row) => row[key])))),
		count: only(counts.filter((key) => isOpen(key, NOT_COUNT))),
	};
}

/** Steps of something else, tables that stand beside the results, and what names decide between two columns. */
const NOT_SCORE =
	/day|week|month|quarter|year|hour|time|date|rank|order|position|index|step|page|id$/i;
const ASIDE = /prev|prior|compar|baseline|benchmark|target|goal/i;
const GRADE = /score|grade|rating|point|star|mark|value/i;
const COUNTED = /count|people|person|respon|participant|interview|answer|vote|total|num|freq|^n$/i;

/**
 * The columns of a distribution: scores of 0 to 10, each in one row, and how many gave them.
 *
 * @param completed how many interviews they add up to; where that is null, names must say what they are
 */
export function distributionColumns(
	{ rows, path = [] }: Rows,
	completed: unknown,
): { score: string; count: string } | undefined {
	const numbers = columns(rows, (value) => toNumber(value) !== undefined);
	const [one, other] = numbers;
	if (one === undefined || other === undefined || numbers.length > 2) return undefined;
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
	const candidates = pairs.length > 1 || completed === null ? named : pairs;
	return candidates.length === 1 ? candidates[0] : undefined;
}
