/** Results: a number is what the service says, and not what only looks like it. */
import { CONCLUSION } from '../../../nodes/SurveyInterview/facts/topicFacts';
import {
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
} from '../../../nodes/SurveyInterview/facts/mailingFacts';
import { OVERVIEW } from '../../../nodes/SurveyInterview/facts/overviewFacts';
import { OVER_TIME } from '../../../nodes/SurveyInterview/facts/overTimeFacts';
import { SURVEY } from '../../../nodes/SurveyInterview/facts/surveyFacts';

const overview = (record: object) => OVERVIEW.reader()({ ...record }, {});

it.each<[object, number | null]>([
	[{ invited: 9, completed: 3 }, 1 / 3],
	[{ invited: 9, completed: 9 }, 1],
	[{ invited: 9, completed: 10 }, null],
	[{ invited: 9, completed: 3, response_rate: 0.33 }, 0.33],
	[{ invited: 9, completed: 3, response_rate: 33 }, 0.33],
	[{ invited: 9, completed: 3, response_rate: '33%' }, 0.33],
	[{ invited: 9, completed: 3, response_rate_pct: 33.3 }, 0.333],
	[{ invited: 1000, completed: 4, response_rate: 0.4 }, 0.004],
	[{ invited: 1000, completed: 4, response_rate: 0.004 }, 0.004],
	[{ invited: 100, completed: 1, response_rate: 1 }, 0.01],
	[{ invited: 9, completed: 9, response_rate: 1 }, 1],
	[{ invited: 10, completed: 12, response_rate: 1.2 }, 1.2],
	[{ invited: 9, started: 6, completed: 3, response_rate: 0.67 }, 0.67],
	[{ invited: 9, started: 6, completed: 3, response_rate: 0.8 }, 0.8],
	[{ invited: 9, completed: 3, response_rate_percent: 80 }, 0.8],
	[{ invited: 9, completed: 3, response_rate_percent: '0.5 %' }, 0.005],
	[{ invited: 10, completed: 50 }, null],
	[{ invited: 10, completed: 50, response_rate: 0.3 }, 0.3],
	[{ invited: 10, started: 4 }, null],
	[{ invited: 0, completed: 5 }, null],
	[{ invited: 0, completed: 5, response_rate: 0 }, 0],
	[{ response_rate: 0.25 }, 0.25],
	[{ response_rate: 25 }, 0.25],
	[{ response_rate: 0.5 }, 0.5],
	[{ response_rate: { value: 0.5 } }, 0.5],
	[{ response_rate: 'high' }, null],
])('%j: the response rate is %j', (record, rate) => {
	expect(overview(record)).toMatchObject({ response_rate: rate });
});

const GROUPS = { promoters: 12, passives: 5, detractors: 3 };
const asList = (...names: string[]) =>
	Object.entries(GROUPS).map(([group, count]) => ({
		[names[0] ?? '']: names[2] === undefined ? group : group.slice(0, -1).toUpperCase(),
		[names[1] ?? '']: count,
	}));

it.each<[object]>([
	[GROUPS],
	[{ distribution: GROUPS }],
	[{ metric: { value: 45, ...GROUPS } }],
	[{ nps: GROUPS }],
	[{ promoter_count: 12, passive_count: 5, detractor_count: 3 }],
	[{ distribution: asList('label', 'count') }],
	[{ distribution: asList('group', 'total', 'singular') }],
	[{ metric: { distribution: asList('name', 'n') } }],
	[{ breakdown: asList('segment', 'respondents') }],
])('%j has promoters, passives and detractors, and no scores', (record) => {
	const facts = { ...GROUPS, distribution: null };
	expect(overview({ ...record, completed: 20 })).toMatchObject(facts);
	expect(overview(record)).toMatchObject(facts);
});

