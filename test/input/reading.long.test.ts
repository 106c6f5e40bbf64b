/** How a run reads its items: in turns with the rest of n8n, in their order, and with the same result by any way. */
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { createEngine, type Engine, type Run } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, CREDENTIAL, smallService, useForEach } from '../harness/support';

const WATCHED = 'test.watched';
const ITEMS = 200;

/** An expression that takes n8n two milliseconds. */
const slow = (value: string) =>
	`={{ (() => { const end = Date.now() + 2; while (Date.now() < end); return ${value}; })() }}`;

let engine: Engine;
let service: Service;
/** Called with each parameter that n8n is asked for. */
let onAsked: (name: string) => void = () => {};
useForEach((started) => (service = started), smallService);
beforeAll(async () => {
	engine = await createEngine({ extraNodes: { [WATCHED]: watched() } });
});
afterAll(() => engine.close());
afterEach(() => void (onAsked = () => {}));

/** The node, in a context that tells what is asked of it. */
function watched(): INodeType {
	const node = new SurveyInterview();
	return {
		description: node.description,
		async execute(this: IExecuteFunctions) {
			const asked = (name: string, ...more: [number]) => {
				onAsked(name);
				return this.getNodeParameter(name, ...more);
			};
			const get = (context: IExecuteFunctions, key: string) =>
				key === 'getNodeParameter' ? asked : (Reflect.get(context, key) as unknown);
			return await node.execute.call(new Proxy<IExecuteFunctions>(this, { get: get as never }));
		},
	};
}

const surveyIds = () => service.world.surveys().map(({ id }) => id);

/** Gets a survey for each item, or syncs the items with one. */
function parametersFor(operation: string, value: string) {
	const isSync = operation === 'invitation.sync';
	const [resource = '', name = ''] = operation.split('.');
	return {
		resource,
		operation: name,
		surveyId: byId(isSync ? surveyIds()[0] : value),
		...(isSync ? { dryRun: true, options: {}, recipient_email: value } : {}),
	};
}

const itemsFor = (operation: string) =>
	Array.from({ length: ITEMS }, (_, n) => ({
		id: operation === 'invitation.sync' ? `p${n}@x.com` : surveyIds()[0],
	}));

const run = (operation: string, value: string, signal?: AbortSignal) =>
	engine.runNode({
		type: WATCHED,
		parameters: parametersFor(operation, value) as never,
		items: itemsFor(operation),
		credentials: { [CREDENTIAL]: { baseUrl: service.url, token: service.token } },
		signal,
	});

describe.each(['survey.get', 'invitation.sync'])('%s', (operation) => {
	it('n8n has its turns while expressions are read', async () => {
		let turns = 0;
		let isReading = true;
		let asked = 0;
		let turnsThen = 0;
		onAsked = () => {
			asked++;
			turnsThen = turns;
		};
		const count = () => {
			turns++;
			if (isReading) setTimeout(count, 0);
		};
		count();
		const { error } = await run(operation, slow('$json.id'));
		isReading = false;
		expect(error).toBeUndefined();
		expect(asked).toBeGreaterThan(ITEMS);
		// 400 ms of work at least, in pieces of 15 ms or one slow expression.
		expect(turnsThen).toBeGreaterThan(10);
	});

	it('is canceled while it reads: the rest is not read, and nothing is sent', async () => {
		const controller = new AbortController();
		let asked = 0;
		onAsked = () => {
			if (++asked === 20) setTimeout(() => controller.abort(), 0);
		};
		const canceled = await run(operation, slow('$json.id'), controller.signal);
		expect(canceled.status).toBe('canceled');
		expect(asked).toBeLessThan(ITEMS);
		expect(service.log).toEqual([]);
	});

	it('n8n is hardly asked for a path', async () => {
		const asked: string[] = [];
		onAsked = (name) => void asked.push(name);
		const { error } = await run(operation, '={{ $json.id }}');
		expect(error).toBeUndefined();
		const counts = new Map(asked.map((one) => [one, asked.filter((name) => name === one).length]));
		expect(Math.max(...counts.values())).toBeLessThan(5);
	});
});

/** What a person and the next node see of a run. */
const shown = ({ items, error, status }: Run) => ({
	items,
	status,
	error: error && [error.message, error.description],
});

/** The same expression in words that only n8n reads. */
const wrapped = (parameters: object): never =>
	JSON.parse(JSON.stringify(parameters).replace(/\{\{ (\$json[^}]*) \}\}/g, '{{ ($1) }}')) as never;

it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'items that fail and items that do not are the same by both ways: %s',
	async (onError) => {
		const [id = ''] = surveyIds();
		const ids = [id, undefined, null, 'no id', 7, { id }, [id], '', id, '\0', id];
		const items = ids.map((value) => ({ survey: { 'the id': value } })) as never;
		const parameters = { surveyId: byId('={{ $json.survey["the id"] }}') };
		const runs = [parameters, wrapped(parameters)].map(
			async (one) =>
				await act(engine, service, {
					operation: 'survey.get',
					items,
					parameters: one,
					node: { onError },
				}),
		);
		const [own, ofN8n] = await Promise.all(runs);
		expect(shown(own as Run)).toEqual(shown(ofN8n as Run));
		if (onError === 'stopWorkflow') return;
		expect(own?.items.map(({ pairedItem }) => pairedItem)).toEqual(
			ids.map((_, item) => ({ item })),
		);
		expect(own?.items.filter(({ json }) => json.id === id)).toHaveLength(3);
	},
);
