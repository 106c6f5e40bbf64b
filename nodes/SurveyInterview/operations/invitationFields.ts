/**
 * The fields of an invitation, to create one and to update one, and a property's value as an update takes it. Sync has
 * fields of its own.
 */
import { objectIn } from '../service/json';
import { dateTime, type Field, integer, list, text, UNDOCUMENTED } from './field';
import { PROPERTIES_BY_KEY } from './nodeFields';

const recipientEmail = text('recipient_email', 'The recipient’s email address.', {
	format: 'recipientAddress',
	placeholder: 'e.g. name@email.com',
});
const recipientName = text('recipient_name', 'The recipient’s name.', { format: 'name' });
const externalId = text(
	'recipient_external_id',
	'Your own ID for the recipient, such as the contact’s ID in your CRM.',
	{ format: 'externalId' },
);
const notes = text('recipient_notes', 'Notes about the recipient.', {
	rows: 3,
	format: 'aboutPerson',
});

const withHelp = (field: Field, sentence: string): Field => ({
	...field,
	help: `${field.help} ${sentence}`,
});

/** The specification names the email address and the name for a personal invitation. */
export const recipientFields = [recipientEmail, recipientName, withHelp(externalId, UNDOCUMENTED)];

export const linkExpiry = dateTime('expires_at', `When the link expires. ${UNDOCUMENTED}`, {
	defaultOnlyProposed: true,
	endsRange: true,
	inFuture: true,
});

/** The interface does not show the bodies that create an invitation, so these names are assumptions. */
export const optionalFields = [
	linkExpiry,
	text('label', `Name of the invitation in the application. ${UNDOCUMENTED}`),
	PROPERTIES_BY_KEY,
	withHelp(notes, UNDOCUMENTED),
];

const ONLY_PERSONAL = 'Only for invitations of type personal, csv or api.';

/** InvitationUpdate in the specification, with its limits. Each field may be null. */
export const invitationUpdate = [
	list('allowed_origins', 'Web origins on which the popup may appear.', {
		placeholder: 'e.g. https://www.example.com',
	}),
	// A time in the past is a way to close the link now.
	dateTime('expires_at', 'When the link expires. Use Clear Fields to remove the expiry.', {
		endsRange: true,
	}),
	text('label', 'Name of the invitation, at most 120 characters.', { maxLength: 120 }),
	integer('max_uses', 'How many times the link can be used, from 1 to 10,000,000.', {
		min: 1,
		max: 10_000_000,
		default: 1,
	}),
	PROPERTIES_BY_KEY,
	...[recipientEmail, externalId, recipientName, notes].map((field) =>
		withHelp(field, ONLY_PERSONAL),
	),
].map((field): Field => ({ ...field, nullable: true }));

/** The properties of an invitation, as an update takes them; those without a value are left out. */
export function propertyTexts(properties: unknown): Map<string, string> {
	const filledEntries = Object.entries(objectIn(properties)).filter(([, value]) => value !== null);
	return new Map(filledEntries.map(([key, value]) => [key, textForUpdate(value)]));
}

/** The value of a property as text, because an update takes only text: the service may have stored a number. */
export function textForUpdate(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : (JSON.stringify(value) ?? '');
}
