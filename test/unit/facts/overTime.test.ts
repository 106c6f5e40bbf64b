/** Buckets are known by their shape: a time and numbers, whatever a service calls them and wherever they stand. */
import fc from 'fast-check';
import { inTurn } from '../../extent';
import { OVER_TIME, SUGGESTED_RANGE } from '../../../nodes/SurveyInterview/facts/overTimeFacts';

type Json = Record<string, unknown>;
const bucketsIn = (answer: unknown) => OVER_TIME.recordsIn?.(answer);
const JANUARY = '2026-01-01T00:00:00.000Z';
const FEBRUARY = '2026-02-01T00:00:00.000Z';

const TIME_NAMES = [
	...['bucket_start', 'bucketStart', 'bucket', 'period', 'timestamp', 'month', 'x', 'date', 'from'],
	...['start', 'starts_at', 'period_start', 'label', 'key', 'when', 'week_of', 'opens', 'slot'],
];
const TIMES = ['2026-01-01', '2026-01', JANUARY, '2026-01-01T01:00:00+01:00', 1767225600];
const SCORE_NAMES = [
	'score',
	'nps',
	'metricScore',
	'value',
	'y',
	'avg_rating',
	'average',
	'outcome',
];
const COUNT_NAMES = [
	'responses',
	'count',
	'n',
	'completed_count',
	'responseCount',
	'total_answers',
];

/** A row, its facts as they are or inside objects. */
const NESTINGS: Record<string, (time: Json, numbers: Json) => Json> = {
	flat: (time, numbers) => ({ ...time, ...numbers }),
	'in objects': (time, numbers) => ({ period: time, metric: numbers }),
	'numbers first': (time, numbers) => ({ id: 'b1', stats: numbers, ...time }),
};
/** An answer with its rows. */
const CONTAINERS: Record<string, (rows: Json[]) => unknown> = {
	bare: (rows) => rows,
	points: (rows) => ({ granularity: 'month', points: rows, warnings: [] }),
	unnamed: (rows) => ({ survey_id: 'x', whatever: { rows_of_it: rows } }),
	beside: (rows) => ({ themes: [{ id: 1, name: 'A' }], over_time: rows }),
};

describe.each(inTurn(Object.entries(CONTAINERS)))('in a container, %s', (_container, within) => {
	it.each(inTurn(Object.entries(NESTINGS)))(
		'every name of a start and of a score, %s',
		(_nesting, nest) => {
			for (const timeName of TIME_NAMES)
				for (const time of TIMES)
					for (const scoreName of SCORE_NAMES) {
						const row = nest({ [timeName]: time }, { [scoreName]: 8.5 });
						const none = nest({ [timeName]: time }, { [scoreName]: null });
						const facts = { from: JANUARY, to: null, answers: null };
						expect([row, bucketsIn(within([row, none]))]).toEqual([
							row,
							[
								{ ...facts, score: 8.5 },
								{ ...facts, score: null },
							],
						]);
					}
		},
	);
});

it.each(COUNT_NAMES)('of two numbers, %s is the count of answers', (countName) => {
	for (const scoreName of SCORE_NAMES) {
		const row = { bucket: '2026-01', [countName]: 12, [scoreName]: 8 };
		expect([row, bucketsIn([row])]).toMatchObject([row, [{ score: 8, answers: 12 }]]);
	}
});

it.each<[unknown, string | null]>([
	['2026', JANUARY],
	[2026, JANUARY],
	['2026-02', FEBRUARY],
	['2026/02', FEBRUARY],
	['2026-Q2', '2026-04-01T00:00:00.000Z'],
	['2026-W05', '2026-01-26T00:00:00.000Z'],
	['2026-W01', '2025-12-29T00:00:00.000Z'],
	['2021-W01', '2021-01-04T00:00:00.000Z'],
	['2026-01-01/2026-02-01', JANUARY],
	['February 2026', FEBRUARY],
	['Feb 2026', FEBRUARY],
	['1990-02', '1990-02-01T00:00:00.000Z'],
	['2100-02', '2100-02-01T00:00:00.000Z'],
	['1989-02', null],
	['2101-02', null],
	...['2026-13', '2026-W54', '2026-00', 'January', 'total', 3, '', null].map(
		(period): [unknown, null] => [period, null],
	),
])('a period %j begins at %j', (period, from) => {
	expect(bucketsIn([{ period, score: 7, responses: 3 }])).toEqual([
		{ from, to: null, score: 7, answers: 3 },
	]);
});

