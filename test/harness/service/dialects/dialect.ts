import type { Reader } from '../bodies/fields';
import type { Scope, TokenRecord } from '../http/tokens';
import type { RefusalReason, ValidationIssue } from '../refusal';
import type { Conclusion } from '../results/conclusion';
import type { Conversation } from '../results/conversation';
import type { Distribution } from '../results/metric';
import type { Bucket, Granularity, SuggestedRange } from '../results/series';
import type { Breakdown, RankedTopic } from '../results/topics';
import type { InvitationDraft } from '../world/invitations';
import type { SentEmail } from '../world/invitationEmail';
import type { PropertyDraft } from '../world/properties';
import type { PublicInvitationDraft } from '../world/publicInvitations';
import type {
	InvitationRecord,
	MailingFilters,
	MailingStatus,
	PropertyRecord,
	QuoteRecord,
	RecipientStatus,
	RespondentRecord,
	SurveyRecord,
	ThemeRecord,
} from '../world/records';
import type { RespondentPatch } from '../world/respondents';
import type { NewSurvey, SurveyPatch } from '../world/surveys';
import type { ThemeDraft } from '../world/themes';
import type { ShownTally } from '../world/world';
import type { Choices } from './choices';

export type Json = Record<string, unknown>;

/** The request bodies whose records the specification does not show. */
export interface Bodies {
	surveyCreate: Reader<NewSurvey>;
	surveyUpdate: Reader<SurveyPatch>;
	surveyClone: Reader<{ name?: string }>;
	propertyCreate: Reader<PropertyDraft>;
	propertyUpdate: Reader<Partial<PropertyDraft>>;
	themeCreate: Reader<ThemeDraft>;
	themeUpdate: Reader<Partial<ThemeDraft>>;
	sharedLink: Reader<InvitationDraft>;
	personalInvite: Reader<InvitationDraft>;
	publicInvitation: Reader<PublicInvitationDraft>;
	sendInviteEmail: Reader<unknown>;
	respondentUpdate: Reader<RespondentPatch>;
	/** When to send; null is at once. */
	sendMailing: Reader<{ scheduledAt: number | null }>;
}

export interface Overview {
	survey: SurveyRecord;
	suppressed: boolean;
	score: number | null;
	distribution: Distribution[];
	invited: number;
	started: number;
	completed: number;
}

export interface QuotePage {
	quotes: QuoteRecord[];
	total: number;
	limit: number;
	offset: number;
}

/** The answers whose records the specification does not show. */
export interface Shapes {
	survey(survey: SurveyRecord, tally: ShownTally): Json;
	surveyDetail(detail: {
		survey: SurveyRecord;
		tally: ShownTally;
		themes: ThemeRecord[];
		properties: PropertyRecord[];
		lockedFields: readonly string[];
	}): Json;
	property(property: PropertyRecord): Json;
	theme(theme: ThemeRecord): Json;
	/** What goes beside the specified fields of InvitationRead: the participant's link, where it is shown. */
	invitationLink(invitation: InvitationRecord, isShown: boolean): Json;
	publicInvitation(read: Json, invitation: InvitationRecord, created: boolean): Json;
	emailResult(sent: SentEmail): Json;
	respondent(
		respondent: RespondentRecord,
		survey: SurveyRecord,
		properties: PropertyRecord[],
	): Json;
	conversation(conversation: Conversation): Json;
	overview(overview: Overview): Json;
	dot(respondent: RespondentRecord, survey: SurveyRecord): Json;
	conclusion(conclusion: Conclusion): Json;
	topicRankings(topics: RankedTopic[]): Json;
	topicDetail(topic: RankedTopic, breakdowns: Breakdown[]): Json;
	quotes(page: QuotePage): Json;
	timeSeries(buckets: Bucket[], granularity: Granularity): Json;
	suggestedRange(range: SuggestedRange): Json;
	filterSnapshot(filters: MailingFilters): Json;
	tokenIdentity(token: TokenRecord, workspaceName: string, scopes: string[]): Json;
}

/** What a shape needs to write a record down. */
export interface Writing {
	choices: Choices;
	/** Milliseconds as a date-time string; null stays null. */
	time<T extends number | null>(at: T): T extends number ? string : string | null;
	/** Specified keys that are not required: left out when the dialect leaves defaults out. */
	optional(values: Json, defaults: Json): Json;
}

/** Names that a test needs in order to speak the dialect. */
export interface Vocabulary {
	/** The key of SendMailingRequest that places the mailing on a schedule. */
	sendAt: string;
	/** Keys of unshown request bodies that the specification does not name. */
	themeDescription: string;
	surveyGoal: string;
	propertyName: string;
	propertyOptions: string;
	/** Whether it knows the inputs under the names that a public service of this kind gives them. */
	publicInputs: boolean;
	/** Whether a personal invitation without an address and a name is refused. */
	personalNeedsWho: boolean;
}

/** One full reading of the specification, wherever it leaves something open. */
export interface Dialect {
	name: string;
	choices: Choices;
	refusals: Record<RefusalReason, { status: number; code: string }>;
	scopeWords: Record<Scope, string>;
	mailingWords: Record<MailingStatus, string>;
	recipientWords: Record<RecipientStatus, string>;
	vocabulary: Vocabulary;
	bodies: Bodies;
	shapes: Shapes;
	writing: Writing;
	validationItem(issue: ValidationIssue): unknown;
}
