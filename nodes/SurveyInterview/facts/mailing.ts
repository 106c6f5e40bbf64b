import { type Shape, isObject, type JsonObject } from '../records/json';
import { FactFinder, ofKind } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toCount, toId, toText, toTime, toWord } from './values';

/** By the end of a key that the interface names, how its value is read; any other is a text. */
const READ = { _at: toTime, _count: toCount, id: toId, status: toWord };

const FIELDS: Shape = {
	status: 'string?',
	subject_override: 'string?',
	total_count: 'integer?',
	sent_count: 'integer?',
	failed_count: 'integer?',
	skipped_count: 'integer?',
	scheduled_at: 'string?',
	started_at: 'string?',
	completed_at: 'string?',
	created_at: 'string?',
	id: 'string?',
	survey_id: 'string?',
};

export const MAILING_FACTS = keysOf('mailing', FIELDS);

/** A mailing: a part of MailingRead (docs/interface.md, Mailings). */
export const MAILING: Simplified = simplifiedBy(FIELDS, MAILING_FACTS, 'id');

const RECIPIENT: Shape = {
	recipient_name: 'string?',
	recipient_email: 'string?',
	status: 'string?',
	skipped_reason: 'string?',
	sent_at: 'string?',
	id: 'string?',
	invitation_id: 'string?',
};

/** A mailing with its recipients: a part of MailingDetail, where absent counts are 0. */
export const MAILING_WITH_RECIPIENTS: Simplified = {
	fields: {
		...FIELDS,
		is_test_send: 'boolean?',
		recipients_total: 'integer?',
		recipients: { list: RECIPIENT, nullable: true },
	},
	reader: () => (record) => {
		const { recipients, is_test_send, recipients_total } = record;
		const absent = 'id' in record ? { flag: false, count: 0 } : { flag: null, count: null };
		return {
			...mailings.in(record),
			is_test_send: is_test_send ?? absent.flag,
			recipients_total: recipients_total ?? absent.count,
			recipients: Array.isArray(recipients)
				? recipients.map((one) => recipientFinder.in(isObject(one) ? one : {}))
				: null,
		};
	},
};

const COUNTERS = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'total'];

/** MailingStats, or an object in the answer that holds it. */
const statsIn = (answer: JsonObject): JsonObject =>
	[answer, ...Object.values(answer).filter(isObject)].find(hasCounter) ?? answer;

/** Whether a record counts emails: `{failed: true}` does not. */
export const hasCounter = (record: JsonObject): boolean =>
	COUNTERS.some((name) => toCount(record[name]) !== undefined);

/** How many emails are at which point: MailingStats, in which an absent counter is 0. */
export const MAILING_STATS: Simplified = {
	fields: Object.fromEntries(COUNTERS.map((name) => [name, 'integer?'] as const)),
	reader: () => (answer) => {
		const stats = statsIn(answer);
		return Object.fromEntries(
			COUNTERS.map((name) => [name, name in stats ? (toCount(stats[name]) ?? null) : 0]),
		);
	},
};

/** Keys that the interface names. Services write the same time in several forms, and a status in any case. */
function keysOf(kind: string, shape: Shape) {
	const keys = Object.keys(shape).map((name) => ({
		name,
		at: [new RegExp(`^${name.replaceAll('_', '')}$`)],
		read: Object.entries(READ).find(([end]) => name.endsWith(end))?.[1] ?? toText,
	}));
	return ofKind(kind, keys);
}

const mailings = new FactFinder(MAILING_FACTS);
const recipientFinder = new FactFinder(keysOf('recipient', RECIPIENT));
