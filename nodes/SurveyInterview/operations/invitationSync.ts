import { choice, dateTime, integer, list, text, toggle } from './field';
import { outputField, PROPERTIES_BY_KEY, propertiesAsColumns } from './nodeFields';
import type { SyncOperation } from './operation';

const MATCH_BY = choice(
	'matchBy',
	'How to find the existing invitation of a contact.',
	[
		{
			value: 'emailThenExternalId',
			label: 'Email, Then External ID',
			help: 'By email address, and by external ID where that finds nothing',
		},
		{ value: 'email', label: 'Email' },
		{ value: 'externalId', label: 'External ID' },
	],
	{ default: 'emailThenExternalId' },
);

const DRY_RUN = toggle(
	'dryRun',
	'Whether to only return what a real run would do, without changing anything',
	true,
);

const SYNC_OUTPUT = outputField(
	'How much to return of each contact',
	'A row for a table: what became of the contact, and its invitation',
	'Also what each change replaces, and the invitation as the service sent it',
);

/** Parameters that hold for the whole list, and not for one contact. They stand at several places of the form. */
export const SYNC_PARAMETERS = [MATCH_BY, DRY_RUN, SYNC_OUTPUT];

/** Parameters that identify a contact. */
export const CONTACT_KEYS = [
	text('recipient_email', 'The contact’s email address. Drag its field here from the input.', {
		format: 'recipientAddress',
		placeholder: 'e.g. name@email.com',
	}),
	text('recipient_external_id', 'Your own ID for the contact, such as its ID in your CRM.', {
		format: 'externalId',
		placeholder: 'e.g. 1024',
	}),
] as const;

const CONTACT_NAME = text('recipient_name', 'The contact’s name.', {
	format: 'name',
	placeholder: 'e.g. Ada Lovelace',
});

export const CONTACT_EXPIRY = dateTime(
	'expires_at',
	'When the link of a new invitation expires. Existing invitations keep their expiry.',
	{ label: 'Expires At (New Invitations)', endsRange: true, inFuture: true },
);

/** Fields of a contact in the collection Contact Fields. */
const MORE_CONTACT_FIELDS = [
	text('recipient_notes', 'Notes about the contact.', { rows: 3, format: 'aboutPerson' }),
	text(
		'label',
		'Name of the invitation in the application. For an existing invitation, at most 120 characters.',
		{ format: 'aboutPerson' },
	),
	PROPERTIES_BY_KEY,
	CONTACT_EXPIRY,
];

export const ALL_CONTACT_FIELDS = [...CONTACT_KEYS, CONTACT_NAME, ...MORE_CONTACT_FIELDS];

