import { z } from 'zod';

import { readBody } from '../../nodes/SurveyInterview/http/outcome';
import {
	findRecords,
	findRecordsNamed,
	isPartial,
} from '../../nodes/SurveyInterview/records/lists';
import { pages } from '../../nodes/SurveyInterview/http/pages';
import { pointInTime } from '../../nodes/SurveyInterview/input/pointInTime';
import { reportOf } from '../../nodes/SurveyInterview/run/output';
import { readErrorBody } from '../../nodes/SurveyInterview/http/errorBody';
import {
	PROPERTY_LIST_NAMES,
	THEME_LIST_NAMES,
} from '../../nodes/SurveyInterview/records/identifiers';
import { forbiddenKeyIn } from '../../nodes/SurveyInterview/records/json';

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
		expect(findRecords(answer)).toMatchObject({ records: [{ a: 1 }] });
		expect(findRecords(answer)?.rest).toEqual(rest);
	});

	it('takes the array nearest to the top', () => {
		expect(findRecords({ topics: [{ a: 1 }], meta: { scopes: ['x'] } })?.records).toEqual([
			{ a: 1 },
		]);
	});

	it('takes the likely one of several, or says that it cannot tell', () => {
		const answer = { topics: [{ a: 1 }], categories: [{ b: 2 }] };
		expect(findRecords(answer, ['topics'])).toEqual({
			records: [{ a: 1 }],
			rest: { categories: [{ b: 2 }] },
			path: ['topics'],
		});
		expect(findRecords(answer)).toBeUndefined();
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
	])('loses no list in %j', (answer, likely, records) => {
		expect(findRecords(answer, likely)?.records).toEqual(records);
	});

	it.each([null, 'text', 7, {}, { a: { b: 1 } }])('finds none in %j', (answer) => {
		expect(findRecords(answer)).toBeUndefined();
	});
});

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
	const contained = findRecords(answer);
	expect(contained && isPartial(contained)).toBe(part);
});

describe('pages', () => {
	const record = (id: number) => ({ id: `id-${id}`, text: `text ${id}` });

	async function readAll(list: () => unknown[], limit = Infinity, pageSize = 3) {
		const calls: Array<[number, number]> = [];
		const records: unknown[] = [];
		const range = { pageSize, offset: 0, limit };
		for await (const one of pages(range, async (limit, offset) => {
			calls.push([limit, offset]);
			return { records: list().slice(offset, offset + limit) };
		})) {
			records.push(one);
		}
		return { records, calls };
	}

	it('reads to the short page, in the largest pages', async () => {
		const list = Array.from({ length: 7 }, (_unused, id) => record(id));
		const { records, calls } = await readAll(() => list);
		expect(records).toEqual(list);
		expect(calls).toEqual([
			[3, 0],
			[3, 3],
			[3, 6],
		]);
	});

	it('asks once more when the last page is full, and for no more than is wanted', async () => {
		const list = Array.from({ length: 6 }, (_unused, id) => record(id));
		expect((await readAll(() => list)).calls).toHaveLength(3);
		expect((await readAll(() => list, 4)).calls).toEqual([
			[3, 0],
			[1, 3],
		]);
	});

	it('drops a record that comes again because the list moved', async () => {
		const list = Array.from({ length: 6 }, (_unused, id) => record(id));
		let read = 0;
		const moving = () => (read++ === 0 ? list : [record(99), ...list]);
		expect((await readAll(moving)).records).toEqual(list);
	});

	it('knows a record by all it says where another id is in it, and not by that id alone', async () => {
		const by = (person: number, text: string) => ({
			topic_id: 't',
			respondent_id: `r${person}`,
			text,
		});
		const list = [by(0, 'a'), by(1, 'b'), by(2, 'c'), by(0, 'd'), by(1, 'e')];
		expect((await readAll(() => list)).records).toEqual(list);
		let read = 0;
		const moving = () => (read++ === 0 ? list : [by(9, 'new'), ...list]);
		expect((await readAll(moving)).records).toEqual(list);
	});

	it('keeps what many say in the same few words', async () => {
		const list = Array.from({ length: 20 }, () => ({ text: 'n/a' }));
		expect((await readAll(() => list)).records).toEqual(list);
		const mixed = ['x', 'ok', 'ok', 'ok', 'ok', 'z'].map((text) => ({ text }));
		expect((await readAll(() => mixed)).records).toEqual(mixed);
	});

	it('tells a moved list without ids from people who say the same', async () => {
		const said = ['a', 'b', 'good', 'good', 'c', 'd', 'e'].map((text) => ({ text }));
		expect((await readAll(() => said)).records).toEqual(said);
		const list = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text: text.repeat(100) }));
		let read = 0;
		const moving = () => (read++ === 0 ? list : [{ text: 'new' }, ...list]);
		expect((await readAll(moving)).records).toEqual(list);
	});

	it('goes on after a short page when the service says that there are more', async () => {
		const list = Array.from({ length: 7 }, (_unused, id) => record(id));
		const records: unknown[] = [];
		const range = { pageSize: 3, offset: 0, limit: Infinity };
		for await (const one of pages(range, async (_limit, offset) => ({
			records: list.slice(offset, offset + 2),
			total: 7,
		}))) {
			records.push(one);
		}
		expect(records).toEqual(list);
	});

	it('does not end in silence when the service ignores the offset', async () => {
		const same = [record(1), record(2), record(3)];
		await expect(
			(async () => {
				for await (const one of pages({ pageSize: 3, offset: 0, limit: Infinity }, async () => ({
					records: same,
				}))) {
					expect(one).toBeDefined();
				}
			})(),
		).rejects.toThrow('cannot be read to its end');
	});
});

