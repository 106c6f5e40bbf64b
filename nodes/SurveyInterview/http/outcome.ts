import { isObject, type JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';
import type { Redact } from './redact';

/** How one try of a request ended. */
export type Outcome =
	| { kind: 'answer'; status: number; headers: Record<string, unknown>; body: ReadBody }
	/** It never reached the service, so nothing can have been done. */
	| { kind: 'notSent'; reason: string; repeatable: boolean }
	/** It was sent and no whole answer came: the work may have been done. */
	| { kind: 'unclear'; reason: string }
	/** Stopped by the user; `sent` where the request was already on its way. */
	| { kind: 'cancelled'; sent: boolean };

/** The time was over before the answer was complete. */
export const TIMED_OUT: Outcome = { kind: 'unclear', reason: 'no answer came in time' };

/** No connection was made: nobody was there, or nobody of that name. */
const NO_CONNECTION: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at this address (connection refused)',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up just now',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
};

/**
 * The certificate is not trusted: the handshake ended before the request, and a repeat would not help.
 * Other TLS errors may come in the middle of an answer, so they are unclear.
 */
const BAD_CERTIFICATE =
	/^(CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** System calls that come before anything is sent. Absent: several addresses were tried in vain. */
const BEFORE_SENDING = ['', 'connect', 'getaddrinfo'];

/**
 * Reads from a thrown error whether the request can have reached the service. Everything that is
 * not known to have stopped before counts as unclear.
 */
export function outcomeOfError(error: unknown, redact: Redact): Outcome {
	const chain = causesOf(error);
	const codes = chain.map((link) => link.code).filter((code) => code !== '');
	// A route that dies under an open connection gives the same codes, at `read` or `write`.
	if (chain.every((link) => BEFORE_SENDING.includes(link.syscall))) {
		const known = codes.find((code) => Object.hasOwn(NO_CONNECTION, code));
		const connecting = chain.some((link) => link.syscall !== '');
		if (known !== undefined || connecting) {
			const reason = NO_CONNECTION[known ?? ''] ?? 'no connection could be made';
			return { kind: 'notSent', reason, repeatable: true };
		}
	}
	const certificate = codes.find((code) => BAD_CERTIFICATE.test(code));
	if (certificate !== undefined) {
		const reason = `the certificate of the address is not trusted (${certificate})`;
		return { kind: 'notSent', reason, repeatable: false };
	}
	const blocked = chain.find((link) => /^Ssrf/.test(link.name));
	if (blocked)
		return { kind: 'notSent', reason: oneLine(redact(blocked.message)), repeatable: false };
	const messages = chain.map((link) => link.message);
	const isLate = messages.some((text) => /timeout|timed out/i.test(text));
	if (isLate || codes.includes('ETIMEDOUT')) return TIMED_OUT;
	return { kind: 'unclear', reason: unclearReason(messages, codes, redact) };
}

function unclearReason(messages: string[], codes: string[], redact: Redact): string {
	if (codes.includes('ECONNRESET') || messages.some((text) => /hang up|aborted/i.test(text))) {
		return 'the connection broke before the answer was complete';
	}
	const text = messages.find((message) => message !== '') ?? 'unknown reason';
	return oneLine(redact(text), 200);
}

interface CauseLink {
	name: string;
	message: string;
	code: string;
	syscall: string;
}

/** The error and what caused it, outermost first; n8n and axios each wrap once or twice. */
function causesOf(error: unknown): CauseLink[] {
	const chain: CauseLink[] = [];
	let link: unknown = error;
	while (isObject(link) && chain.length < 6) {
		const text = (value: unknown) => (typeof value === 'string' ? value : '');
		chain.push({
			name: text((link.constructor as { name?: unknown } | undefined)?.name),
			message: text(link.message),
			code: text(link.code),
			syscall: text(link.syscall),
		});
		link = link.cause;
	}
	return chain;
}

/** A body that was read, or why it could not be. */
export type ReadBody =
	| { kind: 'json'; value: unknown }
	| { kind: 'empty' }
	/** `breaksOff`: it began as JSON, so another try may bring all of it. */
	| { kind: 'unreadable'; reason: string; breaksOff: boolean };

/** Reads the text of an answer as JSON; says in words what it is when it is something else. */
export function readBody(text: string): ReadBody {
	const trimmed = text.trim();
	if (trimmed === '') return { kind: 'empty' };
	try {
		return { kind: 'json', value: JSON.parse(trimmed) as unknown };
	} catch {
		return { kind: 'unreadable', ...unreadable(trimmed) };
	}
}

function unreadable(text: string): { reason: string; breaksOff: boolean } {
	if (/^<(!doctype|html|\?xml|head|body)/i.test(text)) {
		return { reason: 'a web page instead of JSON', breaksOff: false };
	}
	if (/^[[{"]/.test(text)) return { reason: 'JSON that breaks off or is damaged', breaksOff: true };
	return { reason: 'text instead of JSON', breaksOff: false };
}

/**
 * Whether a body is an error (interface-spec, Errors) and not a record, whatever the status says; fields
 * beside it may be added at any time.
 */
export function isErrorBody(body: unknown): boolean {
	if (!isObject(body) || body.id !== undefined) return false;
	const { error, detail } = body;
	const isInvalid = Array.isArray(detail) && Object.keys(body).length === 1;
	return isInvalid || (isObject(error) && typeof error.code === 'string');
}

/** What an operation without an answer puts out: n8n users expect an item after a delete. */
export function doneItem(id: string | undefined): JsonObject {
	return id === undefined ? { success: true } : { success: true, id };
}
