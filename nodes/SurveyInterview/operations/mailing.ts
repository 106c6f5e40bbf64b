import {
	MAILING,
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
	MAILING_RECIPIENT,
} from '../facts/mailingFacts';
import { type Field, choice, choices, choicesOf, dateTime, record, text } from '../fields/field';
import { statusFilter } from '../filters/filter';
import { isObject, type JsonObject } from '../records/json';
import { oneLine, counted } from '../records/scalars';
import { isStats, isStill } from './proof';
import { resource } from './resource';
import { hasStarted, hasStatus, isUnscheduled } from './verification';

/** Fields of MailingCreate and MailingUpdate in the specification. */
const template = record(
	'template_id',
	'Template ID',
	'The templates of the survey’s mailings. The application shows the IDs of others, such as in the address of a page.',
	{ record: 'template' },
);

const overrides: Field[] = [
	text('body_html_override', 'Body HTML Override', 'HTML to send instead of the template’s body.', {
		rows: 6,
		nullable: true,
	}),
	text(
		'subject_override',
		'Subject Override',
		'Subject to use instead of the template’s subject, at most 255 characters.',
		{ maxLength: 255, nullable: true },
	),
];

const sendingAddress = text(
	'sending_address_id',
	'Sending Address ID',
	'UUID of the sending address.',
	{ format: 'uuid', nullable: true },
);

/** A person must choose: a mailing whose filters were lost on the way would reach more people. */
const AUDIENCE = choice(
	'audience',
	'Audience',
	'Whom the mailing is for.',
	[
		{ value: '', label: 'Not Chosen Yet' },
		{ value: 'filtered', label: 'Filtered', help: 'Add at least one filter below' },
		{
			value: 'unfiltered',
			label: 'Without Filters',
			help: 'Send no filters. Last Invited is Never unless a filter says otherwise.',
		},
	],
	{ unsent: true },
);

