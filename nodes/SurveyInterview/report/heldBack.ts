/** In an anonymous survey, no number may be shown for too few people, nor follow from the difference of two numbers. */
import type { TimeRange } from '../fields/periods';
import { DAY_MS } from '../input/dates';
import type { ScoreSummary } from './metricScore';
import type { Bucket, PartsRequest, ReportPart, ReportParts } from './parts';

/** Whether two counts differ by so few people that the score of these could be calculated. */
export const leavesFew = (one: number, other: number, fewest: number): boolean =>
	one !== other && Math.abs(one - other) < fewest;

/** Days of two time zones begin up to so long after one another. */
const ZONES_MS = 14 * 3_600_000;

function endOfBucket(from: number, granularity: string): number {
	// At noon it is the same day in most time zones.
	const noon = new Date(from + DAY_MS / 2);
	if (granularity === 'month') noon.setUTCMonth(noon.getUTCMonth() + 1);
	else if (granularity === 'year') noon.setUTCFullYear(noon.getUTCFullYear() + 1);
	else noon.setUTCDate(noon.getUTCDate() + 7);
	return noon.getTime() - DAY_MS / 2;
}

/**
 * A trend without scores from which, together with the score of a period, that of few others follows: of those in the
 * period beside the buckets in it, or in the buckets beside the period. The smallest buckets lose their score first.
 *
 * @param trend its last bucket ends with it
 * @param periods the periods with a score in the report, and their number of answers
 */
export function withoutRests(
	buckets: readonly Bucket[],
	trend: { granularity: string; end: string },
	periods: ReadonlyArray<TimeRange & { answers: number }>,
	fewest: number,
): Bucket[] {
	const held = new Set<Bucket>();
	const hold = (answers: number, isIn: (from: number, to: number) => boolean) => {
		const own = buckets.filter((bucket) => {
			const from = Date.parse(bucket.from);
			const to = Math.min(endOfBucket(from, trend.granularity), Date.parse(trend.end));
			return bucket.score !== null && !held.has(bucket) && isIn(from, to);
		});
		own.sort((one, other) => Number(one.answers) - Number(other.answers));
		let shown = own.reduce((sum, bucket) => sum + Number(bucket.answers), 0);
		for (const bucket of own) {
			if (!leavesFew(answers, shown, fewest)) break;
			held.add(bucket);
			shown -= Number(bucket.answers);
		}
	};
	for (const { start, end, answers } of periods) {
		const [first, last] = [Date.parse(start), Date.parse(end)];
		hold(answers, (from, to) => from >= first - ZONES_MS && to <= last + ZONES_MS);
		hold(answers, (from, to) => to > first + ZONES_MS && from < last - ZONES_MS);
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
 * @param people the scores of the service's period; where they are not known to be enough, its topics, quotes and
 *   conclusion may be those of few
 */
export function withoutFew(
	all: ReportParts,
	request: PartsRequest,
	people: ReportPart<ScoreSummary>,
): ReportParts {
	const { scores, scoresBefore, trend, topics, quotes, conclusion } = all;
	const { range, before, fewest } = request;
	const answersIn = (period: TimeRange, { value }: typeof scores) =>
		value ? [{ ...period, answers: value.answers }] : [];
	const periods = [...answersIn(range, scores), ...answersIn(before, scoresBefore)];
	const buckets = withoutRests(trend.value ?? [], request.trend, periods, fewest);
	const unlessFew = <T>(one: ReportPart<T>): ReportPart<T> =>
		one.value && people.missing ? people : one;
	return {
		...all,
		trend: isScored(buckets) ? { value: buckets } : trend.value ? HELD : trend,
		topics: unlessFew(topics),
		quotes: unlessFew(quotes),
		conclusion: unlessFew(conclusion),
	};
}
