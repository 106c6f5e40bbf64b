import { isObject } from '../records/json';
import { oneLine, visible } from '../records/scalars';
import type { Redact } from './redact';

export type Outcome =
	| { kind: 'answer'; status: number; headers: Record<string, unknown>; body: ReadBody }
	/** It never reached the service, so nothing was done. `forbidden`: n8n itself does not allow the address. */
	| { kind: 'notSent'; reason: string; trouble: 'connection' | 'certificate' | 'forbidden' }
	/** It was sent, and no complete answer came: the work may have been done. */
	| { kind: 'unclear'; reason: string }
	/** A person stopped the execution; `sent`: the request was already under way. */
	| { kind: 'cancelled'; sent: boolean };

/** The body of an answer, or why it cannot be read. */
export type ReadBody =
	| { kind: 'json'; value: unknown }
	/** A list that the request's intake took. */
	| { kind: 'taken' }
	| { kind: 'empty' }
	/** `breaksOff`: it begins as JSON, so another try may deliver the whole. */
	| { kind: 'unreadable'; reason: string; breaksOff?: boolean; isTooLarge?: true };

export const DAMAGED: ReadBody = {
	kind: 'unreadable',
	reason: 'incomplete or damaged JSON',
	breaksOff: true,
};

/** The time ended before the answer was complete. */
export const TIMED_OUT: Outcome = { kind: 'unclear', reason: 'no answer came in time' };

/** Reads the text of an answer as JSON, or says what it is instead. */
export function readBody(text: string): ReadBody {
	const trimmed = text.trim();
	if (trimmed === '') return { kind: 'empty' };
	try {
		return { kind: 'json', value: JSON.parse(trimmed) as unknown };
	} catch {
		if (/^[[{"]/.test(trimmed)) return DAMAGED;
		const isPage = /^<(!doctype|html|\?xml|head|body)/i.test(trimmed);
		return { kind: 'unreadable', reason: `${isPage ? 'a web page' : 'text'} instead of JSON` };
	}
}

/** Error codes of a connection that was not made, in words. */
const NO_CONNECTION: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at this address (connection refused)',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up just now',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
};

/**
 * Codes of a certificate that is not trusted: the handshake ended before the request, and a repeat does not
 * help. Other TLS errors may come in the middle of an answer, so they are unclear.
 */
const BAD_CERTIFICATE =
	/^(CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** System calls before anything is sent; empty if several addresses were tried without success. */
const BEFORE_SENDING = ['', 'connect', 'getaddrinfo'];

/** Reads from a thrown error whether the request can have reached the service; if that is not certain, it is unclear. */
export function outcomeOfError(error: unknown, redact: Redact): Outcome {
	const chain = causesOf(error);
	const codes = chain.map((link) => link.code);
	// A route that dies under an open connection gives the same codes, at `read` or `write`.
	if (chain.every((link) => BEFORE_SENDING.includes(link.syscall))) {
		const known = codes.find((code) => Object.hasOwn(NO_CONNECTION, code));
		const connecting = chain.some((link) => link.syscall !== '');
		if (known !== undefined || connecting) {
			const reason = NO_CONNECTION[known ?? ''] ?? 'no connection could be made';
			return { kind: 'notSent', reason, trouble: 'connection' };
		}
	}
	const certificate = codes.find((code) => BAD_CERTIFICATE.test(code));
	if (certificate !== undefined) {
		const isOfOther = /ALTNAME|HOSTNAME/.test(certificate);
		const fault = isOfOther ? 'is for another host' : 'is not trusted';
		const what = certificate === 'CERT_HAS_EXPIRED' ? 'has expired' : fault;
		const reason = `the certificate of the address ${what} (${certificate})`;
		return { kind: 'notSent', reason, trouble: 'certificate' };
	}
	const blocked = chain.find((link) => /^Ssrf/.test(link.name));
	if (blocked) {
		const reason = oneLine(redact(visible(blocked.message)));
		return { kind: 'notSent', reason, trouble: 'forbidden' };
	}
	const messages = chain.map((link) => link.message);
	const says = (words: RegExp) => messages.some((text) => words.test(text));
	if (codes.includes('ETIMEDOUT') || says(/timeout|timed out/i)) return TIMED_OUT;
	if (codes.includes('ECONNRESET') || says(/hang up|aborted/i)) {
		return { kind: 'unclear', reason: 'the connection broke before the answer was complete' };
	}
	const text = messages.find((message) => message !== '') ?? 'unknown reason';
	return { kind: 'unclear', reason: oneLine(redact(visible(text)), 200) };
}

type CauseLink = Record<'name' | 'message' | 'code' | 'syscall', string>;

/** The error and its causes, outermost first; n8n and axios each wrap an error once or twice. */
function causesOf(error: unknown, most = 6): CauseLink[] {
	if (!isObject(error) || most === 0) return [];
	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	const name = text((error.constructor as { name?: unknown } | undefined)?.name);
	const [message, code, syscall] = [error.message, error.code, error.syscall].map(text);
	return [{ name, message, code, syscall }, ...causesOf(error.cause, most - 1)] as CauseLink[];
}
