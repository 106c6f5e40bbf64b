import { type Field, choice, choices, choicesOf, dateTime, record, text } from '../fields/field';
import { isObject, type JsonObject } from '../records/json';
import { counted, oneLine } from '../records/scalars';

/** Of MailingCreate and MailingUpdate in the specification. */
export const template = record(
	'template_id',
	'The templates of the survey’s mailings. The application shows the IDs of others, such as in the address of a page.',
	{ record: 'template' },
);

export const overrides: Field[] = [
	text('body_html_override', 'HTML to send instead of the template’s body.', {
		label: 'Body HTML Override',
		rows: 6,
		nullable: true,
	}),
	text(
		'subject_override',
		'Subject to use instead of the template’s subject, at most 255 characters.',
		{ maxLength: 255, nullable: true },
	),
];

export const sendingAddress = text('sending_address_id', 'UUID of the sending address.', {
	format: 'uuid',
	nullable: true,
});

/** Without a default, because a mailing whose filters were forgotten would reach more people. */
export const AUDIENCE = choice(
	'audience',
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

/** MailingFilters in the specification. */
const audienceFields: Field[] = [
	dateTime('added_after', 'Only invitations created after this time.', {
		nullable: true,
	}),
	choices(
		'channels',
		'Only invitations of these types; choose at least one.',
		choicesOf('api', 'csv', 'personal'),
	),
	choices(
		'completed',
		'Whether the interview was completed; choose at least one.',
		choicesOf('yes', 'no'),
	),
	choice(
		'last_invited',
		'How long ago the last delivery was attempted. Use Older Than for reminders.',
		[
			{ value: 'never', label: 'Never' },
			{ value: 'older_than_1_month', label: 'Older Than 1 Month' },
			{ value: 'older_than_7_days', label: 'Older Than 7 Days' },
		],
	),
];

export const AUDIENCE_FILTERS = { key: 'filters', label: 'Filters', fields: audienceFields };

/** Refuses an audience and filters that contradict each other. */
export function audienceProblem(added: JsonObject, body: JsonObject): string | undefined {
	const { audience, filters } = body;
	const hasFilter = isObject(filters) && Object.values(filters).some((value) => value !== null);
	if (hasFilter === (audience === 'filtered')) return filterProblem(added, body);
	return hasFilter
		? 'Audience is Without Filters, but there are filters: remove them, or choose Filtered.'
		: 'Audience is Filtered, but no filter has a value: add one, or choose Without Filters.';
}

/** Refuses an unknown filter: the service would ignore it, and the mailing would reach more people. */
export function filterProblem(_added: JsonObject, body: JsonObject): string | undefined {
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

/** The audience of a mailing, by what was sent, and the number of its recipients, if the answer has it. */
export function audienceSentence({ filters }: JsonObject, record: JsonObject): string {
	const { last_invited = 'never (the default)', ...others } = isObject(filters) ? filters : {};
	const words = Object.entries({ ...others, last_invited })
		.map(([name, value]) =>
			`${name} ${value === null ? 'any' : String(value)}`.replaceAll('_', ' '),
		)
		.join('; ');
	const [count, skipped] = [Number(record.total_count ?? 0), Number(record.skipped_count ?? 0)];
	const but = skipped > 0 ? `, of whom ${counted(skipped)} will get no email` : '';
	// Some services count the recipients only when they send.
	const recipients = count > 0 ? ` It has ${counted(count, 'recipient')}${but}.` : '';
	return `The mailing is for: ${isObject(filters) ? '' : 'no filters, '}${words}.${recipients}`;
}
