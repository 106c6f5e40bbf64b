import { rounded } from '../results/metric';
import type { RankedTopic } from '../results/topics';
import { sentimentOf } from '../world/interviews';
import type { PropertyRecord, RespondentRecord, SurveyRecord } from '../world/records';
import type { Json, Shapes } from './dialect';
import type { Writing } from './writing';

const APP = 'https://app.example.net';
const COMPANY = 'Example Workspace';
const INTERVIEWER = 'Robin';
const SECOND = 1000;
const STATUS_WORDS = { started: 'partial', erased: 'erased' } as const;

/**
 * Rows as a join of tables gives them: the names of neighbours, labels and counts beside the value itself. The
 * keys of who it was stay, with null, when nobody may know.
 */
export function wideShapes(writing: Writing): Shapes {
	const { time, choices } = writing;
	const object = (name: string): Json => (choices.extraFields ? { object: name } : {});
	const participantUrl = (token: string) => `${APP}/interview/${token}`;
	const theme: Shapes['theme'] = (one) => ({
		...object('theme'),
		id: one.id,
		survey_id: one.surveyId,
		name: one.name,
		slug: one.name.toLowerCase().replaceAll(' ', '-'),
		description: one.description,
		status: one.archived ? 'archived' : 'active',
		is_implicit: one.implicit,
		is_archived: one.archived,
		created_at: time(one.createdAt),
	});
	const property: Shapes['property'] = (one) => ({
		...object('participant_property'),
		id: one.id,
		survey_id: one.surveyId,
		key: one.key,
		display_name: one.label,
		input_type: 'select',
		choices_count: one.options.length,
		choices: one.options.map((value, index) => ({ value, label: value, position: index + 1 })),
		created_at: time(one.createdAt),
	});
	const survey: Shapes['survey'] = (one, tally) => ({
		...object('survey'),
		id: one.id,
		name: one.name,
		company_name: COMPANY,
		metric_type: one.metricType,
		metric_label: one.metricType.toUpperCase(),
		language: one.interviewLocale,
		anonymous_responses: one.anonymous,
		status: one.closed ? 'closed' : 'live',
		invite_count: tally.invitations,
		total_participants: tally.participants,
		partial_count: tally.participants - tally.responses,
		total_responses: tally.responses,
		topics_count: tally.topics,
		last_interview_respondent_id: one.anonymous ? null : (tally.latest?.id ?? null),
		last_interview_score: tally.latest?.score ?? null,
		last_interview_score_label: scoreLabel(one, tally.latest?.score ?? null),
		last_interview_ended_at: time(tally.latest?.completedAt ?? null),
		created_at: time(one.createdAt),
	});
	const topic = ({ topic: one, theme: of, mentions, sentiment }: RankedTopic): Json => ({
		topic_id: one.id,
		topic_name: one.name,
		category_name: of?.name ?? null,
		category: writing.category(of) ?? null,
		frequency: mentions.comments,
		sentiment_score: sentiment,
		mention_counts: writing.mentions(mentions),
	});
	const ranking = (topics: readonly RankedTopic[]): Json[] =>
		topics.map((one, index) => ({ rank: index + 1, ...topic(one) }));
	return {
		survey,
		theme,
		property,
		surveyDetail: ({ survey: one, tally, themes, properties, lockedFields }) => ({
			...survey(one, tally),
			goal: one.goal,
			scale_min: one.scaleMin,
			scale_max: one.scaleMax,
			interviewer_name: INTERVIEWER,
			themes_count: themes.length,
			themes: themes.map(theme),
			participant_properties: properties.map(property),
			locked_fields: lockedFields,
		}),
		invitationLink: ({ id, token }, isShown) => ({
			...object('invitation'),
			...(isShown ? { participant_url: participantUrl(token) } : {}),
			admin_url: `${APP}/admin/invitations/${id}`,
		}),
		publicInvitation: (read, { id, surveyId, token }, created) => ({
			...object('public_invitation'),
			invitation_id: id,
			survey_id: surveyId,
			status: read.status ?? 'open',
			duplicate: !created,
			participant_url: participantUrl(token),
			recipient_email: read.recipient_email,
			recipient_name: read.recipient_name,
			recipient_external_id: read.recipient_external_id,
			expires_at: read.expires_at,
		}),
		emailResult: ({ invitation, recipient, sentAt, providerMessageId }) => ({
			accepted: true,
			invitation_id: invitation.id,
			recipient,
			from_name: COMPANY,
			queued_at: time(sentAt),
			message_id: providerMessageId,
		}),
		respondent: (one, of, properties) =>
			of.anonymous
				? anonymousRespondent(one, of, properties)
				: Object.assign(respondent(one, of, properties), one.alsoSays),
		conversation: ({ respondent: one, survey: of, messages, mentions, summary }) => ({
			object: 'transcript',
			...(hidesIds(of) ? {} : { respondent_id: one.id }),
			survey_id: of.id,
			survey_name: of.name,
			company_name: COMPANY,
			interviewer_name: INTERVIEWER,
			participant_name: of.anonymous ? null : one.name,
			language: of.interviewLocale,
			status: word(one),
			score: one.score,
			score_label: scoreLabel(of, one.score),
			max_score: of.scaleMax,
			turns_count: messages.length,
			turns: messages.map(({ id, speaker, text, at }, index) => ({
				turn: index + 1,
				message_id: id,
				role: speaker === 'participant' ? 'user' : 'assistant',
				content: text,
				created_at: time(at),
			})),
			topics_count: mentions.length,
			topics: mentions.map(writing.mention),
			...(summary ? { summary: writing.summary(summary) } : {}),
			started_at: time(one.startedAt),
			ended_at: time(one.completedAt),
		}),
		overview: ({ survey: one, score, suppressed, distribution, invited, started, completed }) => ({
			survey_id: one.id,
			survey_name: one.name,
			metric_type: one.metricType,
			metric_score: suppressed ? null : score,
			previous_metric_score: null,
			min_score: one.scaleMin,
			max_score: one.scaleMax,
			is_suppressed: suppressed,
			minimum_responses: one.anonymous ? choices.minimumGroup : 1,
			score_distribution: suppressed
				? []
				: distribution.map(({ value, count }) => ({
						score: value,
						score_label: scoreLabel(one, value),
						count,
					})),
			total_invited: invited,
			total_started: started,
			total_completed: completed,
			response_rate: invited ? rounded((100 * completed) / invited) : null,
			completion_rate: started ? rounded((100 * completed) / started) : null,
		}),
		dot: (one, of) => ({
			respondent_id: hidesIds(of) ? null : one.id,
			participant_name: of.anonymous ? null : one.name,
			metric_score: one.score,
			score_label: scoreLabel(of, one.score),
			max_score: of.scaleMax,
			started_at: time(one.startedAt),
			ended_at: time(one.completedAt),
		}),
		conclusion: ({ text, bullets, locale, generatedAt }) => ({
			conclusion: text,
			key_points_count: bullets.length,
			key_points: bullets.map(writing.bullet),
			locale,
			is_outdated: false,
			generated_at: time(generatedAt),
		}),
		topicRankings: (topics) => ({
			topics_count: topics.length,
			by_frequency: ranking(topics),
			by_sentiment: ranking([...topics].sort((a, b) => b.sentiment - a.sentiment)),
		}),
		topicDetail: (ranked, breakdowns) => ({
			...topic(ranked),
			attribute_breakdowns: breakdowns.map(writing.breakdown),
		}),
		quotes: ({ quotes, total, limit, offset }) => ({
			count: total,
			next_offset: offset + limit < total ? offset + limit : null,
			previous_offset: offset > 0 ? Math.max(0, offset - limit) : null,
			results: quotes.map(({ id, messageId, text, sentiment, at }) => ({
				id,
				message_id: messageId,
				quote: text,
				sentiment,
				said_at: time(at),
			})),
		}),
		timeSeries: (buckets, granularity) => ({
			granularity,
			buckets_count: buckets.length,
			buckets: buckets.map(({ start, score, responses }) => ({
				date: new Date(start).toISOString().slice(0, 10),
				metric_score: score,
				response_count: responses,
			})),
		}),
		// Times are written to the second: the end is the second after the last answer, so that it is inside.
		suggestedRange: ({ from, to, granularity }) => ({
			range_start: time(from),
			range_end: time((Math.floor(to / SECOND) + 1) * SECOND),
			granularity,
		}),
		filterSnapshot: ({ addedAfter, channels, completed, lastInvited }) => ({
			description: `Last invited: ${lastInvited}`,
			rules: [
				{ field: 'invited_via', in: channels ?? [] },
				{ field: 'interview_completed', in: completed ?? [] },
				{ field: 'invitation_created', after: time(addedAfter) },
				{ field: 'last_invited', is: lastInvited },
			],
		}),
		tokenIdentity: ({ name, workspaceId, surveyId, expiresAt }, workspaceName, scopes) => ({
			...object('api_token'),
			token_name: name,
			workspace_id: workspaceId,
			workspace_name: workspaceName,
			scope: scopes.join(' '),
			restricted_survey_id: surveyId,
			expires_at: time(expiresAt),
		}),
	};

	function word({ status }: RespondentRecord): string {
		return status === 'completed' ? choices.completedWord : STATUS_WORDS[status];
	}

	function hidesIds({ anonymous }: SurveyRecord): boolean {
		return anonymous && choices.anonymousIds === 'absent';
	}

	// A literal without spreads: a list of 100,000 is built several times as fast.
	function respondent(
		one: RespondentRecord,
		of: SurveyRecord,
		properties: readonly PropertyRecord[],
	): Json {
		const record: Json = {
			id: one.id,
			survey_id: one.surveyId,
			survey_name: of.name,
			company_name: COMPANY,
			interviewer_name: INTERVIEWER,
			invitation_id: one.invitationId,
			participant_name: one.name,
			other_name: null,
			participant_email: one.email,
			email_verified: one.email !== null && one.invitationId !== null,
			participant_external_id: one.externalId,
			language: of.interviewLocale,
			status: word(one),
			score: one.score,
			score_label: scoreLabel(of, one.score),
			min_score: of.scaleMin,
			max_score: of.scaleMax,
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
		of: SurveyRecord,
		properties: readonly PropertyRecord[],
	): Json {
		const record = respondent(one, of, properties);
		record.invitation_id = null;
		record.participant_name = null;
		record.participant_email = null;
		record.email_verified = null;
		record.participant_external_id = null;
		if (choices.anonymousIds === 'absent') delete record.id;
		return record;
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

const SATISFIED = { positive: 'satisfied', neutral: 'neutral', negative: 'dissatisfied' } as const;

/** What a score is called, as it stands beside the score. */
function scoreLabel(survey: SurveyRecord, score: number | null): string | null {
	if (score === null) return null;
	const { metricType } = survey;
	if (metricType !== 'nps' && metricType !== 'enps') return SATISFIED[sentimentOf(survey, score)];
	if (score >= 9) return 'promoter';
	return score <= 6 ? 'detractor' : 'passive';
}
