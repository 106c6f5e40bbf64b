/** A part of the list, taken for the whole, would create people again who are invited already. */
import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, failureOf, useEngine } from '../harness/support';
import { withFixedAnswer } from '../operations/fixedAnswer';
import { invitation } from './examples';
import { MAPPED } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const ada = invitation(ID, { email: 'ada@x.com' });

/** Syncs one contact with a service that answers this, whatever it is asked. */
async function syncWith(answer: object, email: string) {
	const run = async (url: string) =>
		await engine.runNode({
			parameters: {
				dryRun: false,
				resource: 'invitation',
				operation: 'sync',
				...MAPPED,
				surveyId: byId(ID),
				options: {},
			},
			credentials: { [CREDENTIAL]: { baseUrl: url, token: 'token' } },
			items: [{ email }],
		});
	return await new Promise<Awaited<ReturnType<typeof run>>>((resolve, reject) => {
		withFixedAnswer(answer, async (url) => resolve(await run(url))).catch(reject);
	});
}

it.each([
	{ invitations: [ada], has_more: true },
	{ data: [ada], meta: { total: 2 } },
	{ data: { invitations: [ada], page: { total_count: 2 } } },
	{ results: [ada], count: 2, next: 'https://survey.example/invitations?page=2' },
	{ invitations: [ada], next_cursor: 'abc' },
])('of %j nothing is written', async (answer) => {
	const run = await syncWith(answer, 'bob@x.com');
	expect(failureOf(run)).toMatchObject({
		message: expect.stringContaining('only part of the list (1 invitations)'),
		description: expect.stringContaining('Nothing was changed.'),
	});
});

it.each([
	{ invitations: [ada], has_more: false, total: 1, next: null },
	{ results: [ada], count: 1, next_cursor: '' },
])('%j is the whole', async (answer) => {
	const { items, error } = await syncWith(answer, 'ADA@x.com');
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.action)).toEqual(['unchanged']);
});
