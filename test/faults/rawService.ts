import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../harness/support';

/** What a service answers by hand, byte for byte, where the reference service would be too well-behaved. */
export interface RawAnswer {
	status?: number;
	headers?: Record<string, string>;
	/** As JSON, unless it is text or bytes already. */
	body?: unknown;
	/** The connection stays open after the body. */
	neverEnds?: true;
	/** After this many bytes the rest waits until another request has come. */
	waitsAfter?: number;
	/** After this many bytes the connection breaks. */
	breaksAfter?: number;
	/** One byte every so many milliseconds, and never the last one. */
	dripMs?: number;
}

/** A request as it arrived. */
export interface RawRequest {
	method: string;
	path: string;
	/** When the connection was closed before the answer was complete. */
	isLeft: boolean;
}

/**
 * Starts a service that gives each request the answer for it, until the work is done.
 *
 * @param work with the service's address and all requests so far
 */
export async function withRawService<T>(
	answerTo: (request: { method: string; path: string }) => RawAnswer,
	work: (url: string, requests: RawRequest[]) => Promise<T>,
): Promise<T> {
	const requests: RawRequest[] = [];
	const waiting: Array<() => void> = [];
	const answer: RequestListener = (request, response) => {
		const { method = '', url: path = '' } = request;
		const logged: RawRequest = { method, path, isLeft: false };
		requests.push(logged);
		for (const goOn of waiting.splice(0)) goOn();
		response.on('close', () => (logged.isLeft = !response.writableFinished));
		const { status = 200, headers = {}, body = '', ...how } = answerTo({ method, path });
		const text = bytesOf(body);
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		const { breaksAfter, dripMs, neverEnds, waitsAfter } = how;
		const send = (bytes: Buffer) => {
			if (breaksAfter === undefined) response.end(bytes);
			else response.write(bytes, () => response.destroy());
		};
		if (neverEnds) return void response.write(text);
		if (waitsAfter !== undefined) {
			response.write(text.subarray(0, waitsAfter));
			waiting.push(() => send(text.subarray(waitsAfter, breaksAfter)));
			return;
		}
		if (breaksAfter !== undefined || dripMs === undefined)
			return send(text.subarray(0, breaksAfter));
		let sent = 0;
		const drip = setInterval(() => {
			if (sent < text.length - 1) response.write(text.subarray(sent, ++sent));
		}, dripMs);
		response.on('close', () => clearInterval(drip));
	};
	const server = createServer(answer);
	await listen(server);
	const { port } = server.address() as AddressInfo;
	try {
		return await work(`http://127.0.0.1:${port}`, requests);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}

function bytesOf(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
