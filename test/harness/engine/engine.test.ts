import type { INodeType } from 'n8n-workflow';
import { SOURCE } from './built-in-nodes';
import { createEngine } from './engine';
import { ECHO, TOKEN, useEcho } from './fixture/use-echo';

const echo = useEcho();

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

describe('a run', () => {
	it('resolves expressions for each item and keeps order and pairing', async () => {
		const run = await echo.engine.runNode({
			parameters: { path: '=/echo/{{ $json.n * 2 }}' },
			items: numbers(3),
		});

		expect(run.status).toBe('success');
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.path)).toEqual(['/echo/0', '/echo/2', '/echo/4']);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it('sends what the credential adds, its defaults included', async () => {
		await echo.engine.runNode();

		expect(echo.service.requests[0]?.headers).toMatchObject({
			authorization: `Bearer ${TOKEN}`,
			'x-tenant': 'tenant-by-default',
		});
	});

	it('resolves expressions in a credential, and takes credentials given for one run', async () => {
		await echo.engine.runNode({
			credentials: { echoApi: { baseUrl: echo.service.url, token: '={{ "from" + $json.n }}' } },
			items: numbers(1),
		});

		expect(echo.service.requests[0]?.headers.authorization).toBe('Bearer from0');
	});

	it('has an execution id unless it is asked not to', async () => {
		const [first, second, named, none] = await Promise.all([
			echo.engine.runNode(),
			echo.engine.runNode(),
			echo.engine.runNode({ executionId: '42' }),
			echo.engine.runNode({ executionId: undefined }),
		]);

		expect(first.items[0]?.json.executionId).not.toBe(second.items[0]?.json.executionId);
		expect(named.items[0]?.json.executionId).toBe('42');
		expect(none.items[0]?.json.executionId).toBeNull();
	});

	it('runs 1,000 items', async () => {
		const run = await echo.engine.runNode({ items: numbers(1000) });

		expect(run.items).toHaveLength(1000);
	});

	it('does not run a node that gets no items', async () => {
		const run = await echo.engine.runNode({ items: [] });

		expect(run).toMatchObject({ status: 'success', items: [] });
		expect(echo.service.requests).toHaveLength(0);
	});
});

describe('a failing item', () => {
	it('fails the run with the node’s error', async () => {
		echo.service.refusals['/echo'] = 1;
		const run = await echo.engine.runNode();

		expect(run.status).toBe('error');
		expect(run.error?.message).toBe('The service was not able to process your request');
		expect(run.items).toEqual([]);
	});

	it.each([{ continueOnFail: true }, { onError: 'continueRegularOutput' as const }])(
		'stays on its own output with %p',
		async (node) => {
			echo.service.refusals['/echo/1'] = 1;
			const parameters = { path: '=/echo/{{ $json.n }}' };
			const run = await echo.engine.runNode({ parameters, items: numbers(3), node });

			expect(run.status).toBe('success');
			expect(run.items.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
			expect(run.items[1]).toMatchObject({ pairedItem: { item: 1 }, error: expect.anything() });
		},
	);

	it('leaves by the error output', async () => {
		echo.service.refusals['/echo/1'] = 1;
		const run = await echo.engine.runNode({
			parameters: { path: '=/echo/{{ $json.n }}' },
			items: numbers(3),
			node: { onError: 'continueErrorOutput' },
		});

		expect(run.outputs.map((items) => items.length)).toEqual([2, 1]);
		// n8n replaces the json of an item that has an `error`, the merged input included.
		expect(run.outputs[1]?.[0]?.json).toEqual({ error: expect.any(String) });
	});

	it('makes n8n run all items again with Retry On Fail', async () => {
		echo.service.refusals['/echo/1'] = 2;
		const run = await echo.engine.runNode({
			parameters: { path: '=/echo/{{ $json.n }}' },
			items: numbers(2),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		expect(run.status).toBe('success');
		expect(echo.service.requests.filter(({ path }) => path === '/echo/0')).toHaveLength(3);
	});

	it('is refused by the engine itself when a required parameter is empty', async () => {
		const run = await echo.engine.runNode({ parameters: { path: '' } });

		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('Path');
		expect(echo.service.requests).toHaveLength(0);
	});
});

describe('a stop', () => {
	it.each(['cancel', 'signal'])('by %s reaches the request that is under way', async (how) => {
		const controller = new AbortController();
		const pending = echo.engine.runNode({
			parameters: { path: '/never' },
			items: numbers(2),
			node: { continueOnFail: true },
			signal: controller.signal,
		});
		while (echo.service.requests.length === 0) await new Promise((tick) => setTimeout(tick, 5));
		if (how === 'cancel') pending.cancel();
		else controller.abort();
		const run = await pending;

		expect(run.status).toBe('canceled');
		expect(echo.service.requests).toHaveLength(1);
	});
});

describe('a workflow of several nodes', () => {
	const type = 'n8n-nodes-engine-fixture.echo';

	it('hands items on and reaches back to an earlier node', async () => {
		const run = await echo.engine.runWorkflow(
			{
				nodes: [
					{ name: 'First', type, parameters: { path: '=/first/{{ $json.n }}' } },
					{
						name: 'Second',
						type,
						parameters: { path: `=/second{{ $json.path }}/{{ $('Source').item.json.n }}` },
					},
				],
			},
			{ items: numbers(2) },
		);

		expect(run.items.map(({ json }) => json.path)).toEqual([
			'/second/first/0/0',
			'/second/first/1/1',
		]);
		expect(run.of('First').items).toHaveLength(2);
	});
});

it('runs node types that a test brings along', async () => {
	const { description } = echo.engine.nodeTypes.getByNameAndVersion(SOURCE);
	const counter: INodeType = {
		description: { ...description, inputs: ['main'] },
		execute: async function () {
			return [[{ json: { count: this.getInputData().length } }]];
		},
	};
	const own = await createEngine({ packageDir: ECHO, extraNodes: { 'test.counter': counter } });
	const run = await own.runNode({ type: 'test.counter', items: numbers(3) });
	own.close();

	expect(run.items[0]?.json).toEqual({ count: 3 });
});

it('keeps what was logged', async () => {
	await echo.engine.runNode();

	const line = echo.engine.logs.find(({ message }) => message === 'The echo answered');
	expect(line).toMatchObject({ level: 'info', metadata: { url: `${echo.service.url}/echo` } });
	expect(echo.engine.logs.map(({ text }) => text).join()).not.toContain(TOKEN);
});
