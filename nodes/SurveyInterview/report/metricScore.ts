import { hasGroups, npsGroup } from '../facts/respondentPlaces';

export interface ScoreSummary {
	/** How many scores count. */
	answers: number;
	/** NPS and eNPS: promoters minus detractors, in whole percents. Any other metric: the average, to one decimal. */
	score: number | null;
	/** Only for NPS and eNPS. */
	groups: { promoters: number; passives: number; detractors: number } | null;
	/** How many gave each score, the lowest first; rounded to whole scores if there are more than `MAX_SCORES`. */
	distribution: Array<{ score: number; count: number }>;
}

/** Whether a score is one of the metric: those of NPS and eNPS are whole numbers from 0 to 10. */
export const isScoreOf = (metric: unknown, score: unknown): score is number =>
	typeof score === 'number' && (!hasGroups(metric) || npsGroup(metric, score) !== null);

/**
 * The score of a metric from the scores of people. The interface does not define that of CSAT and CES, so it is the
 * average, and is called so.
 */
export function summaryOf(metric: unknown, given: readonly unknown[]): ScoreSummary {
	const inGroups = hasGroups(metric);
	const counts = { promoter: 0, passive: 0, detractor: 0 };
	const byScore = new Map<number, number>();
	let sum = 0;
	for (const score of given) {
		if (!isScoreOf(metric, score)) continue;
		const group = npsGroup(metric, score) as keyof typeof counts | null;
		if (group !== null) counts[group]++;
		byScore.set(score, (byScore.get(score) ?? 0) + 1);
		sum += score;
	}
	const distribution = [...(byScore.size > MAX_SCORES ? rounded(byScore) : byScore)]
		.map(([score, count]) => ({ score, count }))
		.sort((one, other) => one.score - other.score);
	const answers = distribution.reduce((all, { count }) => all + count, 0);
	const { promoter: promoters, passive: passives, detractor: detractors } = counts;
	const average = Math.round((10 * sum) / answers) / 10;
	const net = Math.round((100 * (promoters - detractors)) / answers);
	return {
		answers,
		// Adding 0 turns −0 into 0.
		score: answers === 0 ? null : (inGroups ? net : average) + 0,
		groups: inGroups ? { promoters, passives, detractors } : null,
		distribution,
	};
}

/** A scale has at most 21 scores, from 0 to 20; more are decimals. */
export const MAX_SCORES = 21;

function rounded(byScore: ReadonlyMap<number, number>): Map<number, number> {
	const whole = new Map<number, number>();
	for (const [score, count] of byScore) {
		whole.set(Math.round(score), (whole.get(Math.round(score)) ?? 0) + count);
	}
	return whole;
}
