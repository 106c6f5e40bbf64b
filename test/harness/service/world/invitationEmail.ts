import { Refusal } from '../refusal';
import { hasRecipient, statusOf } from './invitations';
import type { InvitationRecord } from './records';
import type { World } from './world';

export interface SentEmail {
	invitation: InvitationRecord;
	recipient: string;
	sentAt: number;
	providerMessageId: string;
}

/** One real email, at once; a second call sends a second one. */
export function sendInvitationEmail(world: World, invitation: InvitationRecord): SentEmail {
	const { id, surveyId, type, recipientEmail } = invitation;
	if (!hasRecipient(type) || !recipientEmail) {
		throw new Refusal('no recipient address', 'The invitation has no email address to send to.');
	}
	const status = statusOf(world, invitation);
	if (status !== 'open') throw new Refusal('invitation closed', `The invitation is ${status}.`);
	invitation.lastAttemptAt = world.now();
	world.effects.note({
		kind: 'email',
		source: 'invitation',
		surveyId,
		invitationId: id,
		mailingId: null,
		recipient: recipientEmail,
	});
	return {
		invitation,
		recipient: recipientEmail,
		sentAt: world.now(),
		providerMessageId: world.random.secret(12),
	};
}
