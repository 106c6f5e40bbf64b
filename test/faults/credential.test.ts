import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { createEngine } from '../harness/engine';
import type { Service } from '../harness/service';
import { CREDENTIAL, smallService, useForEach } from '../harness/support';
import { plainNode } from './plainNode';

/** What n8n's HTTP Request node does with this credential: its two ways to send a request. */
type Send = (context: IExecuteFunctions, url: string) => Promise<unknown>;
const WAYS: Array<[string, Send]> = [
	[
		'httpRequestWithAuthentication',
		async (context, url) =>
			await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, { url }),
	],
	[
		'the older helper, which says uri',
		async (context, uri) => {
			const { helpers } = context as unknown as {
				helpers: Record<string, (name: string, options: object) => Promise<unknown>>;
			};
			return await helpers.requestWithAuthentication?.call(context, CREDENTIAL, {
				uri,
				json: true,
			});
		},
	],
];

let service: Service;
let stranger: Service;
useForEach((started) => (service = started), smallService);
useForEach((started) => (stranger = started), smallService);

async function request(send: Send, url: string) {
	const node = await plainNode(async function (this: IExecuteFunctions) {
		await send(this, url);
		return [[{ json: {} }]];
	});
	const engine = await createEngine({ extraNodes: { 'x.plain': node } });
	const data = { baseUrl: service.url, token: service.token };
	const run = await engine.runNode({ type: 'x.plain', credentials: { [CREDENTIAL]: data } });
	engine.close();
	return run;
}

describe.each(WAYS)('the credential in %s', (_name, send) => {
	it('sends the token to the service', async () => {
		const run = await request(send, `${service.url}/api/surveys`);
		expect(run.error).toBeUndefined();
		expect(service.log).toMatchObject([{ token: 'full', status: 200 }]);
	});

	it('sends none to another host', async () => {
		const run = await request(send, `${stranger.url}/api/surveys`);
		expect(run.status).toBe('error');
		expect(stranger.log).toEqual([]);
	});

	it('follows no redirect', async () => {
		service.faults.inject({ fault: { kind: 'redirect', to: stranger.url } });
		const run = await request(send, `${service.url}/api/surveys`);
		expect(run.status).toBe('error');
		expect(service.log.map(({ status }) => status)).toEqual([302]);
		expect(stranger.log).toEqual([]);
	});
});

/** Why the credential follows none: n8n hands the header on. */
it('n8n’s helper sends a header along on a redirect by default', async () => {
	service.faults.inject({ fault: { kind: 'redirect', to: stranger.url } });
	const headers = { Authorization: 'Bearer of the test' };
	const naive: Send = async (context, url) =>
		await context.helpers.httpRequest({ url, headers } satisfies IHttpRequestOptions);
	await request(naive, `${service.url}/api/surveys`);
	expect(stranger.log[0]?.headers.authorization).toBe('Bearer of the test');
});
