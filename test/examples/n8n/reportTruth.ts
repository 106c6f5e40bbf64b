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
} from '../../harness/service/results';

const WEEK = 7 * 86_400_000;
const WEEK_OF = new Intl.DateTimeFormat('en-US', {
	timeZone: 'UTC',
	month: 'short',
	day: 'numeric',
});

/** What the report has to say, made of what happened in the service. */
export function truth({ world: { records: world } }: Service, survey: SurveyRecord) {
	const people = segment(world, survey, spanOf('all_time', 0), new Map());
	const thisWeek = new Date();
	thisWeek.setUTCHours(0, 0, 0, 0);
	thisWeek.setUTCDate(thisWeek.getUTCDate() - ((thisWeek.getUTCDay() + 6) % 7));
	const to = thisWeek.getTime();
	const span = { from: to - 8 * WEEK, to };
	const recent = segment(world, survey, span, new Map());
	const weeks = timeSeries(survey, recent.suppressed ? [] : recent.completed, span, 'week');
	const topics = rankTopics(world, survey, people).slice(0, 5);
	const { text, bullets } = conclude(world, survey, people, 'en');
	const { invited, started, completed } = people;
	return {
		score: metricScore(survey, completed),
		people: [
			['Invited', String(invited)],
			['Started', String(started)],
			['Completed', String(completed.length)],
			['Response rate', `${Math.round((100 * completed.length) / invited)}%`],
		].filter(([, value]) => value !== '0'),
		distribution: distribution(survey, completed).map(({ value, count }) => [
			String(value),
			count === 0 ? '' : String(count),
		]),
		weeks: weeks.map(({ start, responses, score }) => [
			WEEK_OF.format(new Date(start)).replace(/(\w+) (\d+)/, '$2 $1'),
			responses === 0 ? 'none' : String(responses),
			String(score ?? ''),
		]),
		conclusion: [text ?? '', ...bullets.map((bullet) => bullet.text)],
		topics: topics.map(({ topic, mentions }) => [topic.name, inWords(mentions)]),
		quotes: topics.flatMap(({ topic }) =>
			quotesOf(world, topic.id, people)
				.slice(0, 2)
				.map((quote) => quote.text),
		),
	};
}

/** `3 comments: 2 positive, 1 negative` */
function inWords({
	comments,
	...tones
}: ReturnType<typeof rankTopics>[number]['mentions']): string {
	const parts = (['positive', 'neutral', 'negative'] as const)
		.filter((tone) => tones[tone] > 0)
		.map((tone) => `${tones[tone]} ${tone}`);
	const all = `${comments} ${comments === 1 ? 'comment' : 'comments'}`;
	return [all, parts.join(', ')].filter(Boolean).join(': ');
}
