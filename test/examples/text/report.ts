/** What Get Report gives of parts that are made of what others wrote, as its own code writes it. */
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import { summaryOf } from '../../../nodes/SurveyInterview/report/metricScore';
import type { ReportPart, ReportParts } from '../../../nodes/SurveyInterview/report/parts';
import { wordsIn } from '../../../nodes/SurveyInterview/report/phrases';
import { plainTextOf } from '../../../nodes/SurveyInterview/report/plainText';
import { written } from '../../../nodes/SurveyInterview/report/sections';
import { slackBlocksOf } from '../../../nodes/SurveyInterview/report/slack';

/** A report on a survey of this name; without words, one of which nothing is known. */
export function reportOf(words?: string) {
	const known = <T>(value: T): ReportPart<T> =>
		words === undefined ? { missing: 'unreadable' } : { value };
	const said = words ?? '';
	const tones = { mentions: 3, positive: 1, neutral: 1, negative: 1 };
	const parts: ReportParts = {
		scores: known(summaryOf('nps', [9, 3, 10])),
		scoresBefore: known(summaryOf('nps', [9, 3])),
		trend: known([{ from: '2026-01-05T00:00:00.000Z', score: 5, answers: 2 }]),
		topics: known([{ id: 't1', name: said, ...tones }]),
		quotes: known([{ text: said, topic: said, sentiment: said }]),
		conclusion: known({ text: said, points: [{ text: said, tone: null }] }),
	};
	const { subject, document } = written(
		{
			words: wordsIn('en'),
			surveyName: said,
			metric: words === undefined ? null : 'nps',
			days: '5 – 11 Jan 2026',
			servicePeriod: 'all_time',
			isServicePeriod: false,
			isUtc: false,
			dayOf: () => '5 Jan',
			parts: new Set(['scores', 'trend', 'topics', 'quotes', 'conclusion']),
		},
		parts,
	);
	return {
		subject,
		text: plainTextOf(document),
		html: htmlOf(document),
		slack_blocks: slackBlocksOf(document),
		answers: words === undefined ? null : 3,
	};
}