it.each<[Json, Json]>([
	[
		{ opens: FEBRUARY, closes: '2026-03-01', nps: 4 },
		{ from: FEBRUARY, score: 4 },
	],
	[
		{ closes: FEBRUARY, opens: JANUARY, nps: 4 },
		{ from: JANUARY, score: 4 },
	],
	[
		{ from: JANUARY, to: FEBRUARY, score: 4 },
		{ from: JANUARY, to: FEBRUARY },
	],
	[
		{ from: null, to: null, bucket_start: JANUARY, bucket_end: FEBRUARY, score: 4 },
		{ from: JANUARY, to: FEBRUARY, score: 4 },
	],
	[
		{ bucket_start: JANUARY, bucket_end: FEBRUARY, v: 4 },
		{ from: JANUARY, to: FEBRUARY, score: 4 },
	],
	[
		{ period: { start: JANUARY, end: FEBRUARY }, n: 4 },
		{ from: JANUARY, to: FEBRUARY, score: null },
	],
	[
		{ date: FEBRUARY, previous_start: JANUARY, score: 4 },
		{ from: FEBRUARY, to: null },
	],
	[
		{ bucket: FEBRUARY, created_at: JANUARY, updated_at: '2026-03-01', score: 4 },
		{ from: FEBRUARY },
	],
	[
		{ bucket_end: FEBRUARY, score: 4 },
		{ from: null, to: FEBRUARY },
	],
	[
		{ start: 'Spring', computed_at: JANUARY, score: 4 },
		{ from: null, score: 4 },
	],
	[
		{ blix: '2025-12-14T22:33:49Z', opens_with: FEBRUARY, score: 4 },
		{ from: FEBRUARY, score: 4 },
	],
	[
		{ bucket: JANUARY, verdict: null, people: 0 },
		{ from: JANUARY, score: null },
	],
	[
		{ year: 2026, month: 2, score: 4 },
		{ from: null, score: 4 },
	],
	[
		{ year: '2026', month: 'February', score: 4 },
		{ from: null, score: 4 },
	],
	[{ bucket: JANUARY, previous_score: 3, min: 1, response_rate: 0.5, share: 1 }, { score: null }],
	[{ bucket: JANUARY, score: null, margin: 3, delta: 2 }, { score: null }],
	[
		{ bucket: JANUARY, one: 3, other: 2 },
		{ score: null, answers: null },
	],
	[
		{ bucket: JANUARY, responses: 0 },
		{ score: null, answers: 0 },
	],
])('%j: %j', (row, facts) => {
	expect(bucketsIn([row])).toMatchObject([facts]);
});

it('columns are rows, whatever they are called', () => {
	const columns = { x: ['2026-01', '2026-02'], y: [8, null], n: [3, 0], notes: ['a'] };
	const [two, three] = [2, 3].map((length) => ({
		since: ['2024-01', '2024-02', '2024-03'].slice(0, length),
		words: ['a', 'b', 'c'].slice(0, length),
	}));
	const whole = [columns, { data: columns }, { chart: { of: columns }, errors: [] }];
	// Those of another length, or in another object, are columns of another table.
	const beside = [
		{ ...columns, ...three },
		{ other: two, data: columns },
	];
	for (const answer of [...whole, ...beside])
		expect(bucketsIn(answer)).toEqual([
			{ from: JANUARY, to: null, score: 8, answers: 3 },
			{ from: FEBRUARY, to: null, score: null, answers: 0 },
		]);
});

it.each([[[]], [{ points: [] }], [{ points: [], warnings: [] }], [{ dates: [], scores: [] }]])(
	'%j has no buckets',
	(answer) => expect(bucketsIn(answer)).toEqual([]),
);

it('what stands beside an empty series is none', () => {
	expect(bucketsIn({ points: [], people: [{ created_at: JANUARY, age: 3 }] })).toEqual([]);
});

it.each(['buckets', 'points', 'series', 'time_series', 'values'])(
	'what stands beside %s is another series',
	(name) => {
		const answer = { other: [{ date: FEBRUARY, score: 4 }], [name]: [{ date: JANUARY, score: 8 }] };
		expect(bucketsIn(answer)).toMatchObject([{ from: JANUARY, score: 8 }]);
	},
);

it('no answer makes it fail, and each value is of its type', () => {
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 4 }), (answer) => {
			for (const { from, to, score, answers } of bucketsIn(answer) ?? []) {
				for (const time of [from, to]) expect(time === null || typeof time === 'string').toBe(true);
				for (const one of [score, answers]) expect(one === null || Number.isFinite(one)).toBe(true);
			}
		}),
		{ numRuns: 2000 },
	);
});

