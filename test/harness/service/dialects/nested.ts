import type { PropertyRecord, RespondentRecord, SurveyRecord } from '../world/records';
import type { Json, Shapes } from './dialect';
import { without } from './writing';
import type { Writing } from './writing';

const IDENTITY = ['person', 'invitation'];
const LINK = 'https://talk.example.org/?k=';
const STATUS_WORDS = { started: 'IN_PROGRESS', erased: 'REMOVED' } as const;

/** Records within records, other words, and a field that no specification names. */
export function nestedShapes(writing: Writing): Shapes {
	const { time, choices } = writing;
	const extra = choices.extraFields ? { _revision: 3 } : {};
	const theme: Shapes['theme'] = (one) => ({
		...writing.category(one),
		prompt: one.description,
		timestamps: { created: time(one.createdAt) },
		...extra,
	});
	const property: Shapes['property'] = (one) => ({
		id: one.id,
		name: one.label,
		slug: one.key,
		values: one.options.map((label, position) => ({ label, position })),
		...extra,
	});
	const survey: Shapes['survey'] = (one, tally) => ({
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
	const topic: (ranked: Parameters<Shapes['topicDetail']>[0]) => Json = (ranked) => ({
		topic: {
			topic_id: ranked.topic.id,
			topic_name: ranked.topic.name,
			category: writing.category(ranked.theme),
		},
		counts: writing.mentions(ranked.mentions),
		sentiment: { score: ranked.sentiment },
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
		respondent,
		conversation: ({ respondent: one, survey: of, messages, mentions, summary }) => ({
			respondent: respondent(one, of, []),
			conversation: {
				transcript: messages.map(({ id, speaker, text, at }) => ({
					message_id: id,
					author: speaker === 'participant' ? 'PERSON' : 'AI',
					content: { text },
					sent_at: time(at),
					topics: mentions.filter(({ messageId }) => messageId === id).map(writing.mention),
				})),
			},
			administrators: { summary: writing.summary(summary) },
		}),
		overview: ({ survey: one, score, suppressed, distribution, invited, started, completed }) => ({
			metric: {
				type: one.metricType,
				...(suppressed ? { hidden: true } : { score }),
				distribution: suppressed
					? {}
					: Object.fromEntries(distribution.map(({ value, count }) => [String(value), count])),
			},
			funnel: {
				invited,
				started,
				completed,
				response_rate_pct: invited ? Math.round((100 * completed) / invited) : 0,
			},
		}),
		dot: (one, { anonymous }) => ({
			at: time(one.completedAt),
			value: one.score,
			...(anonymous && choices.anonymousIds === 'absent' ? {} : { respondent: { id: one.id } }),
		}),
		conclusion: ({ text, bullets, locale, generatedAt }) => ({
			conclusion: {
				paragraphs: text === null ? [] : [text],
				bullets: bullets.map(writing.bullet),
			},
			language: locale,
			as_of: time(generatedAt),
		}),
		topicRankings: (topics) => ({ data: { rankings: topics.map(topic) } }),
		topicDetail: (ranked, breakdowns) => ({
			data: { ...topic(ranked), attributes: breakdowns.map(writing.breakdown) },
		}),
		quotes: ({ quotes, total, limit, offset }) => ({
			page: { total_count: total, limit, offset, more: offset + quotes.length < total },
			data: {
				quotes: quotes.map(({ id, text, sentiment, at }) => ({
					quote_id: id,
					quote: { text },
					sentiment,
					said_at: time(at),
				})),
			},
		}),
		timeSeries: (buckets, granularity) => ({
			series: {
				bucket: granularity,
				buckets: buckets.map(({ start, responses, score }) => ({
					starts_at: time(start),
					metric: { score, n: responses },
				})),
			},
		}),
		suggestedRange: ({ from, to, granularity }) => ({
			suggestion: { range: { start: time(from), end: time(to) }, bucket: granularity },
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
