/** Retry On Fail repeats a run; what only looks like a repeat is done like everything else. */
import { NO_OP, type Engine, type Run } from '../harness/engine';
import type { Service } from '../harness/service';
import { ACTION, act, byId, invite, smallService, useEngine, useForEach } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { mailed, refuse, RETRY, SEND_EMAILS, sendsTo } from './emails';

let service: Service;
let engine: Engine;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

describe('what is no repeat', () => {
	const spec = (id: string) => ({
		type: ACTION,
		parameters: {
			resource: 'invitation',
			operation: 'sendEmail',
			invitationId: byId(id),
		},
		...RETRY,
	});
	const to = (...names: string[]) => ({
		main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
	});
	const run = async (nodes: Parameters<Engine['runWorkflow']>[0]): Promise<Run> =>
		await engine.runWorkflow(nodes, {
			credentials: credentialsFor(service),
		});

	it('a loop: each round sends', async () => {
		const [one] = invite(service, 6);
		// Reached by two ways, the node runs twice, as in a loop.
		const result = await run({
			nodes: [
				{ name: 'One', type: NO_OP },
				{ name: 'Other', type: NO_OP },
				{ name: 'Send', ...spec(one?.id ?? '') },
			],
			connections: { Source: to('One', 'Other'), One: to('Send'), Other: to('Send') },
		});

		expect(result.runData.data.resultData.runData.Send).toHaveLength(2);
		expect(mailed(service)).toHaveLength(2);
	});

	it('another node of the same workflow', async () => {
		const [one] = invite(service, 6);
		await run({
			nodes: [
				{ name: 'Send', ...spec(one?.id ?? '') },
				{ name: 'Send again', ...spec(one?.id ?? '') },
			],
		});

		expect(mailed(service)).toHaveLength(2);
	});

	it.each(['the same id', undefined])('another node with %s, as programs make them', async (id) => {
		const [one] = invite(service, 6);
		const ids = { id: id as string };
		await run({
			nodes: [
				{ name: 'Send', ...spec(one?.id ?? ''), ...ids },
				{ name: 'Send again', ...spec(one?.id ?? ''), ...ids },
			],
		});

		expect(mailed(service)).toHaveLength(2);
	});

	it('two executions at the same time', async () => {
		const items = invite(service, 6);
		const send = async () => await act(engine, service, { ...SEND_EMAILS, items, node: RETRY });
		await Promise.all([send(), send()]);

		expect(mailed(service)).toHaveLength(12);
	});

	it('an execution that ended: nothing is remembered of it', async () => {
		const items = invite(service, 6);
		const executionId = 'one-and-the-same';
		const runOnce = async () =>
			await act(engine, service, { ...SEND_EMAILS, items, node: RETRY, executionId });
		// The first run sends three, and fails at each of its five tries of the fourth.
		refuse(service, items[3]?.id ?? '', 5);
		await runOnce();
		await runOnce();

		expect(items.map(({ id }) => sendsTo(service, id))).toEqual([2, 2, 2, 6, 1, 1]);
	});
});

describe('a run without an execution ID', () => {
	const withoutId = { executionId: null, node: RETRY };

	it('is protected, too: what is done is not sent again', async () => {
		const items = invite(service, 6);
		refuse(service, items[3]?.id ?? '', 2);
		const run = await act(engine, service, { ...SEND_EMAILS, ...withoutId, items });

		expect(run.error).toBeUndefined();
		expect(mailed(service)).toEqual(items.map(({ email }) => email));
	});
});
