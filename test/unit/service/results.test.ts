/** Results: a number is what the service says, and not what only looks like it. */
import {
	BUCKET,
	CONCLUSION,
	OVERVIEW,
	SUGGESTED_RANGE,
} from '../../../nodes/SurveyInterview/service/results';
import {
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
} from '../../../nodes/SurveyInterview/service/mailings';
import { SURVEY } from '../../../nodes/SurveyInterview/service/surveys';

const overview = (record: object) => OVERVIEW.read({ ...record }, {});

it.each<[object, number | null]>([
	[{ invited: 9, completed: 3 }, 1 / 3],
	[{ invited: 9, completed: 10 }, null],
	[{ invited: 9, completed: 3, response_rate: 0.33 }, 0.33],
	[{ invited: 9, completed: 3, response_rate: '33%' }, 0.33],
	[{ invited: 9, completed: 3, response_rate_pct: 33.3 }, 0.333],
	[{ invited: 9, started: 6, completed: 3, response_rate: 0.8 }, 0.8],
	[{ invited: 9, completed: 3, response_rate_percent: '0.5 %' }, 0.005],
	[{ invited: 10, completed: 50, response_rate: 0.3 }, 0.3],
	[{ invited: 10, started: 4 }, null],
	[{ invited: 0, completed: 5 }, null],
	[{ response_rate: 25 }, 0.25],
	[{ response_rate: 0.5 }, 0.5],
	[{ response_rate: { value: 0.5 } }, 0.5],
	[{ response_rate: 'high' }, null],
])('%j: the response rate is %j', (record, rate) => {
	expect(overview(record)).toMatchObject({ response_rate: rate });
});

const GROUPS = { promoters: 12, passives: 5, detractors: 3 };
it.each<[object]>([[GROUPS], [{ metric: { value: 45, ...GROUPS } }]])(
	'%j has promoters, passives and detractors, and no scores',
	(record) => {
		expect(overview(record)).toMatchObject({ ...GROUPS, distribution: null });
	},
);

it('a word beside a score is not in its way', () => {
	const distribution = [
		{ score: 9, label: 'Promoter', count: 1 },
		{ score: 2, label: 'Detractor', count: 3 },
	];
	expect(overview({ distribution, started: 4, completed: 3 })).toMatchObject({
		distribution: [
			{ score: 2, count: 3 },
			{ score: 9, count: 1 },
		],
	});
});

it.each<[object, object[] | null]>([
	[
		{ 9: 3, 10: 1 },
		[
			{ score: 9, count: 3 },
			{ score: 10, count: 1 },
		],
	],
	[{}, []],
	[[], []],
	[[{ value: 8, n: 2 }], [{ score: 8, count: 2 }]],
	[[{ label: 'Promoters', count: 3 }], null],
	[{ scores: [9, 10], counts: [3, 1] }, null],
])('a distribution as a list or by score, %j: %j', (distribution, rows) => {
	expect(overview({ distribution })).toMatchObject({ distribution: rows });
});

it('0 beside a word that it is held back is not known', () => {
	expect(overview({ score: 0, is_suppressed: true })).toMatchObject({ score: null });
	expect(overview({ score: 0, is_suppressed: false })).toMatchObject({ score: 0 });
	const bucket = { from: '2026-01-01', score: 0, responses: 0 };
	const read = BUCKET.read;
	const few = { ...bucket, suppressed: true };
	const buckets = [bucket, few, { ...few, responses: 3 }].map((one) => read(one, {}));
	expect(buckets).toMatchObject([
		{ score: 0, answers: 0 },
		{ score: null, answers: null },
		{ score: null, answers: 3 },
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
		(CONCLUSION.read({ points: given }, {}).points as Array<{ tone: unknown }>).map(
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
])('a conclusion in paragraphs, %j, is one text: %j', (text, whole) => {
	expect(CONCLUSION.read({ text }, {}).text).toBe(whole);
});

it('paragraphs that are no texts leave the conclusion to another place', () => {
	const record = { text: ['A.', { text: 'B.' }], paragraphs: ['C.'] };
	expect(CONCLUSION.read(record, {}).text).toBe('C.');
});

it.each([[{}], [{ sent: 2 }], [{ mailing_id: 'm', stats: { sent: 2, total: 2 } }]])(
	'a counter that %j leaves out is 0',
	(record) => {
		const sent = 'stats' in record || 'sent' in record ? 2 : 0;
		expect(MAILING_STATS.read(record, {})).toMatchObject({ sent, failed: 0, bounced: 0 });
	},
);

const WORDS = [
	...['queued', 'sending_failed', 'sent_failed', 'processing_failed', 'scheduled_for_review'],
];
it.each(WORDS)('the status %j stays as it is, in lower case', (word) => {
	const status = word.trim().toLowerCase();
	const mailing = { id: 'm', status: word, recipients: [{ id: 'r', status: word }] };
	expect(MAILING_WITH_RECIPIENTS.read(mailing, {})).toMatchObject({
		status,
		recipients: [{ status }],
	});
	expect(SURVEY.read({ status: word }, {})).toMatchObject({ status });
});

it('a counter that is null is not 0', () => {
	expect(MAILING_STATS.read({ sent: null, total: 5 }, {})).toMatchObject({
		sent: null,
		failed: 0,
		total: 5,
	});
});

it.each(['response_count', 'number_of_completions', 'completed_interviews'])(
	'%s counts the responses of a survey',
	(name) => {
		expect(SURVEY.read({ [name]: 7 }, {})).toMatchObject({ response_count: 7 });
		expect(SURVEY.read({ [name]: true }, {})).toMatchObject({ response_count: null });
	},
);

const JANUARY = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };
it.each<[object, object]>([
	[
		{ from: '2026-01-01', to: '2026-02-01', score: 4, answers: 2 },
		{ score: 4, answers: 2 },
	],
	[{ starts_at: '2026-01-01', toDate: '2026-02-01', metric: { score: 4, n: 2 } }, { answers: 2 }],
	[{ period_start: '2026-01-01', to_at: '2026-02-01', value: 4, responses: 2 }, { score: 4 }],
	[{ week_start: '2026-01-01', week_end: '2026-02-01', score: 4, n: 2 }, { score: 4 }],
	[{ first_day: '2026-01-01', last_day: '2026-02-01', score: 4, n: 2 }, { score: 4 }],
	[{ dateStart: '2026-01-01', dateEnd: '2026-02-01', score: 4, n: 2 }, { score: 4 }],
	[{ start_on: '2026-01-01', end_on: '2026-02-01', score: 4, n: 2 }, { score: 4 }],
	[
		{ period: { start: '2026-01-01', end: '2026-02-01' }, average: 4 },
		{ score: 4, answers: null },
	],
])('%j is a bucket', (record, facts) => {
	expect(BUCKET.read({ ...record }, {})).toMatchObject({ ...JANUARY, ...facts });
});

it.each([
	[{ from: JANUARY.from, to: JANUARY.to, granularity: 'weekly' }, 'week'],
	[{ suggestion: { range: { start: JANUARY.from, end: JANUARY.to }, bucket: 'day' } }, 'day'],
	[{ starts_at: JANUARY.from, ends_at: JANUARY.to, interval: 'fortnight' }, 'fortnight'],
])('%j is a range, by %s', (record, granularity) => {
	expect(SUGGESTED_RANGE.read(record, {})).toEqual({ ...JANUARY, granularity });
});
