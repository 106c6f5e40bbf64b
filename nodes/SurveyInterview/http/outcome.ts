import { isObject } from '../service/json';
import { oneLine, visible } from '../service/scalars';
import type { Redact } from './redact';

export type Outcome =
	| { kind: 'answer'; status: number; headers: Record<string, unknown>; body: ReadBody }
	/** No byte of it was read by the service, so nothing was done. */
	| { kind: 'notSent'; reason: string; trouble: NoConnection }
	/** It was sent, and no complete answer came: the work may have been done. `status` is that of an incomplete one. */
	| { kind: 'unclear'; reason: string; status?: number }
	/** A person stopped the execution; `sent`: the request was already under way. */
	| { kind: 'canceled'; sent: boolean };

/** Why no connection was made. `tls`: the two sides agree on no encryption. `forbidden`: n8n forbids the address. */
export type NoConnection = 'connection' | 'certificate' | 'tls' | 'forbidden';

/** The body of an answer, or why it cannot be read. */
export type ReadBody =
	| { kind: 'json'; value: unknown }
	/** A list that the request's reader has read. */
	| { kind: 'readAsList' }
	| { kind: 'empty' }
	/**
	 * `breaksOff`: it begins as JSON, so another try may deliver the whole. `isPage`: a web page or plain text, so
	 * something else than the service may have written it.
	 */
	| {
			kind: 'unreadable';
			reason: string;
			breaksOff?: true;
			isPage?: true;
			isTooLarge?: true;
	  };

type Unreadable = Extract<ReadBody, { kind: 'unreadable' }>;

