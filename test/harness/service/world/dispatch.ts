import { takeAudience } from './audience';
import type { MailingRecord, MailingStatus, RecipientRecord } from './records';
import type { World } from './world';

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

function move(world: World, mailing: MailingRecord, to: MailingStatus): void {
	mailing.status = to;
	world.effects.note({ kind: 'mailing', id: mailing.id, surveyId: mailing.surveyId, to });
}
