import type { Mention, Summary } from '../../results/conversation';
import type { PropertyRecord, RespondentRecord, SurveyRecord } from '../../world/records';
import type { Json, Shapes, Writing } from '../dialect';
import { scoreLabel } from './scores';

type Respondents = Pick<Shapes, 'respondent' | 'conversation' | 'dot'>;

const STATUS_WORDS = { started: 'partial', erased: 'erased' } as const;
const INTERVIEWER = 'Robin';
const COMPANY = 'Example Workspace';

/** People and what they said: rows in which the keys of who it was stay, with null, when nobody may know. */
export function wideRespondents({ time, choices }: Writing): Respondents {
	const word = ({ status }: RespondentRecord) =>
		status === 'completed' ? choices.completedWord : STATUS_WORDS[status];
	return {
		respondent: (one, survey, properties) =>
			survey.anonymous
				? anonymousRespondent(one, survey, properties)
				: Object.assign(respondent(one, survey, properties), one.alsoSays),
		conversation: ({ respondent: one, survey, messages, mentions, summary }) => ({
			object: 'transcript',
			...(hidesIds(survey) ? {} : { respondent_id: one.id }),
			survey_id: survey.id,
			survey_name: survey.name,
			company_name: COMPANY,
			interviewer_name: INTERVIEWER,
			participant_name: survey.anonymous ? null : one.name,
			language: survey.interviewLocale,
			status: word(one),
			score: one.score,
			score_label: scoreLabel(survey, one.score),
			max_score: survey.scaleMax,
			turns_count: messages.length,
			turns: messages.map(({ id, speaker, text, at }, index) => ({
				turn: index + 1,
				message_id: id,
				role: speaker === 'participant' ? 'user' : 'assistant',
				content: text,
				created_at: time(at),
			})),
			topics_count: mentions.length,
			topics: mentions.map(mentionRead),
			...(summary ? { summary: summaryRead(summary) } : {}),
			started_at: time(one.startedAt),
			ended_at: time(one.completedAt),
		}),
		dot: (one, survey) => ({
			respondent_id: hidesIds(survey) ? null : one.id,
			participant_name: survey.anonymous ? null : one.name,
			metric_score: one.score,
			score_label: scoreLabel(survey, one.score),
			max_score: survey.scaleMax,
			started_at: time(one.startedAt),
			ended_at: time(one.completedAt),
		}),
	};

	function hidesIds({ anonymous }: SurveyRecord): boolean {
		return anonymous && choices.anonymousIds === 'absent';
	}

	// A literal without spreads: a list of 100,000 is built several times as fast.
	function respondent(
		one: RespondentRecord,
		survey: SurveyRecord,
		properties: readonly PropertyRecord[],
	): Json {
		const record: Json = {
			id: one.id,
			survey_id: one.surveyId,
			survey_name: survey.name,
			company_name: COMPANY,
			interviewer_name: INTERVIEWER,
			invitation_id: one.invitationId,
			participant_name: one.name,
			other_name: null,
			participant_email: one.email,
			email_verified: one.email !== null && one.invitationId !== null,
			participant_external_id: one.externalId,
			language: survey.interviewLocale,
			status: word(one),
			score: one.score,
			score_label: scoreLabel(survey, one.score),
			min_score: survey.scaleMin,
			max_score: survey.scaleMax,
			participant_properties: valuesByKey(one, properties),
			created_at: time(one.startedAt),
			updated_at: time(one.updatedAt ?? one.completedAt ?? one.startedAt),
			started_at: time(one.startedAt),
			ended_at: time(one.completedAt),
		};
		if (choices.extraFields) record.object = 'respondent';
		return record;
	}

	function anonymousRespondent(
		one: RespondentRecord,
		survey: SurveyRecord,
		properties: readonly PropertyRecord[],
	): Json {
		const record = respondent(one, survey, properties);
		record.invitation_id = null;
		record.participant_name = null;
		record.participant_email = null;
		record.email_verified = null;
		record.participant_external_id = null;
		if (choices.anonymousIds === 'absent') delete record.id;
		return record;
	}

	function mentionRead(mention: Mention): Json {
		return {
			message_id: mention.messageId,
			topic_id: mention.topicId,
			topic_name: mention.topicName,
			category_name: mention.categoryName,
			sentiment_score: mention.sentimentScore,
			confidence: mention.confidence,
		};
	}

	function summaryRead({ summary, positives, negatives, generatedAt }: Summary): Json {
		return { summary, positives, negatives, generated_at: time(generatedAt) };
	}
}

/** The value of each property that the person has, by the property's key, with the label to show. */
function valuesByKey(one: RespondentRecord, properties: readonly PropertyRecord[]): Json {
	const values: Json = {};
	for (const [key, value] of Object.entries(one.properties)) {
		const label = properties.find((property) => property.key === key)?.label ?? key;
		values[key] = { label, value };
	}
	return values;
}
