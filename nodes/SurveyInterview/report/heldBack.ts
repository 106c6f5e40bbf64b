/** In an anonymous survey, no number may be shown for too few people, nor follow from the difference of two numbers. */
import type { TimeRange } from '../fields/periods';
import { DAY_MS } from '../input/periods';
import type { Bucket, PartsRequest, ReportPart, ReportParts } from './parts';

/** Whether two counts differ by so few people that the score of these could be calculated. */
export const leavesFew = (one: number, other: number, fewest: number): boolean =>
	one !== other && Math.abs(one - other) < fewest;

/** Days from the start of a bucket to its middle, which decides the period that it belongs to. */
const HALF_DAYS: Record<string, number> = { week: 3.5, month: 15, year: 182 };

/**
 * A trend without scores from which, together with the score of a period, that of its few other answers follows. In
 * each period the smallest buckets lose their score first.
 *
 * @param periods the periods with a score in the report, and their number of answers
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

export const isScored = (buckets: readonly Bucket[]) => buckets.some(({ score }) => score !== null);

/** There are results, but of too few people to be shown. */
export const HELD: ReportPart<never> = { missing: 'suppressed' };
export const NOT_WANTED: ReportPart<never> = { missing: 'notWanted' };

/**
 * The parts without results of too few people, whether shown directly or implied by two parts.
 *
 * @param people how many have answered in the service's period; where that is not known to be enough, its topics, quotes
 *   and conclusion may be those of few
 */
export function withoutFew(
	all: ReportParts,
	{ range, before, fewest, trend: { granularity } }: PartsRequest,
	people: ReportPart<number>,
): ReportParts {
	const { scores, scoresBefore, trend, topics, quotes, conclusion } = all;
	const answersIn = (period: TimeRange, { value }: typeof scores) =>
		value ? [{ ...period, answers: value.answers }] : [];
	const periods = [...answersIn(range, scores), ...answersIn(before, scoresBefore)];
	const buckets = withoutRests(trend.value ?? [], granularity, periods, fewest);
	const inPlace = people.missing === 'empty' ? HELD : people;
	const unlessFew = <T>(one: ReportPart<T>): ReportPart<T> =>
		one.value && inPlace.missing ? inPlace : one;
	return {
		...all,
		trend: isScored(buckets) ? { value: buckets } : trend.value ? HELD : trend,
		topics: unlessFew(topics),
		quotes: unlessFew(quotes),
		conclusion: unlessFew(conclusion),
	};
}
