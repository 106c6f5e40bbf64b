import type { Seen } from './account';
import type { Survey } from './world';

/** The trigger's filters, as a history sets them. */
export interface Filters {
	scoreTo?: number;
	npsGroups?: Array<'detractor' | 'passive' | 'promoter'>;
	department?: string;
}

export type State = 'pass' | 'fail' | 'wait';

const GROUPS = { detractor: [0, 6], passive: [7, 8], promoter: [9, 10] } as const;

/** What the filters say of a completion as it is shown; without its score it waits, how long is left open. */
export function decide(filters: Filters, survey: Survey, { department, score }: Seen): State {
	if (filters.department && department.toLowerCase() !== filters.department) return 'fail';
	const { scoreTo, npsGroups } = filters;
	if (scoreTo === undefined && !npsGroups) return 'pass';
	const hasGroups = survey.metric === 'nps' || survey.metric === 'enps';
	if (npsGroups && (!hasGroups || survey.metricPlace === 'nowhere')) return 'fail';
	if (score === null) return 'wait';
	if (scoreTo !== undefined && score > scoreTo) return 'fail';
	const inGroup = (group: keyof typeof GROUPS) =>
		score >= GROUPS[group][0] && score <= GROUPS[group][1];
	return npsGroups && !npsGroups.some(inGroup) ? 'fail' : 'pass';
}
