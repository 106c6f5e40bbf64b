/** Answers of an unusual shape are still read, and Raw Answer has all of them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { withRawService } from '../faults/rawService';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { answerOptionsOf } from '../../nodes/SurveyInterview/operations/nodeFields';
import type { EndpointOperation } from '../../nodes/SurveyInterview/operations/operation';
import { IDENTIFIERS } from '../../nodes/SurveyInterview/service/identifiers';
import { byId, CREDENTIAL, hintsOf, useEngine } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const QUOTES: INodeParameters = {
	resource: 'result',
	operation: 'getQuotes',
	surveyId: byId(ID),
	topicId: byId(ID),
	returnAll: true,
};
const MAILING: INodeParameters = {
	resource: 'mailing',
	operation: 'get',
	mailingId: byId(ID),
	returnAll: true,
};

/** One run on a service that answers by the place and the length of the page. */
async function run(
	answer: (offset: number, limit: number) => unknown,
	parameters: INodeParameters,
) {
	return await withRawService(
		({ path }) => {
			const query = new URL(path, 'http://x').searchParams;
			return { body: answer(Number(query.get('offset')), Number(query.get('limit'))) };
		},
		async (baseUrl, requests) => {
			const ran = await engine.runNode({
				parameters,
				credentials: { [CREDENTIAL]: { baseUrl, token: 'a-token-of-reads' } },
			});
			const hints = hintsOf(ran);
			return {
				error: ran.error?.message,
				items: ran.items.map(({ json }) => json),
				hints: hints.map(({ message }) => message),
				warns: hints.some(({ type }) => type === 'warning'),
				requests,
			};
		},
	);
}

const quotesOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_unused, place) => ({ id: `q${place}`, text: `Quote ${place}` }));

describe('what comes in pages', () => {
	it('a list that changes with each request is read, with a hint that records may be missing', async () => {
		let added = 0;
		let requested = 0;
		const { error, items, hints } = await run((offset, limit) => {
			requested++;
			// Then the list keeps still.
			if (requested <= 9) added += 150;
			const news = Array.from({ length: added }, (_unused, place) => ({
				id: `new${added - place}`,
			}));
			const list = [...news, ...quotesOf(250)];
			return { quotes: list.slice(offset, offset + limit) };
		}, QUOTES);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(1000);
		expect(hints).toEqual([
			expect.stringMatching(/^The list was read several times, .* Records may be missing/),
		]);
	});

	it.each(['total', 'meta'])('a list is counted by the total in %s', async (place) => {
		const list = quotesOf(120);
		const total = place === 'total' ? { total: 120 } : { [place]: { total: 120 } };
		// Pages of 50, whatever was asked for: only the total tells that there are more.
		const answer = (offset: number, limit: number) => ({
			quotes: list.slice(offset, offset + Math.min(limit, 50)),
			...total,
		});
		expect((await run(answer, QUOTES)).items).toHaveLength(120);
		const cut = await run(answer, { ...QUOTES, returnAll: false, limit: 60 });
		expect(cut.hints).toEqual([expect.stringContaining('60 of 120 quotes')]);
	});

	it('the recipients of a mailing in an envelope are read to their end', async () => {
		const sent = { id: ID, template_id: ID, status: 'sent' };
		const recipients = Array.from({ length: 700 }, (_unused, place) => ({ id: `r${place}` }));
		const { items, requests } = await run(
			(offset, limit) => ({
				success: true,
				data: { ...sent, recipients: recipients.slice(offset, offset + limit) },
			}),
			{ ...MAILING, output: 'everything' },
		);
		expect(items).toEqual([{ ...sent, recipients }]);
		expect(requests).toHaveLength(2);
	});

	it('a mailing without recipients under this name is returned, with a hint', async () => {
		const mailing = { id: ID, status: 'sent', template_id: ID, people: [{ email: 'a@x.com' }] };
		const { error, items, hints, warns } = await run(() => mailing, MAILING);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ id: ID, status: 'sent' }]);
		expect(hints).toEqual([expect.stringContaining('no list under recipients')]);
		expect(warns).toBe(true);
		const everything = await run(() => mailing, { ...MAILING, output: 'everything' });
		expect(everything.items).toEqual([mailing]);
		const advised = [hints, everything.hints].map(([hint]) => hint?.includes('Everything'));
		expect(advised).toEqual([true, false]);
	});
});

const reads = RESOURCES.flatMap(({ value: resource, operations }) =>
	operations.flatMap(
		(operation): Array<[string, EndpointOperation, string]> =>
			operation.kind === 'endpoint' && operation.endpoint.startsWith('GET ')
				? [[`${resource}.${operation.value}`, operation, resource]]
				: [],
	),
);

describe('the whole answer', () => {
	const parametersOf = (operation: EndpointOperation, resource: string): INodeParameters => ({
		resource,
		operation: operation.value,
		...Object.fromEntries(
			operation.identifiers.map((name) => [IDENTIFIERS[name].parameter, byId(ID)]),
		),
		period: 'custom',
		range_start: '2026-01-01',
		range_end: '2026-02-01',
	});

	it.each(reads)('of %s is returned as it was sent', async (_name, operation, resource) => {
		const required = { id: ID, survey_id: ID, template_id: ID, token: 'secret' };
		const answer = { ...required, sent: 1, what: [{ 'is this': [1, null] }], x: [[2]] };
		const isRaw = answerOptionsOf(operation).some(({ name }) => name === 'rawAnswer');
		const { error, items } = await run(() => answer, {
			...parametersOf(operation, resource),
			...(isRaw ? { options: { rawAnswer: true } } : { output: 'everything' }),
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([answer]);
	});

	it('of a list in pages is the first page, and a sentence says so', async () => {
		const answer = { odd: 1, quotes: { by: 'sentiment' } };
		const options = { rawAnswer: true };
		const all = await run(() => answer, { ...QUOTES, options });
		expect([all.items, all.requests.length]).toEqual([[answer], 1]);
		expect(all.hints).toEqual([
			expect.stringContaining('only the first page, with up to 100 quotes'),
		]);
		const some = await run(() => answer, { ...QUOTES, returnAll: false, limit: 7, options });
		expect(some.hints).toEqual([]);
		expect(some.requests[0]?.path).toContain('limit=7');
	});
});
