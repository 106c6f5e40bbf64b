import type { JsonObject } from './json';

/** A value's type in an output schema; `?` marks what may be null. */
export type Type = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'strings' | 'records';
/** A shape in brackets is that of each record of an array. */
export type Shape = { [key: string]: Type | `${Type}?` | Shape | [Shape] };

/** A record that the interface names but does not show: it is passed through as it comes. */
export const NOT_SHOWN: Shape = {};

/** What a delete or revoke puts out (a 204 has no body). */
export const DELETED: Shape = { success: 'boolean', id: 'string' };

/** The item of an operation without a record in its answer: n8n users expect an item after a delete. */
export function doneItem(id: string | undefined): JsonObject {
	return id === undefined ? { success: true } : { success: true, id };
}

/** InvitationRead (docs/interface.md, Invitations). */
export const INVITATION_READ: Shape = {
	id: 'string',
	survey_id: 'string',
	type: 'string',
	token: 'string',
	label: 'string?',
	batch_id: 'string?',
	recipient_email: 'string?',
	recipient_name: 'string?',
	recipient_external_id: 'string?',
	recipient_notes: 'string?',
	properties: 'object',
	expires_at: 'string?',
	max_uses: 'integer',
	used_count: 'integer',
	anonymous: 'boolean',
	created_at: 'string',
	allowed_origins: 'strings',
	status: 'string',
	created_by_email: 'string?',
	invitation_link_id: 'string?',
};

/** MailingRead (docs/interface.md, Mailings). */
export const MAILING_READ: Shape = {
	id: 'string',
	survey_id: 'string',
	company_id: 'string',
	template_id: 'string',
	sending_address_id: 'string?',
	status: 'string',
	subject_override: 'string?',
	body_html_override: 'string?',
	from_address: 'string',
	from_name: 'string',
	total_count: 'integer',
	sent_count: 'integer',
	failed_count: 'integer',
	skipped_count: 'integer',
	scheduled_at: 'string?',
	started_at: 'string?',
	completed_at: 'string?',
	created_at: 'string',
	filter_snapshot: 'object',
};

/** MailingDetail (docs/interface.md, Mailings). */
export const MAILING_DETAIL: Shape = {
	...MAILING_READ,
	recipients: 'records',
	recipients_total: 'integer',
	is_test_send: 'boolean',
};

/** MailingStats (docs/interface.md, Mailings). */
export const MAILING_STATS: Shape = {
	queued: 'integer',
	sent: 'integer',
	delivered: 'integer',
	bounced: 'integer',
	complained: 'integer',
	failed: 'integer',
	total: 'integer',
};

/** SurveyDetailRead: only `locked_fields` is named as a key. */
export const SURVEY_DETAIL: Shape = { locked_fields: 'strings' };

/** What an absent key means, for records that the interface shows. */
const DEFAULTS = new Map<Shape, JsonObject>([
	[INVITATION_READ, { status: 'open' }],
	[MAILING_DETAIL, { recipients_total: 0, is_test_send: false }],
	[MAILING_STATS, Object.fromEntries(Object.keys(MAILING_STATS).map((key) => [key, 0]))],
]);

/** Adds the keys that the service left out because they have their default. */
export function withDefaults<T extends JsonObject>(record: T, shape: Shape): T {
	const defaults = DEFAULTS.get(shape);
	if (!defaults) return record;
	// An object without any known key is not that record, so the defaults do not apply to it.
	const isKnown =
		Object.keys(record).length === 0 || Object.keys(shape).some((key) => key in record);
	if (!isKnown) return record;
	const absent = Object.entries(defaults).filter(([key]) => !(key in record));
	return absent.length === 0 ? record : { ...record, ...Object.fromEntries(absent) };
}