/** Fields of MailingFilters in the specification. */
const audienceFields: Field[] = [
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

/** The object in which a mailing has its filters. */
const AUDIENCE_FILTERS = { key: 'filters', label: 'Filters', fields: audienceFields };

/** Why the choice of the audience and the filters cannot both be meant, in one sentence. */
function audienceProblem(added: JsonObject, body: JsonObject): string | undefined {
	const { audience, filters } = body;
	const hasFilter = isObject(filters) && Object.values(filters).some((value) => value !== null);
	if (hasFilter === (audience === 'filtered')) return filterProblem(added, body);
	return hasFilter
		? 'Audience is Without Filters, but there are filters: remove them, or choose Filtered.'
		: 'Audience is Filtered, but no filter has a value: add one, or choose Without Filters.';
}

/** A misspelt filter would be ignored, and the mailing would reach more people. */
function filterProblem(_added: JsonObject, body: JsonObject): string | undefined {
	const names = audienceFields.map(({ name }) => name);
	const { filters = null } = body;
	const given = Object.keys(isObject(filters) ? filters : {});
	const isForm = filters === null || given.length > 0;
	const wrong =
		given.find((key) => !names.includes(key)) ??
		Object.keys(body).find((key) => /^_?filter/i.test(key) && key !== 'filters') ??
		(isForm ? undefined : JSON.stringify(filters));
	return wrong === undefined
		? undefined
		: `Additional Fields (JSON): “${oneLine(wrong, 50)}” is no filter. Write {"filters": {…}} with ${names.join(', ')}.`;
}

/** For whom a mailing is by what was sent, and how many they are where the answer tells. */
function audienceSentence({ filters }: JsonObject, record: JsonObject): string {
	const { last_invited = 'never (the default)', ...others } = isObject(filters) ? filters : {};
	const words = Object.entries({ ...others, last_invited })
		.map(([name, value]) =>
			`${name} ${value === null ? 'any' : String(value)}`.replaceAll('_', ' '),
		)
		.join('; ');
	const count = Number(record.total_count ?? 0);
	// Some services count the recipients only when they send to them.
	const skipped = Number(record.skipped_count ?? 0);
	const but = skipped > 0 ? `, of whom ${counted(skipped)} will get no email` : '';
	const recipients = count > 0 ? ` It has ${counted(count, 'recipient')}${but}.` : '';
	return `The mailing is for: ${isObject(filters) ? '' : 'no filters, '}${words}.${recipients}`;
}

const checkStats =
	'Check its status and counts with Mailing > Get and Mailing > Get Stats before you send it again.';

const isUnsent = isStill(MAILING, 'status', 'unsent', 'draft', 'failed');
const isScheduled = isStill(MAILING, 'status', 'scheduled');
/** Neither of a mailing that is paused, nor of one that goes on. */
const NOT_BEGUN = ['unsent', 'draft', 'failed', 'scheduled'];

export const mailing = resource('mailing', MAILING, {
	create: {
		action: 'Create mailing without sending it',
		description: 'Create a mailing to an audience of a survey; sends no email',
		endpoint: 'POST /surveys/{survey_id}/mailings',
		retry: 'create',
		notice:
			'Each item creates a mailing. To create only one, turn on Execute Once in the settings of the node.',
		required: [template, AUDIENCE],
		optional: [...overrides, sendingAddress],
		nested: { ...AUDIENCE_FILTERS, shownFor: { audience: ['filtered'] } },
		problem: audienceProblem,
		says: audienceSentence,
		body: 'required',
		howToCheck: 'Before you create it again, look for it with Mailing > Get Many.',
	},
	delete: {
		action: 'Permanently delete unsent mailing',
		description: 'Delete a mailing that was not sent; this cannot be undone',
		endpoint: 'DELETE /mailings/{mailing_id}',
		notice: 'Only an unsent mailing can be deleted; sent ones are kept for statistics.',
		refusedWhen: 'Only an unsent mailing can be deleted; sent ones are kept for statistics.',
	},
	get: {
		action: 'Get mailing with recipients',
		description: 'Get a mailing with its status and recipients',
		endpoint: 'GET /mailings/{mailing_id}',
		simplified: MAILING_WITH_RECIPIENTS,
		items: { from: 'pagesWithin', pageSize: 500, key: 'recipients' },
	},
	getAll: {
		action: 'Get many mailings',
		description: 'Get the mailings of a survey, with status and counts',
		endpoint: 'GET /surveys/{survey_id}/mailings',
		nodeFilters: [
			statusFilter(
				'Only mailings with one of these statuses; case does not matter. The service documents only sent and failed.',
				() => {
					const read = MAILING.reader();
					return (record) => [read(record, {}).status];
				},
			),
		],
	},
	getRecipients: {
		action: 'Get recipients of mailing',
		description:
			'Get the recipients of a mailing, an item each: whether the email was sent, and why not',
		endpoint: 'GET /mailings/{mailing_id}',
		simplified: MAILING_RECIPIENT,
		items: { from: 'pages', pageSize: 500, likely: ['recipients'] },
	},
	getStats: {
		action: 'Get delivery stats of mailing',
		description:
			'Get the delivery counts of a mailing, such as delivered, bounced and failed, with its status',
		endpoint: 'GET /mailings/{mailing_id}/stats',
		simplified: MAILING_STATS,
		proof: isStats,
	},
	pause: {
		action: 'Pause mailing',
		description:
			'Pause a mailing that is being sent; emails that were already sent are not affected',
		endpoint: 'POST /mailings/{mailing_id}/pause',
		retry: 'idempotent',
		effect: 'paused',
		unless: isStill(MAILING, 'status', 'sending', 'sent', ...NOT_BEGUN),
		verify: hasStatus('paused'),
	},
	resume: {
		action: 'Resume mailing irreversibly',
		description:
			'Continue sending a paused mailing to the recipients who have no email yet; it cannot be recalled',
		endpoint: 'POST /mailings/{mailing_id}/resume',
		retry: 'irreversible',
		notice:
			'This sends a real email to every recipient who does not have one yet. It cannot be recalled.',
		effect: 'resumed, and email sent',
		unless: isStill(MAILING, 'status', 'paused', ...NOT_BEGUN),
		howToCheck: checkStats,
	},
	send: {
		action: 'Send mailing irreversibly',
		description: 'Send a mailing to all its recipients immediately; it cannot be recalled',
		endpoint: 'POST /mailings/{mailing_id}/send',
		retry: 'irreversible',
		notice:
			'This sends a real email to every recipient of the mailing, from the workspace’s verified sending address. It cannot be recalled.',
		body: 'optional',
		hints: {
			insufficient_scope:
				'Sending needs a token with the scope mailings:write; invitations:write is not enough.',
		},
		effect: 'sent',
		// Additional Fields (JSON) may put it on a schedule.
		unless: (record, body) =>
			isUnsent(record) || (Object.keys(body).length === 0 && isScheduled(record)),
		verify: hasStarted,
		howToCheck: checkStats,
	},
	unschedule: {
		action: 'Cancel schedule of mailing',
		description: 'Cancel the schedule of a mailing; the mailing is kept',
		endpoint: 'POST /mailings/{mailing_id}/unschedule',
		retry: 'idempotent',
		unless: (record) => typeof record.scheduled_at === 'string' || isScheduled(record),
		effect: 'unscheduled',
		verify: isUnscheduled,
	},
	update: {
		action: 'Update unsent mailing',
		description: 'Update a mailing that was not sent; fields that you do not add stay unchanged',
		endpoint: 'PATCH /mailings/{mailing_id}',
		optional: [...overrides, { ...template, nullable: true }],
		nested: { ...AUDIENCE_FILTERS, nullable: true },
		problem: filterProblem,
		says: (body, record) => ('filters' in body ? audienceSentence(body, record) : undefined),
		refusedWhen: 'A mailing that was sent or has failed can no longer be changed.',
	},
});
