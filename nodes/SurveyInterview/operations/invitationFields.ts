import type { Field } from '../fields/field';
import { ASSUMED, dateTime, integer, map, text, list } from '../fields/makeField';

const EMAIL = 'The recipient’s e-mail address.';
const NAME = 'The recipient’s name.';
const EXTERNAL_ID =
	'Your own identifier of the recipient, for example the contact’s ID in the CRM.';
const NOTES = 'Notes about the recipient.';
const PROPERTIES = 'Values for the survey’s participant properties, by the property’s key.';

/** The recipient's address and name, which the specification names among the fields of a personal invite. */
export const recipientNamed: Field[] = [
	text('recipient_email', 'Recipient Email', EMAIL, {
		format: 'email',
		placeholder: 'name@email.com',
	}),
	text('recipient_name', 'Recipient Name', NAME),
];

/** The same where the body is not shown at all, as that of the public create. */
export const recipientAssumed: Field[] = recipientNamed.map((field) => ({
	...field,
	help: `${field.help} ${ASSUMED}`,
}));

/** What an invitation carries besides; in a body that is not shown these names are assumptions. Bounds are given for the update alone. */
export const invitationAssumed: Field[] = [
	dateTime('expires_at', 'Expires At', `When the link ends. ${ASSUMED}`),
	text('label', 'Label', `Name of the invitation in the application. ${ASSUMED}`),
	map('properties', 'Properties', `${PROPERTIES} ${ASSUMED}`),
	text('recipient_external_id', 'Recipient External ID', `${EXTERNAL_ID} ${ASSUMED}`),
	text('recipient_notes', 'Recipient Notes', `${NOTES} ${ASSUMED}`, { rows: 3 }),
];

/** What a shared link may carry: "includes optional maximum number of uses", whose name is not shown. */
export const sharedLinkAssumed: Field[] = [
	dateTime('expires_at', 'Expires At', `When the link ends. ${ASSUMED}`),
	text('label', 'Label', `Name of the link in the application. ${ASSUMED}`),
	integer('max_uses', 'Max Uses', `How often the link can be used at most. ${ASSUMED}`, {
		min: 1,
		default: 100,
	}),
];

const ONLY_PERSONAL = 'Only invitations of type personal, csv or api have it.';

/** InvitationUpdate: every field, bound and null (interface-spec, Invitation). */
export const invitationUpdate: Field[] = [
	list('allowed_origins', 'Allowed Origins', 'Web origins on which a popup may appear.', {
		nullable: true,
		placeholder: 'https://www.example.com',
	}),
	dateTime('expires_at', 'Expires At', 'When the link ends. Send as null to drop the expiry.', {
		nullable: true,
	}),
	text('label', 'Label', 'Name of the invitation, at most 120 characters.', {
		maxLength: 120,
		nullable: true,
	}),
	integer('max_uses', 'Max Uses', 'How often the link can be used, from 1 to 10,000,000.', {
		min: 1,
		max: 10_000_000,
		default: 1,
		nullable: true,
	}),
	map(
		'properties',
		'Properties',
		'Property values the invitation carries, by the property’s key.',
		{
			nullable: true,
		},
	),
	text('recipient_email', 'Recipient Email', `The recipient’s e-mail address. ${ONLY_PERSONAL}`, {
		format: 'email',
		placeholder: 'name@email.com',
		nullable: true,
	}),
	text(
		'recipient_external_id',
		'Recipient External ID',
		`Your own identifier of the recipient. ${ONLY_PERSONAL}`,
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
