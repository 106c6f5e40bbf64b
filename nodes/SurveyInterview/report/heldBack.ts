/** Of an anonymous survey nothing may show that is of too few people, also as the rest of two numbers. */
import type { TimeRange } from '../fields/periods';
import { DAY_MS } from '../input/periods';
import type { Bucket } from './parts';

/** Whether two counts that nearly agree leave so few people that their score could be calculated. */
export const leavesFew = (one: number, other: number, fewest: number): boolean =>
	one !== other && Math.abs(one - other) < fewest;

/** The day in the middle of a bucket, for the period that it belongs to. */
const HALF_DAYS: Record<string, number> = { week: 3.5, month: 15, year: 182 };

/**
 * A trend without scores that say, with the score of a period, what the few others in it gave. In each period the
 * smallest bucket goes first.
 *
 * @param periods whose scores are shown, with the number of their answers
 */
export function withoutRests(
	buckets: readonly Bucket[],
	granularity: string,
	periods: ReadonlyArray<TimeRange & { answers: number }>,
	fewest: number,
): Bucket[] {
	const held = new Set<Bucket>();
	for (const { start, end, answers } of periods) {
		const isIn = ({ from }: Bucket) => {
			const middle = Date.parse(from) + (HALF_DAYS[granularity] ?? 0) * DAY_MS;
			return middle >= Date.parse(start) && middle <= Date.parse(end);
		};
		const own = buckets.filter((bucket) => bucket.score !== null && isIn(bucket));
		own.sort((one, other) => Number(one.answers) - Number(other.answers));
		let shown = own.reduce((sum, bucket) => sum + Number(bucket.answers), 0);
		for (const bucket of own) {
			if (!leavesFew(answers, shown, fewest)) break;
			held.add(bucket);
			shown -= Number(bucket.answers);
		}
	}
	return buckets.map((bucket) => (held.has(bucket) ? { ...bucket, score: null } : bucket));
}
