import { Refusal } from '../refusal';
import { createInvitation, hasRecipient } from './invitations';
import type { InvitationDraft } from './invitations';
import type { InvitationRecord, SurveyRecord } from './records';
import type { World } from './world';

export interface PublicInvitationDraft {
	draft: InvitationDraft;
	onDuplicate: 'skip' | 'create';
}

export interface PublicInvitation {
	invitation: InvitationRecord;
	created: boolean;
}

/** Idempotent by recipient: `skip` returns the existing invitation unchanged. */
export function createPublicInvitation(
	world: World,
	survey: SurveyRecord,
	{ draft, onDuplicate }: PublicInvitationDraft,
): PublicInvitation {
	const existing = onDuplicate === 'skip' ? existingFor(world, survey, draft) : undefined;
	if (existing) return { invitation: existing, created: false };
	countParticipant(world);
	return { invitation: createInvitation(world, survey, 'api', draft), created: true };
}

/** The same email (whatever its case) or the same external id; a revoked invitation is none. */
function existingFor(
	world: World,
	survey: SurveyRecord,
	{ recipientEmail, recipientExternalId }: InvitationDraft,
): InvitationRecord | undefined {
	const email = recipientEmail?.toLowerCase();
	return world.invitations.of(survey.id).find((invitation) => {
		if (invitation.revoked || !hasRecipient(invitation.type)) return false;
		if (email && invitation.recipientEmail?.toLowerCase() === email) return true;
		return Boolean(recipientExternalId) && invitation.recipientExternalId === recipientExternalId;
	});
}

function countParticipant(world: World): void {
	const { allowances, choices } = world;
	if (allowances.participants === null) return;
	if (allowances.participants <= 0 && choices.participantsUsedUp === 'refused') {
		const message = 'The participant allowance of the plan is used up.';
		throw new Refusal('participant allowance used up', message);
	}
	allowances.participants--;
}
