import type { JsonObject } from '../../nodes/SurveyInterview/records/json';
import {
	arraysIn,
	listAt,
	listFrom,
	nextAddress,
	type RecordList,
	listNamedLike,
	PROPERTY_LIST_NAMES,
	THEME_LIST_NAMES,
} from '../../nodes/SurveyInterview/records/lists';

it('an answer that is nested too deep is that, whatever else is wrong with it', () => {
	let deep: unknown = 1;
	for (let level = 0; level < 150; level++) deep = [deep];
	expect(listFrom({ a: deep })).toMatchObject({ kind: 'tooDeep' });
	expect(listFrom([{ a: deep }])).toMatchObject({ kind: 'tooDeep' });
	expect(listFrom([1])).toMatchObject({ kind: 'notRecords' });
});

describe('the container of a list', () => {
	it.each([
		['a bare array', [{ a: 1 }], undefined],
		['items', { items: [{ a: 1 }], total: 1 }, { total: 1 }],
		[
			'one nested array',
			{ data: { quotes: [{ a: 1 }], page: 2 }, ok: true },
			{ ok: true, data: { page: 2 } },
		],
		['three levels', { a: { b: { c: [{ a: 1 }] } } }, {}],
	])('%s', (_name, answer, rest) => {
		expect(listFrom(answer)).toMatchObject({ kind: 'list', records: [{ a: 1 }] });
		expect(listIn(answer)?.rest).toEqual(rest);
	});

	it('takes the array nearest to the top', () => {
		expect(listIn({ topics: [{ a: 1 }], meta: { scopes: ['x'] } })?.records).toEqual([{ a: 1 }]);
	});

	it('takes the likely one of several, or says that it cannot tell', () => {
		const answer = { topics: [{ a: 1 }], categories: [{ b: 2 }] };
		expect(listFrom(answer, ['topics'])).toEqual({
			kind: 'list',
			isPartial: false,
			records: [{ a: 1 }],
			rest: { categories: [{ b: 2 }] },
			path: ['topics'],
		});
		expect(listFrom(answer)).toEqual({ kind: 'notFound' });
	});

	it.each<[object, string[], unknown[] | undefined]>([
		[{ warnings: [], data: { quotes: [{}] } }, ['quotes'], [{}]],
		[{ summary: { topics: ['a', 'b'] }, rankings: [{}] }, ['topics'], [{}]],
		[{ verbatims: [], total: 0, offset: 0 }, ['quotes'], undefined],
		[{ verbatims: [], sentiments: [{ n: 0 }] }, ['quotes'], undefined],
		[{ property_filter: [], buckets: { list: [{}] } }, ['series'], [{}]],
		[{ notes: ['x'], data: { quotes: [] } }, ['quotes'], []],
		[{ dots: [], suppressed: true }, ['dots'], []],
		[{ hints: [], suppressed: true }, ['dots'], undefined],
		[{ message: 'maintenance', errors: [] }, ['dots'], undefined],
		[{ message: 'maintenance', warnings: [{ id: 1 }] }, ['dots'], undefined],
		[{ errors: [{ id: 1 }], verbatims: [{}] }, ['dots'], [{}]],
		[{ rows: [] }, ['dots'], []],
		[{ data: [{}], errors: [] }, [], [{}]],
		[{ items: [1, 2] }, [], [1, 2]],
		// Rankings, and a detail of something else.
		[{ by_frequency: [{}], by_sentiment: [{}], related: { list: [] } }, ['topics'], undefined],
		[{ facets: [{}], data: { items: [] } }, ['dots'], []],
		[{ dates: ['a', 'b'], scores: [1, 2], related: { list: [0] } }, ['points'], undefined],
		// Columns: the records beside them are others.
		[{ dates: ['a', 'b'], scores: [1, 2], notes: [{}] }, ['points'], undefined],
		[{ dates: ['a', 'b'], scores: [1, 2], points: [{}] }, ['points'], [{}]],
		[{ notes: [{}, 'a'], scores: [1, 2], verbatims: [{}] }, ['points'], [{}]],
		[{ scopes: ['a', 'b'], columns: ['c'], verbatims: [{}] }, ['quotes'], [{}]],
	])('loses no list in %j', (answer, likely, records) => {
		const found = listFrom(answer, likely);
		expect(found.kind === 'notFound' ? undefined : found.records).toEqual(records);
	});

	it.each(['error', 'warning', 'detail', 'message', 'issue', 'problem'])(
		'takes no list of problems for records: %s',
		(name) => {
			for (const key of [name, `${name}s`, name.toUpperCase()]) {
				expect(listFrom({ [key]: [{ id: 1 }] })).toEqual({ kind: 'notFound' });
			}
		},
	);

	it.each([null, 'text', 7, {}, { a: { b: 1 } }])('finds none in %j', (answer) => {
		expect(listFrom(answer)).toEqual({ kind: 'notFound' });
	});

	it.each([[[null]], [['maintenance']], [{ items: [{ id: 1 }, 'text'] }]])(
		'says of %j that it holds something that is not a record',
		(answer) => {
			expect(listFrom(answer)).toMatchObject({ kind: 'notRecords' });
		},
	);

	it('says of a list that is nested too deep, in a record or beside the records, that it is', () => {
		const deep = JSON.parse(`${'{"next":'.repeat(9_000)}1${'}'.repeat(9_000)}`) as object;
		for (const answer of [[{ id: 1 }, deep], { items: [{ id: 1 }], links: deep }]) {
			expect(listFrom(answer)).toMatchObject({ kind: 'tooDeep' });
		}
	});

	it('is found again where an earlier page had it, and nowhere else', () => {
		const answer = { topics: [{ a: 1 }], data: { categories: [{ b: 2 }] } };
		expect(listAt(answer, ['data', 'categories'])).toMatchObject({ records: [{ b: 2 }] });
		expect(listAt(answer, ['items'])).toEqual({ kind: 'notFound' });
		expect(listAt(answer, [])).toEqual({ kind: 'notFound' });
		expect(listAt([{ a: 1 }, 2], [])).toMatchObject({ kind: 'notRecords' });
	});
});

