import type { Field } from '../fields/field';
import { choice, choices, dateTime, text, choicesOf } from '../fields/makeField';

/** Fields of MailingCreate and MailingUpdate in the specification. */
export const template = text(
	'template_id',
	'Template ID',
	'UUID of the email template. Mailing > Get Many shows the templates of earlier mailings, with Output set to Everything.',
	{
		format: 'uuid',
	},
);

export const overrides: Field[] = [
	text('body_html_override', 'Body HTML Override', 'HTML to send instead of the template’s body.', {
		rows: 6,
		nullable: true,
	}),
	text(
		'subject_override',
		'Subject Override',
		'Subject to use instead of the template’s subject, at most 255 characters.',
		{
			maxLength: 255,
			nullable: true,
		},
	),
];

export const sendingAddress = text(
	'sending_address_id',
	'Sending Address ID',
	'UUID of the sending address.',
	{
		format: 'uuid',
		nullable: true,
	},
);

/** Fields of MailingFilters in the specification. */
export const audience: Field[] = [
	dateTime('added_after', 'Added After', 'Only invitations created after this time.', {
		nullable: true,
	}),
	choices('channels', 'Channels', 'Only invitations of these types; choose at least one.', [
		{ value: 'api', label: 'API' },
		{ value: 'csv', label: 'CSV' },
		{ value: 'personal', label: 'Personal' },
	]),
	choices(
		'completed',
		'Completed',
		'Whether the interview was completed; choose at least one.',
		choicesOf('yes', 'no'),
	),
	choice(
		'last_invited',
		'Last Invited',
		'How long ago the last delivery was attempted. Use Older Than for reminders.',
		[
			{ value: 'never', label: 'Never' },
			{ value: 'older_than_1_month', label: 'Older Than 1 Month' },
			{ value: 'older_than_7_days', label: 'Older Than 7 Days' },
		],
	),
];
