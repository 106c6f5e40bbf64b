import type { Json } from '../dialects/dialect';
import type { Call } from '../http/operation';
import { audienceSize } from '../world/audience';
import type { MailingRecord, RecipientRecord, RecipientStatus } from '../world/records';

type Reading = Pick<Call<unknown, unknown>, 'world' | 'dialect'>;

/** MailingRead, as the specification shows it. */
export function mailingRead({ world, dialect }: Reading, one: MailingRecord): Json {
	const { time, optional } = dialect.writing;
	const counts = count(one.recipients ?? []);
	return {
		id: one.id,
		survey_id: one.surveyId,
		company_id: one.companyId,
		template_id: one.templateId,
		status: dialect.mailingWords[one.status],
		from_address: one.fromAddress,
		from_name: one.fromName,
		total_count: audienceSize(world, one),
		sent_count: counts.sent,
		failed_count: counts.failed,
		skipped_count: counts.skipped,
		started_at: time(one.startedAt),
		completed_at: time(one.completedAt),
		created_at: time(one.createdAt),
		filter_snapshot: dialect.shapes.filterSnapshot(one.filters),
		...optional(
			{
				sending_address_id: one.sendingAddressId,
				subject_override: one.subjectOverride,
				body_html_override: one.bodyHtmlOverride,
				scheduled_at: time(one.scheduledAt),
			},
			{
				sending_address_id: null,
				subject_override: null,
				body_html_override: null,
				scheduled_at: null,
			},
		),
	};
}

/** MailingDetail: the same, and one page of its recipients. */
export function mailingDetail(
	call: Reading,
	one: MailingRecord,
	limit: number,
	offset: number,
): Json {
	const { optional } = call.dialect.writing;
	const recipients = one.recipients ?? [];
	return {
		...mailingRead(call, one),
		recipients: recipients.slice(offset, offset + limit).map((each) => recipientRead(call, each)),
		...optional(
			{ recipients_total: recipients.length, is_test_send: one.testSend },
			{ recipients_total: 0, is_test_send: false },
		),
	};
}

function recipientRead({ dialect }: Reading, one: RecipientRecord): Json {
	const { time, optional } = dialect.writing;
	return {
		id: one.id,
		invitation_id: one.invitationId,
		status: dialect.recipientWords[one.status],
		skipped_reason: one.skippedReason,
		sent_at: time(one.sentAt),
		provider_message_id: one.providerMessageId,
		...optional(
			{ recipient_name: one.name, recipient_email: one.email },
			{ recipient_name: null, recipient_email: null },
		),
	};
}

/** MailingStats: delivery events, counted. Addresses that begin with bounce or complain do just that. */
export function mailingStats({ dialect }: Reading, one: MailingRecord): Json {
	const recipients = one.recipients ?? [];
	const counts = count(recipients);
	const mailed = recipients.filter(({ status }) => status === 'sent');
	const starting = (word: string) => mailed.filter(({ email }) => email?.startsWith(word)).length;
	const bounced = starting('bounce');
	const stats = {
		queued: counts.pending,
		sent: counts.sent,
		delivered: counts.sent - bounced,
		bounced,
		complained: starting('complain'),
		failed: counts.failed,
		total: recipients.length,
	};
	const zeros = Object.fromEntries(Object.keys(stats).map((key) => [key, 0]));
	return dialect.writing.optional(stats, zeros);
}

function count(recipients: readonly RecipientRecord[]): Record<RecipientStatus, number> {
	const counts = { pending: 0, sent: 0, failed: 0, skipped: 0 };
	for (const { status } of recipients) counts[status]++;
	return counts;
}
