/**
 * An answer of which one byte comes now and then never ends by n8n's own timeout, which begins anew with
 * each byte. Each request has one deadline for all of it. Time-outs pass here many times as fast.
 */
import { sleep } from 'n8n-workflow';
import { createEngine, type Engine } from '../harness/engine';
import { createInstallation, type EngineKind } from '../harness/engine/polling';
import { byId, CREDENTIAL, TRIGGER, until, useEngine } from '../harness/support';
import { withRawService, type RawAnswer } from './rawService';

const SURVEY = { id: '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11', name: 'A', responses: 1 };
const LIST = JSON.stringify([SURVEY]);
const dripping = (): RawAnswer => ({ body: LIST, dripMs: 30 });
const TOKEN = 'token-of-the-drip-suite';

/** How many times as fast time-outs pass, and the time of a poll. */
const FASTER = 25;

let engine: Engine;
let faster: jest.SpyInstance;
useEngine((started) => (engine = started));
beforeAll(() => {
	const real = AbortSignal.timeout.bind(AbortSignal);
	faster = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => real(Math.ceil(ms / FASTER)));
});
afterAll(() => faster.mockRestore());

const credentials = (baseUrl: string) => ({ [CREDENTIAL]: { baseUrl, token: TOKEN } });

it('the action node gives a read up, try by try, and closes the connections', async () => {
	await withRawService(dripping, async (baseUrl, requests) => {
		const run = await engine.runNode({
			parameters: {
				resource: 'survey',
				operation: 'getAll',
				returnAll: true,
				// Three tries: on a busy machine one of them may time out before it arrives.
				options: { timeout: 5, maxWait: 5 },
			},
			credentials: credentials(baseUrl),
		});
		expect(run.error?.message).toBe('The service gave no answer: no answer came in time.');
		expect(requests.length).toBeGreaterThanOrEqual(2);
		await until(() => requests.every(({ isLeft }) => isLeft));
	});
});

it('an email may have been sent, and is not sent again', async () => {
	await withRawService(dripping, async (baseUrl, requests) => {
		const run = await engine.runNode({
			parameters: {
				resource: 'invitation',
				operation: 'sendEmail',
				invitationId: byId(SURVEY.id),
				options: { timeout: 5 },
			},
			credentials: credentials(baseUrl),
		});
		expect(run.error).toMatchObject({ maybeDone: true });
		expect(run.error?.message).toMatchSnapshot();
		expect(requests).toHaveLength(1);
	});
});

it('a run that is stopped meanwhile ends at once', async () => {
	await withRawService(dripping, async (baseUrl, requests) => {
		const stop = new AbortController();
		const pending = engine.runNode({
			parameters: { resource: 'survey', operation: 'getAll', options: { timeout: 10_000 } },
			credentials: credentials(baseUrl),
			signal: stop.signal,
		});
		await until(() => requests.length > 0);
		stop.abort();
		await pending;
		await until(() => requests.every(({ isLeft }) => isLeft));
		expect(requests).toHaveLength(1);
	});
});

it('a picker says so', async () => {
	await withRawService(dripping, async (baseUrl) => {
		const own = await createEngine({ credentials: credentials(baseUrl) });
		const parameters = { resource: 'survey', operation: 'get' };
		await expect(own.listSearch('searchSurveys', { parameters })).rejects.toThrow(
			'The service gave no answer: no answer came in time.',
		);
		own.close();
	});
});

it('the test of a credential says so, and closes the connection', async () => {
	await withRawService(dripping, async (baseUrl, requests) => {
		const result = await engine.testCredential({ baseUrl, token: TOKEN }, CREDENTIAL);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^The service gave no answer: no answer came in time\./);
		await until(() => requests.every(({ isLeft }) => isLeft));
	});
});

describe.each<EngineKind>(['default', 'durable'])('a poll in the %s engine', (kind) => {
	it('is over within its budget, fails with a sentence, and the next one delivers', async () => {
		let isWell = true;
		let laterMs = 0;
		const completed: object[] = [];
		const answerTo = ({ path }: { path: string }): RawAnswer => {
			if (!isWell) return dripping();
			if (path.endsWith('/respondents')) return { body: completed };
			return { body: [{ ...SURVEY, responses: completed.length }] };
		};
		await withRawService(answerTo, async (baseUrl) => {
			const n8n = createInstallation({
				engine: kind,
				credentials: credentials(baseUrl),
				budgetMs: 20_000,
				monotonic: () => performance.now() * FASTER + laterMs,
				sleep: async (ms, signal) => await sleep(ms / FASTER, signal),
			});
			await n8n.boot();
			const node = {
				id: 'trigger',
				name: 'Trigger',
				type: TRIGGER,
				parameters: { event: 'interviewCompleted' },
			};
			await n8n.save({ id: 'w', nodes: [node] });
			await n8n.publish('w');
			expect((await n8n.tick('w')).error).toBeUndefined();
			completed.push({ id: 'r1', status: 'completed', score: 9 });

			isWell = false;
			// A list of surveys serves for some seconds.
			laterMs = 60_000;
			const failed = await n8n.tick('w');
			expect(failed.error?.message).toBe('The service gave no answer: no answer came in time.');

			isWell = true;
			const { items } = await n8n.tick('w');
			expect(items?.flat().map(({ json }) => json.id)).toEqual(['r1']);
			n8n.crash();
		});
	});
});
