import fc from 'fast-check';
import { compareScores, valueReader } from '../../../nodes/SurveyInterview/report/groups';
import { summaryOf } from '../../../nodes/SurveyInterview/report/metricScore';

const METRICS = ['nps', 'enps', 'csat', 'ces', 'scale', null];
const people = fc.array(
	fc.record({
		score: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 10 }) }, fc.constant(null)),
		values: fc.array(fc.constantFrom('Sales', 'Support', 'IT', 'Board'), { maxLength: 2 }),
	}),
	{ maxLength: 60 },
);

/** The score of a metric by its definition, calculated with a sum for each person. */
function scoreOf(metric: unknown, scores: readonly number[]): number | null {
	if (scores.length === 0) return null;
	const isNet = metric === 'nps' || metric === 'enps';
	const worth = (score: number) => (isNet ? (score > 8 ? 100 : score < 7 ? -100 : 0) : score);
	const mean = scores.map(worth).reduce((sum, one) => sum + one, 0) / scores.length;
	const near = Number(Math.abs(isNet ? mean : mean * 10).toPrecision(14));
	const whole = Math.sign(mean) * Math.round(near);
	return (isNet ? whole : whole / 10) + 0;
}

it.each(METRICS)('each group has the score of its people: %s', (metric) => {
	fc.assert(
		fc.property(people, (all) => {
			const { groups } = compareScores(metric, all, 1, false);
			for (const value of ['Sales', 'Support', 'IT', 'Board']) {
				const own = all.filter(({ values }) => (values as string[]).includes(value));
				const scores = own.flatMap(({ score }) => score ?? []);
				const group = groups.find(({ name }) => name === value);
				expect(group?.score ?? null).toBe(scoreOf(metric, scores));
				expect(group?.answers ?? 0).toBe(scores.length);
			}
		}),
	);
});

it('groups below the minimum are gathered', () => {
	const of = (value: string, ...scores: number[]) =>
		scores.map((score) => ({ score, values: [value] }));
	const all = [...of('Sales', 9, 9, 9, 9, 9), ...of('IT', 2, 3), ...of('Board', 10)];
	const { groups, gathered } = compareScores('nps', all, 5, false);
	expect(groups.map(({ name, answers }) => [name, answers])).toEqual([
		['Sales', 5],
		[undefined, 3],
	]);
	expect(gathered).toBe(2);
});

describe('groups of five people and more', () => {
	type Given = Array<[score: number | null, people: number, ...values: string[]]>;
	const compare = (given: Given, mayBeAnonymous: boolean) => {
		const everyone = given.flatMap(([score, count, ...values]) =>
			Array.from({ length: count }, () => ({ score, values })),
		);
		const { groups, all, gathered } = compareScores('nps', everyone, 5, mayBeAnonymous);
		const rows = groups.map(({ name, answers, score, difference }) => [
			...[name, answers, score, difference],
		]);
		return { rows, all: all.score, gathered };
	};
	const SALES: Given[number] = [9, 5, 'Sales'];
	const CARE: Given[number] = [2, 5, 'Care'];

	it.each<[string, Given, boolean, ReturnType<typeof compare>]>([
		[
			'the highest score is first',
			[[8, 6, 'IT'], CARE, SALES],
			true,
			{
				rows: [
					['Sales', 5, 100, 100],
					['IT', 6, 0, 0],
					['Care', 5, -100, -100],
				],
				all: 0,
				gathered: 0,
			},
		],
		[
			'people without a score make no group larger',
			[SALES, [2, 4, 'Care'], [null, 4, 'Care']],
			false,
			{
				rows: [
					['Sales', 5, 100, 89],
					[undefined, 4, -100, -111],
				],
				all: 11,
				gathered: 1,
			},
		],
		[
			'with several values one is in each group',
			[
				[9, 5, 'Sales', 'Care'],
				[2, 5, 'Care'],
			],
			false,
			{
				rows: [
					['Sales', 5, 100, 100],
					['Care', 10, 0, 0],
				],
				all: 0,
				gathered: 0,
			},
		],
		[
			'with several values one is in none, if the survey may be anonymous',
			[
				[9, 5, 'Sales', 'Care'],
				[2, 5, 'Care'],
			],
			true,
			{
				rows: [
					['Care', 5, -100, -100],
					[undefined, 5, 100, 100],
				],
				all: 0,
				gathered: 0,
			},
		],
		[
			'five who are gathered are shown',
			[SALES, [2, 3, 'Care'], [2, 2, 'IT']],
			true,
			{
				rows: [
					['Sales', 5, 100, 100],
					[undefined, 5, -100, -100],
				],
				all: 0,
				gathered: 2,
			},
		],
		[
			'of four people nothing is shown',
			[[9, 4, 'Sales']],
			true,
			{ rows: [], all: null, gathered: 1 },
		],
		['nobody is in no group', [], false, { rows: [], all: null, gathered: 0 }],
	])('%s', (_name, given, mayBeAnonymous, expected) => {
		expect(compare(given, mayBeAnonymous)).toEqual(expected);
	});
});

it('how many gave each score is counted, the lowest first', () => {
	expect(summaryOf('nps', [9, 7, 9, 3, 10])).toEqual({
		answers: 5,
		score: 40,
		groups: { promoters: 3, passives: 1, detractors: 1 },
		distribution: [
			{ score: 3, count: 1 },
			{ score: 7, count: 1 },
			{ score: 9, count: 2 },
			{ score: 10, count: 1 },
		],
	});
});

it('scores that are none of the metric do not count', () => {
	expect(summaryOf('nps', [9, 11, -1, 3.5, '9', null])).toMatchObject({ answers: 1, score: 100 });
	expect(summaryOf('csat', [4, 5, null])).toMatchObject({ answers: 2, score: 4.5, groups: null });
	expect(summaryOf('nps', [])).toMatchObject({ answers: 0, score: null });
});

it('half a point below zero is rounded as half a point above it', () => {
	const promoters = [9, ...Array<number>(7).fill(8)];
	const detractors = [2, ...Array<number>(7).fill(8)];
	expect(summaryOf('nps', promoters).score).toBe(13);
	expect(summaryOf('nps', detractors).score).toBe(-13);
});

it.each([
	[null, []],
	['', []],
	[' ', []],
	[['', 'Sales '], ['Sales']],
	[0, ['0']],
	['0', ['0']],
	[false, ['false']],
	[{ name: 'Sales' }, []],
	[{ toString: 'Sales' }, []],
	[['null', 'undefined', '#N/A', '-', '\u200b'], []],
	[
		['none', 'NA', '-5'],
		['none', 'NA', '-5'],
	],
	[['Zürich', 'Zu\u0308rich', 'ZÜRICH', 'Z\u200bürich'], ['Zürich']],
	[
		['Rene', 'René'],
		['Rene', 'René'],
	],
])('the values of a property that is %j are %j', (given, values) => {
	expect(valueReader()(given)).toEqual(values);
});

it('people who have one value in two spellings are one group', () => {
	const valuesIn = valueReader();
	const values = ['Zu\u0308rich', 'Zürich', 'zürich'].flatMap(valuesIn);
	expect(values).toEqual(['Zürich', 'Zürich', 'Zürich']);
});

it('nobody less is no −0', () => {
	const scores = [...Array<number>(200).fill(8), 0];
	expect(Object.is(summaryOf('nps', scores).score, 0)).toBe(true);
	expect(Object.is(summaryOf('scale', [-1, ...Array<number>(200).fill(0)]).score, 0)).toBe(true);
});
