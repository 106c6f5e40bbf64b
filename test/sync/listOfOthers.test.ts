/** What is no list of invitations is not taken for an empty one: everybody would be invited again. */
import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, failureOf, useEngine } from '../harness/support';
import { withRawService, type RawAnswer } from '../faults/rawService';
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
		/has no list of invitations|(an error|a message|something that is not the record)/,
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

it('an invitation that is nested too deep ends it with a sentence', async () => {
	const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
	const { failure, writes } = await sync(() => ({ body: `[{"id":"${ID}","properties":${deep}}]` }));
	expect(failure?.message).toMatch(/nested more than \d+ levels deep, which n8n cannot handle/);
	expect(writes).toEqual([]);
});

it('a 404 of a gateway revokes nobody, and the next one is not tried', async () => {
	const invitation = (place: number) => ({
		id: ID.replace(/11$/, String(20 + place)),
		type: 'personal',
		token: 't',
		status: 'open',
		recipient_email: `gone${place}@x.com`,
		properties: {},
	});
	const list = [{ ...invitation(0), recipient_email: 'a@x.com', recipient_name: 'A' }];
	const { failure, writes } = await sync(
		({ method }) =>
			method === 'GET'
				? { body: [...list, invitation(1), invitation(2)] }
				: { status: 404, body: { code: 'rest_no_route', message: 'No route was found.' } },
		{ whenMissing: 'revoke', maxRevokePercent: 100, concurrency: 1 },
	);
	expect(failure).toMatchObject({ status: 404, maybeDone: false });
	expect(writes.map(({ method }) => method)).toEqual(['DELETE']);
});
