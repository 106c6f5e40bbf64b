/** What the service remembers. Times are milliseconds on the service's clock. */

export const METRIC_TYPES = ['nps', 'enps', 'csat', 'ces', 'scale'] as const;
export type MetricType = (typeof METRIC_TYPES)[number];

export interface SurveyRecord {
	id: string;
	workspaceId: string;
	name: string;
	goal: string | null;
	metricType: MetricType;
	scaleMin: number;
	scaleMax: number;
	interviewLocale: string;
	anonymous: boolean;
	closed: boolean;
	createdAt: number;
}

export interface PropertyRecord {
	id: string;
	surveyId: string;
	key: string;
	label: string;
	options: string[];
	createdAt: number;
}

/** A theme; the specification's paths and records also call it a topic category. */
export interface ThemeRecord {
	id: string;
	surveyId: string;
	name: string;
	description: string | null;
	implicit: boolean;
	archived: boolean;
	createdAt: number;
}

export interface TopicRecord {
	id: string;
	surveyId: string;
	categoryId: string;
	name: string;
}

export const INVITATION_TYPES = ['personal', 'csv', 'api', 'shared_link', 'popup', 'test'] as const;
export type InvitationType = (typeof INVITATION_TYPES)[number];
export type InvitationStatus = 'open' | 'used' | 'expired';

/** The types that carry a recipient, which are also the channels of a mailing. */
export const CHANNELS = ['personal', 'csv', 'api'] as const;
export type Channel = (typeof CHANNELS)[number];

export function hasRecipient(type: InvitationType): type is Channel {
	return (CHANNELS as readonly InvitationType[]).includes(type);
}

export type PropertyValues = Readonly<Record<string, string>>;

export interface InvitationRecord {
	id: string;
	surveyId: string;
	type: InvitationType;
	token: string;
	label: string | null;
	batchId: string | null;
	recipientEmail: string | null;
	recipientName: string | null;
	recipientExternalId: string | null;
	recipientNotes: string | null;
	properties: PropertyValues;
	expiresAt: number | null;
	maxUses: number;
	usedCount: number;
	createdAt: number;
	allowedOrigins: string[];
	createdByEmail: string | null;
	invitationLinkId: string | null;
	revoked: boolean;
	/** Revoked because a fresh invitation took its place: its recipient was invited once. */
	replaced?: boolean;
	lastAttemptAt: number | null;
}

/** The largest cap that the interface knows; max_uses is never null, so it stands for "no cap". */
export const NO_CAP = 10_000_000;

export function statusOf(
	{ revoked, expiresAt, usedCount, maxUses }: InvitationRecord,
	now: number,
): InvitationStatus {
	if (revoked || (expiresAt !== null && expiresAt <= now)) return 'expired';
	return usedCount >= maxUses ? 'used' : 'open';
}

export type RespondentStatus = 'started' | 'completed' | 'erased';
export type Speaker = 'interviewer' | 'participant';

export interface MessageRecord {
	id: string;
	speaker: Speaker;
	text: string;
	at: number;
}

export interface RespondentRecord {
	id: string;
	surveyId: string;
	invitationId: string | null;
	name: string | null;
	email: string | null;
	externalId: string | null;
	properties: PropertyValues;
	status: RespondentStatus;
	score: number | null;
	startedAt: number;
	completedAt: number | null;
	/** When the respondent's own details were last changed or erased, if ever. */
	updatedAt?: number;
	/** What else the record says, as it goes out: `{ participant_email: 'ada@example.com' }`. Erasing ends it. */
	alsoSays?: Record<string, unknown>;
	/** null: a seeded person, whose transcript is made up when it is read (100,000 of them stay cheap). */
	messages: MessageRecord[] | null;
}

export type Sentiment = 'positive' | 'neutral' | 'negative';

/** One topic tagged on one answer. */
export interface QuoteRecord {
	id: string;
	topicId: string;
	respondentId: string;
	messageId: string;
	text: string;
	sentiment: Sentiment;
	at: number;
}

export interface MailingFilters {
	addedAfter: number | null;
	channels: readonly Channel[] | null;
	completed: ReadonlyArray<'yes' | 'no'> | null;
	lastInvited: 'never' | 'older_than_7_days' | 'older_than_1_month';
}

export type MailingStatus = 'unsent' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'failed';
export type RecipientStatus = 'pending' | 'sent' | 'failed' | 'skipped';

export interface RecipientRecord {
	id: string;
	invitationId: string;
	name: string | null;
	email: string | null;
	status: RecipientStatus;
	skippedReason: string | null;
	sentAt: number | null;
	providerMessageId: string | null;
}

export interface MailingRecord {
	id: string;
	surveyId: string;
	companyId: string;
	templateId: string;
	sendingAddressId: string | null;
	status: MailingStatus;
	subjectOverride: string | null;
	bodyHtmlOverride: string | null;
	fromAddress: string;
	fromName: string;
	filters: MailingFilters;
	scheduledAt: number | null;
	startedAt: number | null;
	completedAt: number | null;
	createdAt: number;
	testSend: boolean;
	/** null until the audience is taken. */
	recipients: RecipientRecord[] | null;
	/** How many recipients are dealt with, and how many were when the sending last went on, and when. */
	position: number;
	resumedPosition: number;
	resumedAt: number;
}
