import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { hintsOf, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { chosen } from './case';
import { withFixedAnswer } from './fixedAnswer';

let engine: Engine;
useEngine((started) => (engine = started));

const SURVEY = chosen('7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12');
const RECORDS = [
	{ id: 'a', score: 2, status: 'sent', used_count: 0, type: 'csv' },
	{ id: 'b', score: 9, status: 'unsent', used_count: 1, type: 'csv' },
];

/** One run on a service that always answers the same. */
const run = async (
	answer: unknown,
	parameters: INodeParameters,
	{ items = [{}], node = {} }: { items?: object[]; node?: object } = {},
) => {
	let ran: Awaited<ReturnType<Engine['runNode']>> | undefined;
	await withFixedAnswer(answer, async (baseUrl) => {
		ran = await engine.runNode({
			parameters: {
				resource: 'respondent',
				operation: 'getAll',
				output: 'everything',
				surveyId: SURVEY,
				returnAll: true,
				...parameters,
			},
			credentials: {
				surveyInterviewApi: { baseUrl, token: 'token', companyId: '', allowHttp: false },
			},
			items: items.map((item) => ({ ...item })),
			node,
		});
	});
	if (!ran) throw new Error('Nothing was run');
	return { ...ran, hints: hintsOf(ran) };
};

const PARTS: Array<[string, object]> = [
	['has_more', { items: RECORDS, has_more: true, total: 99 }],
	['a total', { items: RECORDS, total: 3 }],
];
const FILTERS: Array<[string, string, INodeParameters]> = [
	['respondent', 'Score To', { scoreTo: 6 }],
	['mailing', 'Statuses', { statuses: ['sent'] }],
];

const wording = new Wording();

describe('a part of a list', () => {
	it.each(PARTS)('that says so by %s is not filtered by the node', async (_name, answer) => {
		for (const [resource, labels, filters] of FILTERS) {
			const { error, items } = await run(answer, { resource, filters });
			expect(items).toEqual([]);
			const message = String(error?.message);
			const [, named = ''] = / cannot apply (.*) to all of it\.$/.exec(message) ?? [];
			expect(named.split(', ').sort()).toEqual(labels.split(', '));
			wording.note(message.replace(named, '<filters>'), 'what is refused');
			wording.note(error?.description, 'what to do');
		}
	});

	it('is not filtered with a limit either, nor where the node goes on', async () => {
		const [[, answer] = []] = PARTS;
		const limited = { returnAll: false, limit: 1, filters: { scoreTo: 6 } };
		expect((await run(answer, limited)).error?.message).toContain('cannot apply Score To');
		const node = { onError: 'continueRegularOutput' };
		const { items, hints } = await run(answer, limited, { items: [{}, {}], node });
		const failed = { error: expect.stringContaining('cannot apply Score To') };
		expect(items.map(({ json }) => json)).toMatchObject([failed, failed]);
		expect(hints.map(({ message }) => message)).toEqual(['0 done, 2 failed: rows 1, 2.']);
	});

	it.each(PARTS)(
		'that says so by %s fails, and is put out as a raw answer',
		async (_name, answer) => {
			const { error, items } = await run(answer, {});
			expect(items).toEqual([]);
			wording.note(String(error?.message), 'what is refused without a filter');
			wording.note(error?.description, 'what to do without one');
			const raw = await run(answer, { options: { rawAnswer: true } });
			expect(raw.items.map(({ json }) => json)).toEqual([answer]);
		},
	);

	it('is enough for a limit that it reaches, also with the service’s own filter', async () => {
		const [[, answer] = []] = PARTS;
		const most = async (limit: number) => {
			const limited = { resource: 'invitation', filters: { q: 'ada' }, returnAll: false, limit };
			const { items, hints, error } = await run(answer, limited);
			return [items.length, hints.length, error === undefined];
		};
		expect(await most(2)).toEqual([2, 0, true]);
		expect(await most(3)).toEqual([0, 0, false]);
	});
});

it('a whole list is filtered, also when it says how long it is', async () => {
	const { items } = await run({ items: RECORDS, total: 2 }, { filters: { scoreTo: 6 } });
	expect(items.map(({ json }) => json.id)).toEqual(['a']);
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
