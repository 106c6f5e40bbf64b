import type { FastifyReply } from 'fastify';

/** An answer that is ready to be written. */
export interface Answer {
	status: number;
	headers: Readonly<Record<string, string>>;
	/** null: no body at all, as with 204. */
	body: string | null;
	/** Promise the whole body, send half of it and end the connection. */
	cut?: boolean;
	/** Send the head at once, and then a byte each so many milliseconds. */
	drip?: number;
}

/** Statuses whose answer has no body, whatever else is said. */
const WITHOUT_BODY = [204, 205, 304];

export function json(
	status: number,
	value: unknown,
	headers: Readonly<Record<string, string>> = {},
): Answer {
	const type = { 'content-type': 'application/json; charset=utf-8' };
	return { status, headers: { ...type, ...headers }, body: JSON.stringify(value) };
}

/** The shape of every error but 422. */
export function envelope(
	status: number,
	code: string,
	message: string,
	headers: Readonly<Record<string, string>> = {},
): Answer {
	if (WITHOUT_BODY.includes(status)) return { status, headers, body: null };
	return json(status, { error: { code, message } }, headers);
}

const endedHere = new WeakSet<object>();

/** Ends the connection in the middle of an answer, or before it. */
export function breakOff(reply: FastifyReply, how: 'end' | 'reset' = 'end'): void {
	endedHere.add(reply.raw);
	if (how === 'reset') reply.raw.socket?.resetAndDestroy();
	else reply.raw.socket?.destroy();
}

/** Whether it was the service that ended the connection, and not the client. */
export const wasBrokenOff = (reply: FastifyReply): boolean => endedHere.has(reply.raw);

export function send(reply: FastifyReply, answer: Answer): void {
	if (answer.cut) sendHalf(reply, answer);
	else
		void reply
			.code(answer.status)
			.headers(answer.headers)
			.send(answer.body ?? undefined);
}

function sendHalf(reply: FastifyReply, { status, headers, body }: Answer): void {
	const bytes = Buffer.from(body ?? '');
	reply.hijack();
	reply.raw.writeHead(status, { ...headers, 'content-length': bytes.length });
	const half = bytes.subarray(0, Math.floor(bytes.length / 2));
	reply.raw.write(half, () => breakOff(reply));
}

/** Sends an answer byte by byte, until it is out, the client goes or the service stops. */
export async function sendDripping(
	reply: FastifyReply,
	{ status, headers, body, drip }: Answer,
	wait: (ms: number) => Promise<void>,
): Promise<void> {
	const { raw } = reply;
	const bytes = Buffer.from(body ?? '');
	reply.hijack();
	raw.writeHead(status, { ...headers, 'content-length': bytes.length, connection: 'close' });
	raw.flushHeaders();
	for (const byte of bytes) {
		if (raw.socket?.destroyed ?? true) return;
		raw.write(Uint8Array.of(byte));
		await wait(drip ?? 0);
	}
	raw.end();
}
