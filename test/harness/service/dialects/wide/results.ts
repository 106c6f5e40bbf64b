import { rounded } from '../../results/metric';
import type { RankedTopic } from '../../results/topics';
import type { ThemeRecord } from '../../world/records';
import type { Json, Shapes, Writing } from '../dialect';
import { attributeBreakdown } from '../plain/results';
import { scoreLabel } from './scores';

type Results = Pick<
	Shapes,
	| 'overview'
	| 'conclusion'
	| 'topicRankings'
	| 'topicDetail'
	| 'quotes'
	| 'timeSeries'
	| 'suggestedRange'
>;

const SECOND = 1000;

/** Results as the pages of an application draw them: several rankings, and labels beside numbers. */
export function wideResults({ time, choices, optional }: Writing): Results {
	const category = (theme: ThemeRecord): Json => ({
		id: theme.id,
		name: theme.name,
		...optional(
			{ is_implicit: theme.implicit, is_archived: theme.archived },
			{ is_implicit: false, is_archived: false },
		),
	});
	const topic = ({ topic: one, theme, mentions, sentiment }: RankedTopic): Json => ({
		topic_id: one.id,
		topic_name: one.name,
		category_name: theme?.name ?? null,
		category: theme ? category(theme) : null,
		frequency: mentions.comments,
		sentiment_score: sentiment,
		mention_counts: optional(
			{ ...mentions },
			{ comments: 0, positive: 0, neutral: 0, negative: 0 },
		),
	});
	const ranking = (topics: readonly RankedTopic[]): Json[] =>
		topics.map((one, index) => ({ rank: index + 1, ...topic(one) }));
	return {
		overview: ({ survey, score, suppressed, distribution, invited, started, completed }) => ({
			survey_id: survey.id,
			survey_name: survey.name,
			metric_type: survey.metricType,
			metric_score: suppressed ? null : score,
			previous_metric_score: null,
			min_score: survey.scaleMin,
			max_score: survey.scaleMax,
			is_suppressed: suppressed,
			minimum_responses: survey.anonymous ? choices.minimumGroup : 1,
			score_distribution: suppressed
				? []
				: distribution.map(({ value, count }) => ({
						score: value,
						score_label: scoreLabel(survey, value),
						count,
					})),
			total_invited: invited,
			total_started: started,
			total_completed: completed,
			response_rate: invited ? rounded((100 * completed) / invited) : null,
			completion_rate: started ? rounded((100 * completed) / started) : null,
		}),
		conclusion: ({ text, bullets, locale, generatedAt }) => ({
			conclusion: text,
			key_points_count: bullets.length,
			key_points: bullets.map((bullet) => ({
				text: bullet.text,
				...optional(
					{ tone: bullet.tone, topic_id: bullet.topicId },
					{ tone: 'neutral', topic_id: null },
				),
			})),
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
			attribute_breakdowns: breakdowns.map(attributeBreakdown),
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
	};
}
