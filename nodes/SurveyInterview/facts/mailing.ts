import { isObject, type JsonObject } from '../records/json';
import type { Shape } from '../records/shapes';
import { mailingStatusWord } from './mailingStatus';
import type { Simplified } from './simplified';
import { toTime, wordFor } from './values';

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

/** A mailing: a part of MailingRead (docs/interface.md, Mailings). */
export const MAILING: Simplified = { fields: FIELDS, reader: () => mailingFacts };

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
			...mailingFacts(record),
			is_test_send: is_test_send ?? absent.flag,
			recipients_total: recipients_total ?? absent.count,
			recipients: Array.isArray(recipients)
				? recipients.map((one) => recipientFacts(isObject(one) ? one : {}))
				: null,
		};
	},
};

/** Statuses of a recipient. The interface names none; these are the words of this package. */
const recipientStatus = wordFor({
	pending: /^(pending|queued|waiting|scheduled)/,
	sent: /^(sent|delivered|accepted)/,
	failed: /^(failed|rejected|error)/,
	skipped: /^(skipped|excluded|omitted)/,
});

function recipientFacts(record: JsonObject): JsonObject {
	return picked({ ...record, status: recipientStatus(record.status) }, RECIPIENT);
}

const COUNTERS = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'total'];

/** How many emails are at which point: MailingStats, in which an absent counter is 0. */
export const MAILING_STATS: Simplified = {
	fields: Object.fromEntries(COUNTERS.map((name) => [name, 'integer?'] as const)),
	reader: () => (record) => {
		const absent = COUNTERS.some((name) => name in record) ? 0 : null;
		return Object.fromEntries(
			COUNTERS.map((name) => [name, name in record ? record[name] : absent]),
		);
	},
};

function mailingFacts(record: JsonObject): JsonObject {
	return picked({ ...record, status: mailingStatusWord(record.status) }, FIELDS);
}

/** Keys that the interface names, with times in one form: services write the same moment in several. */
function picked(record: JsonObject, shape: Shape): JsonObject {
	return Object.fromEntries(
		Object.keys(shape).map((name) => {
			const value = record[name] ?? null;
			return [name, name.endsWith('_at') ? (toTime(value) ?? null) : value];
		}),
	);
}
