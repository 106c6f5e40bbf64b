import { hasNpsGroups, npsGroup } from '../service/metric';
import { groupedBy } from '../service/json';
import { rounded } from '../service/scalars';

export interface ScoreSummary {
	/** How many scores count. */
	answers: number;
	/** NPS and eNPS: promoters minus detractors, in whole percents. Any other metric: the average, to one decimal. */
	score: number | null;
	/** The groups of NPS and eNPS; null for any other metric. Get Report returns them under this name. */
	groups: { promoters: number; passives: number; detractors: number } | null;
	/** How many gave each score, the lowest first. */
	distribution: Array<{ score: number; count: number }>;
}

/** Whether a score is one of the metric: those of NPS and eNPS are whole numbers from 0 to 10. */
export const isScoreOf = (metric: unknown, score: unknown): score is number =>
	typeof score === 'number' && (!hasNpsGroups(metric) || npsGroup(metric, score) !== null);

/**
 * The score of a metric from the scores of people. The interface does not define that of CSAT and CES, so it is the
 * average, and is called so.
 */
export function summaryOf(metric: unknown, values: readonly unknown[]): ScoreSummary {
	const scores = values.filter((score) => isScoreOf(metric, score));
	const answers = scores.length;
	const distribution = [...groupedBy(scores, (score) => score)]
		.map(([score, { length: count }]) => ({ score, count }))
		.sort((a, b) => a.score - b.score);
	if (!hasNpsGroups(metric)) {
		const total = scores.reduce((sum, score) => sum + score, 0);
		const average = answers === 0 ? null : rounded(total / answers, 1);
		return { answers, score: average, groups: null, distribution };
	}
	const countOf = (group: string) =>
		scores.filter((score) => npsGroup(metric, score) === group).length;
	const groups = {
		promoters: countOf('promoter'),
		passives: countOf('passive'),
		detractors: countOf('detractor'),
	};
	const net = groups.promoters - groups.detractors;
	const netPercent = answers === 0 ? null : rounded((100 * net) / answers);
	return { answers, score: netPercent, groups, distribution };
}

export type Scale = readonly [low: number, high: number];

const USUAL_SCALES: Record<string, Scale> = {
	nps: [-100, 100],
	enps: [-100, 100],
	csat: [1, 5],
	ces: [1, 7],
};
/** The narrowest first. */
const WIDER_SCALES: readonly Scale[] = [
	[1, 10],
	[0, 10],
	[0, 100],
	[-100, 100],
];

/**
 * The ends of the scale on which scores are drawn: those that the survey tells or that are usual for its metric, or
 * else the next wider scale that has all of the scores on it.
 *
 * @param surveyEnds the lowest and the highest score of the survey's scale; no numbers if it does not tell them
 */
export function scaleOf(
	metric: unknown,
	surveyEnds: readonly unknown[],
	scores: readonly number[],
): Scale {
	const [low, high] = surveyEnds;
	const hasEnds = typeof low === 'number' && typeof high === 'number' && low < high;
	// The survey's scale for NPS is that of the answers (0 to 10), and not of the score.
	const expected: Scale | undefined =
		hasEnds && !hasNpsGroups(metric) ? [low, high] : USUAL_SCALES[String(metric)];
	const [least, most] = [Math.min(...scores), Math.max(...scores)];
	const isOn = ([from, to]: Scale) => from <= least && most <= to;
	const scales = expected ? [expected, ...WIDER_SCALES] : WIDER_SCALES;
	return scales.find(isOn) ?? [Math.floor(least), Math.ceil(most)];
}

/** The score at which bars begin: zero, if it is within the scale, or else its low end. */
export const footOf = ([low, high]: Scale): number => (low < 0 && high > 0 ? 0 : low);

/** Whole percents that make 100, so that a bar and its numbers agree. */
export function wholePercents(counts: readonly number[]): number[] {
	const all = counts.reduce((sum, count) => sum + count, 0);
	if (all === 0) return counts.map(() => 0);
	const exact = counts.map((count) => (100 * count) / all);
	const whole = exact.map(Math.floor);
	// Rounded down, the percents lack some of 100: those with the largest rests get one more.
	const missing = 100 - whole.reduce((sum, share) => sum + share, 0);
	const restOf = (index: number) => (exact[index] ?? 0) % 1;
	const largestRests = [...exact.keys()].sort((a, b) => restOf(b) - restOf(a));
	return whole.map((share, index) => share + Number(largestRests.indexOf(index) < missing));
}
