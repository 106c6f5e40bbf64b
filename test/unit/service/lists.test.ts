import { listAt, listIn, listNamed } from '../../../nodes/SurveyInterview/service/lists';
import { PROPERTY_LISTS, THEME_LISTS } from '../../../nodes/SurveyInterview/service/surveys';

describe('the container of a list', () => {
	it.each([
		['a bare array', [{ a: 1 }], []],
		['items', { items: [{ a: 1 }], total: 1 }, ['items']],
		['one nested array', { data: { quotes: [{ a: 1 }], page: 2 }, ok: true }, ['data', 'quotes']],
		['three levels', { a: { b: { c: [{ a: 1 }] } } }, ['a', 'b', 'c']],
	])('%s', (_name, answer, path) => {
		expect(listIn(answer)).toMatchObject({ kind: 'list', records: [{ a: 1 }], path });
	});

	it('takes the likely one of several, or says that it cannot tell', () => {
		const answer = { topics: [{ a: 1 }], categories: [{ b: 2 }] };
		expect(listIn(answer, ['topics'])).toEqual({
			kind: 'list',
			isPartial: false,
			saysNext: false,
			records: [{ a: 1 }],
			path: ['topics'],
			around: [answer],
		});
		expect(listIn(answer)).toEqual({ kind: 'notFound' });
	});

	it.each<[object, string[], unknown[] | undefined]>([
		[{ warnings: [], data: { quotes: [{}] } }, ['quotes'], [{}]],
		[{ verbatims: [], total: 0, offset: 0 }, ['quotes'], undefined],
		[{ property_filter: [], buckets: { list: [{}] } }, ['series'], [{}]],
		[{ dots: [], suppressed: true }, ['dots'], []],
		[{ message: 'maintenance', errors: [] }, ['dots'], undefined],
		[{ detail: 'Not available', dots: [] }, ['dots'], undefined],
		[{ data: null, dots: [] }, ['dots'], undefined],
		...['OK', 'Successful', 'No dots yet', 'none', 'Empty list', 'Nothing found', '0 dots', ''].map(
			(message): [object, string[], unknown[]] => [{ message, dots: [] }, ['dots'], []],
		),
		[{ errors: [{ id: 1 }], verbatims: [{}] }, ['dots'], [{}]],
		[{ rows: [] }, ['dots'], []],
		[{ data: [{}], errors: [] }, [], [{}]],
		[{ issues_by_team: [{ a: 1 }] }, [], [{ a: 1 }]],
		[
			{ by_frequency: [{ a: 1 }], by_sentiment: [{ b: 2 }] },
			['topics', 'by_frequency'],
			[{ a: 1 }],
		],
		[{ dates: ['a', 'b'], scores: [1, 2], points: [{}] }, ['points'], [{}]],
	])('loses no list in %j', (answer, likely, records) => {
		const found = listIn(answer, likely);
		expect(found.kind === 'list' ? found.records : undefined).toEqual(records);
	});

	it.each(['error', 'warning', 'detail', 'message', 'issue', 'problem'])(
		'takes no list of problems for records: %s',
		(name) => {
			for (const key of [name, `${name}s`, name.toUpperCase()]) {
				expect(listIn({ [key]: [{ id: 1 }] })).toEqual({ kind: 'notFound' });
			}
		},
	);

	it.each([null, 'text', 7, {}, { a: { b: 1 } }])('finds none in %j', (answer) => {
		expect(listIn(answer)).toEqual({ kind: 'notFound' });
	});

	it.each<[unknown, number]>([
		[[null], 1],
		[['maintenance'], 1],
		[{ items: [{ id: 1 }, 'text'] }, 2],
	])('says of %j at which position something is not a record', (answer, position) => {
		expect(listIn(answer)).toEqual({ kind: 'notRecords', position });
	});

	it.each<[object, string[]]>([
		// The nearest to the root, whichever is written first.
		[{ related: { items: [{ b: 2 }] }, items: [{ a: 1 }] }, ['items']],
		[{ texts: ['a'], mixed: [{ b: 2 }, 'c'], points: [{ a: 1 }] }, ['points']],
	])('is in %j at %j', (answer, path) => {
		expect(listIn(answer)).toMatchObject({ kind: 'list', records: [{ a: 1 }], path });
	});

	it('is not there deeper than three levels', () => {
		expect(listIn({ a: { b: { c: { d: [{ a: 1 }] } } } })).toEqual({ kind: 'notFound' });
	});

	it('that is empty was not listed if any of its containers denies it', () => {
		const denied = { data: { message: 'ok', dots: [] }, message: 'down' };
		expect(listIn(denied, ['dots'])).toEqual({ kind: 'notFound' });
	});

	it('is found again where an earlier page had it, and nowhere else', () => {
		const answer = { topics: [{ a: 1 }], data: { categories: [{ b: 2 }] } };
		expect(listAt(answer, ['data', 'categories'])).toMatchObject({ records: [{ b: 2 }] });
		expect(listAt(answer, ['items'])).toEqual({ kind: 'notFound' });
		expect(listAt(answer, [])).toEqual({ kind: 'notFound' });
		expect(listAt([{ a: 1 }, 2], [])).toMatchObject({ kind: 'notRecords' });
	});
});

