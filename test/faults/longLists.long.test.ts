/**
 * Lists that are read slice by slice while they arrive: nothing is lost, doubled or handed on of a try that
 * broke off, and who has enough stops reading.
 */
import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sample } from '../extent';
import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, hintsOf, until, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { withRawService, type RawAnswer, type RawRequest } from './rawService';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

const SURVEY = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const TOKEN = 'token-of-the-long-lists';
const COUNT = 4_000;
const PADDING = 'x'.repeat(400);

/** Some 2 MB, so that there are several slices. */
const LIST: IDataObject[] = Array.from({ length: COUNT }, (_unused, place) => ({
	id: `r-${place}`,
	email: `person${place}@example.com`,
	status: 'completed',
	score: place % 1000,
	note: `${PADDING} "[{ ä € 😀`,
}));
const TEXT = Buffer.from(JSON.stringify(LIST));

type Script = RawAnswer | RawAnswer[];

/** Runs an operation on respondents; of several answers each request gets the next one. */
async function runOn(script: Script, parameters: INodeParameters) {
	const answers = [script].flat();
	let asked = 0;
	const answer = () => answers[Math.min(asked++, answers.length - 1)] as RawAnswer;
	let requests: RawRequest[] = [];
	const run = await withRawService(answer, async (baseUrl, all) => {
		requests = all;
		const ran = await engine.runNode({
			parameters: {
				resource: 'respondent',
				operation: 'getAll',
				surveyId: byId(SURVEY),
				output: 'everything',
				returnAll: true,
				...parameters,
			},
			credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
		});
		// A connection that is closed early shows a moment later.
		if (answers.some(({ neverEnds }) => neverEnds))
			await until(() => requests.some(({ isLeft }) => isLeft));
		return ran;
	});
	const hints = hintsOf(run).map(({ message }) => message);
	return { run, requests, hints, items: run.items.map(({ json }) => json) };
}

const find = { operation: 'find', findBy: 'email', email: 'person7@example.com' };

it.each<[string, RawAnswer]>([
	['whole', { body: TEXT }],
	['packed', { body: gzipSync(TEXT), headers: { 'content-encoding': 'gzip' } }],
])('a long list that comes %s is put out whole and in order', async (_name, answer) => {
	const { run, items, hints, requests } = await runOn(answer, {});
	expect(run.error).toBeUndefined();
	expect(items).toEqual(LIST);
	expect([hints, requests.length]).toEqual([[], 1]);
	const filtered = await runOn(answer, { filters: { scoreTo: 1 } });
	expect(filtered.items).toEqual(LIST.filter(({ score }) => Number(score) <= 1));
	expect(filtered.hints).toEqual(['8 of 4,000 respondents passed the filters.']);
});

const BROKEN: Array<[string, RawAnswer]> = [
	['in the middle of a record', { body: TEXT, breaksAfter: TEXT.length - 1_000 }],
	['where a record ends', { body: TEXT, breaksAfter: TEXT.lastIndexOf('},{') + 1 }],
	['without its end, and complete as an answer', { body: TEXT.subarray(0, -1) }],
	['with a damaged record', { body: TEXT.toString().replace('"r-3990"', '"r-3990') }],
	['with two commas', { body: TEXT.toString().replace('},{"id":"r-3990"', '},,{"id":"r-3990"') }],
	['with something behind it', { body: `${TEXT.toString()} x` }],
];

