import { z } from 'zod';
import type { Choices } from '../dialects/choices';
import type { Json } from '../dialects/dialect';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { AnyCall, Operation } from '../http/operation';
import { Refusal } from '../refusal';
import { hasRecipient, NO_CAP, statusOf } from '../world/records';
import type {
	InvitationRecord,
	InvitationType,
	PropertyValues,
	SurveyRecord,
} from '../world/records';
import type { World } from '../world/world';
import { dateTime, email, many, nullableText, one, present, text, textMap, uuid } from './fields';

const PATH = '/invitations/{invitation_id}';

/** InvitationUpdate, whole as the specification shows it; other bodies have some of its fields. */
const INVITATION = z.object({
	expires_at: dateTime.nullable().optional(),
	max_uses: z.number().int().min(1).max(NO_CAP).nullable().optional(),
	label: z.string().max(120).nullable().optional(),
	recipient_email: email.nullable().optional(),
	recipient_name: nullableText.optional(),
	recipient_external_id: nullableText.optional(),
	recipient_notes: nullableText.optional(),
	properties: textMap.nullable().optional(),
	allowed_origins: z.array(z.string()).nullable().optional(),
});
type InvitationBody = z.infer<typeof INVITATION>;

const SHARED_LINK = INVITATION.omit({
	recipient_email: true,
	recipient_name: true,
	recipient_external_id: true,
	recipient_notes: true,
});

const personalInvitation = ({ personalNeedsWho }: Choices) =>
	INVITATION.refine((body) => !personalNeedsWho || body.recipient_email || body.recipient_name, {
		message: 'An email address or a name is required',
		path: ['recipient_email'],
	});

const publicInvitation = ({ duplicateWord }: Choices) =>
	INVITATION.extend({ on_duplicate: z.enum(['skip', duplicateWord]).default('skip') });

export const invitationOperations: Operation[] = [
	operation('invitation.createSharedLink', 'POST', '/surveys/{survey_id}/invitations/shared-link', {
		scope: 'invitations:write',
		success: 201,
		body: () => SHARED_LINK,
		run: (call) => created(call, 'shared_link', call.body),
	}),
	operation('invitation.createPersonal', 'POST', '/surveys/{survey_id}/invitations/personal', {
		scope: 'invitations:write',
		success: 201,
		body: ({ choices }) => personalInvitation(choices),
		run: (call) => created(call, 'personal', call.body),
	}),
	operation('invitation.get', 'GET', PATH, {
		scope: 'invitations:read',
		run: (call) => invitationRead(call, invitation(call)),
	}),
	operation('invitation.update', 'PATCH', PATH, {
		scope: 'invitations:write',
		body: () => INVITATION,
		run: (call) =>
			invitationRead(call, updateInvitation(call.world, invitation(call), draftOf(call.body))),
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
		run: (call) => invitationRead(call, reissueInvitation(call.world, invitation(call)), true),
	}),
	operation('invitation.getAll', 'GET', '/surveys/{survey_id}/invitations', {
		scope: 'invitations:read',
		query: {
			q: one(text).optional(),
			type: many.optional(),
			status: many.optional(),
			batch_id: one(uuid).optional(),
		},
		run: (call) => {
			const { world, query } = call;
			const found = world.invitations
				.of(findSurvey(call).id)
				.filter((one) => !one.revoked || world.choices.revoke !== 'out of the list')
				.filter((one) => !query.type || query.type.includes(one.type))
				.filter((one) => !query.status || query.status.includes(statusOf(one, world.now())))
				.filter((one) => !query.batch_id || query.batch_id === one.batchId)
				.filter((one) => !query.q || mentions(one, query.q.toLowerCase()));
			return ordered(world, found).map((one) => invitationRead(call, one));
		},
	}),
	operation('invitation.sendEmail', 'POST', `${PATH}/send-email`, {
		scope: 'mailings:write',
		body: () => z.object({}),
		run: (call) => call.dialect.shapes.emailResult(sendEmail(call.world, invitation(call))),
	}),
	operation('invitation.create', 'POST', '/public-api/v1/surveys/{survey_id}/invitations', {
		scope: 'invitations:write',
		success: 201,
		body: ({ choices }) => publicInvitation(choices),
		run: (call) => {
			const { world, dialect, body } = call;
			const survey = findSurvey(call);
			const draft = draftOf(body);
			const existing = body.on_duplicate === 'skip' ? existingFor(world, survey, draft) : undefined;
			const record = existing ?? createInvitation(world, survey, 'api', draft);
			const read = invitationRead(call, record);
			if (dialect.choices.participantLink === 'never') return read;
			return dialect.shapes.publicInvitation(read, record, !existing);
		},
	}),
];

function invitation(call: AnyCall): InvitationRecord {
	return find(call, 'invitation', call.world.invitations, call.id('invitation_id'));
}

function created(call: AnyCall, type: InvitationType, body: InvitationBody): Json {
	const record = createInvitation(call.world, findSurvey(call), type, draftOf(body));
	return invitationRead(call, record, true);
}

