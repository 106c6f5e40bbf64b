import type { SyncOptions } from './options';
import type { Plan } from './plan';
import type { Recipient } from './recipients';

/** Why a plan may not be carried out, by the guards against a wrong list; they hold before the first write. */
export function refusalOf(
	{ steps, revocations }: Pick<Plan, 'steps' | 'revocations'>,
	recipients: Recipient[],
	usable: number,
	options: SyncOptions,
): string | undefined {
	const creates = steps.filter(({ action }) => action === 'created').length;
	if (creates > options.maxCreates) {
		return `${creates} invitations would be created, and Max Creates is ${options.maxCreates}: check the list, or raise Max Creates.`;
	}
	if (options.whenMissing === 'leave') return undefined;
	if (usable === 0) {
		return 'The list holds no contact that could be read, so nobody is revoked: check the list, or choose Leave under People No Longer in the List.';
	}
	const revokes = revocations.filter(({ action }) => action === 'revoked').length;
	const open = recipients.filter(({ isOpen }) => isOpen).length;
	if (revokes * 100 <= open * options.maxRevokePercent) return undefined;
	return `${revokes} of ${open} open invitations would be revoked, and Max Revoke is ${options.maxRevokePercent} %: check the list, or raise Max Revoke.`;
}
