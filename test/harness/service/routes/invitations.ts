import { many, one, text, uuid } from '../bodies/fields';
import { invitationUpdate } from '../bodies/invitation';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { Call, Operation } from '../http/operation';
import { sendInvitationEmail } from '../world/invitationEmail';
import {
	createInvitation,
	reissueInvitation,
	revokeInvitation,
	statusOf,
	updateInvitation,
} from '../world/invitations';
import { createPublicInvitation } from '../world/publicInvitations';
import type { InvitationRecord } from '../world/records';
import type { World } from '../world/world';
import { invitationRead } from './invitationRead';

const PATH = '/invitations/{invitation_id}';

export const invitationOperations: Operation[] = [
	operation('invitation.createSharedLink', 'POST', '/surveys/{survey_id}/invitations/shared-link', {
		scope: 'invitations:write',
		success: 201,
		body: ({ bodies }) => bodies.sharedLink,
		run: (call) =>
			fresh(call, createInvitation(call.world, findSurvey(call), 'shared_link', call.body)),
	}),
	operation('invitation.createPersonal', 'POST', '/surveys/{survey_id}/invitations/personal', {
		scope: 'invitations:write',
		success: 201,
		body: ({ bodies }) => bodies.personalInvite,
		run: (call) =>
			fresh(call, createInvitation(call.world, findSurvey(call), 'personal', call.body)),
	}),
	operation('invitation.get', 'GET', PATH, {
		scope: 'invitations:read',
		run: (call) => invitationRead(call, invitation(call)),
	}),
	operation('invitation.update', 'PATCH', PATH, {
		scope: 'invitations:write',
		body: ({ choices }) => invitationUpdate(choices),
		run: (call) => invitationRead(call, updateInvitation(call.world, invitation(call), call.body)),
	}),
	operation('invitation.revoke', 'DELETE', PATH, {
		scope: 'invitations:write',
		success: 204,
		run: (call) => {
			const id = call.id('invitation_id');
			deleteOnce(call, id, () => revokeInvitation(call.world, invitation(call)));
		},
	}),
	operation('invitation.reissue', 'POST', `${PATH}/reissue`, {
		scope: 'invitations:write',
		run: (call) => fresh(call, reissueInvitation(call.world, invitation(call))),
	}),
	operation('invitation.getAll', 'GET', '/surveys/{survey_id}/invitations', {
		scope: 'invitations:read',
		query: () => ({
			q: one(text).optional(),
			type: many.optional(),
			status: many.optional(),
			batch_id: one(uuid).optional(),
		}),
		run: (call) => {
			const { world, query } = call;
			const found = world.invitations
				.of(findSurvey(call).id)
				.filter((one) => !one.revoked || world.choices.revoke !== 'out of the list')
				.filter((one) => !query.type || query.type.includes(one.type))
				.filter((one) => !query.status || query.status.includes(statusOf(world, one)))
				.filter((one) => !query.batch_id || query.batch_id === one.batchId)
				.filter((one) => !query.q || mentions(one, query.q.toLowerCase()));
			return ordered(world, found).map((one) => invitationRead(call, one));
		},
	}),
	operation('invitation.sendEmail', 'POST', `${PATH}/send-email`, {
		scope: 'mailings:write',
		body: ({ bodies }) => bodies.sendInviteEmail,
		run: (call) =>
			call.dialect.shapes.emailResult(sendInvitationEmail(call.world, invitation(call))),
	}),
	operation('invitation.create', 'POST', '/public-api/v1/surveys/{survey_id}/invitations', {
		scope: 'invitations:write',
		success: 201,
		body: ({ bodies }) => bodies.publicInvitation,
		run: (call) => {
			const made = createPublicInvitation(call.world, findSurvey(call), call.body);
			const read = invitationRead(call, made.invitation);
			const { choices, shapes } = call.dialect;
			return choices.participantLink === 'never'
				? read
				: shapes.publicInvitation(read, made.invitation, made.created);
		},
	}),
];

function invitation(call: Call<unknown, unknown>): InvitationRecord {
	return find(call, 'invitation', call.world.invitations, call.id('invitation_id'));
}

function fresh(call: Call<unknown, unknown>, record: InvitationRecord) {
	return invitationRead(call, record, true);
}

function ordered(world: World, found: InvitationRecord[]): InvitationRecord[] {
	switch (world.choices.invitationOrder) {
		case 'oldest first':
			return found;
		case 'newest first':
			return found.reverse();
		case 'by recipient':
			return found.sort((a, b) => (recipientKey(a) < recipientKey(b) ? -1 : 1));
	}
}

/** By email, else by name; who has neither comes last. */
function recipientKey({ recipientEmail, recipientName, id }: InvitationRecord): string {
	return `${(recipientEmail ?? recipientName ?? '\u{10ffff}').toLowerCase()} ${id}`;
}

function mentions(record: InvitationRecord, words: string): boolean {
	const { recipientEmail, recipientName, recipientExternalId, label } = record;
	return [recipientEmail, recipientName, recipientExternalId, label].some((value) =>
		value?.toLowerCase().includes(words),
	);
}
