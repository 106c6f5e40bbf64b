/** A value's type in an output schema; `?` marks what may be null. */
export type Type = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'strings' | 'records';
/** A shape in brackets is that of each record of an array. */
export type Shape = { [key: string]: Type | `${Type}?` | Shape | [Shape] };

/** A record that the specification names but does not show: whatever comes is passed through. */
export const NOT_SHOWN: Shape = {};

/** What a delete or revoke puts out (a 204 has no body). */
export const DELETED: Shape = { success: 'boolean', id: 'string' };

/** InvitationRead (interface-spec, Invitation). */
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

/** MailingRead (interface-spec, Mailing). */
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

/** MailingDetail (interface-spec, Mailing). */
export const MAILING_DETAIL: Shape = {
	...MAILING_READ,
	recipients: 'records',
	recipients_total: 'integer',
	is_test_send: 'boolean',
};

/** MailingStats (interface-spec, Mailing). */
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

/** What an absent key means, by the specification ("default …"), for records that it shows. */
const DEFAULTS = new Map<Shape, { [key: string]: unknown }>([
	[INVITATION_READ, { status: 'open' }],
	[MAILING_DETAIL, { recipients_total: 0, is_test_send: false }],
	[MAILING_STATS, Object.fromEntries(Object.keys(MAILING_STATS).map((key) => [key, 0]))],
]);

/** A record with the keys that the service left out because they have their default. */
export function withDefaults<T extends { [key: string]: unknown }>(record: T, shape: Shape): T {
	const defaults = DEFAULTS.get(shape);
	if (!defaults) return record;
	// Something of which no key is known is not that record, and means nothing of the kind.
	const isKnown =
		Object.keys(record).length === 0 || Object.keys(shape).some((key) => key in record);
	if (!isKnown) return record;
	const absent = Object.entries(defaults).filter(([key]) => !(key in record));
	return absent.length === 0 ? record : { ...record, ...Object.fromEntries(absent) };
}