/** Options of the whole list; `sync/syncRun.ts` passes each value to the part that uses it. */
export const SYNC_OPTIONS = [
	list(
		'approvedSteps',
		'The stepId of each approved item of a dry run, as one list from an expression. A real run does only these steps.',
		{ reader: 'stepIds' },
	),
	choice(
		'createWith',
		'Which operation creates missing invitations. The first ones go one by one: if the service refuses five, no other is sent.',
		[
			{
				value: 'personal',
				label: 'Create Personal',
				help: 'The service documents email address and name for it. It is not repeated if the service does not answer.',
			},
			{
				value: 'public',
				label: 'Create or Get',
				help: 'The service does not document its fields, and keeps one invitation per email address or external ID',
			},
		],
	),
	integer(
		'maxCreates',
		'Protects against a wrong list: if more invitations than this would be created, nothing is changed.',
		{ min: 0, max: 10_000_000, default: 100, defaultOnlyProposed: true },
	),
	integer(
		'maxRevokePercent',
		'Protects against a wrong list: if more than this share of the survey’s open invitations would be revoked, nothing is changed. The limit is 10% even without this option.',
		{ label: 'Max Revoke (Percent)', min: 0, max: 100, default: 10 },
	),
	list(
		'neverCreateFor',
		'Email addresses or external IDs of people who opted out. One entry can contain several, separated by commas, semicolons or line breaks.',
		{ reader: 'optOuts', default: [] },
	),
	integer(
		'notInvitedWithin',
		'Leave out new people who were invited to another survey in so many days. Costs one request per survey of the token.',
		{ label: 'Not Invited Within (Days)', min: 1, default: 30, defaultOnlyProposed: true },
	),
	choice(
		'whenMissing',
		'What to do with open invitations of people who are not in the list.',
		[
			{ value: 'leave', label: 'Leave' },
			{
				value: 'revoke',
				label: 'Revoke',
				help: 'Disable their links, but only if it is certain that the person is not in the list',
			},
		],
		{ label: 'People No Longer in the List', default: 'leave' },
	),
	propertiesAsColumns(),
	choice(
		'propertiesMode',
		'What to do with properties that the contact does not have or leaves empty.',
		[
			{ value: 'merge', label: 'Merge by Key', help: 'Keep them' },
			{ value: 'replace', label: 'Replace', help: 'Remove them' },
		],
		{ label: 'Properties of an Invitation', default: 'merge' },
	),
	choice(
		'unknownProperties',
		'What to do if a contact has a value for a property that the survey does not have. If the survey’s properties cannot be read, the values are sent.',
		[
			{
				value: 'refuse',
				label: 'Change Nothing',
				help: 'Stop before the first change and name the key',
			},
			{ value: 'send', label: 'Send Them' },
		],
		{ default: 'refuse' },
	),
	toggle(
		'updateExisting',
		'Whether to update invitations that differ from their contact; only the fields that differ are sent',
		true,
	),
];

/**
 * The fields of Simplified: a row of a table. The invitation is not one object, which would make each row high, and the
 * properties become columns, unless Properties as Columns is off.
 */
const ROW_FIELDS = {
	action: 'string',
	row: 'integer?',
	name: 'string?',
	email: 'string?',
	external_id: 'string?',
	reason: 'string?',
	changes: 'string?',
	link: 'string?',
	id: 'string?',
	stepId: 'string?',
	properties: 'object',
} as const;

/** Fields that only Selected Fields returns, explained in `docs/sync.md` under *What becomes of each contact*. */
const ONLY_SELECTED = {
	survey_id: 'string',
	message: 'string',
	attempted: 'string',
	hint: 'string',
	code: 'string',
	status: 'integer',
	maybeDone: 'boolean',
	duplicateOf: 'integer',
	others: 'strings',
	summary: 'string',
} as const;

/** Brings the invitations of a survey in line with a list of contacts, one contact per input item. */
export const invitationSync: SyncOperation = {
	kind: 'sync',
	value: 'sync',
	name: 'Sync',
	action: 'Invite list of contacts and keep it in sync',
	description:
		'Match the invitations of a survey to a list of contacts: create missing ones and update those that differ; sends no email',
	notice:
		'Each input item is one contact. No email is sent. A dry run changes nothing and shows what a real run would do. New invitations may count toward the workspace’s participant allowance.',
	parameters: [MATCH_BY, ...CONTACT_KEYS, CONTACT_NAME],
	runParameters: [DRY_RUN],
	collection: {
		name: 'contactFields',
		label: 'Contact Fields',
		help: 'More fields of the contact. A field that is empty for a contact stays unchanged in the invitation.',
		fields: MORE_CONTACT_FIELDS,
	},
	options: SYNC_OPTIONS,
	outputField: SYNC_OUTPUT,
	fields: { ...ROW_FIELDS, ...ONLY_SELECTED },
	onlySelected: Object.keys(ONLY_SELECTED),
	requests:
		'`GET /surveys/{survey_id}/invitations`, `GET /surveys/{survey_id}` where contacts have properties, with *Not Invited Within* `GET /surveys` and the invitations of each, then only the writes needed',
};
