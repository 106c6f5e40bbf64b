/** Topics: a number that a service does not tell is null, and never 0. */
import fc from 'fast-check';
import { TOPIC, TOPICS } from '../../../nodes/SurveyInterview/facts/topicFacts';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const PRICE = { id: ID, name: 'Price' };
const read = (record: object) => TOPIC.reader()({ ...PRICE, ...record }, {});
const counted = (record: object) => {
	const { mentions, positive, neutral, negative } = read(record);
	return [mentions, positive, neutral, negative];
};

it.each<[object, Array<number | null>]>([
	[{ mentions: { comments: 9, positive: 4, negative: 5 } }, [9, 4, 0, 5]],
	[{ counts: { positive: 0 } }, [0, 0, 0, 0]],
	[{ mentions: 9, positive: 4, neutral: 0, negative: 5 }, [9, 4, 0, 5]],
	[{ frequency: 1, sentiment_score: 0.4 }, [null, null, null, null]],
	[{ frequency: 12, sentiment: { positive: 9, negative: 3 } }, [null, null, null, null]],
	[{ volume: 12, sentiment: -0.2 }, [12, null, null, null]],
	[{ frequency: { count: 12, share: 0.4 } }, [12, null, null, null]],
	[{ mentions: 20, positive: null, neutral: null, negative: null }, [20, null, null, null]],
	[{ mentions: { comments: 20, positive: null } }, [20, null, null, null]],
	[{ mentions: 20, positive: 45.5, neutral: 30, negative: 24.5 }, [20, null, null, null]],
	[{ mentions: 20, positive: 45, neutral: 30, negative: 25 }, [20, null, null, null]],
	[{ mentions: 20, positive: 0.4, neutral: 0.6, negative: 0 }, [20, null, null, null]],
	[{ counts: { responses: 20 } }, [null, null, null, null]],
	[{ heard: 20, positive: 3, neutral: 0, negative: 0 }, [null, 3, 0, 0]],
])('%j: mentions, positive, neutral, negative are %j', (record, numbers) => {
	expect(counted(record)).toEqual(numbers);
});

it('an id is not the name of a theme', () => {
	expect(read({ category: ID })).toMatchObject({ theme: null });
	expect(read({ category: ID, category_name: 'Costs' })).toMatchObject({ theme: 'Costs' });
});

it.each<[object, number | null, number | string | null]>([
	[{ frequency: 0.5, sentiment: 0.3 }, 0.5, 0.3],
	[{ frequency: 1, sentiment: '-0.3' }, 1, -0.3],
	[{ frequency: 40, sentiment: 'Mostly Positive' }, 40, 'mostly positive'],
	[{ frequency: '0.25', sentiment: { score: 0.1, label: 'neutral' } }, 0.25, 0.1],
	[{ share: 0.5, avg_sentiment: 0 }, 0.5, 0],
	[{ frequency: null, sentiment: null }, null, null],
	[{ frequency: 'often', sentiment: {} }, null, null],
	[{ positive: 3 }, null, null],
])('%j: frequency and sentiment are %j and %j', (record, frequency, sentiment) => {
	expect(read(record)).toMatchObject({ frequency, sentiment });
	const { id, name, ...facts } = { ...PRICE, ...record };
	expect(TOPIC.reader()({ topic: { id, name }, ...facts }, {})).toMatchObject({
		...PRICE,
		frequency,
		sentiment,
	});
});

const inOrder = (answer: unknown) => TOPICS.recordsIn?.(answer);
const names = (answer: unknown) => inOrder(answer)?.map(({ name }) => name);

describe('a ranking', () => {
	const ranked = (facts: (place: number) => object) =>
		['A', 'B', 'C'].map((name, place) => ({ name, ...facts(place) }));

	it.each<[string, (rows: object[]) => unknown]>([
		['bare', (rows) => rows],
		['named', (rows) => ({ topics: rows, total: 3 })],
		['beside themes', (rows) => ({ categories: [{ id: '1', name: 'T' }], ranking: rows })],
		[
			'beside others',
			(rows) => ({ people: [{ name: 'Lena' }], previous: [PRICE], by: { all: rows } }),
		],
		['in themes', (rows) => ({ categories: [{ name: 'T', topics: rows }] })],
	])('%s: every name of an amount and of a topic, with and without ids', (_name, within) => {
		for (const nameKey of ['name', 'topic', 'topic_name', 'label', 'keyword'])
			for (const amount of [
				'mentions',
				'count',
				'volume',
				'comments',
				'frequency',
				'share',
				'sentiment',
			])
				for (const id of [{}, { id: 'x' }]) {
					const rows = [0.5, 1, 2].map((value, place) => ({
						...('id' in id ? { id: `x${place}` } : {}),
						[nameKey]: 'ABC'[place],
						[amount]: amount === 'sentiment' ? value : 2 * value,
					}));
					const wanted = amount === 'sentiment' ? ['A', 'B', 'C'] : ['C', 'B', 'A'];
					expect([rows, names(within(rows))]).toEqual([rows, wanted]);
				}
	});

	it('is by mentions, else by frequency, else as the service has it', () => {
		const frequency = (place: number) => ({ frequency: place });
		expect(names(ranked((place) => ({ ...frequency(place), mentions: -place + 5 })))).toEqual([
			...['A', 'B', 'C'],
		]);
		expect(names(ranked(frequency))).toEqual(['C', 'B', 'A']);
		expect(names(ranked((place) => (place === 1 ? {} : frequency(place))))).toEqual([
			'A',
			'B',
			'C',
		]);
	});

	it('needs only a list of records', () => {
		expect(inOrder({ topics: [{ id: ID, frequency: 1 }] })).toMatchObject([
			{ id: ID, name: null, frequency: 1, mentions: null },
		]);
		expect(inOrder({ topics: [], themes: [{ name: 'T' }] })).toEqual([]);
		expect(inOrder({ topics: 3 })).toBeUndefined();
	});

	it('has each row of its one list', () => {
		const rows = [1, 2].map((mentions) => ({ ...PRICE, mentions }));
		expect(inOrder(rows)?.map(({ mentions }) => mentions)).toEqual([2, 1]);
	});

	it('of a theme says which', () => {
		expect(inOrder([{ name: 'T', topics: [PRICE] }])).toMatchObject([{ ...PRICE, theme: 'T' }]);
	});

	it('never fails', () => {
		fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (answer) => void inOrder(answer)));
	});
});