describe.each(BROKEN)('a list that breaks off: %s', (_name, broken) => {
	it.concurrent('is read again, and nothing is there twice', async () => {
		const again = async (parameters: INodeParameters) =>
			await runOn([broken, { body: TEXT }], parameters);
		const filters = { scoreTo: 1 };
		const [all, filtered, found] = await Promise.all([again({}), again({ filters }), again(find)]);
		expect(all.run.error).toBeUndefined();
		expect(all.requests).toHaveLength(2);
		expect(all.items).toEqual(LIST);
		expect(filtered.hints).toEqual(['8 of 4,000 respondents passed the filters.']);
		expect(filtered.items).toHaveLength(8);
		expect(found.items).toMatchObject([{ count: 1, matches: [LIST[7]], unreadable: 0 }]);
	});

	it('gives nothing where every try does', async () => {
		const says =
			'breaksAfter' in broken
				? /^The service gave no answer: /
				: /^The address answered 200 with incomplete or damaged JSON\.$/;
		const { run } = await runOn(broken, { options: { maxWait: 0 } });
		expect(run.error?.message).toMatch(says);
		const found = await runOn(broken, { ...find, options: { maxWait: 0 } });
		expect(found.run.error?.message).toMatch(says);
	});
});

it.concurrent.each(sample(BROKEN, 1))(
	'a list that breaks off %s is read again, also where it then comes in a container',
	async (_name, broken) => {
		const again = async (parameters: INodeParameters) =>
			await runOn([broken, { body: { data: LIST } }], parameters);
		const [all, found] = await Promise.all([again({}), again(find)]);
		expect([all.requests.length, all.items.length]).toEqual([2, COUNT]);
		expect(found.items).toMatchObject([{ count: 1, matches: [LIST[7]], unreadable: 0 }]);
	},
);

describe('a list that goes on without end', () => {
	const endless: RawAnswer = { body: TEXT.subarray(0, -1), neverEnds: true };
	/** More than the thousand records that are counted in any case, and then nothing. */
	const stuck: RawAnswer = { body: TEXT.subarray(0, 600_000), neverEnds: true };

	it('is left as soon as Limit is reached, and nothing is said of a total', async () => {
		const { run, items, requests, hints } = await runOn(stuck, { returnAll: false, limit: 50 });
		expect(run.error).toBeUndefined();
		expect(items).toEqual(LIST.slice(0, 50));
		expect(requests).toEqual([expect.objectContaining({ isLeft: true })]);
		expect(hints).toEqual([expect.stringContaining(' only 50 of the respondents. ')]);
		wording.note(hints[0]);
	});

	it('is left as soon as Limit is reached by those that passed', async () => {
		const filters = { scoreTo: 1 };
		const { items, hints } = await runOn(endless, { returnAll: false, limit: 3, filters });
		expect(items.map(({ id }) => id)).toEqual(['r-0', 'r-1', 'r-1000']);
		expect(hints).toEqual([expect.stringContaining(' only 3 of the respondents that passed ')]);
		wording.note(hints[0]);
	});
});

describe('the survey, of which Simplified says the name', () => {
	const fields = { output: 'selectedFields', fields: ['id', 'survey_name'] };
	const survey: RawAnswer = { body: { id: SURVEY, name: 'Large', metric_type: 'nps' } };
	const named = LIST.map(({ id }) => expect.objectContaining({ id, survey_name: 'Large' }));
	const paths = (requests: RawRequest[]) => requests.map(({ path }) => path.split('/').at(-1));

	it('is asked for while the list arrives, so that its records need not be kept', async () => {
		const list = { body: TEXT, waitsAfter: 600_000 };
		const { run, items, requests } = await runOn([list, survey], {
			...fields,
			options: { timeout: 5 },
		});
		expect(run.error).toBeUndefined();
		expect(items).toEqual(named);
		expect(paths(requests)).toEqual(['respondents', SURVEY]);
	});

	it('is asked for once, and not for a list without a record', async () => {
		const broken = { body: TEXT, waitsAfter: 600_000, breaksAfter: 900_000 };
		const again = await runOn([broken, survey, { body: TEXT }], fields);
		expect(again.items).toEqual(named);
		expect(paths(again.requests)).toEqual(['respondents', SURVEY, 'respondents']);
		const empty = await runOn([{ body: [] }, survey], fields);
		expect([empty.items, paths(empty.requests)]).toEqual([[], ['respondents']]);
	});

	it('is not waited for by a list that breaks off in every try', async () => {
		const { run, requests } = await runOn(
			[{ body: TEXT, waitsAfter: 600_000, breaksAfter: 900_000 }, survey],
			{ ...fields, options: { maxWait: 0 } },
		);
		expect(run.error?.message).toMatch(
			/^(The service gave no answer: |The address answered 200 with .*JSON)/,
		);
		expect(paths(requests)).toEqual(['respondents', SURVEY]);
	});
});

