/** What ends one contact, what ends the sync, and what is told of it. */
import { collectLogs, type Engine, type LogEntry, type Run } from '../harness/engine';
import type { Fault, Service } from '../harness/service';
import { failureOf, until, useEngine } from '../harness/support';
import { actions, sync, writesIn, type SyncRun, useEmptySurvey } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `p${n}@x.com`, name: `P ${n}` }));
const run = async (more: Partial<SyncRun> = {}) => {
	const { options, ...rest } = more;
	const all = { concurrency: 1, maxWait: 0, ...options };
	return await sync(engine, service, {
		surveyId,
		contacts: people(4),
		options: all,
		parameters: { output: 'everything' },
		...rest,
	});
};
const strike = (fault: Fault, skip = 1, times = 1) =>
	service.faults.inject({ match: ({ method }) => method !== 'GET', fault, skip, times });
const status = (code: number, more: object = {}): Fault => ({
	kind: 'status',
	status: code,
	...more,
});

describe('a record that the service refuses', () => {
	it.each([400, 409, 422])('%i fails alone, with what was attempted', async (code) => {
		strike(status(code));
		const { items, error } = await run();
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.action)).toEqual([
			'created',
			'failed',
			'created',
			'created',
		]);
		expect(items[1]?.json).toMatchObject({
			attempted: 'created',
			status: code,
			message: expect.stringMatching(/^Failed: P 1, p1@x\.com: /),
			reason: expect.stringContaining(`A fault with status ${code}`),
		});
		expect(actions(await run())).toEqual(['unchanged', 'created', 'unchanged', 'unchanged']);
	});

	it('an invitation that vanished fails its update alone', async () => {
		await run();
		strike(status(404));
		const contacts = people(4).map((one) => ({ ...one, name: 'New' }));
		expect(actions(await run({ contacts }))).toEqual(['updated', 'failed', 'updated', 'updated']);
	});

	it('an invitation whose ID is no UUID fails its update alone, and nothing is sent for it', async () => {
		await run();
		const { invitations } = service.world.records;
		const [one] = service.world.invitations(surveyId);
		const record = one && invitations.get(one.id);
		if (!record) throw new Error('Nobody is invited.');
		invitations.remove(record.id);
		invitations.add({ ...record, id: '../surveys' });
		service.clearLog();
		const contacts = people(4).map((contact) => ({ ...contact, name: 'New' }));
		const { items, error } = await run({ contacts });
		expect(error).toBeUndefined();
		expect(actions({ items } as Run)).toEqual(['failed', 'updated', 'updated', 'updated']);
		expect(items[0]?.json.maybeDone).not.toBe(true);
		expect(items[0]?.json.reason).toContain('an ID that is not a UUID ("../surveys")');
		expect(writesIn(service)).toHaveLength(3);
	});

	it('an invitation that is gone already is revoked', async () => {
		await run();
		strike(status(404), 0);
		const options = { whenMissing: 'revoke', maxRevokePercent: 100 };
		const { items, error } = await run({ contacts: people(3), options });
		expect(error).toBeUndefined();
		expect(items.at(-1)?.json).toMatchObject({
			action: 'revoked',
			message: 'Revoked the invitation of P 3, p3@x.com.',
		});
	});
});