describe('several rankings', () => {
	it('of the same topics say together what each says', () => {
		const tones = { positive: 4, neutral: 0, negative: 1 };
		const answer = {
			by_frequency: [{ ...PRICE, frequency: 5 }],
			by_sentiment: [{ ...PRICE, counts: { comments: 4, ...tones }, sentiment: 0.5 }],
		};
		expect(inOrder(answer)).toEqual([
			{ ...PRICE, theme: null, mentions: 4, frequency: 5, sentiment: 0.5, ...tones },
		]);
	});

	it('of other topics are one list', () => {
		const answer = { best: [{ ...PRICE, mentions: 3 }], worst: [{ name: 'Speed', mentions: 7 }] };
		expect(names(answer)).toEqual(['Speed', 'Price']);
	});

	it('have each topic of a list in which one has no name', () => {
		const best = [{ ...PRICE, mentions: 3 }, { mentions: 2 }];
		const answer = { best, worst: [{ name: 'Speed', mentions: 7 }] };
		expect(names(answer)).toEqual(['Speed', 'Price', null]);
	});

	it('with other numbers leave open which is meant', () => {
		const [five, three] = [5, 3].map((mentions) => ({ ...PRICE, mentions }));
		expect(inOrder({ a: [five], b: [three], c: [five] })).toMatchObject([
			{ ...PRICE, mentions: null },
		]);
		expect(inOrder({ previous: [five], topics: [three] })).toMatchObject([three]);
	});
});

describe('a ranking under names that nobody knows', () => {
	const rows = [
		{ id: ID, heading: 'Price', hits: 300 },
		{ id: ID.replace('7', '8'), heading: 'Speed', hits: 900 },
	];

	it('is known by its shape', () => {
		const wanted = [
			{ name: 'Speed', mentions: 900 },
			{ name: 'Price', mentions: 300 },
		];
		for (const answer of [rows, { heard: rows }, { data: { ranking: rows } }]) {
			expect(inOrder(answer)).toMatchObject(wanted);
		}
		const named = rows.map(({ heading, hits }) => ({ name: heading, hits }));
		expect(inOrder(named)).toMatchObject(wanted);
	});

	it.each<[string, object]>([
		['two texts', { heading: 'A', motto: 'B', hits: 300 }],
		['two numbers', { heading: 'A', hits: 300, reach: 500 }],
		['no whole number', { heading: 'A', hits: 0.5 }],
		['a rank', { heading: 'A', rank: 1 }],
		['a text that is a time', { heading: '2026-01-01', hits: 300 }],
		['a text that is a share', { heading: '86.1%', hits: 300 }],
		['an address', { heading: 'lena@x.example', hits: 300 }],
		['a sentence', { heading: 'The crew was late.', hits: 300 }],
		['a tone', { heading: 'NEUTRAL', hits: 300 }],
		['another text in an object', { heading: 'A', inner: { motto: 'B' }, hits: 300 }],
		['a share beside the number', { heading: 'A', part: 0.4, hits: 300 }],
		['a share as text', { heading: 'A', part: '88,4', hits: 300 }],
		['another number in an object', { heading: 'A', inner: { told: 700 }, hits: 300 }],
		['a day as a number', { heading: 'A', seen: 20260927 }],
		['a key of a time', { heading: 'A', firstmentionedat: 300 }],
		['numbers that may be percentages', { heading: 'A', hits: 72 }],
		['a count of quotes', { heading: 'A', quote_count: 300 }],
	])('but not where it has %s', (_what, row) => {
		const { name, mentions } = inOrder([row])?.[0] ?? {};
		expect([name, mentions]).toContain(null);
	});

	it('may stand in objects, and beside a tone and a negative number', () => {
		const found = inOrder([
			{ what: { heading: 'A' }, told: { hits: 300 }, mood: 'negative', needle: -0.4 },
		]);
		expect(found).toMatchObject([{ name: 'A', mentions: 300 }]);
	});

	it('and a text that stands in some rows only may be its name as well', () => {
		expect(names([{ ...rows[0], motto: 'M' }, { ...rows[1] }])).toEqual([null, null]);
	});

	it('and names nothing by a list beside it', () => {
		expect(inOrder({ topics: rows, warnings: [{ heading: 'Slow', hits: 1 }] })).toHaveLength(2);
		expect(inOrder({ a: rows, b: [{ heading: 'Care', hits: 1 }] })?.[0]?.name).toBeNull();
	});
});
