/** n8n's Retry On Fail runs the whole node again: one invitation each, and the last output is whole. */
import type { INode } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Fault, type Service } from '../harness/service';
import { failureOf, useEngine } from '../harness/support';
import { actions, sync, told, writesIn, type SyncRun, useEmptySurvey } from './stage';

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const CONTACTS = Array.from({ length: 5 }, (_, n) => ({ email: `p${n}@x.com`, name: `P ${n}` }));

let engine: Engine;
useEngine((started) => (engine = started));

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started), { dialect });

	const run = async (options: SyncRun['options'], more: Partial<SyncRun> = {}) =>
		await sync(engine, service, {
			surveyId,
			contacts: CONTACTS,
			node: RETRY,
			options: { concurrency: 1, maxWait: 0, ...options },
			...more,
		});
	const strike = (fault: Fault, times = 1) =>
		service.faults.inject({ match: ({ method }) => method !== 'GET', fault, skip: 2, times });
	const emails = () => service.world.invitations(surveyId).map((one) => one.recipientEmail);

	it.each<[string, Fault]>([
		['an answer that is lost', { kind: 'reset', when: 'after' }],
		['a request that is lost', { kind: 'reset', when: 'before' }],
		['an allowance that is raised meanwhile', { kind: 'status', status: 402 }],
	])('public, %s: all are created, once, and told as created', async (_, fault) => {
		strike(fault);
		const tried = await run({ createWith: 'public' });
		expect(tried.error).toBeUndefined();
		expect(told(tried.items)).toEqual(CONTACTS.map(() => ['created', null]));
		expect(emails()).toEqual(CONTACTS.map(({ email }) => email));
		// The survey's properties and its list, once for both tries.
		expect(service.requests({ method: 'GET' })).toHaveLength(2);
		expect(tried.items.map(({ json }) => json.id)).toEqual(CONTACTS.map(() => expect.any(String)));
	});

	it('public, a 500 after the work: its row says that it may have been done, and the next run finds it', async () => {
		strike({ kind: 'status', status: 500, when: 'after' });
		const tried = await run({ createWith: 'public' });
		expect(tried.error).toBeUndefined();
		expect(actions(tried)).toEqual(['created', 'created', 'failed', 'created', 'created']);
		expect(told(tried.items)[2]).toEqual(['failed', expect.stringMatching(/^This may have been /)]);
		expect(emails()).toEqual(CONTACTS.map(({ email }) => email));
		expect(actions(await run({ createWith: 'public' }))).toEqual(CONTACTS.map(() => 'unchanged'));
		expect(emails()).toHaveLength(CONTACTS.length);
	});

	it('beside a contact that cannot be used, all are told as created, for n8n runs the node again', async () => {
		// n8n looks at the first item.
		const contacts = [{ name: 'Nobody' }, ...CONTACTS];
		const node = { ...RETRY, onError: 'continueRegularOutput' } as const;
		expect(actions(await run({}, { contacts, node }))).toEqual([
			'failed',
			...CONTACTS.map(() => 'created'),
		]);
		expect(emails()).toHaveLength(CONTACTS.length);
	});

	it('personal, an answer that is lost: not repeated, told, and found by the next run', async () => {
		strike({ kind: 'reset', when: 'after' });
		const tried = await run({ createWith: 'personal' });
		expect(failureOf(tried)).toMatchObject({
			maybeDone: true,
			message: expect.stringContaining('This may have been created, and was not repeated.'),
			description: expect.stringContaining('2 of 5 created. 1 more may have been done.'),
		});
		expect(emails()).toHaveLength(3);
		expect(actions(await run({ createWith: 'personal' }))).toEqual([
			'unchanged',
			'unchanged',
			'unchanged',
			'created',
			'created',
		]);
		expect(emails()).toEqual(CONTACTS.map(({ email }) => email));
	});

	it('updates and revocations of the first try stay told', async () => {
		await run({});
		service.clearLog();
		const contacts = CONTACTS.slice(1).map((one) => ({ ...one, name: `${one.name} Jr` }));
		service.faults.inject({
			match: ({ method }) => method === 'DELETE',
			fault: { kind: 'status', status: 402 },
		});
		const tried = await run({ whenMissing: 'revoke', maxRevokePercent: 100 }, { contacts });
		expect(actions(tried)).toEqual(['updated', 'updated', 'updated', 'updated', 'revoked']);
		expect(service.requests({ method: 'PATCH' })).toHaveLength(4);
		expect(service.requests({ method: 'DELETE' })).toHaveLength(2);
	});

	it('a run whose execution has no ID is protected, too', async () => {
		const node = { ...RETRY, maxTries: 2 };
		strike({ kind: 'reset', when: 'after' });
		const options = { createWith: 'public' };
		expect((await run(options, { executionId: null, node })).error).toBeUndefined();
		expect(emails()).toEqual(CONTACTS.map(({ email }) => email));
		expect(writesIn(service).length).toBeLessThanOrEqual(CONTACTS.length + 1);
	});
});