describe('bodies', () => {
	it.each([
		['{"a":1}', { kind: 'json', value: { a: 1 } }],
		['[]', { kind: 'json', value: [] }],
		['null', { kind: 'json', value: null }],
		['  ', { kind: 'empty' }],
		[
			'<!DOCTYPE html><p>',
			{ kind: 'unreadable', reason: 'a web page instead of JSON', breaksOff: false },
		],
		[
			'{"a":',
			{ kind: 'unreadable', reason: 'JSON that breaks off or is damaged', breaksOff: true },
		],
		['upstream down', { kind: 'unreadable', reason: 'text instead of JSON', breaksOff: false }],
	])('%p', (text, expected) => {
		expect(readBody(text)).toEqual(expected);
	});

	it.each([
		[
			{ error: { code: 'x', message: 'No.' } },
			{ code: 'x', message: 'No.', details: [], isOfService: true },
		],
		[{ detail: [{ loc: ['body', 'label'], msg: 'too long' }] }, { details: ['label: too long'] }],
		[{ detail: [{ path: 'body.label', message: 'too long' }] }, { details: ['label: too long'] }],
		[{ detail: ['label is too long'] }, { details: ['label is too long'] }],
		[{ detail: [{ odd: true }] }, { details: ['{"odd":true}'] }],
		[{ errors: [{ field: 'label', reason: 'too long' }] }, { details: ['label: too long'] }],
		[{ detail: { code: 'x', message: 'No.' } }, { code: 'x', message: 'No.', details: [] }],
		[{ detail: 'Not found' }, { code: undefined, message: 'Not found', details: [] }],
		['text', { details: [] }],
		[{ error: { code: 7 } }, { code: undefined, message: undefined, details: [] }],
	])('an error body %j', (body, expected) => {
		expect(readErrorBody(z, body)).toEqual(expected);
	});
});

describe('dates', () => {
	it.each([
		['2026-05-01T12:00:00Z', 'Europe/Amsterdam', '2026-05-01T12:00:00Z'],
		['2026-05-01T12:00:00+02:00', 'UTC', '2026-05-01T12:00:00+02:00'],
		['2026-05-01T12:00:00', 'Europe/Amsterdam', '2026-05-01T10:00:00.000Z'],
		['2026-01-01T12:00:00', 'Europe/Amsterdam', '2026-01-01T11:00:00.000Z'],
		['2026-05-01 12:00:00Z', 'UTC', '2026-05-01T12:00:00Z'],
		['2026-05-01 12:00:00+00', 'UTC', '2026-05-01T12:00:00+00:00'],
		['2026-05-01T12:00:00+0200', 'UTC', '2026-05-01T12:00:00+02:00'],
		['2026-05-01', 'America/New_York', '2026-05-01T04:00:00.000Z'],
		['2026-05-01 08:30', 'UTC', '2026-05-01T08:30:00.000Z'],
		['2026-03-29T03:30:00', 'Europe/Amsterdam', '2026-03-29T01:30:00.000Z'],
		['2026-10-25T12:00:00', 'Europe/Amsterdam', '2026-10-25T11:00:00.000Z'],
		[new Date('2026-05-01T00:00:00Z'), 'UTC', '2026-05-01T00:00:00.000Z'],
		[{ toISO: () => '2026-05-01T12:00:00.000+02:00' }, 'UTC', '2026-05-01T12:00:00.000+02:00'],
	])('%p in %s', (given, zone, expected) => {
		expect(pointInTime(given, zone)).toBe(expected);
	});

	it.each([
		'',
		'tomorrow',
		'2026-13-01',
		'2026-02-30T99:00',
		42,
		null,
		{},
		'01/05/2026',
		new Date('x'),
	])('%p is no date', (given) => {
		expect(pointInTime(given, 'UTC')).toBeUndefined();
	});
});

it('a failed run says in one line what became of each item', () => {
	expect(reportOf(['done', 'done', 'failed', 'notStarted', 'notStarted'])).toBe(
		'Items 0–1: done. Item 2: failed. Items 3–4: not started.',
	);
	expect(reportOf(['maybeDone'])).toBe('Item 0: may have been done.');
});

it('keys that reach into a prototype are found at any depth', () => {
	expect(forbiddenKeyIn(JSON.parse('{"a":[{"__proto__":{}}]}'))).toBe('__proto__');
	expect(forbiddenKeyIn({ a: { constructor: 1 } })).toBe('constructor');
	expect(forbiddenKeyIn({ a: ['prototype'] })).toBeUndefined();
});

it('the themes and properties of a survey are found by what their key says, and by their ids', () => {
	const theme = { id: 't', name: 'Delivery' };
	expect(findRecordsNamed({ locked_topics: [], themes: [theme] }, THEME_LIST_NAMES)).toEqual([
		theme,
	]);
	expect(
		findRecordsNamed({ survey: { topic_categories: { items: [theme] } } }, THEME_LIST_NAMES),
	).toEqual([theme]);
	const property = { property_id: 'p', key: 'department' };
	const detail = { stage_options: [{ id: 1 }], survey_tags: [], properties: [property] };
	expect(findRecordsNamed(detail, PROPERTY_LIST_NAMES)).toEqual([property]);
	expect(findRecordsNamed({ name: 'x' }, THEME_LIST_NAMES)).toBeUndefined();
});