it.each([
	[{ from: JANUARY, to: FEBRUARY, granularity: 'weekly' }, 'week'],
	[{ range_start: JANUARY, range_end: FEBRUARY, bucket_size: 'MONTH' }, 'month'],
	[{ suggestion: { range: { start: JANUARY, end: FEBRUARY }, bucket: 'day' } }, 'day'],
	[{ starts_at: JANUARY, ends_at: FEBRUARY, interval: 'fortnight' }, 'fortnight'],
])('%j is a range, by %s', (record, granularity) => {
	expect(SUGGESTED_RANGE.reader()(record, {})).toEqual({
		from: JANUARY,
		to: FEBRUARY,
		granularity,
	});
});

const SIZES: Record<string, string[]> = {
	day: ['day', 'days', 'daily'],
	week: ['week', 'weeks', 'weekly'],
	month: ['month', 'months', 'monthly'],
	year: ['year', 'years', 'yearly', 'annual', 'annually'],
};

it.each(Object.entries(SIZES))('a %s in a word of any service', (granularity, words) => {
	for (const word of words)
		expect(SUGGESTED_RANGE.reader()({ granularity: word }, {})).toMatchObject({ granularity });
});

it('a number without a name is a score only where it is one in every row', () => {
	const scoresOf = (rows: Json[]) => bucketsIn(rows)?.map(({ score }) => score);
	expect(
		scoresOf([
			{ bucket: JANUARY, a: 5 },
			{ bucket: FEBRUARY, a: 6 },
		]),
	).toEqual([5, 6]);
	expect(
		scoresOf([
			{ bucket: JANUARY, a: 0 },
			{ bucket: FEBRUARY, a: 6, b: 8 },
		]),
	).toEqual([null, null]);
	expect(
		scoresOf([
			{ bucket: JANUARY, a: 0 },
			{ bucket: FEBRUARY, a: 6, score: 8 },
		]),
	).toEqual([null, 8]);
	expect(scoresOf([{ bucket: JANUARY, a: 0, b: '' }])).toEqual([null]);
});

it.each<[string, Json[], object]>([
	[
		'a time in an object is one time',
		[{ x: { seconds: 1767225600, nanos: 0 }, a: 5, computed_at: { $date: FEBRUARY } }],
		{ from: JANUARY, score: 5 },
	],
	['a day as a number is a time', [{ at: 20260101, a: 5 }], { from: JANUARY, score: 5 }],
	['a day as a number is no score', [{ bucket: JANUARY, computed_at: 20260408 }], { score: null }],
	[
		'beside a score that cannot be read, another number is none',
		[{ month: '2026-01', metric: { score: '-37,2' }, quantity: 31 }],
		{ score: null },
	],
	['a count in an object is no score', [{ from: JANUARY, stats: { n: 3 } }], { score: null }],
	['nothing but 0 counts nothing', [{ from: JANUARY, quantity: 0 }], { score: null }],
])('%s', (_rule, rows, wanted) => {
	expect(bucketsIn(rows)).toMatchObject([wanted]);
	expect(bucketsIn({ data: rows })).toMatchObject([wanted]);
});

it.each(['phase 2026', 'market 2026', 'text 5000'])('“%s” is no month', (label) => {
	expect(bucketsIn([{ label, score: 5, at: JANUARY }])).toMatchObject([{ from: JANUARY }]);
	expect(bucketsIn([{ label, score: 5 }])).toMatchObject([{ from: null }]);
});

it('columns of times in objects are no list of buckets', () => {
	const answer = { start: [{ seconds: 1767225600, nanos: 0 }], score: [8.5] };
	expect(bucketsIn(answer)).toMatchObject([{ from: JANUARY, score: 8.5 }]);
});

it('of two times without a name, the start stands at one place in every row', () => {
	const rows = (...others: string[]) =>
		others.map((b, place) => ({ a: [JANUARY, FEBRUARY][place], b, score: 5 }));
	const startsOf = (list: Json[]) => bucketsIn(list)?.map(({ from }) => from);
	const later = '2026-03-05T00:00:00.000Z';
	expect(startsOf(rows(later, later))).toEqual([JANUARY, FEBRUARY]);
	expect(startsOf(rows(later, '2025-12-07T00:00:00.000Z'))).toEqual([null, null]);
});

it('times at different places are no starts, for nobody knows which of them is', () => {
	const [one, other] = [{ bucket_start: JANUARY }, { week_of: FEBRUARY }];
	const buckets = bucketsIn([
		{ ...one, score: 1 },
		{ ...other, score: 2 },
	]);
	expect(buckets?.map(({ from }) => from)).toEqual([null, null]);
});
