import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { SOURCE } from './built-in-nodes';
import { createEngine, type Engine, type EngineOptions } from './engine';

const TOKEN = 'token-of-the-echo';
const packageDir = resolve(__dirname, 'fixture');

interface Seen {
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
}

let server: Server;
let baseUrl: string;
let seen: Seen[];
/** Requests of a path that are refused before the first one is answered. */
let refusals: Record<string, number>;
let engine: Engine;

beforeAll(async () => {
	server = createServer((request, response) => {
		const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://echo');
		seen.push({ path, query, headers: request.headers });
		const answer = (status: number, body: object) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		};
		const left = refusals[path] ?? 0;
		refusals[path] = left - 1;
		if (left > 0) answer(500, { message: 'not yet' });
		else if (path === '/never') return;
		else if (path === '/things') answer(200, { names: ['anvil', 'bell'] });
		else if (path === '/me' && request.headers['x-key'] === 'key forbidden') answer(403, {});
		else if (path === '/me' && /wrong/.test(JSON.stringify(request.headers))) answer(401, {});
		else answer(200, { path });
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
	server.closeAllConnections();
	await new Promise((done) => server.close(done));
});

const credentials = (): EngineOptions['credentials'] => ({
	echoApi: { baseUrl, token: TOKEN },
	plainApi: { baseUrl, key: 'k' },
});

beforeEach(async () => {
	seen = [];
	refusals = {};
	engine = await createEngine({ packageDir, credentials: credentials() });
});

afterEach(() => engine.close());

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

describe('a run', () => {
	it('resolves expressions for each item and keeps order and pairing', async () => {
		const run = await engine.runNode({
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
		await engine.runNode();

		expect(seen[0]?.headers).toMatchObject({
			authorization: `Bearer ${TOKEN}`,
			'x-tenant': 'tenant-by-default',
		});
	});

	it('resolves a declarative credential, and credentials given for one run', async () => {
		await engine.runNode({
			parameters: { authentication: 'plainApi' },
			credentials: { plainApi: { baseUrl, key: '={{ "from" + $json.n }}' } },
			items: numbers(1),
		});

		expect(seen[0]?.headers['x-key']).toBe('key from0');
	});

	it('has an execution id unless it is asked not to', async () => {
		const [first, second, named, none] = await Promise.all([
			engine.runNode(),
			engine.runNode(),
			engine.runNode({ executionId: '42' }),
			engine.runNode({ executionId: undefined }),
		]);

		expect(first.items[0]?.json.executionId).not.toBe(second.items[0]?.json.executionId);
		expect(named.items[0]?.json.executionId).toBe('42');
		expect(none.items[0]?.json.executionId).toBeNull();
	});

	it('runs 1,000 items', async () => {
		const run = await engine.runNode({ items: numbers(1000) });

		expect(run.items).toHaveLength(1000);
	});

	it('does not run a node that gets no items', async () => {
		const run = await engine.runNode({ items: [] });

		expect(run).toMatchObject({ status: 'success', items: [] });
		expect(seen).toHaveLength(0);
	});
});

describe('a failing item', () => {
	it('fails the run with the node’s error', async () => {
		refusals['/echo'] = 1;
		const run = await engine.runNode();

		expect(run.status).toBe('error');
		expect(run.error?.message).toBe('The service was not able to process your request');
		expect(run.items).toEqual([]);
	});

	it.each([{ continueOnFail: true }, { onError: 'continueRegularOutput' as const }])(
		'stays on its own output with %p',
		async (node) => {
			refusals['/echo/1'] = 1;
			const parameters = { path: '=/echo/{{ $json.n }}' };
			const run = await engine.runNode({ parameters, items: numbers(3), node });

			expect(run.status).toBe('success');
			expect(run.items.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
			expect(run.items[1]).toMatchObject({ pairedItem: { item: 1 }, error: expect.anything() });
		},
	);

	it('leaves by the error output', async () => {
		refusals['/echo/1'] = 1;
		const run = await engine.runNode({
			parameters: { path: '=/echo/{{ $json.n }}' },
			items: numbers(3),
			node: { onError: 'continueErrorOutput' },
		});

		expect(run.outputs.map((items) => items.length)).toEqual([2, 1]);
		// n8n replaces the json of an item that has an `error`, the merged input included.
		expect(run.outputs[1]?.[0]?.json).toEqual({ error: expect.any(String) });
	});

	it('makes n8n run all items again with Retry On Fail', async () => {
		refusals['/echo/1'] = 2;
		const run = await engine.runNode({
			parameters: { path: '=/echo/{{ $json.n }}' },
			items: numbers(2),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		expect(run.status).toBe('success');
		expect(seen.filter(({ path }) => path === '/echo/0')).toHaveLength(3);
	});

	it('is refused by the engine itself when a required parameter is empty', async () => {
		const run = await engine.runNode({ parameters: { path: '' } });

		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('Path');
		expect(seen).toHaveLength(0);
	});
});

describe('a stop', () => {
	it.each(['cancel', 'signal'])('by %s reaches the request that is under way', async (how) => {
		const controller = new AbortController();
		const pending = engine.runNode({
			parameters: { path: '/never' },
			items: numbers(2),
			node: { continueOnFail: true },
			signal: controller.signal,
		});
		while (seen.length === 0) await new Promise((tick) => setTimeout(tick, 5));
		if (how === 'cancel') pending.cancel();
		else controller.abort();
		const run = await pending;

		expect(run.status).toBe('canceled');
		expect(seen).toHaveLength(1);
	});
});

describe('a workflow of several nodes', () => {
	const type = 'n8n-nodes-engine-fixture.echo';

	it('hands items on and reaches back to an earlier node', async () => {
		const run = await engine.runWorkflow(
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
	const { description } = engine.nodeTypes.getByNameAndVersion(SOURCE);
	const counter: INodeType = {
		description: { ...description, inputs: ['main'] },
		execute: async function () {
			return [[{ json: { count: this.getInputData().length } }]];
		},
	};
	const own = await createEngine({ packageDir, extraNodes: { 'test.counter': counter } });
	const run = await own.runNode({ type: 'test.counter', items: numbers(3) });
	own.close();

	expect(run.items[0]?.json).toEqual({ count: 3 });
});

describe('the editor', () => {
	it('searches a list with filter, page and what is typed into the node', async () => {
		const first = await engine.listSearch('things', { filter: 'an', parameters: { path: '/p' } });
		await engine.listSearch('things', { paginationToken: first.paginationToken });

		expect(first.results).toEqual([
			{ name: 'anvil', value: 'anvil' },
			{ name: 'bell', value: 'bell' },
		]);
		expect(Object.fromEntries(seen[0]?.query ?? [])).toEqual({ filter: 'an', path: '/p' });
		expect(Object.fromEntries(seen[1]?.query ?? [])).toEqual({ after: '7', path: '/echo' });
		expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
	});

	it('loads options', async () => {
		const options = await engine.loadOptions('colours', { parameters: { path: '/c' } });

		expect(options).toEqual([{ name: 'Red', value: '/c' }]);
	});
});

describe('a credential test', () => {
	it('runs the function that a node names', async () => {
		const good = await engine.testCredential({ baseUrl, token: TOKEN });
		const bad = await engine.testCredential({ baseUrl, token: 'wrong' });

		expect(good).toEqual({ status: 'OK', message: 'Welcome to tenant-by-default' });
		expect(bad).toEqual({ status: 'Error', message: 'Refused: 401' });
	});

	it('runs the request that a credential describes', async () => {
		const test = async (key: string) => await engine.testCredential({ baseUrl, key }, 'plainApi');

		expect(await test('good')).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await test('forbidden')).toEqual({ status: 'Error', message: 'The key may not' });
		expect(await test('wrong')).toEqual({ status: 'Error', message: 'Unauthorized' });
	});
});

it('keeps what was logged', async () => {
	await engine.runNode();

	const line = engine.logs.find(({ message }) => message === 'The echo answered');
	expect(line).toMatchObject({ level: 'info', metadata: { url: `${baseUrl}/echo` } });
	expect(engine.logs.map(({ text }) => text).join()).not.toContain(TOKEN);
});
