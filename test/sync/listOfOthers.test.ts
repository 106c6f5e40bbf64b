/**
 * What is no list of invitations is not taken for an empty one, and a part of the list not for the whole: people would
 * be invited again.
 */
import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, failureOf, useEngine } from '../harness/support';
import { withRawService, type RawAnswer } from '../faults/rawService';
import { invitation } from './examples';
import { MAPPED } from './stage';

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const TOKEN = 'token-of-the-list-suite';

let engine: Engine;
useEngine((started) => (engine = started));

async function sync(
	answerTo: (request: { method: string; path: string }) => RawAnswer,
	options: Record<string, string | number> = {},
) {
	return await withRawService(answerTo, async (baseUrl, requests) => {
		const run = await engine.runNode({
			parameters: {
				dryRun: false,
				resource: 'invitation',
				operation: 'sync',
				surveyId: byId(ID),
				...MAPPED,
				options,
			},
			credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
			items: [{ email: 'a@x.com', name: 'A' }],
		});
		const writes = requests.filter(({ method }) => method !== 'GET');
		return { items: run.items.map(({ json }) => json), failure: failureOf(run), writes };
	});
}

it.each([
	{ message: 'maintenance', errors: [] },
	{ message: 'maintenance', warnings: [] },
	{ status: 'error', message: 'x', items: [] },
	{ status: 401, items: [] },
	{ authenticated: false, items: [] },
	{ results: [], redirect: '/login' },
	{ data: [], message: 'Please log in' },
	{ data: null, items: [] },
	{ Success: false, data: [] },
	{ data: [], success: 'false' },
	[null],
	['maintenance'],
])('%j: nothing is written', async (body) => {
	const { failure, writes } = await sync(() => ({ body }), { createWith: 'personal' });
	expect(failure?.message).toMatch(
		/has no list of records|contains something that is not a record|(an error|a message|something that is not the record)/,
	);
	expect(writes).toEqual([]);
});

it.each([
	{ data: [] },
	{ invitations: [], success: true },
	{ data: [], message: 'No invitations found', status: 'success' },
	{ items: [], total: 0, code: 200 },
])('%j is a list of none: the contact is invited', async (list) => {
	const { writes } = await sync(({ method }) => ({ body: method === 'GET' ? list : {} }), {
		createWith: 'personal',
	});
	expect(writes).toHaveLength(1);
});

const other = invitation(ID, { email: 'b@x.com' });

it.each([
	{ invitations: [other], has_more: true },
	{ data: [other], meta: { total: 2 } },
	{ data: { invitations: [other], page: { total_count: 2 } } },
	{ results: [other], count: 2, next: 'https://survey.example/invitations?page=2' },
	{ invitations: [other], next_cursor: 'abc' },
])('%j is a part of the list: nothing is written', async (body) => {
	const { failure, writes } = await sync(() => ({ body }));
	expect(failure).toMatchObject({
		message: expect.stringContaining('only part of the list (1 record)'),
		description: expect.stringContaining('Nothing was changed.'),
	});
	expect(writes).toEqual([]);
});

const own = invitation(ID, { email: 'A@x.com', name: 'A' });

it.each([
	{ invitations: [own], has_more: false, total: 1, next: null },
	{ results: [own], count: 1, next_cursor: '' },
])('%j is the whole list', async (body) => {
	const { items, failure } = await sync(() => ({ body }));
	expect(failure).toBeUndefined();
	expect(items.map(({ action }) => action)).toEqual(['unchanged']);
});

it('an invitation that is nested too deep ends it with a sentence', async () => {
	const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
	const { failure, writes } = await sync(() => ({ body: `[{"id":"${ID}","properties":${deep}}]` }));
	expect(failure?.message).toMatch(/nested more than \d+ levels deep, which n8n cannot handle/);
	expect(writes).toEqual([]);
});

it('a 404 of a gateway revokes nobody, and the next one is not tried', async () => {
	const gone = [1, 2].map((place) =>
		invitation(ID.replace(/11$/, String(20 + place)), { email: `gone${place}@x.com` }),
	);
	const { failure, writes } = await sync(
		({ method }) =>
			method === 'GET'
				? { body: [own, ...gone] }
				: { status: 404, body: { code: 'rest_no_route', message: 'No route was found.' } },
		{ whenMissing: 'revoke', maxRevokePercent: 100, concurrency: 1 },
	);
	expect(failure).toMatchObject({ status: 404, maybeDone: false });
	expect(writes.map(({ method }) => method)).toEqual(['DELETE']);
});
