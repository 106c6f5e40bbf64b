import type { Breakdown, RankedTopic } from '../../results/topics';
import type { Json, Shapes, Writing } from '../dialect';

type Results = Pick<
	Shapes,
	| 'overview'
	| 'dot'
	| 'conclusion'
	| 'topicRankings'
	| 'topicDetail'
	| 'quotes'
	| 'timeSeries'
	| 'suggestedRange'
>;

export function plainResults({ time, choices, optional }: Writing): Results {
	const topic = ({ topic: one, theme, mentions, sentiment }: RankedTopic): Json => ({
		id: one.id,
		name: one.name,
		category: theme && {
			id: theme.id,
			name: theme.name,
			...optional(
				{ is_implicit: theme.implicit, is_archived: theme.archived },
				{ is_implicit: false, is_archived: false },
			),
		},
		mentions: optional({ ...mentions }, { comments: 0, positive: 0, neutral: 0, negative: 0 }),
		sentiment,
	});
	return {
		overview: ({ survey, score, suppressed, distribution, invited, started, completed }) => ({
			metric_type: survey.metricType,
			score: suppressed ? null : score,
			suppressed,
			distribution: suppressed ? [] : distribution,
			invited_count: invited,
			started_count: started,
			completed_count: completed,
			response_rate: invited ? completed / invited : null,
		}),
		dot: (one, { anonymous }) => ({
			...(anonymous && choices.anonymousIds === 'absent' ? {} : { respondent_id: one.id }),
			score: one.score,
			completed_at: time(one.completedAt),
		}),
		conclusion: ({ text, bullets, locale, generatedAt }) => ({
			text,
			bullets: bullets.map((bullet) => ({
				text: bullet.text,
				...optional(
					{ tone: bullet.tone, topic_id: bullet.topicId },
					{ tone: 'neutral', topic_id: null },
				),
			})),
			locale,
			generated_at: time(generatedAt),
		}),
		topicRankings: (topics) => ({ topics: topics.map(topic) }),
		topicDetail: (ranked, breakdowns) => ({
			...topic(ranked),
			breakdown: breakdowns.map(attributeBreakdown),
		}),
		quotes: ({ quotes, total, limit, offset }) => ({
			items: quotes.map(({ id, text, sentiment, messageId, at }) => ({
				id,
				text,
				sentiment,
				message_id: messageId,
				created_at: time(at),
			})),
			total,
			limit,
			offset,
		}),
		timeSeries: (buckets, granularity) => ({
			granularity,
			points: buckets.map(({ start, responses, score }) => ({
				date: time(start),
				score,
				responses,
			})),
		}),
		suggestedRange: ({ from, to, granularity }) => ({
			from: time(from),
			to: time(to),
			granularity,
		}),
	};
}

/** AttributeBreakdown, whose fields the specification gives. */
export function attributeBreakdown({ property, options }: Breakdown): Json {
	return {
		property_id: property.id,
		property_key: property.key,
		property_label: property.label,
		options: options.map(({ label, respondents, shares }) => ({
			label,
			respondents,
			positive_pct: shares.positive,
			neutral_pct: shares.neutral,
			negative_pct: shares.negative,
		})),
	};
}
