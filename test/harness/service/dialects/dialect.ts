import type { SentEmail } from '../endpoints/invitations';
import type { TokenRecord } from '../http/tokens';
import type { ValidationIssue } from '../refusal';
import type { Conclusion } from '../results/conclusion';
import type { Conversation } from '../results/conversation';
import type { Distribution } from '../results/metric';
import type { Bucket, Granularity, SuggestedRange } from '../results/series';
import type { Breakdown, RankedTopic } from '../results/topics';
import type {
	InvitationRecord,
	MailingFilters,
	PropertyRecord,
	QuoteRecord,
	RespondentRecord,
	SurveyRecord,
	ThemeRecord,
} from '../world/records';
import type { ShownTally } from '../world/world';
import type { Choices } from './choices';
import type { Words } from './words';
import type { Writing } from './writing';

export type Json = Record<string, unknown>;

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

/** One full reading of the specification, wherever it leaves something open. */
export interface Dialect extends Words {
	name: string;
	choices: Choices;
	shapes: Shapes;
	writing: Writing;
	validationItem(issue: ValidationIssue): unknown;
}
