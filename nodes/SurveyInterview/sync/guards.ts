import { groupedBy } from '../service/json';
import { counted } from '../service/scalars';
import { isRevocable } from './revocations';
import type { Step } from './step';
import type { SyncOptions } from './syncOptions';

type GuardOptions = Pick<
	SyncOptions,
	'approvedSteps' | 'dryRun' | 'maxCreates' | 'maxRevokePercent' | 'whenMissing'
>;

/**
 * Why a guard forbids to carry out the plan, in one sentence. Guards are checked before the first write, for all
 * surveys of the run together.
 */
export function guardRefusal(steps: readonly Step[], options: GuardOptions): string | undefined {
	const { maxCreates, whenMissing } = options;
	const creates = steps.filter(({ fate }) => fate === 'created').length;
	if (maxCreates !== undefined && creates > maxCreates) {
		return `${counted(creates, 'invitation')} would be created, and Max Creates is ${maxCreates}: check the list, or raise Max Creates.`;
	}
	if (whenMissing === 'leave') return undefined;
	const surveys = [...groupedBy(steps, ({ survey }) => survey).values()];
	const refusals = surveys.map((stepsOfSurvey) =>
		revocationRefusal(stepsOfSurvey, options, surveys.length > 1),
	);
	return refusals.find((refusal) => refusal !== undefined);
}

/** @param steps the steps of one survey */
function revocationRefusal(
	steps: readonly Step[],
	{ maxRevokePercent, approvedSteps, dryRun }: GuardOptions,
	isOneOfSeveral: boolean,
): string | undefined {
	const [{ survey, contact, reason } = {}] = steps;
	const where = isOneOfSeveral ? ` of survey ${survey?.id}` : '';
	if (!steps.some((step) => step.contact && step.contact.problem === undefined)) {
		// The fault may be no fault of the list, such as a survey that could not be read: the first row says why.
		const why = contact ? ` Row ${contact.row}: ${reason}` : '';
		return `The list${where} has no contact that could be read, so nothing is revoked: check the list, or choose Leave under People No Longer in the List.${why}`;
	}
	// A person has approved each revocation, so the share does not count: it may have grown since the dry run.
	if (approvedSteps && !dryRun) return undefined;
	const revokes = steps.filter(({ fate }) => fate === 'revoked').length;
	const openCount = survey?.recipients.filter(isRevocable).length ?? 0;
	if (revokes * 100 <= openCount * maxRevokePercent) return undefined;
	return `${revokes} of ${openCount} open invitations${where} would be revoked, and Max Revoke is ${maxRevokePercent} %: check the list, or raise Max Revoke.`;
}
