import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Service } from '../harness/service';

type Json = Record<string, unknown>;

/** What a service does that differs from the reference service: with what it is sent, and what it shows. */
export interface Difference {
	/** The body of a create as it is understood. */
	understood?: (body: Json) => Json;
	/** Why a create is refused, where it is. */
	refused?: (body: Json) => { status: number; message: string } | undefined;
	/** An answer as it is shown. */
	shown?: (answer: Json, request: { method: string; path: string }) => Json;
}

/** The reference service, but for a difference: everything goes through another server, over HTTP. */
export async function withDifference(
	service: Service,
	{
		understood = (body) => body,
		refused = () => undefined,
		shown = (answer) => answer,
	}: Difference,
	work: (different: Service) => Promise<void>,
): Promise<void> {
	const server = createServer((request, response) => {
		void (async () => {
			const { method = '', url: path = '' } = request;
			const body = await bodyOf(request);
			const isCreate = method === 'POST' && body !== '';
			const refusal = isCreate ? refused(JSON.parse(body) as Json) : undefined;
			if (refusal) {
				const { status, message } = refusal;
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(JSON.stringify({ error: { code: 'refused', message } }));
				return;
			}
			const answer = await fetch(service.url + path, {
				method,
				headers: {
					authorization: request.headers.authorization ?? '',
					'content-type': 'application/json',
				},
				...(body === '' ? {} : { body: isCreate ? changed(body, understood) : body }),
			});
			const text = await answer.text();
			const isRecord = answer.ok && text.startsWith('{');
			response.writeHead(answer.status, { 'content-type': 'application/json' });
			response.end(isRecord ? changed(text, (record) => shown(record, { method, path })) : text);
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	try {
		await work(Object.create(service, { url: { value: url } }) as Service);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => void server.close(resolve));
	}
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

function changed(text: string, change: (body: Json) => Json): string {
	return JSON.stringify(change(JSON.parse(text) as Json));
}

/** An object without these keys, also in the objects inside it. */
export function without(keys: RegExp, value: Json): Json {
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !keys.test(key))
			.map(([key, inner]) => [
				key,
				typeof inner === 'object' && inner !== null && !Array.isArray(inner)
					? without(keys, inner as Json)
					: inner,
			]),
	);
}
