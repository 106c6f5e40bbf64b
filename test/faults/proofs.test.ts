/** Nothing is said to be done, or not to be done, without a proof of it; and what waits goes in a fair order. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import {
	act,
	byId,
	CREDENTIAL,
	failureOf,
	listen,
	smallService,
	useEngine,
	useForEach,
} from '../harness/support';
import { ID, refusal, TOKEN } from './oneAnswer';
import { withRawService } from './rawService';

let engine: Engine;
useEngine((started) => (engine = started));

const run = async (baseUrl: string, resource: string, parameters: INodeParameters) =>
	failureOf(
		await engine.runNode({
			parameters: { resource, ...parameters },
			credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
		}),
	);

const other = '4b343ac0-c7fa-4bd9-95e7-2b63d3b3337f';

it.each<[string, INodeParameters]>([
	['respondent', { operation: 'delete', respondentId: byId(ID), surveyId: byId(other) }],
	['theme', { operation: 'delete', categoryId: byId(ID), surveyId: byId(other) }],
	['property', { operation: 'delete', propertyId: byId(ID), surveyId: byId(other) }],
	['invitation', { operation: 'revoke', invitationId: byId(ID), surveyId: byId(other) }],
])(
	'%s: that its survey is not found does not prove that it was deleted',
	async (resource, parameters) => {
		let deletes = 0;
		const failure = await withRawService(
			({ method, path }) => {
				if (method === 'DELETE')
					return deletes++ === 0 ? { status: 503 } : refusal(403, 'forbidden');
				// Of the record itself nothing can be seen, either.
				return path.includes(ID) ? refusal(403, 'forbidden') : refusal(404, 'not_found');
			},
			async (baseUrl) => await run(baseUrl, resource, parameters),
		);
		expect(failure).toMatchObject({ maybeDone: true, status: 403 });
		expect(deletes).toBe(2);
	},
);

/**
 * 1. The service answers 503, and closes.
 * 2. A connection is refused; then the service listens again.
 * 3. It answers 409.
 */
it('a try that never left does not undo that the one before it may have been done', async () => {
	let requests = 0;
	const server = createServer((request, response) => {
		if (request.method !== 'DELETE') {
			response.writeHead(403).end();
		} else if (++requests === 1) {
			response.on('finish', () => server.close());
			response.writeHead(503, { connection: 'close' }).end();
		} else {
			response.writeHead(409, { 'content-type': 'application/json', connection: 'close' });
			response.end(JSON.stringify({ error: { code: 'conflict', message: 'No.' } }));
		}
	});
	await listen(server);
	const { port } = server.address() as AddressInfo;
	let refused = 0;
	// Once a connection was refused, somebody is at the address again.
	const watch = (message: unknown) => {
		const { socket } = message as { socket: Socket };
		socket.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'ECONNREFUSED' && ++refused === 1) void listen(server, port);
		});
	};
	subscribe('net.client.socket', watch);
	const parameters = { operation: 'delete', surveyId: byId(ID) };
	const failure = await run(`http://127.0.0.1:${port}`, 'survey', parameters).finally(() =>
		unsubscribe('net.client.socket', watch),
	);
	server.closeAllConnections();
	server.close();
	expect([requests, refused]).toEqual([2, 1]);
	expect(failure).toMatchObject({ maybeDone: true, status: 409 });
	expect(failure?.message).toMatch(/^This may have been deleted/);
});

describe('in what order', () => {
	let service: Service;
	useForEach((started) => (service = started), smallService);

	/** The earlier a request comes, the longer it takes. */
	const slowFirst = (operation: string, count: number) => {
		for (let nth = 0; nth < count; nth++) {
			const fault = { kind: 'slow', ms: 30 * (count - nth) } as const;
			service.faults.inject({ match: { operation }, fault });
		}
	};

	it('several reissues of an invitation are one, whose link works', async () => {
		const surveyId = service.world.survey('Customer').id;
		const invitations = [1, 2].map((n) =>
			service.world.createInvitation(surveyId, 'personal', { recipientEmail: `p${n}@x.com` }),
		);
		const [one, two] = invitations.map(({ id }) => id);
		slowFirst('invitation.reissue', 2);
		const ids = [one, two, one, two, one];
		const { items } = await act(engine, service, {
			operation: 'invitation.reissue',
			parameters: { invitationId: byId('={{ $json.id }}') },
			items: ids.map((id) => ({ id })),
		});
		expect(service.log).toHaveLength(2);
		const working = new Map(
			service.world.invitations(surveyId).map(({ id, token }) => [id, token]),
		);
		expect(items.map(({ json }) => json.token)).toEqual(ids.map((id) => working.get(id ?? '')));
	});

	it('a request that the limit refuses twice goes behind those that wait', async () => {
		const ids = ['One', 'Two'].map((name) => service.world.createSurvey({ name }).id);
		const limited = { kind: 'status', status: 429, retryAfter: 1 } as const;
		// The first try of each, and the second one of the first: a single request tests the limit.
		service.faults.inject({ match: { operation: 'survey.get' }, fault: limited, times: 3 });
		const { status } = await act(engine, service, {
			operation: 'survey.get',
			parameters: { surveyId: byId('={{ $json.id }}') },
			items: ids.map((id) => ({ id })),
		});
		expect([status, service.log.length]).toEqual(['success', 5]);
		const asked = service.log.map(({ url }) => ids.findIndex((id) => url.includes(id)));
		const first = asked[0];
		const refusedTwice = asked.indexOf(first ?? -1, 1);
		expect(asked[refusedTwice + 1]).toBe(1 - (first ?? 0));
	});
});
