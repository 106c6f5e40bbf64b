/** Facts of records that the interface shows: a part of each, under its own names. */
import type { JsonObject } from '../records/json';
import { invitationStatus } from '../records/record';
import { FactFinder, type Fact } from './fact';
import { mailingStatusWord } from './mailingStatus';
import { toText, toTime } from './values';

const INVITATION = [
	'recipient_name',
	'recipient_email',
	'recipient_external_id',
	'link',
	'status',
	'type',
	'label',
	'properties',
	'used_count',
	'max_uses',
	'expires_at',
	'created_at',
	'id',
	'survey_id',
];

/** The participant's link, which only the answers that make one carry; the secret alone is no link. */
export const LINK_FACTS: readonly Fact[] = [
	{
		name: 'link',
		type: 'string?',
		at: [
			/^(participant|invitation|invite|interview|survey|personal)?(link|url)$/,
			/^(participant|invitation|invite|interview|survey|personal)?(link|url)\.(href|url|link)$/,
			/^links?\.(participant|invitation|interview|self)(\.(href|url))?$/,
		],
		read: (value) => (/^https?:\/\//i.test(toText(value) ?? '') ? value : undefined),
	},
];
const links = new FactFinder(LINK_FACTS);

/**
 * The facts of an invitation. Where the answer has it in an object, what stands around it is read for the link.
 */
export function invitationFacts(record: JsonObject, around: JsonObject = record): JsonObject {
	const { link } = links.in(around);
	const facts = { ...record, link, status: invitationStatus(record) };
	return pick(facts, INVITATION);
}

const MAILING = [
	'status',
	'subject_override',
	'total_count',
	'sent_count',
	'failed_count',
	'skipped_count',
	'scheduled_at',
	'started_at',
	'completed_at',
	'created_at',
	'id',
	'survey_id',
];

/** The facts of a mailing. */
export function mailingFacts(record: JsonObject): JsonObject {
	return pick({ ...record, status: mailingStatusWord(record.status) }, MAILING);
}

function pick(record: JsonObject, names: readonly string[]): JsonObject {
	return Object.fromEntries(names.map((name) => [name, inOneForm(name, record[name])]));
}

/** Times in one form: services write the same moment in several. */
function inOneForm(name: string, value: unknown): unknown {
	return (name.endsWith('_at') ? toTime(value) : undefined) ?? value ?? null;
}
