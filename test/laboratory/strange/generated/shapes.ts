/** The answers that the interface does not show, in the hand of one generated service. */
import type { DialectMaker, Json, Shapes } from '../../../harness/service';
import type { Random } from '../foreign/random';
import { put } from '../foreign/table';
import type { JsonObject } from '../foreign/types';
import { DISTRIBUTION_FORMS, distributionIn, percentOf, RATE_FORMS, rateIn } from '../known/made';
import { STATUS_WORDS } from '../known/types';
import { demandsOf, type HiddenKind } from './demands';
import { RecordWriter, type Hand } from './writer';

type Dialect = ReturnType<DialectMaker>;

/** What an anonymous survey does not show of a respondent. */
const WHO = ['name', 'first_name', 'last_name', 'email', 'external_id'];
const LINK = 'https://talk.example/i/';
const SECOND = 1000;

/** Words of one service, chosen once. */
function wordsOf(random: Random) {
	const status = (of: string) => random.pick(STATUS_WORDS[of] ?? [of]);
	return {
		started: status('started'),
		completed: status('completed'),
		erased: status('erased'),
		interviewer: random.pick(['ai interviewer', 'interviewer', 'ai', 'bot']),
		participant: random.pick(['participant', 'respondent']),
	};
}

/** @param base has the writing of what the interface shows, and the answers that no description is about */
export function generatedShapes(random: Random, hand: Hand, base: Dialect): Shapes {
	const { choices, writing } = base;
	const demands = demandsOf(random);
	const writer = (kind: HiddenKind) => new RecordWriter(kind, hand, demands[kind], random);
	const writers = {
		token: writer('token'),
		survey: writer('survey'),
		theme: writer('theme'),
		property: writer('property'),
		invitation: writer('invitation'),
		respondent: writer('respondent'),
		conversation: writer('conversation'),
		message: writer('message'),
		overview: writer('overview'),
		suggestedRange: writer('suggestedRange'),
		bucket: writer('bucket'),
		score: writer('score'),
		conclusion: writer('conclusion'),
		topic: writer('topic'),
		quote: writer('quote'),
	};
	const words = wordsOf(random);
	const forms = {
		distribution: random.pick(DISTRIBUTION_FORMS),
		rate: random.pick(RATE_FORMS),
		topics: listForm(random, 'topics'),
		quotes: listForm(random, 'quotes'),
		buckets: listForm(random, random.pick(['buckets', 'points', 'series'])),
		themes: hand.spelling.key(random.pick(['themes', 'topic_categories', 'categories'])),
		properties: hand.spelling.key(random.pick(['properties', 'participant_properties'])),
		mentions: hand.spelling.key(random.pick(['topic_mentions', 'topics', 'mentions'])),
		summary: hand.spelling.path(
			random.pick(['summary', 'conversation_summary', 'analysis.summary', 'insights.summary']),
		),
		breakdown: hand.spelling.key(random.pick(['breakdown', 'attribute_breakdowns'])),
	};
	/** A record alone, or in an envelope, always in the same way. */
	const envelope = () => {
		const isWrapped = random.chance(0.25);
		return (record: Json): Json => (isWrapped ? { status: 'success', data: record } : record);
	};
	const within = {
		survey: envelope(),
		conversation: envelope(),
		overview: envelope(),
		conclusion: envelope(),
		topic: envelope(),
		range: envelope(),
		token: envelope(),
		invitation: envelope(),
	};

	const theme: Shapes['theme'] = ({ id, name, description, archived }) => {
		const record = writers.theme.write({ id, name, description }, id);
		writers.theme.bodyOf(record).is_archived = archived;
		return record;
	};
	const property: Shapes['property'] = ({ id, key, label, options }) =>
		writers.property.write({ id, key, label, options }, id);
	const survey: Shapes['survey'] = (one, { responses, participants, latest }) =>
		writers.survey.write(
			{
				id: one.id,
				name: one.name,
				metric_type: one.metricType,
				interview_locale: one.interviewLocale,
				status: one.closed ? 'closed' : 'open',
				response_count: responses,
				participant_count: participants,
				latest_completed_at: latest?.completedAt ?? null,
				created_at: one.createdAt,
				anonymous: one.anonymous,
			},
			one.id,
		);
	const hiddenOf = ({ anonymous }: { anonymous: boolean }, id: string) =>
		anonymous ? [...WHO, ...(choices.anonymousIds === 'absent' ? [id] : [])] : [];
	const linkOf = (token: string) => LINK + token;
	const topic = ({ topic: one, theme: of, mentions, sentiment }: Ranked): Json =>
		writers.topic.write(
			{
				id: one.id,
				name: one.name,
				theme: of?.name ?? null,
				mentions: mentions.comments,
				sentiment,
				positive: mentions.positive,
				neutral: mentions.neutral,
				negative: mentions.negative,
			},
			one.id,
		);

	return {
		survey,
		theme,
		property,
		surveyDetail: ({ survey: one, tally, themes, properties, lockedFields }) => {
			const record = survey(one, tally);
			Object.assign(writers.survey.bodyOf(record), {
				[forms.themes]: themes.map(theme),
				[forms.properties]: properties.map(property),
				locked_fields: lockedFields,
			});
			return within.survey(record);
		},
		invitationLink: ({ token }, isShown) =>
			isShown ? writers.invitation.only('link', linkOf(token)) : {},
		publicInvitation: (read, one) =>
			within.invitation(
				writers.invitation.write(
					{
						id: one.id,
						survey_id: one.surveyId,
						recipient_name: one.recipientName,
						recipient_email: one.recipientEmail,
						recipient_external_id: one.recipientExternalId,
						link: linkOf(one.token),
						status: read.status ?? 'open',
						type: one.type,
						label: one.label,
						properties: one.properties,
						used_count: one.usedCount,
						max_uses: one.maxUses,
						expires_at: one.expiresAt,
						created_at: one.createdAt,
					},
					one.id,
				),
			),
		emailResult: base.shapes.emailResult,
		respondent: (one, of) => {
			const [first, ...last] = (one.name ?? '').split(' ');
			const facts = {
				id: one.id,
				name: one.name,
				first_name: one.name === null ? null : first,
				last_name: last.length > 0 ? last.join(' ') : null,
				email: one.email,
				external_id: one.externalId,
				score: one.score,
				metric_type: of.metricType,
				status: words[one.status],
				properties: one.properties,
				started_at: one.startedAt,
				completed_at: one.completedAt,
				ended_at: one.completedAt,
				created_at: one.startedAt,
				survey_name: of.name,
				survey_id: of.id,
			};
			const record = writers.respondent.write(facts, one.id, hiddenOf(of, 'id'));
			if (!of.anonymous) Object.assign(writers.respondent.bodyOf(record), one.alsoSays);
			return record;
		},
		conversation: ({ respondent: one, messages, mentions, summary }) => {
			const written = messages.map(({ id, speaker, text, at }) => {
				const says = { role: words[speaker], text, at };
				const flags = {
					is_interviewer: speaker === 'interviewer',
					is_participant: speaker === 'participant',
				};
				const message = writers.message.write({ ...says, ...flags }, id);
				writers.message.bodyOf(message).id = id;
				return message;
			});
			const record = writers.conversation.write({ messages: written }, one.id);
			const body = writers.conversation.bodyOf(record);
			body[forms.mentions] = mentions.map((mention) => ({
				message_id: mention.messageId,
				topic_id: mention.topicId,
				topic_name: mention.topicName,
				category_name: mention.categoryName,
				sentiment_score: mention.sentimentScore,
				confidence: mention.confidence,
			}));
			const shown = summary && {
				summary: summary.summary,
				positives: summary.positives,
				negatives: summary.negatives,
				generated_at: writing.time(summary.generatedAt),
			};
			put(body as JsonObject, forms.summary, shown);
			return within.conversation(record);
		},
		overview: ({ survey: of, score, suppressed, distribution, invited, started, completed }) => {
			const rate = invited && !suppressed ? completed / invited : null;
			const rows = distribution.map(({ value, count }) => ({ score: value, count }));
			const facts = {
				score: suppressed ? null : score,
				metric_type: of.metricType,
				invited,
				started,
				completed,
				distribution: distributionIn(suppressed ? [] : rows, forms.distribution),
				response_rate: rate && rateIn(rate, forms.rate).written,
				response_rate_percent: rate && percentOf(rate),
			};
			return within.overview(writers.overview.write(facts, of.id));
		},
		dot: (one, of) =>
			writers.score.write(
				{ score: one.score, completed_at: one.completedAt, respondent_id: one.id },
				one.id,
				hiddenOf(of, 'respondent_id'),
			),
		conclusion: ({ text, bullets, locale }) => {
			const points = bullets.map((bullet) => ({
				text: bullet.text,
				...writing.optional(
					{ tone: bullet.tone, topic_id: bullet.topicId },
					{ tone: 'neutral', topic_id: null },
				),
			}));
			return within.conclusion(writers.conclusion.write({ text, points }, locale));
		},
		topicRankings: (topics) => forms.topics(topics.map(topic), { total: topics.length }),
		topicDetail: (ranked, breakdowns) => {
			const record = topic(ranked);
			writers.topic.bodyOf(record)[forms.breakdown] = breakdowns.map(
				({ property: { id, key, label }, options }) => ({
					property_id: id,
					property_key: key,
					property_label: label,
					options: options.map(({ label: option, respondents, shares }) => ({
						label: option,
						respondents,
						positive_pct: shares.positive,
						neutral_pct: shares.neutral,
						negative_pct: shares.negative,
					})),
				}),
			);
			return within.topic(record);
		},
		quotes: ({ quotes, total, limit, offset }) =>
			forms.quotes(
				quotes.map(({ id, text, sentiment, at }) => {
					const quote = writers.quote.write({ text, sentiment, at }, id);
					writers.quote.bodyOf(quote).id = id;
					return quote;
				}),
				{ total, limit, offset },
			),
		timeSeries: (buckets, granularity) =>
			forms.buckets(
				buckets.map(({ start, score, responses }) =>
					writers.bucket.write({ from: start, score, answers: responses }, String(start)),
				),
				{ granularity },
			),
		// Times are written to the second: the end is the second after the last answer, so that it is inside.
		suggestedRange: ({ from, to, granularity }) => {
			const end = (Math.floor(to / SECOND) + 1) * SECOND;
			return within.range(
				writers.suggestedRange.write({ from, to: end, granularity }, String(from)),
			);
		},
		filterSnapshot: base.shapes.filterSnapshot,
		tokenIdentity: ({ name, workspaceId, surveyId, expiresAt }, workspace, scopes) =>
			within.token(
				writers.token.write(
					{
						workspace,
						workspace_id: workspaceId,
						scopes,
						survey_id: surveyId,
						expires_at: expiresAt,
					},
					name,
				),
			),
	};
}

type Ranked = Parameters<Shapes['topicRankings']>[0][number];

/** A list in a container, always in the same one, with what is said of it. */
function listForm(random: Random, name: string) {
	return random.pick<(rows: Json[], about: Json) => Json>([
		(rows, about) => ({ [name]: rows, ...about }),
		(rows, about) => ({ data: rows, meta: about }),
		(rows) => ({ items: rows, took_ms: 12 }),
		(rows, about) => ({ data: { [name]: rows }, ...about }),
	]);
}