it('a run whose list breaks off ends only when nothing that it asked for is under way', async () => {
	const broken = { body: TEXT, waitsAfter: 600_000, breaksAfter: 900_000 };
	// The survey's answer waits for one more request, which comes well after the list is given up.
	const survey = { body: { id: SURVEY, name: 'Large', metric_type: 'nps' }, waitsAfter: 5 };
	let isAnswered = false;
	const answer = ({ path }: { path: string }): RawAnswer => {
		isAnswered ||= path === '/poke';
		return path.endsWith('respondents') ? broken : isAnswered ? {} : survey;
	};
	await withRawService(answer, async (baseUrl, requests) => {
		const running = engine.runNode({
			parameters: {
				resource: 'respondent',
				operation: 'getAll',
				surveyId: byId(SURVEY),
				returnAll: true,
				options: { maxWait: 0 },
			},
			credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
		});
		await until(() => requests.length === 2 && requests[0]?.isLeft === true);
		setTimeout(() => void fetch(`${baseUrl}/poke`).catch(() => {}), 300);
		const { error } = await running;
		expect([error?.message.startsWith('The service gave no answer'), isAnswered]).toEqual([
			true,
			true,
		]);
	});
});

it('a list of a thousand is counted, whatever Limit is', async () => {
	const { items, hints } = await runOn(
		{ body: LIST.slice(0, 999) },
		{ limit: 5, returnAll: false },
	);
	expect(items).toHaveLength(5);
	expect(hints).toEqual([expect.stringContaining(' 5 of 999 respondents. ')]);
	wording.note(hints[0]);
});

it('a list of which Limit takes all is read to its end', async () => {
	const { items, hints } = await runOn({ body: TEXT }, { limit: COUNT });
	expect([items.length, hints]).toEqual([COUNT, []]);
});

describe.each<[string, unknown]>([
	['something else than a record', 7],
	['a list', []],
])('a long list with %s at its end', (_name, last) => {
	const body = [...LIST.slice(0, -1), last];

	it.each([{}, { filters: { scoreTo: 1 } }, find])(
		'is not put out, filtered or searched',
		async (parameters) => {
			const { run } = await runOn({ body }, parameters);
			expect(run.error?.message).toContain(', at position 4000');
			wording.note(run.error?.message, 'a list with something else at its end');
		},
	);
});

it('a long list with what is nested too deep at its end is refused', async () => {
	const body = [...LIST.slice(0, -1), { a: nested(100) }];
	for (const parameters of [{}, { filters: { scoreTo: 1 } }, find]) {
		const { run } = await runOn({ body }, parameters);
		expect(run.error?.message).toContain('nested more than 100 levels deep');
	}
});

function nested(levels: number): unknown {
	return levels === 0 ? {} : [nested(levels - 1)];
}

describe('a long list in a container', () => {
	const before = `{"page":{"size":${COUNT}},"data":{"of":"${SURVEY}","respondents":`;
	const inContainer = (after = '},"has_more":false}'): RawAnswer => ({
		body: `${before}${TEXT.toString()}${after}`,
	});

	it.each<[string, INodeParameters]>([
		['all', {}],
		['a filter', { filters: { scoreTo: 1 } }],
		['a limit', { returnAll: false, limit: 3 }],
		['a filter and a limit', { filters: { scoreTo: 1 }, returnAll: false, limit: 3 }],
		['a search', find],
	])('is worked on like a bare one: %s', async (_name, parameters) => {
		const [bare, contained] = await Promise.all([
			runOn({ body: TEXT }, parameters),
			runOn(inContainer(), parameters),
		]);
		expect(contained.run.error).toBeUndefined();
		expect(contained.items.length).toBeGreaterThan(0);
		expect(contained.items).toEqual(bare.items);
		// Of a bare list the rest was left, so its total is not known.
		if (parameters.limit === undefined) expect(contained.hints).toEqual(bare.hints);
		else expect(contained.hints).toEqual([expect.stringMatching(/ 3 of (4,000|8) /)]);
		expect(contained.requests).toHaveLength(1);
	});

	it('that says behind it that it is a part is not filtered or searched', async () => {
		for (const parameters of [{ filters: { scoreTo: 1 } }, find]) {
			const { run } = await runOn(inContainer('},"total":4001}'), parameters);
			expect(run.error?.message).toContain('only part of the list (4000 records)');
		}
	});

	it('that is damaged is read again', async () => {
		const damaged = inContainer('}],"has_more":false}');
		const { items, requests } = await runOn([damaged, inContainer()], {});
		expect([items.length, requests.length]).toEqual([COUNT, 2]);
	});
});

