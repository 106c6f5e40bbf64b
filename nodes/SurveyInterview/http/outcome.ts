/** How a request can end, and what the error of one that got no answer says. */
import { isObject } from '../service/json';
import { oneLine, visible } from '../service/scalars';
import type { ReadBody } from './body';
import type { Redact } from './redact';

export type Outcome =
	| { kind: 'answer'; status: number; headers: Record<string, unknown>; body: ReadBody }
	/** No byte of it was read by the service, so nothing was done. */
	| { kind: 'notSent'; reason: string; trouble: NoConnection }
	/** It was sent, and no complete answer came: the work may have been done. */
	| { kind: 'unclear'; reason: string }
	/** A person stopped the execution; `sent`: the request was already under way. */
	| { kind: 'canceled'; sent: boolean };

/** Why no connection was made. `tls`: the two sides agree on no encryption. `forbidden`: n8n forbids the address. */
export type NoConnection = 'connection' | 'certificate' | 'tls' | 'forbidden';

/** The time ended before the answer was complete. */
export const TIMED_OUT: Outcome = { kind: 'unclear', reason: 'no answer came in time' };

/** Reads from a thrown error whether the request may have reached the service; in doubt, the outcome is `unclear`. */
export function outcomeOfError(error: unknown, redact: Redact): Outcome {
	const chain = causesOf(error);
	const whyNotSent =
		connectionProblem(chain) ??
		closedTooEarly(chain) ??
		certificateProblem(chain) ??
		encryptionProblem(chain) ??
		forbiddenByN8n(chain, redact);
	if (whyNotSent) return { kind: 'notSent', ...whyNotSent };
	if (hasCode(chain, 'ETIMEDOUT') || says(chain, /timeout|timed out/i)) return TIMED_OUT;
	return { kind: 'unclear', reason: whyUnclear(chain, redact) };
}

type NotSent = Omit<Extract<Outcome, { kind: 'notSent' }>, 'kind'>;

/** An error and its causes. What an error does not say is empty. */
type CauseChain = ReadonlyArray<Record<'name' | 'message' | 'code' | 'syscall', string>>;

/**
 * Outermost first; n8n and axios each wrap an error once or twice. For a host with several addresses, Node.js wraps one
 * error for each address that it could not connect to; the first stands for all.
 */
function causesOf(error: unknown, maxLinks = 6): CauseChain {
	if (!isObject(error) || maxLinks === 0) return [];
	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	const link = {
		name: text((error.constructor as { name?: unknown } | undefined)?.name),
		message: text(error.message),
		code: text(error.code),
		syscall: text(error.syscall),
	};
	const cause = error.cause ?? (Array.isArray(error.errors) ? error.errors[0] : undefined);
	return [link, ...causesOf(cause, maxLinks - 1)];
}

const hasCode = (chain: CauseChain, code: string) => chain.some((link) => link.code === code);
const says = (chain: CauseChain, words: RegExp) => chain.some(({ message }) => words.test(message));

/** Error codes of a connection that was not made, in words. */
const NO_CONNECTION: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at this address (connection refused)',
	ENOTFOUND: 'the host name is not known (misspelled, or not known to n8n’s network)',
	EAI_AGAIN: 'the host name could not be looked up just now',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
};

/** System calls before anything is sent; '' is an error without one, such as the wrapper of another. */
const BEFORE_SENDING = ['', 'connect', 'getaddrinfo'];

function connectionProblem(chain: CauseChain): NotSent | undefined {
	// After the system calls `read` or `write`, the same codes mean that an open connection broke. Then the request may
	// have been sent.
	if (!chain.every(({ syscall }) => BEFORE_SENDING.includes(syscall))) return undefined;
	const trouble = 'connection';
	const knownCode = chain.find(({ code }) => Object.hasOwn(NO_CONNECTION, code))?.code;
	if (knownCode !== undefined) return { reason: NO_CONNECTION[knownCode] ?? '', trouble };
	// Another code shows that no connection was made only if it comes with `connect` or `getaddrinfo`.
	if (chain.every(({ syscall }) => syscall === '')) return undefined;
	return hasCode(chain, 'ETIMEDOUT')
		? { reason: 'no connection was made in time', trouble }
		: { reason: 'no connection could be made', trouble };
}

/** What ends a connection before a request can go, in the words of Node.js and of n8n's proxy agent. */
function closedTooEarly(chain: CauseChain): NotSent | undefined {
	const trouble = 'connection';
	if (says(chain, /before secure TLS connection was established/i))
		return {
			reason:
				'the connection was closed before it was encrypted, as a firewall does that does not allow the address',
			trouble,
		};
	if (says(chain, /before receiving CONNECT response/i))
		return {
			reason:
				'the proxy through which n8n goes closed the connection, which may mean that it does not allow the address',
			trouble,
		};
	return undefined;
}

/**
 * Codes of a certificate that is not trusted. The handshake ended before the request could go, and a repeat does not
 * help. Of the other TLS errors, only those of `encryptionProblem` are as sure: others may come in an answer.
 */
const BAD_CERTIFICATE =
	/^(CERT_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)$/;

function certificateProblem(chain: CauseChain): NotSent | undefined {
	const code = chain.find((link) => BAD_CERTIFICATE.test(link.code))?.code;
	if (code === undefined) return undefined;
	let problem = 'is not trusted';
	if (code === 'CERT_HAS_EXPIRED') problem = 'has expired';
	if (/ALTNAME|HOSTNAME/.test(code)) problem = 'is for another host';
	return {
		reason: `the certificate of the address ${problem} (${code})`,
		trouble: 'certificate',
	};
}

/** What often ends a TLS handshake: OpenSSL's words, and a reason for people. */
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

function encryptionProblem(chain: CauseChain): NotSent | undefined {
	// An error of the handshake comes before the request, and has the code EPROTO; the same words may come in the middle of
	// an answer with other codes.
	// One exception: in TLS 1.3, a missing client certificate is refused after the handshake. It has another code, but
	// the request was not read either.
	const isOfHandshake = hasCode(chain, 'EPROTO') || says(chain, /alert.certificate.required/i);
	if (!isOfHandshake) return undefined;
	const [, known] = NO_HANDSHAKE.find(([words]) => says(chain, words)) ?? [];
	const reason = known ?? failedEncryption(chain);
	return reason === undefined ? undefined : { reason, trouble: 'tls' };
}

/** A reason with the words of OpenSSL, if an error has them. */
function failedEncryption(chain: CauseChain): string | undefined {
	const messages = chain.map(({ message }) => message).join('\n');
	const [, words] = /SSL routines:[^:]*:([\w ]+)/.exec(messages) ?? [];
	return words && `the encryption of the connection failed (${words})`;
}

function forbiddenByN8n(chain: CauseChain, redact: Redact): NotSent | undefined {
	const blocked = chain.find(({ name }) => /^Ssrf/.test(name));
	return blocked && { reason: oneLine(redact(visible(blocked.message))), trouble: 'forbidden' };
}

function whyUnclear(chain: CauseChain, redact: Redact): string {
	if (hasCode(chain, 'ECONNRESET') || says(chain, /hang up|aborted/i))
		return 'the connection broke before the answer was complete';
	if (chain.some(({ code }) => code.startsWith('HPE_')))
		return 'what answers at this address does not speak HTTP';
	const message = chain.map((link) => link.message).find(Boolean) ?? 'unknown reason';
	return failedEncryption(chain) ?? oneLine(redact(visible(message)), 200);
}