it.each<[object]>([
	[{ promoters: 60, passives: 25, detractors: 15 }],
	[{ promoters: 60, passives: 25, detractors: 14, completed: 500 }],
	[{ promoters: 0.6, passives: 0.25, detractors: 0.15 }],
	[{ ...GROUPS, completed: 19 }],
	[{ distribution: { 9: 3, 10: 1 }, completed: 4 }],
])('%j does not count promoters', (record) => {
	expect(overview(record)).toMatchObject({ promoters: null, passives: null, detractors: null });
});

const two = (one: object, other: object) => ({ distribution: [one, other] });
it.each([
	two({ label: 'Promoters', value: 12, total: 40 }, { label: 'Detractors', value: 3, total: 40 }),
	two({ key: 'promoters', value: 0.3, n: 12 }, { key: 'others', value: 0.7, n: 28 }),
	{ completed: 10, distribution: { 9: 30, 10: 70 } },
])('%j counts no scores', (record) => {
	expect(overview(record)).toMatchObject({ distribution: null });
});

it('a word beside a score is not in its way', () => {
	const record = two(
		{ score: 9, label: 'Promoter', count: 1 },
		{ score: 2, label: 'Detractor', count: 3 },
	);
	expect(overview({ ...record, started: 4, completed: 3 })).toMatchObject({
		distribution: [
			{ score: 2, count: 3 },
			{ score: 9, count: 1 },
		],
	});
});

it('0 beside a word that it is held back is not known', () => {
	expect(overview({ score: 0, is_suppressed: true })).toMatchObject({ score: null });
	expect(overview({ score: 0, is_suppressed: false })).toMatchObject({ score: 0 });
	const bucket = { from: '2026-01-01', score: 0, responses: 0 };
	const buckets = OVER_TIME.recordsIn?.([bucket, { ...bucket, suppressed: true }]);
	expect(buckets).toMatchObject([
		{ score: 0, answers: 0 },
		{ score: null, answers: null },
	]);
});

it('a point whose tone is not understood is not neutral', () => {
	const points = [
		{ text: 'A' },
		{ text: 'B', tone: 'negative' },
		{ text: 'C', sentiment: { score: -0.8 } },
		{ text: 'D', tone: null },
	];
	const tones = (given: unknown) =>
		(CONCLUSION.reader()({ points: given }, {}).points as Array<{ tone: unknown }>).map(
			({ tone }) => tone,
		);
	expect(tones(points)).toEqual(['neutral', 'negative', null, null]);
	expect(tones(['A'])).toEqual([null]);
});

it.each<[unknown, string | null]>([
	['A.', 'A.'],
	[['A.', 'B.'], 'A.\n\nB.'],
	[[], null],
	[['A.', { text: 'B.' }], null],
	[['A.', null], null],
	[[{ text: 'B.' }], null],
])('a conclusion in paragraphs, %j, is one text: %j', (text, whole) => {
	expect(CONCLUSION.reader()({ text }, {}).text).toBe(whole);
});

it('paragraphs that are no texts leave the conclusion to another place', () => {
	const record = { text: ['A.', { text: 'B.' }], paragraphs: ['C.'] };
	expect(CONCLUSION.reader()(record, {}).text).toBe('C.');
	expect(CONCLUSION.reader()({ ...record, text: [] }, {}).text).toBeNull();
});

it('a word of a tone stays as it is, in lower case', () => {
	const points = ['Positive', 'negligible', 'positively mixed'].map((tone) => ({
		text: 'A',
		tone,
	}));
	expect(CONCLUSION.reader()({ points }, {})).toMatchObject({
		points: [{ tone: 'positive' }, { tone: 'negligible' }, { tone: 'positively mixed' }],
	});
});

it.each([[{}], [{ sent: 2 }], [{ mailing_id: 'm', stats: { sent: 2, total: 2 } }]])(
	'a counter that %j leaves out is 0',
	(record) => {
		const sent = 'stats' in record || 'sent' in record ? 2 : 0;
		expect(MAILING_STATS.reader()(record, {})).toMatchObject({ sent, failed: 0, bounced: 0 });
	},
);

