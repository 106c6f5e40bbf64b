/**
 * Seven facts about n8n's HTTP helper that the code depends on. Each group first shows the fact
 * with a plain call of the helper, then that this package's node does not fall for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { createEngine, PROJECT, type Engine, type Run } from '../harness/engine';
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
import { Wording } from '../harness/support/wording';
import { plainNode } from './plainNode';

const PLAIN = 'test.plain';
const wording = new Wording();

let service: Service;
let engine: Engine;
/** The request that the plain node makes, with this package's credential or with a header of its own. */
let plainRequest: IHttpRequestOptions;
let ownHeader: boolean;
/** What the plain node's helper threw. */
let thrown: unknown;

useEngine(
	(started) => (engine = started),
	async () => {
		const plain = await plainNode(async function (this: IExecuteFunctions) {
			try {
				const { httpRequest, httpRequestWithAuthentication } = this.helpers;
				const headers = { Authorization: `Bearer ${service.token}` };
				const answer: unknown = ownHeader
					? await httpRequest({ ...plainRequest, headers })
					: await httpRequestWithAuthentication.call(this, CREDENTIAL, plainRequest);
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
	ownHeader = false;
});

async function plain(method: IHttpRequestOptions['method'], path: string, more = {}): Promise<Run> {
	plainRequest = { method, url: `${service.url}/api${path}`, json: true, ...more };
	const data = { baseUrl: service.url, token: service.token };
	return await engine.runNode({ type: PLAIN, credentials: { [CREDENTIAL]: data } });
}

const survey = () => service.world.survey('Customer');
const personal = () => {
	const found = service.world
		.invitations(survey().id)
		.find(({ type, usedCount }) => type === 'personal' && usedCount === 0);
	if (!found) throw new Error('The seed has no open personal invitation');
	return found;
};
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

	it.each([
		['respondent.erase', () => ({ respondentId: byId(respondent()) })],
		['invitation.sendEmail', () => ({ invitationId: byId(personal().id) })],
	])('%s sends {} with its type', async (operation, parameters) => {
		const run = await act(engine, service, { operation, parameters: parameters() });

		expect(failureOf(run)).toBeUndefined();
		expect(last().rawBody).toBe('{}');
		expect(last().headers['content-type']).toBe('application/json');
	});
});

describe('2. the helper writes arrays with indexes', () => {
	it('the fact', async () => {
		await plain('GET', `/surveys/${survey().id}/invitations`, {
			qs: { type: ['personal', 'csv'] },
		});

		expect(last().query.map(([key]) => key)).toEqual(['type[0]', 'type[1]']);
	});

	it.each([
		['invitation.getAll', { type: ['personal', 'csv'], status: ['open', 'used'] }],
		['result.getOverview', { property_filter: ['department:Sales', 'location:Gent'] }],
	])('%s repeats the key', async (operation, filters) => {
		const run = await act(engine, service, {
			operation,
			parameters: { surveyId: byId(survey().id), returnAll: true, filters },
		});

		expect(failureOf(run)).toBeUndefined();
		const wanted = Object.entries(filters).flatMap(([key, given]) =>
			given.map((value) => [key, value]),
		);
		expect(last().query).toEqual(expect.arrayContaining(wanted));
		expect(last().query).toHaveLength(wanted.length);
	});
});

describe('3. the helper follows a redirect to a stranger, token and all', () => {
	let stranger: Service;
	useForEach(
		(started) => (stranger = started),
		() => smallService({ seed: { number: 2 } }),
	);
	beforeEach(() => {
		service.faults.inject({ fault: { kind: 'redirect', status: 307, to: stranger.url } });
	});

	const invite = async () =>
		await plain('POST', `/surveys/${survey().id}/invitations/personal`, {
			body: { recipient_email: 'ana@example.com' },
		});

	it('the fact', async () => {
		ownHeader = true;
		await invite();

		expect(stranger.log[0]?.headers.authorization).toBe(`Bearer ${service.token}`);
		expect(stranger.log[0]?.rawBody).toContain('ana@example.com');
	});

	it('no node that uses this package’s credential follows it', async () => {
		await invite();

		expect(service.log).toHaveLength(1);
		expect(stranger.log).toEqual([]);
	});

	it.each([
		['survey.getAll', () => ({ returnAll: true })],
		[
			'invitation.createPersonal',
			() => ({
				surveyId: byId(survey().id),
				recipient_email: 'ana@example.com',
			}),
		],
		['survey.delete', () => ({ surveyId: byId(survey().id) })],
	])('%s goes nowhere else', async (operation, parameters) => {
		const run = await act(engine, service, { operation, parameters: parameters() });

		expect(stranger.log).toEqual([]);
		expect(service.log).toHaveLength(1);
		const { host } = new URL(stranger.url);
		wording.note(failureOf(run)?.message.replace(host, '<host>'), operation);
		expect(failureOf(run)).toMatchObject({
			message: expect.stringContaining(` 307 with a redirect to ${host}, `),
			description: expect.stringContaining('enter the address of the service itself as Base URL'),
			// A gateway may redirect when the work is done.
			maybeDone: operation !== 'survey.getAll',
		});
	});
});

describe('4. the helper’s errors keep the headers from the node, and the token within reach', () => {
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

	it('a Retry-After beyond Max Wait fails at once and names the time', async () => {
		wait(3600);
		const run = await act(engine, service, { operation: 'survey.getAll' });

		expect(service.log).toHaveLength(1);
		expect(failureOf(run)?.message).toMatch(
			/asks to try again in (60|59) minutes \((tomorrow )?at \d\d:\d\d\)\./,
		);
	});
});

describe('5. every call opens a connection of its own; concurrency hides that', () => {
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

describe('6. nothing ends a wait but the node itself', () => {
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

	it('the wait for a rate limit ends with the stop, and nothing is sent after it', async () => {
		service.faults.inject({ fault: { kind: 'status', status: 429, retryAfter: 300 } });
		const pending = act(engine, service, { operation: 'token.get' });
		await until(() => service.log.length > 0);
		// Once the node has read the 429, nobody with this token is let through.
		const impatient = { operation: 'survey.getAll', parameters: { options: { maxWait: 0 } } };
		let refused: Run;
		do refused = await act(engine, service, impatient);
		while (!refused.error);
		pending.cancel();
		const run = await pending;

		expect(refused.error.message).toContain('rate limit is reached');
		expect(run.status).toBe('canceled');
		expect(service.requests({ operation: 'token.get' })).toHaveLength(1);
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

	it('no file that ships has a timer of its own', () => {
		const files = ['nodes', 'credentials'].flatMap((folder) =>
			readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.ts'))
				.map((name) => join(PROJECT, folder, name)),
		);

		expect(files.length).toBeGreaterThan(40);
		for (const file of files) {
			expect(readFileSync(file, 'utf8')).not.toMatch(/\bset(Timeout|Interval|Immediate)\b/);
		}
	});
});

describe('7. a 204 has no body', () => {
	it('the fact', async () => {
		const run = await plain('DELETE', `/surveys/${survey().id}`);

		expect(run.items[0]?.json.answer).toBe('');
	});

	const first = (ids: Array<{ id: string }>) => ids.at(-1)?.id ?? '';
	it.each([
		['survey.delete', 'surveyId', () => survey().id],
		['invitation.revoke', 'invitationId', () => personal().id],
		['respondent.delete', 'respondentId', respondent],
		['theme.delete', 'categoryId', () => first(service.world.records.themes.of(survey().id))],
		[
			'property.delete',
			'propertyId',
			() => first(service.world.records.properties.of(survey().id)),
		],
		[
			'mailing.delete',
			'mailingId',
			() => first(service.world.records.mailings.all().filter(({ status }) => status === 'unsent')),
		],
	])('%s says so, with the id', async (operation, parameter, idOf) => {
		const id = idOf();
		const run = await act(engine, service, { operation, parameters: { [parameter]: byId(id) } });

		expect(last()).toMatchObject({ status: 204, path: expect.stringContaining(id) });
		const deed = operation === 'invitation.revoke' ? 'revoked' : 'deleted';
		expect(run.items).toEqual([{ json: { [deed]: true, id }, pairedItem: { item: 0 } }]);
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
