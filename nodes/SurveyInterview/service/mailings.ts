/** What follows from the facts of a mailing and of its recipients. The interface shows their keys. */
import { isObject, type JsonObject, objectIn } from './json';
import { millis } from './scalars';
import { MAILING_KIND, MAILING_RECIPIENT_KIND } from './kinds';
import { recordMessage } from './messages';
import { RecordReader, typesOf } from './reader';
import { type Simplified, simplifiedOf } from './simplified';
import { toCount } from './values';

/** A part of MailingRead (docs/interface.md, Mailings). */
export const MAILING = simplifiedOf(MAILING_KIND, { always: 'id' });

/** The templates of mailings, the last used first, each with the subject and the day of its latest mailing. */
export function templatesOf(mailingRecords: readonly unknown[]): JsonObject[] {
	const facts = mailingRecords.filter(isObject).map((one) => mailings.in(one));
	facts.sort((a, b) => (millis(b.created_at) ?? 0) - (millis(a.created_at) ?? 0));
	const templates = new Map<string, JsonObject>();
	for (const { template_id, subject_override, created_at } of facts) {
		const id = String(template_id);
		const later = templates.get(id);
		if (later) later.subject_override ??= subject_override;
		else templates.set(id, { id, subject_override, created_at });
	}
	return [...templates.values()];
}

/** A part of MailingRecipientRead (docs/interface.md, Mailings). */
export const MAILING_RECIPIENT = simplifiedOf(MAILING_RECIPIENT_KIND, {
	fields: { message: 'string', ...typesOf(MAILING_RECIPIENT_KIND.facts), mailing_id: 'string?' },
	message: recordMessage,
	always: 'id',
});

/** Words of services: the interface names no status of a recipient. */
const FAILED = /bounc|fail|skip|reject|undeliver|exclu|suppress|drop|block|invalid|error/;

/** Whether the email to a recipient bounced, failed or was skipped; a reason is given only then. */
export const hasFailed = ({ status, reason }: JsonObject): boolean =>
	(reason ?? null) !== null || FAILED.test(String(status ?? ''));

/** A part of MailingDetail, in which absent counts are 0. */
export const MAILING_WITH_RECIPIENTS: Simplified = {
	fields: {
		...MAILING.fields,
		is_test_send: 'boolean?',
		recipients_total: 'integer?',
		recipients: { list: typesOf(MAILING_RECIPIENT_KIND.facts), nullable: true },
	},
	more: [...MAILING.more, 'scheduled_at', 'completed_at', 'is_test_send'],
	reader: () => (record) => {
		const { recipients, is_test_send, recipients_total } = record;
		const absent = 'id' in record ? { flag: false, count: 0 } : { flag: null, count: null };
		return {
			...mailings.in(record),
			is_test_send: is_test_send ?? absent.flag,
			recipients_total: recipients_total ?? absent.count,
			recipients: Array.isArray(recipients)
				? recipients.map((one) => recipientReader.in(objectIn(one)))
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

/** MailingStats, in which an absent counter is 0. */
export const MAILING_STATS: Simplified = {
	fields: {
		status: 'string?',
		subject_override: 'string?',
		...Object.fromEntries(COUNTERS.map((name) => [name, 'integer?'] as const)),
		id: 'string?',
	},
	more: [],
	// The request names the mailing, so nothing is read for its ID.
	ofMailing: { id: [], status: ['status'], subject_override: ['subject_override'] },
	reader: () => (answer) => {
		const stats = statsIn(answer);
		return Object.fromEntries(
			COUNTERS.map((name) => [name, name in stats ? (toCount(stats[name]) ?? null) : 0]),
		);
	},
};

const mailings = new RecordReader(MAILING_KIND);
const recipientReader = new RecordReader(MAILING_RECIPIENT_KIND);
