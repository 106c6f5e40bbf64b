import type { Account, Seen } from './account';
import type { Survey } from './world';

/** The trigger's filters, as a history sets them. */
export interface Filters {
	scoreTo?: number;
	scoreGroups?: Array<'detractor' | 'passive' | 'promoter'>;
	department?: string;
}

export type Verdict = 'pass' | 'fail' | 'wait' | 'maybe';

const GROUPS = { detractor: [0, 6], passive: [7, 8], promoter: [9, 10] } as const;
const CHECKS = 3;

/**
 * What the filters do with a completion in this poll.
 *
 * @param scoresShown whether the service has shown any score of the survey
 */
export function decide(
	filters: Filters,
	survey: Survey,
	seen: Seen,
	account: Account,
	scoresShown: boolean,
	round: number,
): Verdict {
	const { scoreTo, scoreGroups, department } = filters;
	if (department && seen.department.toLowerCase() !== department.toLowerCase()) return 'fail';
	if (scoreGroups) {
		const hasGroups = survey.metric === 'nps' || survey.metric === 'enps';
		if (!hasGroups || survey.metricPlace === 'nowhere') return 'fail';
	}
	if (scoreTo === undefined && !scoreGroups) return 'pass';
	const { score } = seen;
	if (score === null) {
		if (!scoresShown) return 'wait';
		if (account.checkedIn !== round) account.waits++;
		account.checkedIn = round;
		if (account.waits < CHECKS) return 'wait';
		return account.unsure ? 'maybe' : 'fail';
	}
	if (scoreTo !== undefined && score > scoreTo) return 'fail';
	const inGroup = (group: keyof typeof GROUPS) =>
		score >= GROUPS[group][0] && score <= GROUPS[group][1];
	if (scoreGroups && !scoreGroups.some(inGroup)) return 'fail';
	return account.unsure ? 'maybe' : 'pass';
}
