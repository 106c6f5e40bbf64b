/** In a survey that may be anonymous, no number of too few people shows, or follows from those that show. */
import type { TimeRange } from '../fields/periods';
import { DAY_MS } from '../input/dates';
import type { Bucket } from './parts';

/** The minimum for such surveys, even if the option allows smaller groups. */
const FEWEST = 5;

/** The fewest people whose results may be shown. */
export const fewestOf = (minGroup: number, isGuarded: boolean): number =>
	isGuarded ? Math.max(minGroup, FEWEST) : minGroup;

/** Whether two totals of the same people differ by so few that the score of these could be calculated. */
export const leavesFew = (one: number, other: number, fewest: number): boolean =>
	one !== other && Math.abs(one - other) < fewest;

/**
 * The one rule: the smallest counts are left out until those left out are together at least the minimum.
 *
 * @param already the people of the total who are in none of the counts
 * @returns how many of the counts, which begin with the smallest
 */
export function countLeftOut(
	smallestFirst: readonly number[],
	already: number,
	fewest: number,
): number {
	let people = already;
	let left = 0;
	for (const count of smallestFirst) {
		if (count >= fewest && (people === 0 || people >= fewest)) break;
		people += count;
		left++;
	}
	return left;
}

/** Days of two time zones begin up to so long after one another. */
const ZONES_MS = 14 * 3_600_000;

/**
 * The trend with the buckets that are left out empty: those of few, those of which only a part is in a period with a
 * score, and by the one rule some of those in such a period.
 *
 * @param trend its last bucket ends with it
 * @param periods those with a score in the report, and how many have answered in each
 */
export function withoutFewBuckets(
	buckets: readonly Bucket[],
	trend: { granularity: string; end: string },
	periods: ReadonlyArray<TimeRange & { answers: number }>,
	fewest: number,
): Bucket[] {
	const leftOut = new Set(buckets.filter(({ answers }) => Number(answers) < fewest));
	for (const { start, end, answers } of periods) {
		const [first, last] = [Date.parse(start), Date.parse(end)];
		const inside: Bucket[] = [];
		for (const bucket of buckets) {
			const from = Date.parse(bucket.from);
			const to = Math.min(endOfBucket(from, trend.granularity), Date.parse(trend.end));
			if (from >= first - ZONES_MS && to <= last + ZONES_MS) inside.push(bucket);
			else if (to > first + ZONES_MS && from < last - ZONES_MS) leftOut.add(bucket);
		}
		inside.sort((one, other) => Number(one.answers) - Number(other.answers));
		const counts = inside.map((one) => Number(one.answers));
		const others = Math.abs(answers - counts.reduce((sum, count) => sum + count, 0));
		for (const one of inside.slice(0, countLeftOut(counts, others, fewest))) leftOut.add(one);
	}
	return buckets.map((one) => (leftOut.has(one) ? { ...one, score: null, answers: null } : one));
}

function endOfBucket(from: number, granularity: string): number {
	// At noon it is the same day in most time zones.
	const noon = new Date(from + DAY_MS / 2);
	if (granularity === 'month') noon.setUTCMonth(noon.getUTCMonth() + 1);
	else if (granularity === 'year') noon.setUTCFullYear(noon.getUTCFullYear() + 1);
	else noon.setUTCDate(noon.getUTCDate() + 7);
	return noon.getTime() - DAY_MS / 2;
}
