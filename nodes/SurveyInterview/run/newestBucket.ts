import { dayIn, periodRange } from '../input/periods';
import type { JsonObject } from '../records/json';
import type { ItemCall } from './itemRequest';

const BUCKETS = { day: 'today', week: 'thisWeek', month: 'thisMonth', year: 'thisYear' } as const;

/**
 * Adds the newest bucket of a score over time, which a service may leave out if nobody has answered in it. Nothing is
 * added if the service's buckets do not begin at midnight in UTC, because then nobody knows where the newest begins;
 * or if the range reaches into it only because its last day ends later in the workflow's time zone than in UTC.
 */
export async function withNewestBucket(
	{ session, surveys, request: { query, identifiers } }: ItemCall,
	buckets: JsonObject[],
): Promise<JsonObject[]> {
	const { granularity = 'month', range_start: start, range_end: end } = query;
	const last = new Date(Math.min(Date.parse(String(end)) - 1, Date.now()));
	const period = BUCKETS[String(granularity) as keyof typeof BUCKETS];
	if (!(Date.parse(String(start)) <= last.getTime())) return buckets;
	const startOf = (at: Date) => periodRange(period, at, 'UTC').start;
	const [newest = ''] = [last, dayIn(last, session.timeZone)].map(startOf).sort();
	const starts = buckets.map(({ from }) => String(from ?? ''));
	const isCounted = (from: string) =>
		from !== '' && from < newest && from === startOf(new Date(from));
	if (!starts.every(isCounted)) return buckets;
	// An anonymous survey may leave out buckets that too few people have answered.
	const { anonymous } = await surveys.factsOf(identifiers.survey_id ?? '');
	const bucket = { from: newest, to: null, score: null, answers: anonymous === false ? 0 : null };
	const isNewestFirst = String(starts[0]) > String(starts.at(-1));
	return isNewestFirst ? [bucket, ...buckets] : [...buckets, bucket];
}
