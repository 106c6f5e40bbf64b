/** What Get Report gives of parts that are made of what others wrote, as its own code writes it. */
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import { summaryOf } from '../../../nodes/SurveyInterview/report/metricScore';
import type { ReportPart, ReportParts } from '../../../nodes/SurveyInterview/report/parts';
import { wordsIn } from '../../../nodes/SurveyInterview/report/phrases';
import { slackBlocksOf } from '../../../nodes/SurveyInterview/report/slack';
import { firstScreenOf, plainTextOf } from '../../../nodes/SurveyInterview/report/text';
import { writeReport } from '../../../nodes/SurveyInterview/report/writeReport';

/** A report on a survey of this name; without words, one of which nothing is known. */
export function reportOf(words?: string) {
	const known = <T>(value: T): ReportPart<T> =>
		words === undefined ? { missing: 'unreadable' } : { value };
	const said = words ?? '';
	const tones = { mentions: 6, positive: 1, neutral: 1, negative: 4 };
	const bucket = { score: 5, answers: 2 };
	const parts: ReportParts = {
		scores: known(summaryOf('nps', [9, 3, 10])),
		previous_scores: known(summaryOf('nps', [9, 3])),
		response_rate: known({ invited: 4, response_rate: 0.75 }),
		trend: known([
			{ from: '2026-01-05T00:00:00.000Z', ...bucket },
			{ from: '2026-01-12T00:00:00.000Z', ...bucket },
		]),
		topics: known([{ id: 't1', name: said, ...tones }]),
		quotes: known([{ text: said, topic: said, sentiment: said }]),
		conclusion: known({ text: said, points: [{ text: said, tone: null }] }),
	};
	const range = { start: '2026-01-05T00:00:00.000Z', end: '2026-01-11T23:59:59.999Z' };
	const days = '5 – 11 Jan 2026';
	const report = writeReport(
		{
			brand: {},
			words: wordsIn('en'),
			name: said,
			metric: words === undefined ? null : 'nps',
			scaleEnds: [],
			...{ days, shortDays: days },
			lengthBefore: { unit: 'week', count: 1 },
			servicePeriod: 'all_time',
			serviceRange: range,
			isServicePeriod: false,
			isUtc: false,
			isGuarded: true,
			trend: { granularity: 'week', ...range },
			dayOf: () => '5 Jan',
			isInPeriod: () => true,
			wanted: new Set(['scores', 'trend', 'topics', 'quotes', 'conclusion']),
		},
		parts,
	);
	return {
		subject: report.subject,
		summary: firstScreenOf(report),
		text: plainTextOf(report),
		html: htmlOf(report),
		slack_blocks: slackBlocksOf(report),
		answers: words === undefined ? null : 3,
	};
}
