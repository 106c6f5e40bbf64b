/** Of a survey that may be anonymous: the parts of a report without those from which the score of few would follow. */
import type { TimeRange } from '../operations/periodFields';
import { DAY_MS } from '../input/dates';
import { countLeftOut, leavesFew } from './fewPeople';
import { type Bucket, HELD, isScored, type ReportParts } from './parts';
import type { ReportRequest } from './reportRequest';

/** Its last bucket ends with it. */
interface Trend {
	granularity: string;
	end: string;
}

/** A period with a score in the report, and how many have answered in it. */
interface CountedPeriod extends TimeRange {
	answers: number;
}

/** The parts with a trend and groups of which no few follow beside the scores. */
export function withoutFew(
	parts: ReportParts,
	{ range, before }: ReportRequest,
	trend: Trend,
	fewest: number,
): ReportParts {
	const answers = parts.scores.value?.answers ?? 0;
	const answersInGroups = parts.groups?.value?.all.answers ?? 0;
	const answersBefore = parts.previous_scores.value?.answers ?? 0;
	const hasBoth = answers > 0 && answersInGroups > 0;
	const isRestFew = hasBoth && leavesFew(answers, answersInGroups, fewest);
	const shown = [
		{ ...range, answers },
		{ ...range, answers: isRestFew ? 0 : answersInGroups },
		{ ...before, answers: answersBefore },
	].filter((period) => period.answers > 0);
	const buckets = withoutFewBuckets(parts.trend.value ?? [], trend, shown, fewest);
	const emptyTrend = parts.trend.value ? HELD : parts.trend;
	return {
		...parts,
		trend: isScored(buckets) ? { value: buckets } : emptyTrend,
		...(isRestFew ? { groups: HELD } : {}),
	};
}

/** Days of two time zones begin up to so long after one another. */
const ZONES_MS = 14 * 3_600_000;

/**
 * The trend with the buckets that are left out empty: those of few, those of which only a part is in a period with a
 * score, and by the one rule some of those in such a period.
 */
export function withoutFewBuckets(
	buckets: readonly Bucket[],
	trend: Trend,
	periods: readonly CountedPeriod[],
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
