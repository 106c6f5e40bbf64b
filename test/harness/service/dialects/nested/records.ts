import type {
	PropertyRecord,
	RespondentRecord,
	SurveyRecord,
	ThemeRecord,
} from '../../world/records';
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

const IDENTITY = ['person', 'invitation'];
const LINK = 'https://talk.example.org/?k=';
const STATUS_WORDS = { started: 'IN_PROGRESS', erased: 'REMOVED' } as const;

/** Records within records, other words, and a field that no specification names. */
export function nestedRecords({ time, choices, optional }: Writing): Records {
	const extra = choices.extraFields ? { _revision: 3 } : {};
	const theme = (one: ThemeRecord): Json => ({
		id: one.id,
		name: one.name,
		...optional(
			{ is_implicit: one.implicit, is_archived: one.archived },
			{ is_implicit: false, is_archived: false },
		),
		prompt: one.description,
		timestamps: { created: time(one.createdAt) },
		...extra,
	});
	const property = (one: PropertyRecord): Json => ({
		id: one.id,
		name: one.label,
		slug: one.key,
		values: one.options.map((label, position) => ({ label, position })),
		...extra,
	});
	const survey: Records['survey'] = (one, tally) => ({
		id: one.id,
		name: one.name,
		metric: { type: one.metricType, min: one.scaleMin, max: one.scaleMax },
		locale: one.interviewLocale,
		is_anonymous: one.anonymous,
		counts: { responses: tally.responses, participants: tally.participants },
		snapshot: tally.latest && {
			finished_at: time(tally.latest.completedAt),
			score: { value: tally.latest.score },
		},
		timestamps: { created: time(one.createdAt) },
		...extra,
	});
	return {
		survey,
		theme,
		property,
		surveyDetail: ({ survey: one, tally, themes, properties, lockedFields }) => ({
			...survey(one, tally),
			configuration: { purpose: one.goal, open: !one.closed },
			topic_categories: themes.map(theme),
			participant_properties: properties.map(property),
			locked_fields: lockedFields,
		}),
		invitationLink: ({ token }, isShown) => ({
			...(isShown ? { participant_link: { href: LINK + token } } : {}),
			...extra,
		}),
		publicInvitation: (read, { token }, created) => ({
			invitation: read,
			participant_link: { href: LINK + token },
			outcome: created ? 'CREATED' : 'EXISTING',
		}),
		emailResult: ({ recipient, sentAt, providerMessageId }) => ({
			delivery: { to: [recipient], message_id: providerMessageId, at: time(sentAt) },
		}),
		respondent: (one, of, properties) => respondent(one, of, properties),
		conversation: ({ respondent: one, survey: of, messages, mentions, summary }) => ({
			respondent: respondent(one, of, []),
			conversation: {
				transcript: messages.map(({ id, speaker, text, at }) => ({
					message_id: id,
					author: speaker === 'participant' ? 'PERSON' : 'AI',
					content: { text },
					sent_at: time(at),
					topics: mentions
						.filter(({ messageId }) => messageId === id)
						.map((mention) => ({
							message_id: mention.messageId,
							topic_id: mention.topicId,
							topic_name: mention.topicName,
							category_name: mention.categoryName,
							sentiment_score: mention.sentimentScore,
							confidence: mention.confidence,
						})),
				})),
			},
			administrators: {
				summary: summary && {
					summary: summary.summary,
					positives: summary.positives,
					negatives: summary.negatives,
					generated_at: time(summary.generatedAt),
				},
			},
		}),
		filterSnapshot: (filters) => ({
			audience: {
				since: time(filters.addedAfter),
				via: filters.channels ?? 'ALL',
				finished: filters.completed,
				gap: filters.lastInvited,
			},
		}),
		tokenIdentity: ({ workspaceId, surveyId, expiresAt }, workspaceName, scopes) => ({
			token: {
				company: { company_id: workspaceId, company_name: workspaceName },
				scopes: scopes.map((scope) => ({ scope })),
				...(surveyId ? { restricted_to: { survey_id: surveyId } } : {}),
				...(expiresAt === null ? {} : { valid_until: time(expiresAt) }),
			},
		}),
	};

	// A literal without spreads: a list of 100,000 is built several times as fast.
	function respondent(one: RespondentRecord, of: SurveyRecord, properties: PropertyRecord[]): Json {
		const { status, completedAt } = one;
		const record: Json = {
			id: one.id,
			person: { name: one.name, email: one.email, external_id: one.externalId },
			invitation: one.invitationId && { id: one.invitationId },
			status: status === 'completed' ? choices.completedWord : STATUS_WORDS[status],
			score: one.score,
			property_values: Object.entries(one.properties).map(([key, value]) => ({
				property_id: properties.find((property) => property.key === key)?.id ?? null,
				key,
				value,
			})),
			started_at: time(one.startedAt),
		};
		if (completedAt !== null) record.finished_at = time(completedAt);
		if (choices.extraFields) record._revision = 3;
		if (!of.anonymous) return Object.assign(record, one.alsoSays);
		return without(record, choices.anonymousIds === 'present' ? IDENTITY : ['id', ...IDENTITY]);
	}
}
