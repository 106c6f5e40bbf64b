/** A request that never left is not called answered or maybe done, and the address that is the trouble is named. */
import { createServer } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { INode } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, failureOf, given, listen, useEngine } from '../harness/support';
import { ID, runsIn, TOKEN } from './oneAnswer';
import { withRawService } from './rawService';
import { selfSigned } from './selfSigned';

let engine: Engine;
useEngine((started) => (engine = started));
const run = runsIn(() => engine);

/** Nothing listens at port 1. */
const NOBODY = 'http://127.0.0.1:1';
const FIVE = [{}, {}, {}, {}, {}];

async function erase(baseUrl: string, items: object[], node: Partial<INode> = {}) {
	const ran = await engine.runNode({
		parameters: {
			resource: 'respondent',
			operation: 'erase',
			// Another one in each row.
			respondentId: byId(`={{ '${ID.slice(0, -1)}' + $itemIndex }}`),
			options: { maxWait: 0 },
		},
		credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
		items: items.map((item) => ({ ...item })),
		node,
	});
	return { failure: failureOf(ran), items: ran.items.map(({ json }) => json) };
}

describe('nobody at the address', () => {
	it('says so, names the address, and that nothing was sent for any item', async () => {
		const { failure } = await erase(NOBODY, FIVE);
		expect(failure).toMatchObject({ maybeDone: false, status: undefined });
		expect(failure?.message).toContain('(connection refused)');
		expect(failure?.message).toMatchSnapshot();
		expect(failure?.description).toContain(`Check the Base URL in the credential (${NOBODY})`);
		expect(failure?.description).toMatch(/Nothing was sent for any of the 5 rows\.$/);
		expect(failure?.description).not.toMatch(/answered|may have been|Row 1/);
	});

	it('https where only http is spoken: the cause in words, and nothing was sent', async () => {
		const secure = async (url: string) => await erase(url.replace('http:', 'https:'), [{}]);
		const { failure } = await withRawService(() => ({ body: { id: ID } }), secure);
		expect(failure).toMatchObject({ maybeDone: false });
		expect(failure?.message).toContain('this port does not speak https');
		expect(failure?.description).toMatch(/ Nothing was sent\.$/);
	});

	it('of one item it says that nothing was sent', async () => {
		expect((await erase(NOBODY, [{}])).failure?.description).toMatch(/ Nothing was sent\.$/);
	});

	it('with Continue on Fail the advice goes along, before the rest', async () => {
		const { items } = await erase(NOBODY, [{}, {}], { onError: 'continueRegularOutput' });
		expect(items).toHaveLength(2);
		for (const item of items) {
			expect(Object.keys(item)).toEqual(['error', 'hint', 'maybeDone']);
			expect(item.hint).toContain(NOBODY);
			expect(item.maybeDone).toBe(false);
		}
	});

	it('a token in the address is not named with it', async () => {
		const { failure } = await erase(`${NOBODY}/${TOKEN}`, [{}]);
		expect(failure?.description).toContain(`${NOBODY}/[token]`);
		expect(failure?.description).not.toContain(TOKEN);
	});
});

