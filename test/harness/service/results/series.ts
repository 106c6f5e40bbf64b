import type { RespondentRecord, SurveyRecord } from '../world/records';
import { metricScore } from './metric';
import type { Span } from './segment';

export const GRANULARITIES = ['day', 'week', 'month', 'year'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export interface Bucket {
	start: number;
	responses: number;
	score: number | null;
}

const DAY = 86_400_000;
/** A range is cut off here: a century of days is no answer that anybody reads. */
const MOST_BUCKETS = 1000;

/** The metric over the range; every bucket is there, also the empty ones. */
export function timeSeries(
	survey: SurveyRecord,
	people: readonly RespondentRecord[],
	{ from, to }: Span,
	granularity: Granularity,
): Bucket[] {
	const groups = new Map<number, RespondentRecord[]>();
	for (let at = bucketStart(from, granularity); at < to && groups.size < MOST_BUCKETS; ) {
		groups.set(at, []);
		at = nextBucket(at, granularity);
	}
	for (const person of people) {
		groups.get(bucketStart(person.completedAt ?? 0, granularity))?.push(person);
	}
	return [...groups].map(([start, group]) => ({
		start,
		responses: group.length,
		score: metricScore(survey, group),
	}));
}

/** The UTC day, Monday, first of month or first of year at or before the time. */
function bucketStart(time: number, granularity: Granularity): number {
	const date = new Date(time);
	const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
	switch (granularity) {
		case 'day':
			return Date.UTC(year, month, day);
		case 'week':
			return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7));
		case 'month':
			return Date.UTC(year, month);
		case 'year':
			return Date.UTC(year, 0);
	}
}

function nextBucket(start: number, granularity: Granularity): number {
	const date = new Date(start);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	if (granularity === 'year') return Date.UTC(year + 1, 0);
	if (granularity === 'month') return Date.UTC(year, month + 1);
	return start + (granularity === 'week' ? 7 * DAY : DAY);
}

export interface SuggestedRange extends Span {
	granularity: Granularity;
}

/** From the first to the last answer; without answers the last 30 days. */
export function suggestedRange(people: readonly RespondentRecord[], now: number): SuggestedRange {
	let [from, to] = [Infinity, -Infinity];
	for (const { completedAt } of people) {
		if (completedAt === null) continue;
		from = Math.min(from, completedAt);
		to = Math.max(to, completedAt);
	}
	if (from === Infinity) return { from: now - 30 * DAY, to: now, granularity: 'day' };
	const days = (to - from) / DAY;
	const granularity = days > 730 ? 'year' : days > 120 ? 'month' : days > 30 ? 'week' : 'day';
	return { from, to, granularity };
}
