import { hasGroups, npsGroup } from '../service/metric';
import { groupedBy } from '../records/json';
import { rounded } from '../records/scalars';

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
	const scores = given.filter((score) => isScoreOf(metric, score));
	const answers = scores.length;
	const exact = groupedBy(scores, (score) => score);
	const byScore = exact.size > MAX_SCORES ? groupedBy(scores, (score) => rounded(score)) : exact;
	const distribution = [...byScore]
		.map(([score, { length: count }]) => ({ score, count }))
		.sort((one, other) => one.score - other.score);
	const countOf = (group: string) =>
		scores.filter((score) => npsGroup(metric, score) === group).length;
	const groups = {
		promoters: countOf('promoter'),
		passives: countOf('passive'),
		detractors: countOf('detractor'),
	};
	const inGroups = hasGroups(metric);
	const net = rounded((100 * (groups.promoters - groups.detractors)) / answers);
	const average = rounded(scores.reduce((all, one) => all + one, 0) / answers, 1);
	return {
		answers,
		score: answers === 0 ? null : inGroups ? net : average,
		groups: inGroups ? groups : null,
		distribution,
	};
}

/** A scale has at most 21 scores, from 0 to 20; more are decimals. */
export const MAX_SCORES = 21;