describe('a service with which n8n cannot agree on TLS: a create was not sent', () => {
	// n8n must get as far as the client certificate, although it does not trust the service's own.
	const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env;
	beforeAll(() => {
		jest.spyOn(process, 'emitWarning').mockReturnValue();
		process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
	});
	afterAll(() => {
		jest.restoreAllMocks();
		if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
		else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
	});

	/** What a create of a survey says, and how many requests the service has read. */
	async function create(options: ServerOptions) {
		let requests = 0;
		const server = createSecureServer({ ...selfSigned(), ...options }, (_request, response) => {
			requests++;
			response.writeHead(201, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id: ID }));
		});
		await listen(server);
		const { port } = server.address() as AddressInfo;
		const ran = await engine.runNode({
			parameters: {
				resource: 'survey',
				operation: 'create',
				name: 'A',
				metric_type: 'nps',
				interview_locale: 'en',
				options: { maxWait: 0 },
			},
			credentials: { [CREDENTIAL]: { baseUrl: `https://127.0.0.1:${port}`, token: TOKEN } },
		});
		server.close();
		return { failure: failureOf(ran), requests };
	}

	it.each<[string, ServerOptions, string]>([
		[
			'only TLS 1.0',
			{ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
			'the service offers only a version of TLS that is too old',
		],
		[
			'a client certificate wanted, in TLS 1.2',
			{ requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
			'the service and n8n agree on no encryption, or the service asks for a client certificate',
		],
		[
			// Here the request is on its way when the service refuses the handshake, and reads nothing of it.
			'a client certificate wanted, in TLS 1.3',
			{ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
			'the service asks for a client certificate, and n8n sends none',
		],
	])('%s', async (_name, options, cause) => {
		const { failure, requests } = await create(options);
		expect(failure?.message).toBe(`The service could not be reached: ${cause}.`);
		expect(failure?.description).toMatch(/ Nothing was sent\.$/);
		expect(failure?.maybeDone).toBe(false);
		expect(requests).toBe(0);
	});

	it('without these, the create arrives', async () => {
		expect(await create({})).toEqual({ failure: undefined, requests: 1 });
	});
});

it('where an item before it was done, what was sent is told item by item', async () => {
	let asked = 0;
	const { failure } = await withRawService(
		() => (asked++ === 0 ? { body: { id: `${ID.slice(0, -1)}0` } } : { status: 409, body: {} }),
		async (baseUrl) => await erase(baseUrl, [{}, {}, {}]),
	);
	expect(failure?.description).toMatch(/Row 1: done\. Row 2: failed\. Row 3: not started\.$/);
	expect(failure?.description).not.toContain('Nothing was sent');
});

it('a request that the service refused was sent', async () => {
	const { failure } = await run('mailing.update', { status: 409, body: {} }, { items: [{}, {}] });
	expect(failure?.description).not.toContain('Nothing was sent');
	expect(failure?.description).toContain('Row 1: failed. Row 2: not started.');
});

it('a list of which the first page came was sent', async () => {
	const quotes = Array.from({ length: 100 }, (_, n) => ({ id: `q-${n}`, text: `Quote ${n}` }));
	const server = createServer((_request, response) => {
		// From now on nobody is at the address.
		server.close();
		response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
		response.end(JSON.stringify({ quotes, total: 300, limit: 100, offset: 0 }));
	});
	await listen(server);
	const { port } = server.address() as AddressInfo;
	const ran = await engine.runNode({
		parameters: {
			resource: 'result',
			operation: 'getQuotes',
			surveyId: byId(ID),
			topicId: byId(ID),
			returnAll: true,
			options: { maxWait: 0 },
		},
		credentials: { [CREDENTIAL]: { baseUrl: `http://127.0.0.1:${port}`, token: TOKEN } },
	});
	expect(failureOf(ran)?.message).toContain('connection refused');
	expect(failureOf(ran)?.description).not.toContain('Nothing was sent');
});

it('a bad item among good ones: nothing was sent for any of them', async () => {
	const ran = await engine.runNode({
		parameters: {
			resource: 'invitation',
			operation: 'sendEmail',
			invitationId: byId(given('={{ $json.id }}')),
		},
		credentials: { [CREDENTIAL]: { baseUrl: NOBODY, token: TOKEN } },
		items: [ID, ID, 'abc', ID, ID].map((id) => ({ id })),
	});
	expect(failureOf(ran)?.description).toBe(
		'This is row 1. Nothing was sent for any of the 5 rows.',
	);
});

it.each(['web page', 'redirect', 'method'])('a %s: the address is named', async (kind) => {
	const answers = {
		'web page': { body: '<!doctype html><p>Log in', headers: { 'content-type': 'text/html' } },
		redirect: { status: 302, headers: { location: 'https://login.example/' } },
		method: { status: 405, body: {} },
	};
	const { failure, baseUrl } = await run('survey.getAll', answers[kind as keyof typeof answers]);
	expect(failure?.description).toMatch(/Base URL.* credential|credential.* Base URL/);
	expect(failure?.description).toContain(baseUrl);
	expect(failure?.description).not.toContain(`${baseUrl}/api`);
});