const packed = (text: string): RawAnswer => ({
	body: gzipSync(text),
	headers: { 'content-encoding': 'gzip' },
});

describe('what is too large is left, and not read again', () => {
	it.each([
		['a list', `[${'{},'.repeat(6_000_000)}`, 'a list of more than 5 million records'],
		['a list in an object', `{"respondents":[${'{},'.repeat(6_000_000)}`, 'more than 16 MB'],
		['a text', `[{"id":"${'x'.repeat(5_000_000)}`, 'a record of more than 4 MB'],
	])('%s', async (_name, text, said) => {
		const { run, requests } = await runOn(packed(text), {});
		expect(run.error?.message).toContain(` 200 with ${said}, `);
		wording.note(run.error?.message);
		expect(run.error?.description).toContain('Request less data, for example with a filter');
		expect(requests).toHaveLength(1);
	});

	it('but for a record that is just as large as may be', async () => {
		const record = JSON.stringify({ id: SURVEY, note: 'x'.repeat(15_999_000) });
		const { run, items } = await runOn(
			{ body: record },
			{ operation: 'erase', respondentId: byId(SURVEY) },
		);
		expect([run.error, items.length]).toEqual([undefined, 1]);
	});

	it('a write that it answers may have been done', async () => {
		const parameters = { operation: 'erase', respondentId: byId(SURVEY) };
		const { run, requests } = await runOn(
			{ body: `{"id":"${SURVEY}","note":"${'x'.repeat(16_000_000)}"}` },
			parameters,
		);
		expect(run.error).toMatchObject({ maybeDone: true });
		expect(requests).toHaveLength(1);
	});
});

it('of an error with many details the first are told, and how many more there are', async () => {
	const detail = Array.from({ length: 200_000 }, (_unused, n) => ({ loc: [`f${n}`], msg: 'No' }));
	const { run } = await runOn({ status: 422, body: { detail } }, {});
	expect(run.error?.message).toContain('; f9: No (and 199,990 more)');
	wording.note(run.error?.message);
});

it('takes the token out of every slice', async () => {
	const body = LIST.map((one, place) => (place % 1000 === 999 ? { ...one, note: TOKEN } : one));
	const { items } = await runOn({ body }, {});
	expect(items.filter(({ note }) => note === '[token]')).toHaveLength(4);
	expect(JSON.stringify(items)).not.toContain(TOKEN);
});

it('is parsed in slices, between which n8n gets its turn', async () => {
	let turns = 0;
	let isOver = false;
	const turn = () => {
		turns++;
		if (!isOver) setImmediate(turn);
	};
	const body = Buffer.from(JSON.stringify(Array.from({ length: 5 }, () => LIST).flat()));
	const parse = jest.spyOn(JSON, 'parse');
	setImmediate(turn);
	const { items } = await runOn({ body }, { filters: { scoreTo: 1 } });
	isOver = true;
	const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
	parse.mockRestore();
	expect(items).toHaveLength(40);
	// How many slices come at once is the machine's business, their size is not.
	expect(longest).toBeLessThan(body.length / 50);
	expect(turns).toBeGreaterThan(3);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
