import { Refusal, ValidationFailure } from '../refusal';
import { CHANNELS } from './records';
import type {
	Channel,
	InvitationRecord,
	InvitationStatus,
	InvitationType,
	PropertyValues,
	SurveyRecord,
} from './records';
import type { World } from './world';

/** The recipient's part of an invitation, which only personal, csv and api invitations have. */
export const RECIPIENT_FIELDS = [
	'recipientEmail',
	'recipientName',
	'recipientExternalId',
	'recipientNotes',
] as const;

export interface InvitationDraft {
	recipientEmail?: string | null;
	recipientName?: string | null;
	recipientExternalId?: string | null;
	recipientNotes?: string | null;
	label?: string | null;
	properties?: PropertyValues | null;
	expiresAt?: number | null;
	maxUses?: number | null;
	allowedOrigins?: string[] | null;
}

/** The largest cap the interface knows; the record's max_uses is never null, so it stands for "no cap". */
export const NO_CAP = 10_000_000;

export function hasRecipient(type: InvitationType): type is Channel {
	return (CHANNELS as readonly InvitationType[]).includes(type);
}

export function statusOf(world: World, invitation: InvitationRecord): InvitationStatus {
	const { revoked, expiresAt, usedCount, maxUses } = invitation;
	if (revoked || (expiresAt !== null && expiresAt <= world.now())) return 'expired';
	return usedCount >= maxUses ? 'used' : 'open';
}

export function createInvitation(
	world: World,
	survey: SurveyRecord,
	type: InvitationType,
	draft: InvitationDraft,
): InvitationRecord {
	const invitation = world.invitations.add({
		id: world.random.uuid(),
		surveyId: survey.id,
		type,
		token: world.random.secret(16),
		label: draft.label ?? null,
		batchId: null,
		recipientEmail: draft.recipientEmail ?? null,
		recipientName: draft.recipientName ?? null,
		recipientExternalId: draft.recipientExternalId ?? null,
		recipientNotes: draft.recipientNotes ?? null,
		properties: draft.properties ?? {},
		expiresAt: draft.expiresAt ?? null,
		maxUses: draft.maxUses ?? defaultUses(type),
		usedCount: 0,
		createdAt: world.now(),
		allowedOrigins: draft.allowedOrigins ?? [],
		createdByEmail: null,
		invitationLinkId: null,
		revoked: false,
		lastAttemptAt: null,
	});
	const { id, surveyId } = invitation;
	world.effects.note({ kind: 'created', record: 'invitation', id, surveyId });
	return invitation;
}

function defaultUses(type: InvitationType): number {
	return hasRecipient(type) ? 1 : NO_CAP;
}

/** Only supplied keys are applied; nulls mean what the specification and the dialect give them. */
export function updateInvitation(
	world: World,
	invitation: InvitationRecord,
	changes: InvitationDraft,
): InvitationRecord {
	const { maxUses, properties, allowedOrigins, ...plain } = writable(world, invitation, changes);
	Object.assign(invitation, plain);
	if (maxUses !== undefined) invitation.maxUses = maxUses ?? usesForNull(world, invitation);
	if (properties !== undefined) invitation.properties = properties ?? {};
	if (allowedOrigins !== undefined) invitation.allowedOrigins = allowedOrigins ?? [];
	const { id, surveyId } = invitation;
	world.effects.note({ kind: 'updated', record: 'invitation', id, surveyId });
	return invitation;
}

function usesForNull(world: World, { type, maxUses }: InvitationRecord): number {
	switch (world.choices.maxUsesNull) {
		case 'no cap':
			return NO_CAP;
		case 'default of the type':
			return defaultUses(type);
		case 'unchanged':
			return maxUses;
	}
}

/** The changes, without recipient fields that the invitation cannot have; or a refusal of them. */
function writable(
	world: World,
	{ type }: InvitationRecord,
	changes: InvitationDraft,
): InvitationDraft {
	const supplied = RECIPIENT_FIELDS.filter((field) => field in changes);
	if (hasRecipient(type) || supplied.length === 0) return changes;
	const message = `An invitation of type ${type} carries no recipient data.`;
	const { recipientOnSharedLink } = world.choices;
	if (recipientOnSharedLink === 'ignored') {
		const others = { ...changes };
		for (const field of supplied) delete others[field];
		return others;
	}
	if (recipientOnSharedLink === 'refusal') {
		throw new Refusal('recipient not allowed', message);
	}
	throw new ValidationFailure(
		supplied.map((field) => ({
			in: 'body',
			path: [field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
			message,
			type: 'recipient_not_allowed',
		})),
	);
}

/** The link is invalid at once; conversations completed through it stay. */
export function revokeInvitation(world: World, invitation: InvitationRecord): void {
	const { id, surveyId } = invitation;
	if (invitation.revoked) return;
	invitation.revoked = true;
	if (world.choices.revoke === 'gone') {
		world.invitations.remove(id);
		world.deletedIds.add(id);
	}
	world.effects.note({ kind: 'revoked', id, surveyId });
}

/** A fresh link for the same recipient; the old one is invalid. */
export function reissueInvitation(world: World, invitation: InvitationRecord): InvitationRecord {
	const { id, surveyId } = invitation;
	const { reissue } = world.choices;
	const fresh: InvitationRecord = {
		...invitation,
		id: reissue === 'same id' ? id : world.random.uuid(),
		token: world.random.secret(16),
		usedCount: 0,
		revoked: false,
		replaced: false,
		expiresAt: stillAhead(world, invitation.expiresAt),
		createdAt: reissue === 'same id' ? invitation.createdAt : world.now(),
	};
	if (reissue === 'same id') Object.assign(invitation, fresh);
	else world.invitations.add(fresh);
	if (reissue === 'new id, old kept') Object.assign(invitation, { revoked: true, replaced: true });
	if (reissue === 'new id') {
		world.invitations.remove(id);
		world.deletedIds.add(id);
	}
	world.effects.note({ kind: 'reissued', from: id, id: fresh.id, surveyId });
	return world.invitations.get(fresh.id) ?? fresh;
}

/** An expiry that has passed would make the fresh link a dead one. */
function stillAhead(world: World, expiresAt: number | null): number | null {
	return expiresAt !== null && expiresAt > world.now() ? expiresAt : null;
}
