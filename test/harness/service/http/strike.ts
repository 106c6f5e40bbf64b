import type { FastifyReply, FastifyRequest } from 'fastify';
import { alter } from './alter';
import { breakOff, envelope, json } from './answer';
import type { Answer } from './answer';
import type { Fault } from './faults';

/** What a fault needs of the request that it strikes. */
export interface Scene {
	request: FastifyRequest;
	reply: FastifyReply;
	/** Resolves after so many milliseconds, or when the service stops. */
	wait: (ms: number) => Promise<void>;
	/** Resolves when something is over, or when the service stops. */
	waitFor: (other: Promise<unknown>) => Promise<void>;
	/** The answer of the work, when it was done. */
	answer: Answer | null;
}

/**
 * Does to the connection what the fault says.
 * @returns the answer to send instead; or `go on` with the real one; or `gone`: there will be none.
 */
export async function strike(fault: Fault, scene: Scene): Promise<Answer | 'go on' | 'gone'> {
	const { reply, wait, waitFor } = scene;
	switch (fault.kind) {
		case 'slow':
			await wait(fault.ms);
			return 'go on';
		case 'held':
			await waitFor(fault.until);
			return 'go on';
		case 'hang':
			reply.hijack();
			return 'gone';
		case 'reset':
			reply.hijack();
			breakOff(reply, 'reset');
			return 'gone';
		default:
			return falseAnswer(fault, scene);
	}
}

type Answering = Exclude<Fault, { kind: 'slow' | 'held' | 'hang' | 'reset' }>;

function falseAnswer(fault: Answering, { request, answer }: Scene): Answer {
	switch (fault.kind) {
		case 'status':
			return envelope(
				fault.status,
				fault.code ?? `fault_${fault.status}`,
				`A fault with status ${fault.status}.`,
				retryAfter(fault.retryAfter),
			);
		case 'html':
			return {
				status: fault.status ?? 200,
				headers: { 'content-type': 'text/html; charset=utf-8' },
				body: '<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Oops</h1></body></html>',
			};
		case 'empty':
			return { status: fault.status ?? 200, headers: { 'content-length': '0' }, body: '' };
		case 'truncated body':
			return { ...broken(answer), cut: true };
		case 'truncated json': {
			const { body, ...rest } = broken(answer);
			return { ...rest, body: body.slice(0, Math.ceil(body.length / 2)) };
		}
		case 'rewritten body': {
			const { body, ...rest } = broken(answer);
			return { ...rest, body: fault.rewrite(body) };
		}
		case 'redirect':
			return {
				status: fault.status ?? 302,
				headers: { location: fault.to + (request.raw.url ?? '') },
				body: null,
			};
		case 'drip':
			return { ...(answer ?? json(200, {})), drip: fault.ms };
		case 'extra fields':
		case 'wrong types':
			return alter(answer, fault);
		case 'echo authorization':
			return envelope(
				fault.status ?? 500,
				'upstream_error',
				`Upstream refused: Authorization: ${request.headers.authorization ?? ''}`,
			);
	}
}

function retryAfter(value: number | Date | undefined): Record<string, string> {
	if (value === undefined) return {};
	return { 'retry-after': value instanceof Date ? value.toUTCString() : String(value) };
}

/** The real answer with a body that can be broken; a 204 has none and becomes a 200. */
function broken(answer: Answer | null): Answer & { body: string } {
	if (answer?.body) return { ...answer, body: answer.body };
	return { ...json(200, {}), body: '{"id":"an answer that is cut off"}' };
}
