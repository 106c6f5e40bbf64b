import { INVITATION } from '../facts/invitation';
import type { Field } from '../fields/field';
import { dateTime, integer, list, text } from '../fields/makeField';
import { PROPERTIES_BY_KEY } from './nodeFields';
import { MANAGE_INVITATIONS } from './invitationCreate';
import type { EndpointOperation } from './operation';
import { hasSentValues } from './verification';

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

export const updateInvitation: EndpointOperation = {
	kind: 'endpoint',
	value: 'update',
	name: 'Update',
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
};
