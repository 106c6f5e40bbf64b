import type { Service, SurveyRecord } from '../../harness/service';
import {
	conclude,
	distribution,
	metricScore,
	quotesOf,
	rankTopics,
	segment,
	spanOf,
	timeSeries,
	type Span,
} from '../../harness/service/results';

/** What each tool has to tell of a survey since its beginning, made of what happened in the service. */
export function resultsTruth({ world, dialect }: Service, survey: SurveyRecord, span: Span) {
	const { records } = world;
	const people = segment(records, survey, spanOf('all_time', 0), new Map());
	const recent = segment(records, survey, span, new Map()).completed;
	const topics = rankTopics(records, survey, people).map(
		({ topic, theme, mentions, sentiment }) => ({
			name: topic.name,
			theme: theme?.name ?? null,
			mentions: mentions.comments,
			// One of the readings names the count of mentions a frequency as well.
			frequency: dialect.name === 'wide' ? mentions.comments : null,
			sentiment,
			positive: mentions.positive,
			neutral: mentions.neutral,
			negative: mentions.negative,
			id: topic.id,
		}),
	);
	const { text, bullets } = conclude(records, survey, people, 'en');
	const { invited, started, completed } = people;
	return {
		surveys: world.surveys().map(({ id, name, metricType }) => [id, name, metricType]),
		overview: {
			score: metricScore(survey, completed),
			metric_type: survey.metricType,
			invited,
			started,
			completed: completed.length,
			// Readings round it to whole percents.
			response_rate: expect.closeTo(completed.length / invited, 1) as number,
			distribution: distribution(survey, completed).map(({ value, count }) => ({
				score: value,
				count,
			})),
			promoters: null,
			passives: null,
			detractors: null,
		},
		conclusion: { text, points: bullets.map((bullet) => bullet.text) },
		topics,
		quotes: (topicId: string) => quotesOf(records, topicId, people).map((quote) => quote.text),
		months: timeSeries(survey, recent, span, 'month').map(({ start, responses, score }) => ({
			from: new Date(start).toISOString(),
			answers: responses,
			score,
		})),
	};
}