/** InvitationRead, as the specification shows it; whether it is anonymous follows from the survey. */
function invitationRead({ world, dialect }: AnyCall, one: InvitationRecord, fresh = false): Json {
	const { time, optional } = dialect.writing;
	const { participantLink: shows } = dialect.choices;
	return {
		id: one.id,
		survey_id: one.surveyId,
		type: one.type,
		token: one.token,
		label: one.label,
		batch_id: one.batchId,
		recipient_email: one.recipientEmail,
		recipient_name: one.recipientName,
		recipient_external_id: one.recipientExternalId,
		recipient_notes: one.recipientNotes,
		properties: one.properties,
		expires_at: time(one.expiresAt),
		max_uses: one.maxUses,
		used_count: one.usedCount,
		anonymous: world.surveys.get(one.surveyId)?.anonymous ?? false,
		created_at: time(one.createdAt),
		...optional(
			{
				allowed_origins: one.allowedOrigins,
				status: statusOf(one, world.now()),
				created_by_email: one.createdByEmail,
				invitation_link_id: one.invitationLinkId,
			},
			{ allowed_origins: [], status: 'open', created_by_email: null, invitation_link_id: null },
		),
		...(shows === 'never' ? {} : dialect.shapes.invitationLink(one, fresh || shows === 'always')),
	};
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

function draftOf(body: InvitationBody): InvitationDraft {
	return present({
		expiresAt: body.expires_at,
		maxUses: body.max_uses,
		label: body.label,
		recipientEmail: body.recipient_email,
		recipientName: body.recipient_name,
		recipientExternalId: body.recipient_external_id,
		recipientNotes: body.recipient_notes,
		properties: body.properties,
		allowedOrigins: body.allowed_origins,
	});
}

export function createInvitation(
	world: World,
	survey: SurveyRecord,
	type: InvitationType,
	draft: InvitationDraft,
): InvitationRecord {
	const record = world.invitations.add({
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
	world.note('created', 'invitation', record);
	return record;
}

function defaultUses(type: InvitationType): number {
	return hasRecipient(type) ? 1 : NO_CAP;
}

/** The same email (whatever its case) or the same external id; a revoked invitation is none. */
function existingFor(
	world: World,
	survey: SurveyRecord,
	{ recipientEmail, recipientExternalId }: InvitationDraft,
): InvitationRecord | undefined {
	const address = recipientEmail?.toLowerCase();
	return world.invitations.of(survey.id).find((record) => {
		if (record.revoked || !hasRecipient(record.type)) return false;
		if (address && record.recipientEmail?.toLowerCase() === address) return true;
		return Boolean(recipientExternalId) && record.recipientExternalId === recipientExternalId;
	});
}

/** Only supplied keys are applied; null takes a field back to its default. */
function updateInvitation(
	world: World,
	record: InvitationRecord,
	changes: InvitationDraft,
): InvitationRecord {
	const { maxUses, properties, allowedOrigins, ...plain } = changes;
	const isOfRecipient = Object.keys(plain).some((field) => field.startsWith('recipient'));
	if (isOfRecipient && !hasRecipient(record.type)) {
		const message = `An invitation of type ${record.type} carries no recipient data.`;
		throw new Refusal('recipient not allowed', message);
	}
	Object.assign(record, plain);
	if (maxUses !== undefined) record.maxUses = maxUses ?? defaultUses(record.type);
	if (properties !== undefined) record.properties = properties ?? {};
	if (allowedOrigins !== undefined) record.allowedOrigins = allowedOrigins ?? [];
	world.note('updated', 'invitation', record);
	return record;
}

/** The link is invalid at once; conversations completed through it stay. */
export function revokeInvitation(world: World, record: InvitationRecord): void {
	const { id, surveyId } = record;
	if (record.revoked) return;
	record.revoked = true;
	if (world.choices.revoke === 'gone') {
		world.invitations.remove(id);
		world.deletedIds.add(id);
	}
	world.effects.note({ kind: 'revoked', id, surveyId });
}

/** A fresh link for the same recipient; the old one is invalid. */
function reissueInvitation(world: World, record: InvitationRecord): InvitationRecord {
	const { id, surveyId, expiresAt } = record;
	const { reissue } = world.choices;
	const fresh: InvitationRecord = {
		...record,
		id: reissue === 'same id' ? id : world.random.uuid(),
		token: world.random.secret(16),
		usedCount: 0,
		revoked: false,
		replaced: false,
		// An expiry that has passed would make the fresh link a dead one.
		expiresAt: expiresAt !== null && expiresAt > world.now() ? expiresAt : null,
		createdAt: reissue === 'same id' ? record.createdAt : world.now(),
	};
	if (reissue === 'same id') Object.assign(record, fresh);
	else world.invitations.add(fresh);
	if (reissue === 'new id, old kept') Object.assign(record, { revoked: true, replaced: true });
	if (reissue === 'new id') {
		world.invitations.remove(id);
		world.deletedIds.add(id);
	}
	world.effects.note({ kind: 'reissued', from: id, id: fresh.id, surveyId });
	return world.invitations.get(fresh.id) ?? fresh;
}

export interface SentEmail {
	invitation: InvitationRecord;
	recipient: string;
	sentAt: number;
	providerMessageId: string;
}

/** One real email, at once; a second call sends a second one. */
function sendEmail(world: World, record: InvitationRecord): SentEmail {
	const { id, surveyId, type, recipientEmail } = record;
	if (!hasRecipient(type) || !recipientEmail) {
		throw new Refusal('no recipient address', 'The invitation has no email address to send to.');
	}
	const status = statusOf(record, world.now());
	if (status !== 'open') throw new Refusal('invitation closed', `The invitation is ${status}.`);
	record.lastAttemptAt = world.now();
	world.effects.note({
		kind: 'email',
		source: 'invitation',
		surveyId,
		invitationId: id,
		mailingId: null,
		recipient: recipientEmail,
	});
	return {
		invitation: record,
		recipient: recipientEmail,
		sentAt: world.now(),
		providerMessageId: world.random.secret(12),
	};
}
