/**
 * Facts about n8n's HTTP helper that the code depends on, each shown with a plain call of the helper. That the node
 * does not fall for them, test/operations/conformance.test.ts and test/laboratory/oracle show, and these tests where
 * nothing else does. That the helper follows redirects, token and all, is in credential.test.ts.
 */
import { inspect } from 'node:util';
import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { createEngine, type Engine, type Run } from '../harness/engine';
import type { LoggedRequest, Service } from '../harness/service';
import {
	act,
	byId,
	CREDENTIAL,
	failureOf,
	smallService,
	until,
	useEngine,
	useForEach,
} from '../harness/support';
import { plainNode } from './plainNode';

const PLAIN = 'test.plain';

let service: Service;
let engine: Engine;
/** The request that the plain node makes with this package's credential. */
let plainRequest: IHttpRequestOptions;
/** What the plain node's helper threw. */
let thrown: unknown;

useEngine(
	(started) => (engine = started),
	async () => {
		const plain = await plainNode(async function (this: IExecuteFunctions) {
			try {
				const call = this.helpers.httpRequestWithAuthentication;
				const answer: unknown = await call.call(this, CREDENTIAL, plainRequest);
				return [[{ json: { answer } as IDataObject }]];
			} catch (error) {
				thrown = error;
				throw error;
			}
		});
		return await createEngine({ extraNodes: { [PLAIN]: plain } });
	},
);

useForEach((started) => (service = started), smallService);
beforeEach(() => {
	thrown = undefined;
});

async function plain(method: IHttpRequestOptions['method'], path: string, more = {}): Promise<Run> {
	plainRequest = { method, url: `${service.url}/api${path}`, json: true, ...more };
	const data = { baseUrl: service.url, token: service.token };
	return await engine.runNode({ type: PLAIN, credentials: { [CREDENTIAL]: data } });
}

const survey = () => service.world.survey('Customer');
const respondent = () => service.world.respondents(survey().id)[0]?.id ?? '';
const last = (): LoggedRequest => {
	const request = service.log.at(-1);
	if (!request) throw new Error('The service saw no request');
	return request;
};

describe('1. an empty body is not sent by the helper', () => {
	it('the fact', async () => {
		await plain('POST', `/respondents/${respondent()}/erase`, { body: {} });

		expect(last().rawBody).toBe('');
		expect(last().status).toBe(422);
	});
});

describe('2. the helper writes arrays with indexes', () => {
	it('the fact', async () => {
		await plain('GET', `/surveys/${survey().id}/invitations`, {
			qs: { type: ['personal', 'csv'] },
		});

		expect(last().query.map(([key]) => key)).toEqual(['type[0]', 'type[1]']);
	});
});

describe('3. the helper’s errors keep the headers from the node, and the token within reach', () => {
	const wait = (retryAfter: number) =>
		service.faults.inject({ fault: { kind: 'status', status: 429, retryAfter } });

	it('the fact', async () => {
		// A number that no port and no time of day contains.
		wait(98_765_432);
		await plain('GET', '/surveys');

		// All that n8n's error says of itself. What caused it has the headers, those of the request as well.
		expect(thrown).toBeInstanceOf(Error);
		const { cause, ...said } = thrown as Error & { cause?: unknown };
		expect(inspect(said, { depth: 12 })).not.toMatch(/retry-after|98765432/i);
		expect(inspect(cause, { depth: 12 })).toContain(service.token);
	});

	// Without the header the wait would be a second or more, which Max Wait does not allow here.
	it('a Retry-After of nothing is honoured: no wait at all', async () => {
		wait(0);
		const run = await act(engine, service, {
			operation: 'survey.getAll',
			parameters: { returnAll: true, options: { maxWait: 0 } },
		});

		expect(failureOf(run)).toBeUndefined();
		expect(service.log.map(({ status }) => status)).toEqual([429, 200]);
	});
});

describe('4. every call opens a connection of its own; concurrency hides that', () => {
	it('the fact', async () => {
		await plain('GET', '/surveys');

		expect(last().headers.connection).toBe('close');
	});

	/** Makes every request slow, the earlier ones more so, and counts those under way together. */
	function mostTogether(): () => number {
		let most = 0;
		const count = () => {
			most = Math.max(most, service.log.filter(({ finished }) => !finished).length);
			return true;
		};
		for (let nth = 0; nth < 25; nth++) {
			service.faults.inject({ match: count, fault: { kind: 'slow', ms: 400 - 60 * (nth % 5) } });
		}
		return () => most;
	}

	it('reads go twenty at once and come out in their order', async () => {
		const surveys = Array.from({ length: 25 }, (_, n) =>
			service.world.createSurvey({ name: `Survey ${n}` }),
		);
		const most = mostTogether();
		const run = await act(engine, service, {
			operation: 'survey.get',
			parameters: { surveyId: byId('={{ $json.id }}') },
			items: surveys.map(({ id }) => ({ id })),
		});

		expect(most()).toBe(20);
		expect(run.items.map(({ json }) => json.name)).toEqual(surveys.map(({ name }) => name));
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			surveys.map((_, item) => ({ item })),
		);
	});

	it.each([
		['creates go ten at once', 'survey.clone', {}, 10],
		['creates go as many at once as the user says', 'survey.clone', { concurrency: 3 }, 3],
		['updates always go one by one', 'survey.update', { concurrency: 3 }, 1],
		['deletes always go one by one', 'survey.delete', { concurrency: 3 }, 1],
	])('%s', async (_what, operation, options, expected) => {
		const surveys = Array.from({ length: 12 }, (_, n) =>
			service.world.createSurvey({ name: `Survey ${n}` }),
		);
		const most = mostTogether();
		const run = await act(engine, service, {
			operation,
			parameters: {
				surveyId: byId('={{ $json.id }}'),
				...(operation === 'survey.update' ? { updateFields: { name: 'Another' } } : {}),
				options,
			},
			items: surveys.map(({ id }) => ({ id })),
		});

		expect(failureOf(run)).toBeUndefined();
		expect(most()).toBe(expected);
	});
});

describe('5. nothing ends a wait but the node itself', () => {
	it('the fact: a stopped run goes on until the node has waited', async () => {
		const step = { waiting: false, after: false };
		const sleeper = await plainNode(async function (this: IExecuteFunctions) {
			step.waiting = true;
			await sleep(50);
			step.after = true;
			return [[] as INodeExecutionData[]];
		});
		const own = await createEngine({ extraNodes: { 'test.sleeper': sleeper } });
		const data = { baseUrl: service.url, token: service.token };
		const pending = own.runNode({ type: 'test.sleeper', credentials: { [CREDENTIAL]: data } });
		await until(() => step.waiting);
		pending.cancel();
		const run = await pending;
		own.close();

		expect(run.status).toBe('canceled');
		expect(step.after).toBe(true);
	});

	it('the pause after a failure ends with the stop, and nothing is sent after it', async () => {
		service.faults.inject({ fault: { kind: 'status', status: 503, retryAfter: 300 } });
		const pending = act(engine, service, { operation: 'token.get' });
		await until(() => service.log[0]?.finished === true);
		// The node reads the 503 no later than these are answered.
		for (let nth = 0; nth < 3; nth++) await act(engine, service, { operation: 'survey.getAll' });
		pending.cancel();
		const run = await pending;

		expect(run.status).toBe('canceled');
		expect(service.requests({ operation: 'token.get' })).toHaveLength(1);
	});
});

describe('6. a 204 has no body', () => {
	it('the fact', async () => {
		const run = await plain('DELETE', `/surveys/${survey().id}`);

		expect(run.items[0]?.json.answer).toBe('');
	});
});
