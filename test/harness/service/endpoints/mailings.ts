import { z } from 'zod';
import type { Json } from '../dialects/dialect';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { AnyCall, Operation } from '../http/operation';
import { Refusal } from '../refusal';
import { CHANNELS } from '../world/records';
import type {
	MailingFilters,
	MailingRecord,
	MailingStatus,
	RecipientRecord,
	RecipientStatus,
	SurveyRecord,
} from '../world/records';
import { audienceSize, move, startSending, takeAudience } from '../world/sending';
import type { World } from '../world/world';
import { dateTime, nullableText, one, present, uuid, wholeNumber } from './fields';

const OF_SURVEY = '/surveys/{survey_id}/mailings';
const PATH = '/mailings/{mailing_id}';

const FILTERS = z
	.object({
		added_after: dateTime.nullable().optional(),
		channels: z.array(z.enum(CHANNELS)).min(1).optional(),
		completed: z
			.array(z.enum(['yes', 'no']))
			.min(1)
			.optional(),
		last_invited: z.enum(['never', 'older_than_7_days', 'older_than_1_month']).default('never'),
	})
	.transform((body) => ({
		addedAfter: body.added_after ?? null,
		channels: body.channels ?? null,
		completed: body.completed ?? null,
		lastInvited: body.last_invited,
	}));

/** MailingCreate of the specification. */
const MAILING_CREATE = z.object({
	template_id: uuid,
	filters: FILTERS.optional(),
	subject_override: z.string().max(255).nullable().optional(),
	body_html_override: nullableText.optional(),
	sending_address_id: uuid.nullable().optional(),
});

/** MailingUpdate: only supplied keys; a template or filters of null leave what is there. */
const MAILING_UPDATE = MAILING_CREATE.omit({ sending_address_id: true }).extend({
	template_id: uuid.nullable().optional(),
	filters: FILTERS.nullable().optional(),
});

export const mailingOperations: Operation[] = [
	operation('mailing.create', 'POST', OF_SURVEY, {
		scope: 'mailings:write',
		success: 201,
		body: () => MAILING_CREATE,
		run: (call) => {
			const draft = { ...EMPTY, ...draftOf(call.body) } as MailingDraft;
			return mailingRead(call, createMailing(call.world, findSurvey(call), draft));
		},
	}),
	operation('mailing.getAll', 'GET', OF_SURVEY, {
		scope: 'mailings:read',
		run: (call) =>
			call.world.mailings.of(findSurvey(call).id).map((mailing) => mailingRead(call, mailing)),
	}),
	operation('mailing.get', 'GET', PATH, {
		scope: 'mailings:read',
		query: {
			limit: one(wholeNumber(1, 500)).optional(),
			offset: one(wholeNumber(0)).optional(),
		},
		run: (call) => {
			const { limit = 100, offset = 0 } = call.query;
			return mailingDetail(call, mailing(call), limit, offset);
		},
	}),
	operation('mailing.update', 'PATCH', PATH, {
		scope: 'mailings:write',
		body: () => MAILING_UPDATE,
		run: (call) => mailingRead(call, updateMailing(call.world, mailing(call), draftOf(call.body))),
	}),
	operation('mailing.delete', 'DELETE', PATH, {
		scope: 'mailings:write',
		success: 204,
		run: (call) => {
			deleteOnce(call, call.id('mailing_id'), () => deleteMailing(call.world, mailing(call)));
		},
	}),
	operation('mailing.send', 'POST', `${PATH}/send`, {
		scope: 'mailings:write',
		body: () => z.object({ scheduled_at: dateTime.nullable().optional() }),
		bodyOptional: true,
		run: (call) =>
			mailingRead(call, sendMailing(call.world, mailing(call), call.body.scheduled_at ?? null)),
	}),
	operation('mailing.getStats', 'GET', `${PATH}/stats`, {
		scope: 'mailings:read',
		run: (call) => mailingStats(call, mailing(call)),
	}),
	operation('mailing.unschedule', 'POST', `${PATH}/unschedule`, {
		scope: 'mailings:write',
		run: (call) => mailingRead(call, unscheduleMailing(call.world, mailing(call))),
	}),
	operation('mailing.pause', 'POST', `${PATH}/pause`, {
		scope: 'mailings:write',
		run: (call) => mailingRead(call, pauseMailing(call.world, mailing(call))),
	}),
	operation('mailing.resume', 'POST', `${PATH}/resume`, {
		scope: 'mailings:write',
		run: (call) => mailingRead(call, resumeMailing(call.world, mailing(call))),
	}),
];

function mailing(call: AnyCall): MailingRecord {
	return find(call, 'mailing', call.world.mailings, call.id('mailing_id'));
}

