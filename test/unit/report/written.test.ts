/** What a report says, word by word, in both languages and every form: one snapshot of three situations. */
import { compare } from '../../../nodes/SurveyInterview/report/groups';
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import { summaryOf } from '../../../nodes/SurveyInterview/report/metricScore';
import type { ReportParts } from '../../../nodes/SurveyInterview/report/parts';
import { plainTextOf } from '../../../nodes/SurveyInterview/report/plainText';
import { type ReportAbout, wordsIn } from '../../../nodes/SurveyInterview/report/phrases';
import { written } from '../../../nodes/SurveyInterview/report/sections';
import { slackBlocksOf } from '../../../nodes/SurveyInterview/report/slack';
import { ABOUT, NO_PARTS } from './emptyReport';

const scores = (metric: string, ...given: number[]) => ({ value: summaryOf(metric, given) });

const EVERY_PART = new Set(['scores', 'trend', 'topics', 'quotes', 'conclusion']);

const topic = (name: string, ...[positive, neutral, negative]: Array<number | null>) => ({
	...{ id: name, name, mentions: 12 },
	...{ positive: positive ?? null, neutral: neutral ?? null, negative: negative ?? null },
});

const ORDINARY: ReportParts = {
	scores: scores('nps', 10, 9, 9, 8, 7, 3, 0),
	scoresBefore: scores('nps', 10, 9, 2),
	trend: {
		value: [
			{ from: '2026-01-05', score: -50, answers: 2 },
			{ from: '2026-01-12', score: null, answers: null },
			{ from: '2026-01-19', score: 25, answers: 1 },
		],
	},
	topics: { value: [topic('Prices', 1, 2, 9), topic('People', 8, 0, 0), topic('Other')] },
	quotes: {
		value: [
			{ text: 'Too "dear"', topic: 'Prices', sentiment: 'negative' },
			{ text: 'Too "dear"', topic: 'Prices', sentiment: 'negative' },
			{ text: 'Nobody knows', topic: 'Other', sentiment: null },
		],
	},
	conclusion: { value: { text: 'One.\n\nTwo.', points: [{ text: 'A point', tone: null }] } },
};

/** Fourteen teams with scores from high to low. */
const people = Array.from({ length: 14 }, (_, index) =>
	[index < 5 ? 10 : 8, 9, 7, index > 8 ? 0 : 9, index].map((score) => ({
		score: Math.min(score, 10),
		values: [`Team ${index + 1}`],
	})),
).flat();

const SITUATIONS: Record<string, (about: ReportAbout) => [ReportAbout, ReportParts]> = {
	ordinary: (about) => [
		{
			...about,
			heading: 'Our heading',
			link: 'https://example.com/report',
			groups: { property: 'Team', comparison: { value: compare('nps', people, 1, false) } },
		},
		ORDINARY,
	],
	'a score of another kind, and a part of the service’s period': (about) => [
		{ ...about, metric: 'csat', isServicePeriod: false, isUtc: false },
		{ ...ORDINARY, scores: scores('csat', 4, 5, 5), scoresBefore: scores('csat', 4, 4, 5) },
	],
	'nothing is known': (about) => [
		about,
		{
			scores: { missing: 'suppressed' },
			scoresBefore: { missing: 'suppressed' },
			trend: { missing: 'unreadable' },
			topics: { missing: 'perhapsHeld' },
			quotes: { missing: 'empty' },
			conclusion: { missing: 'empty' },
		},
	],
	'only the score, the same as before': (about) => [
		{ ...about, surveyName: '', parts: new Set(['scores']) },
		{ ...NO_PARTS, scores: scores('nps', 10, 1), scoresBefore: scores('nps', 9, 2) },
	],
};

const reportOf = (situation: string, language: string) => {
	const base = { ...ABOUT, words: wordsIn(language), parts: EVERY_PART };
	const given = SITUATIONS[situation]?.(base);
	if (!given) throw new Error(`There is no situation “${situation}”.`);
	return written(...given);
};

describe.each(['en', 'nl'])('in the language %s', (language) => {
	it.each(Object.keys(SITUATIONS))('%s', (situation) => {
		const { subject, highlights, document } = reportOf(situation, language);
		expect({ subject, highlights, text: plainTextOf(document) }).toMatchSnapshot();
	});
});

it('HTML and Slack', () => {
	const { document } = reportOf('ordinary', 'en');
	expect(htmlOf(document).replace(/></g, '>\n<')).toMatchSnapshot();
	expect(slackBlocksOf(document)).toMatchSnapshot();
});
