import type { SyncOptions } from './options';
import type { SyncPlan } from './plan';

/** A plan as the guards see it. */
type Guarded = Pick<SyncPlan, 'steps' | 'revocations' | 'usable' | 'open'> & { surveyId?: string };

/**
 * Why plans may not be carried out, by the guards against a wrong list: one sentence. They hold before the
 * first write, and for all surveys of the run together.
 */
export function guardRefusal(plans: Guarded[], options: SyncOptions): string | undefined {
	const creates = plans
		.flatMap(({ steps }) => steps)
		.filter(({ action }) => action === 'created').length;
	if (creates > options.maxCreates) {
		return `${creates} invitations would be created, and Max Creates is ${options.maxCreates}: check the list, or raise Max Creates.`;
	}
	if (options.whenMissing === 'leave') return undefined;
	return plans.map((plan) => refusedRevocations(plan, options, plans.length > 1)).find(Boolean);
}

function refusedRevocations(
	{ revocations, usable, open, surveyId }: Guarded,
	{ maxRevokePercent, approvedSteps }: SyncOptions,
	isOneOfSeveral: boolean,
): string | undefined {
	const where = isOneOfSeveral ? ` of survey ${surveyId}` : '';
	if (usable === 0) {
		return `The list${where} holds no contact that could be read, so nobody is revoked: check the list, or choose Leave under People No Longer in the List.`;
	}
	// Each one was approved by itself, and the share may have grown by what others did meanwhile.
	if (approvedSteps) return undefined;
	const revokes = revocations.filter(({ action }) => action === 'revoked').length;
	if (revokes * 100 <= open * maxRevokePercent) return undefined;
	return `${revokes} of ${open} open invitations${where} would be revoked, and Max Revoke is ${maxRevokePercent} %: check the list, or raise Max Revoke.`;
}