const WORDS = [
	...['queued', 'sending_failed', 'sent_failed', 'processing_failed', 'scheduled_for_review'],
	...['completed', 'draft', 'in_progress', 'open', 'active', 'SENT', ' Failed '],
];
it.each(WORDS)('the status %j stays as it is, in lower case', (word) => {
	const status = word.trim().toLowerCase();
	const mailing = { id: 'm', status: word, recipients: [{ id: 'r', status: word }] };
	expect(MAILING_WITH_RECIPIENTS.reader()(mailing, {})).toMatchObject({
		status,
		recipients: [{ status }],
	});
	expect(SURVEY.reader()({ status: word }, {})).toMatchObject({ status });
});

it('a counter that is null is not 0', () => {
	expect(MAILING_STATS.reader()({ sent: null, total: 5 }, {})).toMatchObject({
		sent: null,
		failed: 0,
		total: 5,
	});
});

describe('a distribution under a name that nobody knows', () => {
	const table = (...rows: Array<[number, number]>) =>
		rows.map(([grade, people]) => ({ grade, people }));
	const wanted = [
		{ score: 8, count: 12 },
		{ score: 9, count: 3 },
		{ score: 10, count: 1 },
	];
	const grades = table([10, 1], [9, 3], [8, 12]);

	it('is known by its shape', () => {
		for (const record of [
			{ completed: 16, answers_by_grade: grades },
			{ answers_by_grade: grades },
			{ completed: 16, spread: grades.map(({ grade, people }) => ({ x: grade, y: people })) },
			{ completed: 16, spread: { x: [10, 9, 8], y: [1, 3, 12] } },
		]) {
			expect(overview(record)).toMatchObject({ distribution: wanted });
		}
		// Names decide between two columns that may be scores.
		expect(overview({ completed: 4, all: table([2, 3], [9, 1]) })).toMatchObject({
			distribution: [
				{ score: 2, count: 3 },
				{ score: 9, count: 1 },
			],
		});
	});

	it.each<[string, object]>([
		['more than the interviews', { completed: 15, by_grade: grades }],
		['weeks', { completed: 4, trend: [1, 2].map((week) => ({ week, people: 2 })) }],
		['scores above 10', { by_grade: table([10, 1], [11, 2]) }],
		['a score twice', { by_grade: table([9, 1], [9, 20]) }],
		[
			'nothing that says which is which',
			{
				completed: 4,
				all: [
					{ a: 1, b: 3 },
					{ a: 3, b: 1 },
				],
			},
		],
		[
			'nothing that says what it is',
			{
				all: [
					{ a: 1, b: 30 },
					{ a: 3, b: 10 },
				],
			},
		],
		['a third number', { all: grades.map((one) => ({ ...one, before: 3 })) }],
		['two tables', { by_grade: grades, by_rating: grades }],
		['scores of before', { previous: grades }],
		['a list of scores that says null', { distribution: null, by_grade: grades }],
	])('but not where it has %s', (_what, record) => {
		expect(overview(record)).toMatchObject({ distribution: null });
	});
});

it.each([
	'response_count',
	'total_responses',
	'number_of_completions',
	'completed_interviews',
	'completed_count',
])('%s counts the responses of a survey', (name) => {
	expect(SURVEY.reader()({ [name]: 7 }, {})).toMatchObject({ response_count: 7 });
	expect(SURVEY.reader()({ [name]: true }, {})).toMatchObject({ response_count: null });
});

it('scores from 0 to 10 under names that nobody knows are a distribution', () => {
	const rows = [0, 5, 10].map((points) => ({ points, people: 2 }));
	expect(overview({ completed: 6, spread: rows })).toMatchObject({
		distribution: [
			{ score: 0, count: 2 },
			{ score: 5, count: 2 },
			{ score: 10, count: 2 },
		],
	});
});
