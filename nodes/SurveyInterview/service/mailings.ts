/** What follows from the facts of a mailing and of its recipients. The interface shows their keys. */
import { isObject, type JsonObject, objectIn } from './json';
import { millis } from './scalars';
import { MAILING_KIND, MAILING_RECIPIENT_KIND } from './kinds';
import { recordMessage } from './messages';
import { typesOf } from './reader';
import { type Simplified, simplifiedOf } from './simplified';
import { toCount } from './values';

/** A part of MailingRead (docs/interface.md, Mailings). */
export const MAILING = simplifiedOf(MAILING_KIND, { inEveryRecord: 'id' });

/** The templates of mailings, the last used first, each with the subject and the day of its latest mailing. */
export function templatesOf(mailingRecords: readonly unknown[]): JsonObject[] {
	const facts = mailingRecords.filter(isObject).map((mailing) => MAILING.read(mailing));
	facts.sort((a, b) => (millis(b.created_at) ?? 0) - (millis(a.created_at) ?? 0));
	const templates = new Map<string, JsonObject>();
	for (const { template_id, subject_override, created_at } of facts) {
		// A mailing without a template counts for the ID `null`, which pickers leave out, as it is no UUID.
		const id = String(template_id);
		const newerMailing = templates.get(id);
		if (newerMailing) newerMailing.subject_override ??= subject_override;
		else templates.set(id, { id, subject_override, created_at });
	}
	return [...templates.values()];
}

/** A part of MailingRecipientRead (docs/interface.md, Mailings). */
export const MAILING_RECIPIENT = simplifiedOf(MAILING_RECIPIENT_KIND, {
	// The record does not have it: it is the ID in the request.
	extraFields: { mailing_id: 'string?' },
	message: recordMessage,
	inEveryRecord: 'id',
});

/** Words of services: the interface names no status of a recipient. */
const FAILED_WORD = /bounc|fail|skip|reject|undeliver|exclu|suppress|drop|block|invalid|error/;

/** Whether the email to a recipient bounced, failed or was skipped; a reason is given only then. */
export const hasFailed = ({ status, reason }: JsonObject): boolean =>
	(reason ?? null) !== null || FAILED_WORD.test(String(status ?? ''));

/** Every mailing has an ID. Of an answer without one, absent values say nothing. */
const isMailing = (record: JsonObject): boolean => 'id' in record;

/** A part of MailingDetail: absent, `is_test_send` is false and `recipients_total` is 0. */
export const MAILING_WITH_RECIPIENTS: Simplified = {
	fields: {
		...MAILING.fields,
		is_test_send: 'boolean?',
		recipients_total: 'integer?',
		recipients: { list: typesOf(MAILING_RECIPIENT_KIND.facts), nullable: true },
	},
	onlySelected: [...MAILING.onlySelected, 'scheduled_at', 'completed_at', 'is_test_send'],
	read(record) {
		const { recipients, is_test_send, recipients_total } = record;
		return {
			...MAILING.read(record),
			is_test_send: is_test_send ?? (isMailing(record) ? false : null),
			recipients_total: recipients_total ?? (isMailing(record) ? 0 : null),
			recipients: Array.isArray(recipients)
				? recipients.map((recipient) => MAILING_RECIPIENT.read(objectIn(recipient)))
				: null,
		};
	},
};

const COUNTERS = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'total'];

/** MailingStats: the answer, or an object in it. */
const statsIn = (answer: JsonObject): JsonObject =>
	[answer, ...Object.values(answer).filter(isObject)].find(hasCounter) ?? answer;

/** Whether a record has a counter of emails; `{failed: true}` is not one. */
const hasCounter = (record: JsonObject): boolean =>
	COUNTERS.some((name) => toCount(record[name]) !== undefined);

/**
 * MailingStats, in which an absent counter is 0. Stats do not say which mailing they are of: `id` is the ID in the
 * request, and the status and the subject are read from the mailing itself (`parent`).
 */
export const MAILING_STATS: Simplified = {
	fields: {
		status: 'string?',
		subject_override: 'string?',
		...Object.fromEntries(COUNTERS.map((name) => [name, 'integer?'] as const)),
		id: 'string?',
	},
	onlySelected: [],
	parent: {
		record: 'mailing',
		fieldsThatNeed: { status: ['status'], subject_override: ['subject_override'] },
	},
	read(answer) {
		const stats = statsIn(answer);
		return Object.fromEntries(
			COUNTERS.map((name) => [name, name in stats ? (toCount(stats[name]) ?? null) : 0]),
		);
	},
};
