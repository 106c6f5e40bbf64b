import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { breakOff } from './answer';
import type { Answer, Drip } from './answer';

/** Sends an answer byte by byte, until it is out, the client goes or the service stops. */
export async function sendDripping(
	reply: FastifyReply,
	answer: Answer & { drip: Drip },
	wait: (ms: number) => Promise<void>,
): Promise<void> {
	const { drip, status, headers } = answer;
	const body = drip.endless ? null : Buffer.from(answer.body ?? '');
	const known = !drip.endless && answer.body !== null;
	const length = known ? { 'content-length': String(body?.length) } : {};
	const all = { ...headers, ...length, connection: 'close' };
	reply.hijack();
	if (drip.head) await onRawConnection();
	else await throughHttp();

	async function throughHttp(): Promise<void> {
		const { raw } = reply;
		raw.writeHead(status, all);
		raw.flushHeaders();
		if (await pour(body ?? whiteSpace(), (byte) => raw.write(byte))) raw.end();
	}

	async function onRawConnection(): Promise<void> {
		const head = [
			`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
			...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
		];
		const { socket } = reply.raw;
		if (!socket) return;
		const write = (byte: Uint8Array) => socket.write(byte);
		if (!(await pour(Buffer.from(`${head.join('\r\n')}\r\n\r\n`), write))) return;
		if (await pour(body ?? whiteSpace(), write)) breakOff(reply);
	}

	/** @returns whether all of it went out. */
	async function pour(
		bytes: Iterable<number>,
		write: (byte: Uint8Array) => unknown,
	): Promise<boolean> {
		for (const byte of bytes) {
			if (gone()) return false;
			write(Uint8Array.of(byte));
			await wait(drip.ms);
		}
		return !gone();
	}

	function gone(): boolean {
		return reply.raw.socket?.destroyed ?? true;
	}
}

function* whiteSpace(): Generator<number> {
	for (;;) yield 0x20;
}
