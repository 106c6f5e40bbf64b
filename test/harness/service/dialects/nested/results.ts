import type { RankedTopic } from '../../results/topics';
import type { Json, Shapes, Writing } from '../dialect';
import { attributeBreakdown } from '../plain/results';

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

export function nestedResults({ time, choices, optional }: Writing): Results {
	const zeros = { comments: 0, positive: 0, neutral: 0, negative: 0 };
	const topic = ({ topic: one, theme, mentions, sentiment }: RankedTopic): Json => ({
		topic: {
			topic_id: one.id,
			topic_name: one.name,
			category: theme && {
				id: theme.id,
				name: theme.name,
				...optional(
					{ is_implicit: theme.implicit, is_archived: theme.archived },
					{ is_implicit: false, is_archived: false },
				),
			},
		},
		counts: optional({ ...mentions }, zeros),
		sentiment: { score: sentiment },
	});
	return {
		overview: ({ survey, score, suppressed, distribution, invited, started, completed }) => ({
			metric: {
				type: survey.metricType,
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
				bullets: bullets.map((bullet) => ({
					text: bullet.text,
					...optional(
						{ tone: bullet.tone, topic_id: bullet.topicId },
						{ tone: 'neutral', topic_id: null },
					),
				})),
			},
			language: locale,
			as_of: time(generatedAt),
		}),
		topicRankings: (topics) => ({ data: { rankings: topics.map(topic) } }),
		topicDetail: (ranked, breakdowns) => ({
			data: { ...topic(ranked), attributes: breakdowns.map(attributeBreakdown) },
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
	};
}
