/** The metrics of the interface: their names, and the groups of NPS. */

/** The usual name of each metric, by the word that the interface uses for it. */
export const METRIC_LABELS: Record<string, string> = {
	nps: 'NPS',
	enps: 'eNPS',
	csat: 'CSAT',
	ces: 'CES',
	scale: 'scale',
};

/** The interface's word for a metric, in any case; undefined for any other value. */
export function toMetric(value: unknown): string | undefined {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return Object.hasOwn(METRIC_LABELS, word) ? word : undefined;
}

/** Whether a metric defines promoters, passives and detractors. */
export const hasNpsGroups = (metric: unknown): boolean => metric === 'nps' || metric === 'enps';

/** Null where the metric has no groups, and for a number that is not a score of it. */
export function npsGroup(metric: unknown, score: unknown): string | null {
	if (!hasNpsGroups(metric) || typeof score !== 'number') return null;
	if (!Number.isInteger(score) || score < 0 || score > 10) return null;
	return score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor';
}
