import {
	identityInInvitation,
	INVITATION,
	personOfInvitation,
	SENT_EMAIL,
} from '../facts/invitation';
import type { Field } from '../fields/field';
import { choices, choicesOf, dateTime, integer, list, text } from '../fields/makeField';
import { invitationFilters } from '../filters/invitation';
import {
	createInvitation,
	createPersonal,
	createSharedLink,
	linkSentence,
	MANAGE_INVITATIONS,
} from './invitationCreate';
import { invitationSync } from './invitationSync';
import { PROPERTIES_BY_KEY } from './nodeFields';
import { resource } from './resource';
import { isInvitationWithLink, saysSent } from './proof';
import { hasSentValues, isRevoked } from './verification';

const ONLY_PERSONAL = 'Only for invitations of type personal, csv or api.';

/** InvitationUpdate: every field, bound and null of the specification. */
export const invitationUpdate: Field[] = [
	list('allowed_origins', 'Allowed Origins', 'Web origins on which the popup may appear.', {
		nullable: true,
		placeholder: 'https://www.example.com',
	}),
	dateTime(
		'expires_at',
		'Expires At',
		'When the link expires. Use Clear Fields to remove the expiry.',
		{
			nullable: true,
		},
	),
	text('label', 'Label', 'Name of the invitation, at most 120 characters.', {
		maxLength: 120,
		nullable: true,
	}),
	integer('max_uses', 'Max Uses', 'How many times the link can be used, from 1 to 10,000,000.', {
		min: 1,
		max: 10_000_000,
		default: 1,
		nullable: true,
	}),
	{ ...PROPERTIES_BY_KEY, nullable: true },
	text('recipient_email', 'Recipient Email', `The recipient’s email address. ${ONLY_PERSONAL}`, {
		format: 'email',
		placeholder: 'name@email.com',
		nullable: true,
	}),
	text(
		'recipient_external_id',
		'Recipient External ID',
		`Your own ID for the recipient. ${ONLY_PERSONAL}`,
		{
			nullable: true,
		},
	),
	text('recipient_name', 'Recipient Name', `The recipient’s name. ${ONLY_PERSONAL}`, {
		nullable: true,
	}),
	text('recipient_notes', 'Recipient Notes', `Notes about the recipient. ${ONLY_PERSONAL}`, {
		rows: 3,
		nullable: true,
	}),
];

export const invitation = resource('invitation', {
	create: createInvitation,
	createPersonal,
	createSharedLink,
	find: {
		kind: 'find',
		action: 'Find the invitations of a person',
		description: 'Find the invitations of a person in a survey by email or external ID',
		endpoint: 'GET /surveys/{survey_id}/invitations',
		list: {
			likely: ['invitations'],
			simplified: INVITATION,
			personOf: personOfInvitation,
			identityOf: identityInInvitation,
		},
	},
	get: {
		action: 'Get an invitation',
		description: 'Get an invitation with its recipient, link, status and uses',
		endpoint: 'GET /invitations/{invitation_id}',
		simplified: INVITATION,
	},
	getAll: {
		action: 'List the invitations of a survey',
		description: 'Get the invitations of a survey, with recipient and status',
		endpoint: 'GET /surveys/{survey_id}/invitations',
		optional: [
			text('batch_id', 'Batch ID', 'Only invitations of this batch.', { format: 'uuid' }),
			text('q', 'Search', 'Only invitations that match this search text.'),
			choices(
				'status',
				'Status',
				'Only invitations with one of these statuses.',
				choicesOf('open', 'used', 'expired'),
				{ open: true },
			),
			choices(
				'type',
				'Type',
				'Only invitations of one of these types.',
				[
					{ value: 'api', label: 'API' },
					{ value: 'csv', label: 'CSV' },
					...choicesOf('personal', 'popup', 'shared_link', 'test'),
				],
				{ open: true },
			),
		],
		nodeFilters: invitationFilters,
		simplified: INVITATION,
		items: { from: 'list', likely: ['invitations'], ofResource: true },
	},
	reissue: {
		action: 'Replace the link of an invitation and disable the old one',
		description:
			'Create a new link for an invitation’s recipient and disable the old one; sends no email',
		endpoint: 'POST /invitations/{invitation_id}/reissue',
		retry: 'create',
		inTurn: 'record',
		notice: 'The old link stops working immediately.',
		simplified: INVITATION,
		says: linkSentence,
		proof: isInvitationWithLink,
		hints: MANAGE_INVITATIONS,
		effect: 'reissued',
		howToCheck:
			'Look up the recipient with Invitation > Get Many: if there is a new link, it was done.',
	},
	revoke: {
		action: 'Revoke an invitation and disable its link permanently',
		description:
			'Disable the link of an invitation immediately; conversations completed through it are kept',
		endpoint: 'DELETE /invitations/{invitation_id}',
		retry: 'idempotent',
		notice: 'The link stops working immediately. Conversations completed through it are kept.',
		hints: MANAGE_INVITATIONS,
		effect: 'revoked',
		verify: {
			read: ['/surveys/{survey_id}/invitations', '/invitations/{invitation_id}'],
			judge: isRevoked,
		},
	},
	sendEmail: {
		action: 'Email an invitation to its recipient irreversibly',
		description: 'Email an invitation to its recipient immediately; it cannot be recalled',
		endpoint: 'POST /invitations/{invitation_id}/send-email',
		retry: 'irreversible',
		notice:
			'This sends a real email to the recipient immediately, from the workspace’s verified sending address. It cannot be recalled. Every run sends again: behind Sync, keep only the items whose action is created.',
		freeForm: true,
		bodyRequired: true,
		simplified: SENT_EMAIL,
		proof: saysSent,
		hints: {
			insufficient_scope:
				'Sending needs a token with the scope mailings:write; invitations:write is not enough.',
		},
		effect: 'sent',
		howToCheck:
			'Check the invitation in the application, or ask the recipient, before you send it again.',
	},
	sync: invitationSync,
	update: {
		action: 'Update an invitation',
		description: 'Update an invitation; fields that you do not add stay unchanged',
		endpoint: 'PATCH /invitations/{invitation_id}',
		retry: 'idempotent',
		carriesProperties: true,
		keepsProperties: '/invitations/{invitation_id}',
		optional: invitationUpdate,
		freeForm: true,
		simplified: INVITATION,
		hints: MANAGE_INVITATIONS,
		verify: { read: ['/invitations/{invitation_id}'], judge: hasSentValues },
	},
});
