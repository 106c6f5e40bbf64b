import type { SyncOptions } from './options';
import type { SyncPlan } from './steps';

/** What the guards read of a plan. */
type GuardedPlan = SyncPlan & { surveyId?: string };

/** The options of the guards, and the approved steps where the run has some. */
interface GuardOptions
	extends Pick<SyncOptions, 'maxCreates' | 'maxRevokePercent' | 'whenMissing'> {
	approved?: ReadonlySet<string>;
}

/**
 * Why the plans must not be carried out, in one sentence; undefined where no guard against a wrong list
 * objects. Guards are checked before the first write, for all surveys of the run together.
 */
export function guardRefusal(plans: GuardedPlan[], options: GuardOptions): string | undefined {
	const { maxCreates, whenMissing } = options;
	const creates = plans
		.flatMap(({ steps }) => steps)
		.filter(({ action }) => action === 'created').length;
	if (maxCreates !== undefined && creates > maxCreates) {
		return `${creates} invitations would be created, and Max Creates is ${maxCreates}: check the list, or raise Max Creates.`;
	}
	if (whenMissing === 'leave') return undefined;
	return plans.map((plan) => revocationRefusal(plan, options, plans.length > 1)).find(Boolean);
}

function revocationRefusal(
	{ steps, revocations, usable, revocable, surveyId }: GuardedPlan,
	{ maxRevokePercent, approved }: GuardOptions,
	isOneOfSeveral: boolean,
): string | undefined {
	const where = isOneOfSeveral ? ` of survey ${surveyId}` : '';
	if (usable === 0) {
		// Often it is not the list that is wrong: the survey could not be read, say.
		const first = steps.find((step) => step.action === 'failed');
		const why = first ? ` Item ${first.item}: ${first.reason}` : '';
		return `The list${where} has no contact that could be read, so nothing is revoked: check the list, or choose Leave under People No Longer in the List.${why}`;
	}
	// A person approved each revocation. The share may have grown since, because others wrote meanwhile.
	if (approved) return undefined;
	const revokes = revocations.filter(({ action }) => action === 'revoked').length;
	if (revokes * 100 <= revocable * maxRevokePercent) return undefined;
	return `${revokes} of ${revocable} open invitations${where} would be revoked, and Max Revoke is ${maxRevokePercent} %: check the list, or raise Max Revoke.`;
}