describe('what would meet the next one too ends the sync', () => {
	it.each<[string, Fault, string]>([
		['a token that is refused', status(401), 'Check the token'],
		['a scope that is missing', status(403, { code: 'insufficient_scope' }), 'invitations:write'],
		['the allowance', status(402), 'allowance'],
		[
			'a limit for longer than it may wait',
			status(429, { retryAfter: 900 }),
			'try again in 15 minutes',
		],
		['a service that is down', status(503), 'may have been done'],
		['no answer', { kind: 'reset' }, 'may have been done'],
		['a survey that is gone', status(404), 'The record does not exist'],
		['a page that is no answer', { kind: 'html' }, 'a web page instead of JSON'],
	])('%s', async (_, fault, what) => {
		strike(fault);
		const broken = await run();
		const failure = failureOf(broken);
		expect(`${failure?.message} ${failure?.description}`).toContain(what);
		expect(failure?.description).toMatch(
			/The sync stopped at row 2: 1 of 4 created\..*Run it again to finish/,
		);
		expect(writesIn(service)).toHaveLength(2);
		service.faults.clear();
		const again = await run({ token: service.issueToken() });
		expect(again.error).toBeUndefined();
		expect(service.world.invitations(surveyId)).toHaveLength(4);
	});

	it('and counts what is done, by action, and what may be', async () => {
		await run({ contacts: people(3) });
		const contacts = [{ ...people(1)[0], name: 'New' }, ...people(6).slice(2)];
		strike({ kind: 'truncated json' }, 2);
		const options = { createWith: 'personal', whenMissing: 'revoke', maxRevokePercent: 100 };
		expect(failureOf(await run({ contacts, options }))?.description).toContain(
			'1 of 1 updated, 1 of 3 created, 0 of 1 revoked. 1 more may have been done.',
		);
	});

	it('an unreadable or short list ends it before the first write', async () => {
		service.faults.inject({ match: { path: /invitations$/ }, fault: { kind: 'empty' } });
		expect(failureOf(await run())?.message).toMatch(/empty body/);
		expect(writesIn(service)).toEqual([]);
	});
});

describe('a node that goes on', () => {
	it('tells each item its fate', async () => {
		strike(status(402));
		const { items } = await run({ node: { onError: 'continueRegularOutput' } });
		expect(actions({ items } as Run)).toEqual(['created', 'failed', 'failed', 'failed']);
		expect(items[0]?.json.error).toBeUndefined();
		expect(items[1]?.json).toMatchObject({ status: 402, error: items[1]?.json.reason });
		expect(items[2]?.json).toMatchObject({
			attempted: 'created',
			reason: 'Not started (created): run it again.',
		});
	});

	it('hands the failed ones to the error output, with their contact', async () => {
		strike(status(409));
		const contacts = [...people(3), { name: 'Nobody' }];
		const { outputs } = await run({ contacts, node: { onError: 'continueErrorOutput' } });
		expect(outputs[0]?.map(({ json }) => json.action)).toEqual(['created', 'created']);
		expect(outputs[1]?.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				email: 'p1@x.com',
				error: expect.stringContaining('status 409'),
				details: expect.objectContaining({ action: 'failed', attempted: 'created', status: 409 }),
			}),
			expect.objectContaining({
				name: 'Nobody',
				error: expect.stringContaining('neither external ID nor email'),
			}),
		]);
	});

	it('tells every item why nothing was done at all', async () => {
		const node = { onError: 'continueRegularOutput' } as const;
		const { items } = await run({ options: { maxCreates: 3 }, node });
		expect(items).toHaveLength(4);
		for (const { json } of items) {
			expect(json).toMatchObject({
				action: 'failed',
				reason: expect.stringContaining('Max Creates'),
			});
		}
		expect(writesIn(service)).toEqual([]);
	});
});

it('a stop ends it, and says what was done', async () => {
	const stop = new AbortController();
	service.faults.inject({
		match: ({ method }) => {
			if (method !== 'GET' && writesIn(service).length === 2) stop.abort();
			return false;
		},
		fault: { kind: 'hang' },
	});
	const logs = collectLogs();
	// n8n itself logs the error of the node, without its report.
	const isRecord = ({ level, message }: LogEntry) =>
		level === 'info' && message.includes('canceled');
	const stopped = await run({ signal: stop.signal });
	await service.idle();
	expect(stopped.status).toBe('canceled');
	expect(writesIn(service)).toHaveLength(2);
	await until(() => logs.entries.some(isRecord));
	logs.stop();
	const lines = logs.entries.filter(isRecord);
	expect(lines).toHaveLength(1);
	expect(lines[0]?.message).toMatch(/^Sync was canceled\. The sync stopped: \d of 4 created\./);
	expect(lines[0]?.text).not.toMatch(/x\.com|P \d/);
	await run();
	expect(service.world.invitations(surveyId)).toHaveLength(4);
});
