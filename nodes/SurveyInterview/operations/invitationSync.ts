import { INVITATION } from '../facts/invitation';
import { choice, dateTime, integer, list, text, toggle } from '../fields/makeField';
import { PROPERTIES_BY_KEY } from '../fields/propertyFields';
import type { BatchOperation } from './operation';

const MATCH_BY = choice(
	'matchBy',
	'Match By',
	'How a contact finds the invitation that it already has.',
	[
		{
			value: 'externalIdThenEmail',
			label: 'External ID, Then Email',
			help: 'By external ID where there is one, else by email address',
		},
		{ value: 'email', label: 'Email' },
		{ value: 'externalId', label: 'External ID' },
	],
	{ default: 'externalIdThenEmail' },
);

const DRY_RUN = toggle(
	'dryRun',
	'Dry Run',
	'Whether to change nothing, and only return what a real run would do',
	true,
);

/** Parameters that hold for the whole list. */
export const SYNC_PARAMETERS = [MATCH_BY, DRY_RUN] as const;

/** Parameters that identify the contact of an item. */
export const CONTACT_KEYS = [
	text(
		'recipient_email',
		'Recipient Email',
		'The contact’s email address: drag its field here from the input.',
		{
			placeholder: 'name@email.com',
		},
	),
	text(
		'recipient_external_id',
		'Recipient External ID',
		'Your own identifier of the contact, for example its ID in the CRM.',
		{ placeholder: 'e.g. 1024' },
	),
] as const;

/** What else of the contact of an item stands in the form. */
export const CONTACT_DETAILS = [
	text('recipient_name', 'Recipient Name', 'The contact’s name.', {
		placeholder: 'e.g. Ada Lovelace',
	}),
] as const;

/** Further values of the contact of an item. */
export const CONTACT_FIELDS = [
	text('recipient_notes', 'Recipient Notes', 'Notes about the contact.', { rows: 3 }),
	text(
		'label',
		'Label',
		'Name of the invitation in the application. An invitation that exists takes at most 120 characters.',
	),
	PROPERTIES_BY_KEY,
	dateTime(
		'expires_at',
		'Expires At (New Invitations)',
		'When the link of an invitation that is created ends. Invitations that exist keep theirs.',
	),
] as const;

/** Options of the whole list. `sync/run.ts` takes each value and hands it to the part that uses it. */
export const SYNC_OPTIONS = [
	list(
		'approvedSteps',
		'Approved Steps',
		'The stepId of each item that somebody approved in the output of a dry run, as one list from an expression. In a real run, what is not among them is not done, and its item says so.',
		{ reader: 'stepIds' },
	),
	choice(
		'createWith',
		'Create With',
		'Which operation creates who is missing. The names of the fields of Create or Get are assumptions, so the first invitation of a survey is looked at before others are created.',
		[
			{
				value: 'public',
				label: 'Create or Get',
				help: 'The service itself keeps one invitation for an email address or external ID',
			},
			{
				value: 'personal',
				label: 'Create Personal',
				help: 'Does not use the public endpoint, and cannot be repeated when no answer came',
			},
		],
		{ default: 'public' },
	),
	integer(
		'maxCreates',
		'Max Creates',
		'A guard against a wrong list: if more invitations than this would be created, nothing is done. Without this option there is no limit.',
		{ min: 0, max: 10_000_000, default: 100, whenAbsent: 'unset' },
	),
	integer(
		'maxRevokePercent',
		'Max Revoke (Percent)',
		'A guard against a wrong list: if more than this share of the survey’s open invitations would be revoked, nothing is done. 10 % also without this option.',
		{ min: 0, max: 100, default: 10 },
	),
	list(
		'neverCreateFor',
		'Never Create For',
		'Email addresses or external IDs of people who opted out. Commas, semicolons and line breaks separate several in one entry.',
		{ reader: 'optOuts', default: [] },
	),
	choice(
		'whenMissing',
		'People No Longer in the List',
		'What becomes of open invitations whose person the list does not hold.',
		[
			{ value: 'leave', label: 'Leave' },
			{
				value: 'revoke',
				label: 'Revoke',
				help: 'Ends their links; where it cannot be told for sure who is in the list, they stay',
			},
		],
		{ default: 'leave' },
	),
	choice(
		'propertiesMode',
		'Properties of an Invitation',
		'What happens to those that the contact does not name, or leaves empty.',
		[
			{ value: 'merge', label: 'Merge by Key', help: 'They stay' },
			{ value: 'replace', label: 'Replace', help: 'They go' },
		],
		{ default: 'merge' },
	),
	choice(
		'unknownProperties',
		'Unknown Properties',
		'What happens when a contact has a value for a property that the survey does not have. Where the survey’s properties cannot be read, the values are sent.',
		[
			{
				value: 'refuse',
				label: 'Change Nothing',
				help: 'The run ends before the first change and names the key',
			},
			{ value: 'send', label: 'Send Them' },
		],
		{ default: 'refuse' },
	),
	toggle(
		'updateExisting',
		'Update Existing',
		'Whether to change invitations that differ from their contact; only the keys that differ are sent',
		true,
	),
] as const;

/** Sync: brings the invitations of a survey in line with a list of contacts, one contact per input item. */
export const invitationSync: BatchOperation = {
	kind: 'batch',
	value: 'sync',
	name: 'Sync',
	action: 'Invite a list of contacts and keep it in sync',
	description:
		'Bring the invitations of a survey in line with a list of contacts: invite who is missing, correct what differs; sends no email',
	notice:
		'One input item is one contact. No email is sent. A dry run shows what would be done, and changes nothing. Each invitation that is created counts toward the workspace’s participant allowance.',
	parameters: [MATCH_BY, ...CONTACT_KEYS, ...CONTACT_DETAILS],
	carriesProperties: true,
	runParameters: [DRY_RUN],
	collection: {
		name: 'contactFields',
		label: 'Contact Fields',
		help: 'What else is known of the contact. A field that is empty for a contact stays as it is in the invitation.',
		fields: [...CONTACT_FIELDS],
	},
	options: [...SYNC_OPTIONS],
	concurrency: { default: 5, max: 10 },
	output: {
		action: 'string',
		recipient: 'string',
		reason: 'string?',
		link: 'string?',
		summary: 'string',
		dryRun: 'boolean',
		changed: 'strings',
		changes: 'object',
		others: 'strings',
		duplicateOf: 'integer',
		attempted: 'string',
		hint: 'string',
		code: 'string',
		status: 'integer',
		maybeDone: 'boolean',
		invitation: { object: INVITATION.fields, nullable: true },
		stepId: 'string',
	},
	requests:
		'`GET /surveys/{survey_id}/invitations`, `GET /surveys/{survey_id}` where contacts have properties, then only the writes needed',
};
