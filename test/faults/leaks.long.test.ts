/**
 * The API token is in nothing that leaves a run: no error, log, output or message, whatever the service
 * does, also where it repeats the token itself.
 */
import { inspect } from 'node:util';
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { createEngine, type Engine, type Run } from '../harness/engine';
import type { Fault, Service } from '../harness/service';
import { act, CREDENTIAL, sideBySide, smallService, useEngine } from '../harness/support';
import { DEEDS } from './deeds';
import { plainNode } from './plainNode';

const ECHO: Fault = { kind: 'echo authorization' };

const FAULTS: Array<[string, Fault | undefined]> = [
	['no fault', undefined],
	...[400, 401, 403, 404, 409, 422, 500, 502].map((status): [string, Fault] => [
		`the token echoed with ${status}`,
		{ kind: 'echo authorization', status },
	]),
	['the token echoed with 200', { kind: 'echo authorization', status: 200 }],
	['429', { kind: 'status', status: 429, retryAfter: 3600 }],
	['401', { kind: 'status', status: 401, code: 'invalid_token' }],
	['500', { kind: 'status', status: 500 }],
	['503', { kind: 'status', status: 503, retryAfter: 3600 }],
	['reset', { kind: 'reset' }],
	['reset after the work', { kind: 'reset', when: 'after' }],
	['hang', { kind: 'hang' }],
	['truncated body', { kind: 'truncated body' }],
	['truncated json', { kind: 'truncated json' }],
	['html', { kind: 'html' }],
	['html 502', { kind: 'html', status: 502 }],
	['empty', { kind: 'empty' }],
	['redirect', { kind: 'redirect', to: 'http://127.0.0.1:9' }],
];

const STYLES: Array<Partial<INode>> = [
	{},
	{ continueOnFail: true },
	{ onError: 'continueErrorOutput' },
	{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
];

/** One of each class. */
const OPERATIONS = ['survey.get', 'theme.delete', 'survey.clone', 'invitation.sendEmail'];
const deeds = DEEDS.filter(({ operation }) => OPERATIONS.includes(operation));

/** Every text by which something could be shown, stored or logged, however deep. */
function textsOf(value: unknown): string[] {
	const texts = [
		inspect(value, { depth: 10, showHidden: true, maxStringLength: null }),
		json(value),
	];
	const seen = new Set<unknown>();
	const walk = (part: unknown): void => {
		if (typeof part === 'string') texts.push(part);
		if (typeof part !== 'object' || part === null || seen.has(part)) return;
		seen.add(part);
		if (part instanceof Error) texts.push(String(part), part.stack ?? '', json(part.cause));
		for (const key of Reflect.ownKeys(part)) {
			texts.push(String(key));
			walk((part as Record<PropertyKey, unknown>)[key]);
		}
	};
	walk(value);
	return texts;
}

function json(value: unknown): string {
	const seen = new Set<unknown>();
	const once = (_key: string, part: unknown) => {
		if (typeof part !== 'object' || part === null) return part;
		if (seen.has(part)) return undefined;
		seen.add(part);
		return part;
	};
	return JSON.stringify(value, once) ?? '';
}

/** Whether the token is anywhere, as it is, with its scheme, or encoded for a URL. */
function isIn(value: unknown, token: string): boolean {
	const forms = [token, `Bearer ${token}`].flatMap((form) => [form, encodeURIComponent(form)]);
	return textsOf(value).some(
		(text) => forms.some((form) => text.includes(form)) || /Bearer sit_/.test(text),
	);
}

let engine: Engine;
useEngine((started) => (engine = started));

async function struck(fault: Fault | undefined, work: (service: Service) => Promise<unknown>) {
	const service = await smallService();
	if (fault) service.faults.inject({ fault, times: Infinity });
	const result = await work(service);
	await service.stop();
	return { result, token: service.token };
}

const options = { timeout: 1, maxWait: 0 };

describe('the search itself', () => {
	it('finds the token in what n8n’s own error carries', async () => {
		let thrown: unknown;
		const node = await plainNode(async function (this: IExecuteFunctions) {
			const { baseUrl } = await this.getCredentials(CREDENTIAL);
			const call = this.helpers.httpRequestWithAuthentication;
			const url = `${String(baseUrl)}/api/surveys`;
			thrown = await call.call(this, CREDENTIAL, { url }).catch((error: unknown) => error);
			return [[]];
		});
		const own = await createEngine({ extraNodes: { 'test.plain': node } });
		const { token } = await struck(ECHO, async ({ url, token: own_ }) =>
			own.runNode({
				type: 'test.plain',
				credentials: { [CREDENTIAL]: { baseUrl: url, token: own_ } },
			}),
		);
		own.close();

		expect(isIn(thrown, token)).toBe(true);
	});
});

describe('a run', () => {
	it.each(FAULTS)('%s: nothing of it has the token', async (_name, fault) => {
		const cases = deeds.flatMap((deed) => STYLES.map((node) => ({ deed, node })));
		await sideBySide(cases, 16, async ({ deed, node }) => {
			const { result, token } = await struck(fault, async (service) =>
				act(engine, service, {
					operation: deed.operation,
					parameters: { ...deed.parameters(service), options },
					node,
				}),
			);
			const { error, runData, outputs } = result as Run;

			expect(isIn(error, token)).toBe(false);
			expect(isIn(outputs, token)).toBe(false);
			// What n8n saves of the execution, without what it was asked to do.
			expect(isIn(runData.data.resultData, token)).toBe(false);
		});
	});

	it('nor does any line of the log', () => {
		const tokens = new Set(engine.logs.flatMap(({ text }) => text.match(/sit_\w+/g) ?? []));

		expect(engine.logs.length).toBeGreaterThan(1000);
		expect([...tokens]).toEqual([]);
	});
});

describe('the error that the node throws, before n8n copies it', () => {
	// The editor hands it on as it is. A picker waits half a minute for an answer.
	const kinds = FAULTS.filter(([name]) => name !== 'hang');
	const found = new Map<string, boolean>();
	beforeAll(async () => {
		await sideBySide(kinds, kinds.length, async ([name, fault]) => {
			const { result, token } = await struck(fault, async (service) => {
				const data = { baseUrl: service.url, token: service.token };
				const own = await createEngine({ credentials: { [CREDENTIAL]: data } });
				const thrown = await own.listSearch('searchSurveys').catch((error: unknown) => error);
				own.close();
				return thrown;
			});
			found.set(name, isIn(result, token));
		});
	});

	it.each(kinds)('%s', (name) => {
		expect(found.get(name)).toBe(false);
	});
});

describe('the test of the credential', () => {
	const kinds = FAULTS.filter(([name]) => name !== 'hang');
	it.each(kinds)('%s', async (_name, fault) => {
		const { result, token } = await struck(fault, async ({ url, token: own }) =>
			engine.testCredential({ baseUrl: url, token: own }),
		);

		expect(result).toMatchObject({ message: expect.stringMatching(/\w/) });
		expect(isIn(result, token)).toBe(false);
	});
});

it('nor is it in the refusal of an address', async () => {
	const token = 'sit_full_0123456789abcdef';
	const credentials = { [CREDENTIAL]: { baseUrl: `http://public.example.com/${token}`, token } };
	const run = await engine.runNode({
		parameters: { resource: 'survey', operation: 'getAll' },
		credentials,
	});

	expect(run.error?.message).toContain('uses http');
	expect(isIn(run.error, token)).toBe(false);
});
