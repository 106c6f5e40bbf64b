/** Whom a mailing goes to, and how it is sent: by the clock, or at once. */
import { hasRecipient, statusOf } from './records';
import type {
	InvitationRecord,
	MailingFilters,
	MailingRecord,
	MailingStatus,
	RecipientRecord,
} from './records';
import type { World } from './world';

const DAY = 86_400_000;
const GAPS = { older_than_7_days: 7 * DAY, older_than_1_month: 30 * DAY } as const;

/** Whom the mailing's filters select; who cannot be written to is skipped, with the reason. */
export function takeAudience(world: World, mailing: MailingRecord): RecipientRecord[] {
	return selected(world, mailing).map((invitation) => recipientOf(world, invitation));
}

/** How many recipients the mailing has or, where they are counted before they are taken, would have. */
export function audienceSize(world: World, mailing: MailingRecord): number {
	if (mailing.recipients) return mailing.recipients.length;
	return world.choices.audienceTaken === 'counted before' ? selected(world, mailing).length : 0;
}

function selected(world: World, { surveyId, filters }: MailingRecord): InvitationRecord[] {
	const completed = new Set<string | null>();
	for (const { status, invitationId } of world.respondents.of(surveyId)) {
		if (status === 'completed') completed.add(invitationId);
	}
	return world.invitations
		.of(surveyId)
		.filter((invitation) =>
			selects(filters, invitation, completed.has(invitation.id), world.now()),
		);
}

function selects(
	{ addedAfter, channels, completed, lastInvited }: MailingFilters,
	{ type, createdAt, lastAttemptAt, revoked }: InvitationRecord,
	hasCompleted: boolean,
	now: number,
): boolean {
	if (revoked || !hasRecipient(type)) return false;
	if (channels && !channels.includes(type)) return false;
	if (addedAfter !== null && createdAt < addedAfter) return false;
	if (completed && !completed.includes(hasCompleted ? 'yes' : 'no')) return false;
	if (lastInvited === 'never') return lastAttemptAt === null;
	return lastAttemptAt !== null && now - lastAttemptAt >= GAPS[lastInvited];
}

function recipientOf(world: World, invitation: InvitationRecord): RecipientRecord {
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
	return statusOf(invitation, world.now()) === 'expired' ? 'invitation_expired' : null;
}

export function startSending(
	world: World,
	mailing: MailingRecord,
	at = world.now(),
): MailingRecord {
	mailing.recipients ??= takeAudience(world, mailing);
	mailing.startedAt = at;
	mailing.resumedAt = at;
	mailing.resumedPosition = mailing.position;
	move(world, mailing, 'sending');
	return mailing;
}

/** Does what has fallen due on the clock: scheduled mailings start, sending ones go on. */
export function settle(world: World): void {
	const now = world.now();
	for (const mailing of world.mailings.all()) {
		if (mailing.status === 'scheduled' && (mailing.scheduledAt ?? Infinity) <= now) {
			startSending(world, mailing, mailing.scheduledAt ?? now);
		}
		if (mailing.status === 'sending') sendUpTo(world, mailing, due(world, mailing));
	}
}

function due(world: World, { resumedAt, resumedPosition }: MailingRecord): number {
	const seconds = (world.now() - resumedAt) / 1000;
	return seconds > 0 ? resumedPosition + Math.floor(seconds * world.mailingRate) : resumedPosition;
}

/** Deals with recipients up to that position, which may be Infinity, and ends the mailing at the last. */
export function sendUpTo(world: World, mailing: MailingRecord, position: number): void {
	const recipients = mailing.recipients ?? [];
	while (mailing.position < Math.min(position, recipients.length)) {
		const recipient = recipients[mailing.position++];
		if (recipient?.status === 'pending') deliver(world, mailing, recipient);
	}
	if (mailing.position < recipients.length) return;
	const someSent = recipients.some(({ status }) => status === 'sent');
	const someFailed = recipients.some(({ status }) => status === 'failed');
	end(world, mailing, someFailed && !someSent ? 'failed' : 'sent');
}

/** Ends the mailing; who has not been written to stays so. */
export function end(world: World, mailing: MailingRecord, status: 'sent' | 'failed'): void {
	mailing.completedAt = world.now();
	move(world, mailing, status);
}

function deliver(world: World, mailing: MailingRecord, recipient: RecipientRecord): void {
	const invitation = world.invitations.get(recipient.invitationId);
	if (!invitation || invitation.revoked || !recipient.email) {
		recipient.status = 'skipped';
		recipient.skippedReason = 'invitation_gone';
		return;
	}
	recipient.sentAt = world.now();
	invitation.lastAttemptAt = world.now();
	if (recipient.email.startsWith('undeliverable')) {
		recipient.status = 'failed';
		return;
	}
	recipient.status = 'sent';
	recipient.providerMessageId = world.random.secret(12);
	world.effects.note({
		kind: 'email',
		source: 'mailing',
		surveyId: mailing.surveyId,
		invitationId: invitation.id,
		mailingId: mailing.id,
		recipient: recipient.email,
	});
}

/** Gives the mailing another status. */
export function move(world: World, mailing: MailingRecord, to: MailingStatus): MailingRecord {
	mailing.status = to;
	world.effects.note({ kind: 'mailing', id: mailing.id, surveyId: mailing.surveyId, to });
	return mailing;
}