/** MailingRead, as the specification shows it. */
function mailingRead({ world, dialect }: AnyCall, one: MailingRecord): Json {
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
function mailingDetail(call: AnyCall, one: MailingRecord, limit: number, offset: number): Json {
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

function recipientRead({ dialect }: AnyCall, one: RecipientRecord): Json {
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
function mailingStats({ dialect }: AnyCall, one: MailingRecord): Json {
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

export interface MailingDraft {
	templateId: string;
	filters: MailingFilters;
	subjectOverride: string | null;
	bodyHtmlOverride: string | null;
	sendingAddressId: string | null;
}

/** What a mailing has of which nothing is said: it goes to everybody who was never invited. */
export const EMPTY: Omit<MailingDraft, 'templateId'> = {
	filters: { addedAfter: null, channels: null, completed: null, lastInvited: 'never' },
	subjectOverride: null,
	bodyHtmlOverride: null,
	sendingAddressId: null,
};

function draftOf(body: Partial<z.infer<typeof MAILING_CREATE>> | z.infer<typeof MAILING_UPDATE>) {
	return present({
		templateId: body.template_id ?? undefined,
		filters: body.filters ?? undefined,
		subjectOverride: body.subject_override,
		bodyHtmlOverride: body.body_html_override,
		sendingAddressId: 'sending_address_id' in body ? body.sending_address_id : undefined,
	});
}

/** Sends nothing. */
export function createMailing(
	world: World,
	survey: SurveyRecord,
	draft: MailingDraft,
): MailingRecord {
	const record = world.mailings.add({
		...draft,
		id: world.random.uuid(),
		surveyId: survey.id,
		companyId: survey.workspaceId,
		status: 'unsent',
		fromAddress: 'surveys@example.com',
		fromName: world.workspaceName,
		scheduledAt: null,
		startedAt: null,
		completedAt: null,
		createdAt: world.now(),
		testSend: false,
		recipients: null,
		position: 0,
		resumedPosition: 0,
		resumedAt: 0,
	});
	if (world.choices.audienceTaken === 'at creation')
		record.recipients = takeAudience(world, record);
	world.note('created', 'mailing', record);
	return record;
}

function updateMailing(
	world: World,
	record: MailingRecord,
	changes: Partial<MailingDraft>,
): MailingRecord {
	const { status } = record;
	if (status === 'sent' || status === 'failed') {
		throw new Refusal('mailing terminal', `The mailing is ${status} and cannot be changed.`);
	}
	if (status === 'sending' || status === 'paused') {
		throw new Refusal('mailing not unsent', 'The mailing is being sent and cannot be changed.');
	}
	Object.assign(record, changes);
	if (changes.filters && record.recipients) record.recipients = takeAudience(world, record);
	world.note('updated', 'mailing', record);
	return record;
}

function deleteMailing(world: World, record: MailingRecord): void {
	if (record.status !== 'unsent') {
		throw new Refusal('mailing not unsent', 'Only an unsent mailing can be deleted.');
	}
	world.mailings.remove(record.id);
	world.note('deleted', 'mailing', record);
}

/** Dispatches real email, now or at the given time. */
export function sendMailing(
	world: World,
	record: MailingRecord,
	scheduledAt: number | null,
): MailingRecord {
	if (record.status !== 'unsent' && record.status !== 'scheduled') {
		throw new Refusal('mailing not unsent', 'The mailing has been sent, or is on its way.');
	}
	if (scheduledAt === null) return startSending(world, record);
	record.scheduledAt = scheduledAt;
	return move(world, record, 'scheduled');
}

function unscheduleMailing(world: World, record: MailingRecord): MailingRecord {
	if (isRepeated(world, record, 'unsent')) return record;
	if (record.status !== 'scheduled') {
		throw new Refusal('mailing not scheduled', 'The mailing is not on a schedule.');
	}
	record.scheduledAt = null;
	return move(world, record, 'unsent');
}

export function pauseMailing(world: World, record: MailingRecord): MailingRecord {
	if (isRepeated(world, record, 'paused')) return record;
	if (record.status !== 'sending') {
		throw new Refusal('mailing not sending', 'The mailing is not being sent.');
	}
	return move(world, record, 'paused');
}

/** Goes on where it stopped: emails leave again. */
function resumeMailing(world: World, record: MailingRecord): MailingRecord {
	if (isRepeated(world, record, 'sending')) return record;
	if (record.status !== 'paused') {
		throw new Refusal('mailing not paused', 'The mailing is not paused.');
	}
	record.resumedAt = world.now();
	record.resumedPosition = record.position;
	return move(world, record, 'sending');
}

function isRepeated(world: World, { status }: MailingRecord, wanted: MailingStatus): boolean {
	return status === wanted && world.choices.repeatedAction === 'answered';
}
