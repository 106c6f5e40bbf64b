import { hasRecipient, statusOf } from './invitations';
import type {
	InvitationRecord,
	MailingFilters,
	MailingRecord,
	RecipientRecord,
	RespondentRecord,
} from './records';
import type { World } from './world';

const DAY = 86_400_000;
const GAPS = { older_than_7_days: 7 * DAY, older_than_1_month: 30 * DAY } as const;

/** Whom the mailing's filters select; who cannot be written to is skipped, with the reason. */
export function takeAudience(world: World, mailing: MailingRecord): RecipientRecord[] {
	return selected(world, mailing).map((invitation) => recipient(world, invitation));
}

/** How many recipients the mailing has or, where they are counted before they are taken, would have. */
export function audienceSize(world: World, mailing: MailingRecord): number {
	if (mailing.recipients) return mailing.recipients.length;
	return world.choices.audienceTaken === 'counted before' ? selected(world, mailing).length : 0;
}

function selected(world: World, mailing: MailingRecord): InvitationRecord[] {
	const completed = completedInvitations(world.respondents.of(mailing.surveyId));
	return world.invitations
		.of(mailing.surveyId)
		.filter((invitation) => selects(world, mailing.filters, invitation, completed));
}

function completedInvitations(respondents: readonly RespondentRecord[]): Set<string> {
	const ids = new Set<string>();
	for (const { status, invitationId } of respondents) {
		if (status === 'completed' && invitationId) ids.add(invitationId);
	}
	return ids;
}

function selects(
	world: World,
	{ addedAfter, channels, completed, lastInvited }: MailingFilters,
	invitation: InvitationRecord,
	completedIds: ReadonlySet<string>,
): boolean {
	const { type, createdAt, lastAttemptAt, revoked } = invitation;
	if (revoked || !hasRecipient(type)) return false;
	if (channels && !channels.includes(type)) return false;
	if (addedAfter !== null && createdAt < addedAfter) return false;
	const wanted = completed ?? (world.choices.completedFilterAbsent === 'everyone' ? null : ['no']);
	if (wanted && !wanted.includes(completedIds.has(invitation.id) ? 'yes' : 'no')) return false;
	if (lastInvited === 'never') return lastAttemptAt === null;
	return lastAttemptAt !== null && world.now() - lastAttemptAt >= GAPS[lastInvited];
}

function recipient(world: World, invitation: InvitationRecord): RecipientRecord {
	const reason = whySkipped(world, invitation);
	return {
		id: world.random.uuid(),
		invitationId: invitation.id,
		name: invitation.recipientName,
		email: invitation.recipientEmail,
		status: reason ? 'skipped' : 'pending',
		skippedReason: reason,
		sentAt: null,
		providerMessageId: null,
	};
}

function whySkipped(world: World, invitation: InvitationRecord): string | null {
	if (!invitation.recipientEmail) return 'no_email';
	const status = statusOf(world, invitation);
	return status === 'expired' ? 'invitation_expired' : null;
}