it.each<[unknown, boolean]>([
	[[{}, {}], false],
	[{ items: [{}, {}], total: 2 }, false],
	[{ items: [{}, {}], total: 3 }, true],
	[{ items: [{}], has_more: true }, true],
	[{ items: [{}], has_more: true, hasMore: false }, true],
	[{ items: [{}], currentPage: null, page: 2, pages: 2 }, false],
	[{ items: [{}], has_more: false, total: null }, false],
	[{ rows: [{}], plan: { count: 500 } }, false],
	[{ data: { rows: [{}] }, page: { size: 9 } }, false],
	[{ items: [{}], count: 2 }, true],
	[{ data: { rows: [{}], meta: { total: 2 } } }, true],
	[{ items: [{}], next: 'https://…?page=2' }, true],
	[{ items: [{}], next_cursor: 'abc' }, true],
	[{ items: [{}], links: { next: { href: '/x?page=2' } } }, true],
	[{ items: [{}], next: null, next_cursor: '', next_page: 0 }, false],
	[{ items: [{}], total: '2' }, true],
	[{ items: [{}], pageInfo: { hasNextPage: true, endCursor: 'x' } }, true],
	[{ items: [{}], pageInfo: { hasNextPage: false, endCursor: 'x' } }, false],
	[{ value: [{}], '@odata.nextLink': '/x?$skip=1' }, true],
	[{ items: [{}], links: [{ rel: 'self', href: '/x' }] }, false],
	[{ items: [{}], links: [{ rel: 'next', href: '/x?page=2' }] }, true],
	[
		{
			items: [{}],
			links: [
				{ rel: 'next', href: '/x' },
				{ rel: 'next', href: '' },
			],
		},
		true,
	],
	[{ items: [{}], meta: { current_page: 1, last_page: 2 } }, true],
	[{ items: [{}], page: 1, total_pages: 3 }, true],
	[{ content: [{}], totalElements: 1, totalPages: 1, number: 0, last: true }, false],
	[{ content: [{}], last: false }, true],
	[{ items: [{}], truncated: true }, true],
	[{ items: [{}], links: { next: {}, prev: '/x' } }, false],
	// Strapi, Fractal, JSON:API, Slack, will_paginate, Jira, DataTables, Azure.
	[{ data: [{}], meta: { pagination: { page: 1, pageCount: 2, total: 2 } } }, true],
	[{ data: [{}], meta: { pagination: { page: 1, pageCount: 1, total: 1 } } }, false],
	[{ data: [{}], meta: { pagination: { links: { next: '/x?page=2' } } } }, true],
	[{ data: [{}], meta: { page: { total: 2 } } }, true],
	[{ items: [{}], response_metadata: { next_cursor: 'x' } }, true],
	[{ items: [{}], response_metadata: { next_cursor: '' } }, false],
	[{ items: [{}], pagination: { total_entries: 2 } }, true],
	[{ items: [{}], isLast: false }, true],
	[{ items: [{}], is_last_page: true }, false],
	[{ items: [{}], more_results: true }, true],
	[{ items: [{}], meta: { has_more_pages: true } }, true],
	[{ data: [{}], recordsTotal: 2 }, true],
	[{ items: [{}], continuationToken: 'x' }, true],
	[{ items: [{}], continuationToken: null }, false],
	[{ items: [{}], meta: { version: { total: 2 } } }, false],
	[{ items: [{}], offset: 'itrX/rec1' }, true],
	[{ items: [{}], offset: '20' }, false],
	[{ items: [{}], offset: 20 }, false],
	[{ items: [{}], remaining: 1 }, true],
	[{ items: [{}], remaining: 0 }, false],
	[{ items: [{}], remaining: ' 12 ' }, true],
	[{ items: [{}], next_page: 2 }, true],
	[{ items: [{}], next: ' ' }, false],
	[{ items: [{}], total: '2 of 9' }, false],
	[{ items: [{}], total: 'at least 2' }, false],
	[{ items: [{}], page: 3, total_pages: 3 }, false],
	[{ items: [{}], current_page: '3', last_page: '3' }, false],
	[{ items: [{}], page: 0, total_pages: 1 }, false],
	[{ content: [{}], totalPages: 3, number: 2 }, false],
	[{ content: [{}], totalPages: 3, number: 1 }, true],
	[{ items: [{}], size: 3, pages: 2 }, true],
	[{ items: [{}], links: ['next', { rel: 'next', href: '/x' }] }, true],
	[{ items: [{}], meta: 'none', paging: null }, false],
])('whether %j is only a part of a list: %s', (answer, part) => {
	expect(listIn(answer)).toMatchObject({ isPartial: part });
});

it('the themes and properties of a survey are found by their key', () => {
	const theme = { id: 't', name: 'Delivery' };
	expect(listNamed({ locked_topics: [], themes: [theme] }, THEME_LISTS)).toEqual([theme]);
	expect(listNamed({ survey: { topic_categories: { items: [theme] } } }, THEME_LISTS)).toEqual([
		theme,
	]);
	const property = { property_id: 'p', key: 'department' };
	const detail = { stage_options: [{ id: 1 }], survey_tags: [], properties: [property] };
	expect(listNamed(detail, PROPERTY_LISTS)).toEqual([property]);
	expect(listNamed({ name: 'x' }, THEME_LISTS)).toBeUndefined();
	expect(listNamed({ data: [theme] }, ['data'])).toEqual([theme]);
	expect(listNamed({ survey: { themes: [theme] } }, ['survey'])).toBeUndefined();
	expect(listNamed({ themes: [theme, 'Price'] }, THEME_LISTS)).toBeUndefined();
});

it('below an ID stands one record, and not the list', () => {
	const record = { property_values: [{ key: 'team' }, { key: 'role' }] };
	expect(listIn({ respondents: { '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12': record } }).kind).toBe(
		'notFound',
	);
});

it.each(['items', 'data', 'results', 'records', 'rows', 'entries', 'list', 'content'])(
	'of two lists, the one called %s is meant',
	(name) => {
		const found = listIn({ facets: [{ f: 1 }], [name]: [{ a: 1 }] });
		expect(found).toMatchObject({ kind: 'list', records: [{ a: 1 }] });
	},
);
