import type { FastifyReply } from 'fastify';

/** An answer that is ready to be written. */
export interface Answer {
	status: number;
	headers: Readonly<Record<string, string>>;
	/** null: no body at all, as with 204. */
	body: string | null;
	/** Promise the whole body, send half of it and end the connection. */
	cut?: boolean;
}

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
	return json(status, { error: { code, message } }, headers);
}

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
	reply.raw.write(half, () => reply.raw.socket?.destroy());
}