function listIn(answer: unknown): RecordList | undefined {
	const found = listFrom(answer);
	return found.kind === 'list' ? found : undefined;
}

it.each<[unknown, boolean]>([
	[[{}, {}], false],
	[{ items: [{}, {}] }, false],
	[{ items: [{}, {}], total: 2 }, false],
	[{ items: [{}, {}], total: 3 }, true],
	[{ items: [], total_count: 1 }, true],
	[{ items: [{}], has_more: true }, true],
	[{ items: [{}], has_more: false, total: null }, false],
	[{ data: { rows: [{}] }, page: { total_count: 9 } }, true],
	[{ rows: [{}], plan: { count: 500 } }, false],
	[{ data: { rows: [{}] }, page: { size: 9 } }, false],
	[{ items: [{}], count: 2 }, true],
	[{ items: [{}], count: 1, total: 1 }, false],
	[{ data: [{}], meta: { total: 2 } }, true],
	[{ data: { rows: [{}], meta: { total: 2 } } }, true],
	[{ items: [{}], next: 'https://…?page=2' }, true],
	[{ items: [{}], next_cursor: 'abc' }, true],
	[{ items: [{}], next_page: 2 }, true],
	[{ items: [{}], links: { next: '/x?page=2' } }, true],
	[{ items: [{}], links: { next: { href: '/x?page=2' } } }, true],
	[{ items: [{}], next: null, next_cursor: '', next_page: 0 }, false],
	[{ items: [{}], links: { next: {}, prev: '/x' } }, false],
])('whether %j is only a part of a list: %s', (answer, part) => {
	expect(listIn(answer)?.isPartial).toBe(part);
});

it('the themes and properties of a survey are found by what their key says, and by their ids', () => {
	const theme = { id: 't', name: 'Delivery' };
	expect(listNamedLike({ locked_topics: [], themes: [theme] }, THEME_LIST_NAMES)).toEqual([theme]);
	expect(
		listNamedLike({ survey: { topic_categories: { items: [theme] } } }, THEME_LIST_NAMES),
	).toEqual([theme]);
	const property = { property_id: 'p', key: 'department' };
	const detail = { stage_options: [{ id: 1 }], survey_tags: [], properties: [property] };
	expect(listNamedLike(detail, PROPERTY_LIST_NAMES)).toEqual([property]);
	expect(listNamedLike({ name: 'x' }, THEME_LIST_NAMES)).toBeUndefined();
	const theirs = [{ kennung: '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12' }];
	expect(listNamedLike({ themes: theirs }, THEME_LIST_NAMES)).toEqual(theirs);
});

it.each(['paid', 'valid', 'grid', 'Id card'])('a record with “%s” alone has no id', (key) => {
	expect(listNamedLike({ themes: [{ [key]: true }] }, THEME_LIST_NAMES)).toBeUndefined();
});

it('an object of thousands of arrays is no container, and costs no time', () => {
	const count = (size: number) => {
		const answer = Object.fromEntries(Array.from({ length: size }, (_, n) => [`a${n}`, []]));
		return arraysIn(answer).length;
	};
	expect([count(10), count(10_000)]).toEqual([10, 50]);
});

it('below an ID stands one record, and not the list', () => {
	const record = { property_values: [{ key: 'team' }, { key: 'role' }] };
	expect(listFrom({ respondents: { '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12': record } }).kind).toBe(
		'notFound',
	);
});

it('only a text is the address of the next page', () => {
	const addressOf = (next: unknown) =>
		nextAddress({ rest: { next: next as JsonObject }, path: [] });
	expect(['/2', { href: '/2' }].map(addressOf)).toEqual(['/2', '/2']);
	const others = [['/2'], { href: ['/2'] }, { href: { toString: 1, valueOf: 1 } }, 2, null];
	expect(others.map(addressOf)).toEqual(others.map(() => undefined));
});

it.each(['items', 'data', 'results', 'records', 'rows', 'entries', 'list', 'content'])(
	'of two lists, the one called %s is meant',
	(name) => {
		const found = listFrom({ facets: [{ f: 1 }], [name]: [{ a: 1 }] });
		expect(found).toMatchObject({ kind: 'list', records: [{ a: 1 }] });
	},
);
