import type { RespondentRecord, ThemeRecord } from '../../world/records';
import type { Json, Shapes, Writing } from '../dialect';
import { without } from '../writing';

type Records = Pick<
	Shapes,
	| 'survey'
	| 'surveyDetail'
	| 'property'
	| 'theme'
	| 'invitationLink'
	| 'publicInvitation'
	| 'emailResult'
	| 'respondent'
	| 'conversation'
	| 'filterSnapshot'
	| 'tokenIdentity'
>;

const IDENTITY = ['invitation_id', 'name', 'email', 'external_id'];
const LINK = 'https://interview.example.com/i/';

/** Flat records, named after the specification's words. */
export function plainRecords({ time, choices }: Writing): Records {
	const theme = (one: ThemeRecord): Json => ({
		id: one.id,
		survey_id: one.surveyId,
		name: one.name,
		description: one.description,
		is_implicit: one.implicit,
		is_archived: one.archived,
		created_at: time(one.createdAt),
	});
	const property: Records['property'] = (one) => ({
		id: one.id,
		survey_id: one.surveyId,
		key: one.key,
		label: one.label,
		options: one.options,
		created_at: time(one.createdAt),
	});
	const survey: Records['survey'] = (one, tally) => ({
		id: one.id,
		name: one.name,
		metric_type: one.metricType,
		interview_locale: one.interviewLocale,
		anonymous: one.anonymous,
		status: one.closed ? 'closed' : 'open',
		response_count: tally.responses,
		participant_count: tally.participants,
		latest_completed_interview: tally.latest && {
			...(one.anonymous ? {} : { respondent_id: tally.latest.id }),
			score: tally.latest.score,
			completed_at: time(tally.latest.completedAt),
		},
		created_at: time(one.createdAt),
	});
	const word = ({ status }: RespondentRecord) =>
		status === 'completed' ? choices.completedWord : status;
	return {
		survey,
		theme,
		property,
		surveyDetail: ({ survey: one, tally, themes, properties, lockedFields }) => ({
			...survey(one, tally),
			goal: one.goal,
			scale_min: one.scaleMin,
			scale_max: one.scaleMax,
			themes: themes.map(theme),
			properties: properties.map(property),
			locked_fields: lockedFields,
		}),
		invitationLink: ({ token }, isShown) => (isShown ? { link: LINK + token } : {}),
		publicInvitation: (read, { token }, created) => ({ ...read, url: LINK + token, created }),
		emailResult: ({ invitation, recipient, sentAt, providerMessageId }) => ({
			invitation_id: invitation.id,
			recipient_email: recipient,
			status: 'sent',
			sent_at: time(sentAt),
			provider_message_id: providerMessageId,
		}),
		respondent: (one, { anonymous }) =>
			anonymous ? anonymousRespondent(one) : Object.assign(respondent(one), one.alsoSays),
		conversation: ({ respondent, messages, mentions, summary }) => ({
			respondent_id: respondent.id,
			survey_id: respondent.surveyId,
			status: word(respondent),
			messages: messages.map(({ id, speaker, text, at }) => ({
				id,
				role: speaker,
				text,
				created_at: time(at),
			})),
			topic_mentions: mentions.map((mention) => ({
				message_id: mention.messageId,
				topic_id: mention.topicId,
				topic_name: mention.topicName,
				category_name: mention.categoryName,
				sentiment_score: mention.sentimentScore,
				confidence: mention.confidence,
			})),
			summary: summary && {
				summary: summary.summary,
				positives: summary.positives,
				negatives: summary.negatives,
				generated_at: time(summary.generatedAt),
			},
		}),
		filterSnapshot: ({ addedAfter, channels, completed, lastInvited }) => ({
			added_after: time(addedAfter),
			channels,
			completed,
			last_invited: lastInvited,
		}),
		tokenIdentity: ({ workspaceId, surveyId, expiresAt }, workspaceName, scopes) => ({
			workspace: { id: workspaceId, name: workspaceName },
			scopes,
			survey_id: surveyId,
			expires_at: time(expiresAt),
		}),
	};

	// A literal without spreads: a list of 100,000 is built three times as fast.
	function respondent(one: RespondentRecord): Json {
		return {
			id: one.id,
			survey_id: one.surveyId,
			invitation_id: one.invitationId,
			name: one.name,
			email: one.email,
			external_id: one.externalId,
			status: word(one),
			score: one.score,
			properties: one.properties,
			started_at: time(one.startedAt),
			completed_at: time(one.completedAt),
		};
	}

	/** Nothing of who it is, nor of the invitation that would tell. */
	function anonymousRespondent(one: RespondentRecord): Json {
		const hidden = choices.anonymousIds === 'present' ? IDENTITY : ['id', ...IDENTITY];
		return without(respondent(one), hidden);
	}
}