export const DAMAGED: Unreadable = {
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
		if (/^[[{"]/.test(trimmed)) return describeDamage(trimmed);
		const isWebPage = /^<(!doctype|html|\?xml|head|body)/i.test(trimmed);
		// A few words are shown, such as “Bad Gateway”. A longer text may be about people.
		const textInWords = /^[A-Za-z][A-Za-z .,!'-]{0,40}$/.test(trimmed)
			? `the text “${trimmed}”`
			: 'text';
		return {
			kind: 'unreadable',
			reason: `${isWebPage ? 'a web page' : textInWords} instead of JSON`,
			isPage: true,
		};
	}
}

/** Words that programs write although JSON has none of them. Other words are not shown: they may be somebody's data. */
const NOT_IN_JSON = /[:,[]\s*(NaN|-?Infinity|undefined|None|True|False)\b/;

function describeDamage(text: string): Unreadable {
	// Without escaped signs, every second piece between quotation marks is outside of texts.
	const pieces = text.replace(/\\[^]/g, '').split('"');
	const outsideOfTexts = pieces.filter((_piece, index) => index % 2 === 0).join('""');
	const [, word] = NOT_IN_JSON.exec(outsideOfTexts) ?? [];
	return word === undefined
		? DAMAGED
		: { kind: 'unreadable', reason: `${word} in its JSON, which JSON does not have` };
}

/** Error codes of a connection that was not made, in words. */
const NO_CONNECTION: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at this address (connection refused)',
	ENOTFOUND: 'the host name is not known (misspelled, or not known to n8n’s network)',
	EAI_AGAIN: 'the host name could not be looked up just now',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
};

/**
 * Codes of a certificate that is not trusted: the handshake ended before the request, and a repeat does not
 * help. Other TLS errors but those of NO_HANDSHAKE may come in the middle of an answer, so they are unclear.
 */
const BAD_CERTIFICATE =
	/^(CERT_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** What ends a connection before a request can go, in the words of Node and of n8n's proxy agent. */
const NO_REQUEST_YET: ReadonlyArray<readonly [RegExp, string]> = [
	[
		/before secure TLS connection was established/i,
		'the connection was closed before it was encrypted, as a firewall does that does not allow the address',
	],
	[
		/before receiving CONNECT response/i,
		'the proxy through which n8n goes closed the connection, which may mean that it does not allow the address',
	],
];

/** What ends a TLS handshake, in OpenSSL's words; the request would come after it. */
const NO_HANDSHAKE: ReadonlyArray<readonly [RegExp, string]> = [
	[
		/wrong.version.number|packet.length.too.long|http.request/i,
		'this port does not speak https (the address may have to begin with http://, or needs another port)',
	],
	[
		/protocol.version|unsupported.protocol|no.protocols/i,
		'the service offers only a version of TLS that is too old',
	],
	[
		/legacy.renegotiation|(dh|ee|ca).key.too.(small|weak)/i,
		'the service, or a proxy before it, offers only encryption that is too old',
	],
	[/certificate.required/i, 'the service asks for a client certificate, and n8n sends none'],
	[/alert.access.denied/i, 'the service refuses the encrypted connection (access denied)'],
	[/unrecognized.name/i, 'what answers at this address does not know the host name'],
	[
		/handshake.failure|no.shared.cipher/i,
		'the service and n8n agree on no encryption, or the service asks for a client certificate',
	],
];

/** System calls before anything is sent; '' is an error without one, such as the wrapper of another. */
const BEFORE_SENDING = ['', 'connect', 'getaddrinfo'];

/** Reads from a thrown error whether the request may have reached the service; in doubt, the outcome is `unclear`. */
export function outcomeOfError(error: unknown, redact: Redact): Outcome {
	const chain = causesOf(error);
	const codes = chain.map((link) => link.code);
	// With `read` or `write`, the same codes mean that an open connection broke: the request may have been sent.
	if (chain.every((link) => BEFORE_SENDING.includes(link.syscall))) {
		const knownCode = codes.find((code) => Object.hasOwn(NO_CONNECTION, code));
		// Without any system call, only a code of this kind shows that no connection was made.
		const failedAtSystemCall = chain.some((link) => link.syscall !== '');
		if (knownCode !== undefined || failedAtSystemCall) {
			const hasTimedOut = codes.includes('ETIMEDOUT');
			const usualReason = hasTimedOut
				? 'no connection was made in time'
				: 'no connection could be made';
			const reason = NO_CONNECTION[knownCode ?? ''] ?? usualReason;
			return { kind: 'notSent', reason, trouble: 'connection' };
		}
	}
	const messages = chain.map((link) => link.message);
	const says = (words: RegExp) => messages.some((text) => words.test(text));
	const closedEarly = NO_REQUEST_YET.find(([words]) => says(words));
	if (closedEarly) return { kind: 'notSent', reason: closedEarly[1], trouble: 'connection' };
	const certificate = codes.find((code) => BAD_CERTIFICATE.test(code));
	if (certificate !== undefined) {
		const isForOtherHost = /ALTNAME|HOSTNAME/.test(certificate);
		const fault = isForOtherHost ? 'is for another host' : 'is not trusted';
		const problem = certificate === 'CERT_HAS_EXPIRED' ? 'has expired' : fault;
		const reason = `the certificate of the address ${problem} (${certificate})`;
		return { kind: 'notSent', reason, trouble: 'certificate' };
	}
	// In the middle of an answer, the same words come with other codes than EPROTO. But TLS 1.3 asks for a certificate
	// after the handshake, with another code, and no request is read without it.
	const isHandshake = codes.includes('EPROTO') || says(/alert.certificate.required/i);
	const tls = isHandshake ? NO_HANDSHAKE.find(([words]) => says(words)) : undefined;
	if (tls) return { kind: 'notSent', reason: tls[1], trouble: 'tls' };
	const blocked = chain.find((link) => /^Ssrf/.test(link.name));
	if (blocked) {
		const reason = oneLine(redact(visible(blocked.message)));
		return { kind: 'notSent', reason, trouble: 'forbidden' };
	}
	if (codes.includes('ETIMEDOUT') || says(/timeout|timed out/i)) return TIMED_OUT;
	if (codes.includes('ECONNRESET') || says(/hang up|aborted/i)) {
		return { kind: 'unclear', reason: 'the connection broke before the answer was complete' };
	}
	if (codes.some((code) => code.startsWith('HPE_')))
		return { kind: 'unclear', reason: 'what answers at this address does not speak HTTP' };
	const [, tlsError] = /SSL routines:[^:]*:([\w ]+)/.exec(messages.join('\n')) ?? [];
	if (tlsError !== undefined)
		return { kind: 'unclear', reason: `the encryption of the connection failed (${tlsError})` };
	const text = messages.find((message) => message !== '') ?? 'unknown reason';
	return { kind: 'unclear', reason: oneLine(redact(visible(text)), 200) };
}

type CauseLink = Record<'name' | 'message' | 'code' | 'syscall', string>;

/**
 * The error and its causes, outermost first; n8n and axios each wrap an error once or twice. For a host with several
 * addresses, Node.js wraps one error for each address that it could not connect to; the first stands for all.
 */
function causesOf(error: unknown, maxLinks = 6): CauseLink[] {
	if (!isObject(error) || maxLinks === 0) return [];
	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	const name = text((error.constructor as { name?: unknown } | undefined)?.name);
	const [message, code, syscall] = [error.message, error.code, error.syscall].map(text);
	const cause = error.cause ?? (Array.isArray(error.errors) ? error.errors[0] : undefined);
	return [{ name, message, code, syscall }, ...causesOf(cause, maxLinks - 1)] as CauseLink[];
}
