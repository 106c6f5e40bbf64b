/** Fields of MailingCreate and MailingUpdate, from the specification. */
import { type Field, choice, choices, choicesOf, dateTime, record, text } from './field';
import type { RunSentence } from './operation';
import { isObject, type JsonObject, objectIn } from '../service/json';
import { counted } from '../service/scalars';

export const template = record(
	'template_id',
	'The templates of the survey’s mailings. The application shows the IDs of others, such as in the address of a page.',
	{ record: 'template' },
);

export const templateOverrides: Field[] = [
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

/** Why an update with some filters is refused: the service may put its defaults in place of those that are not sent. */
export function partOfAudienceProblem({ filters }: JsonObject): string | undefined {
	if (!isObject(filters)) return undefined;
	const { completed, last_invited } = filters;
	return completed === undefined || last_invited === undefined
		? 'The filters of an update replace all filters of the mailing: also add Completed and Last Invited, as they are to be.'
		: undefined;
}

/** Why a filtered audience without a filter is refused. For an unfiltered one, the form shows no filters. */
export function audienceProblem({ audience, filters }: JsonObject): string | undefined {
	const hasFilter = Object.values(objectIn(filters)).some((value) => value !== null);
	return hasFilter || audience !== 'filtered'
		? undefined
		: 'Audience is Filtered, but no filter has a value: add one, or choose Without Filters.';
}

const LAST_INVITED: Record<string, string> = {
	never: 'never invited',
	older_than_7_days: 'last invited more than 7 days ago',
	older_than_1_month: 'last invited more than a month ago',
};
const COMPLETED: Record<string, string> = { no: 'not completed', yes: 'completed' };

/** Whom a mailing is for, by what was sent and by the number of people in the answer. */
export function audienceSentence({ filters }: JsonObject, mailing: JsonObject): RunSentence {
	const sentFilters = objectIn(filters);
	const { total_count: total, skipped_count: skipped } = mailing;
	const sentences = [`The mailing is for ${recipientsIn(total)}: ${filterWords(sentFilters)}.`];
	if (Number(skipped) > 0) sentences.push(`${counted(Number(skipped))} of them will get no email.`);
	if (total === 0) sentences.push('Check Mailing > Get Recipients before you send it.');
	// Whoever has chosen both values wants them. Also a person who was never invited may have completed, by a public link.
	const mayIncludeCompleted = sentFilters.completed === undefined;
	if (mayIncludeCompleted)
		sentences.push(
			'People who have completed the interview may be among them: to leave them out, set the filter Completed to No.',
		);
	return { sentence: sentences.join(' '), isWarning: total === 0 || mayIncludeCompleted };
}

/** @param total the number of people in the answer, if it has one */
function recipientsIn(total: unknown): string {
	if (total === 0) return 'nobody as far as the service has counted';
	if (typeof total === 'number') return counted(total, 'person', 'people');
	return 'everybody of the survey who fits';
}

/** The filters in words, such as `never invited, not completed`. */
function filterWords({ added_after, channels, completed, last_invited }: JsonObject): string {
	// Never is the service's default, as the specification says.
	const lastInvited = String(last_invited ?? 'never');
	return [
		LAST_INVITED[lastInvited] ?? `last invited ${lastInvited.replaceAll('_', ' ')}`,
		// With both values, which give "yes,no", it is no restriction.
		COMPLETED[String(completed)] ?? 'completed or not',
		...(channels ? [`invitations of type ${[channels].flat().join(', ')}`] : []),
		...(added_after ? [`invitations created after ${String(added_after)}`] : []),
	].join(', ');
}
