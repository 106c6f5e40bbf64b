/** What a thrown error says of a request: whether it can have reached the service, and what is wrong. */
import { outcomeOfError } from '../../nodes/SurveyInterview/http/outcome';

const outcomeOf = (error: unknown) => outcomeOfError(error, (text) => text);
const via = (causes: number, cause: object): object =>
	causes === 0 ? cause : { message: '', cause: via(causes - 1, cause) };
class SsrfBlockedError extends Error {}
class NoSsrfError extends Error {}
const REFUSED = { code: 'ECONNREFUSED', syscall: 'connect' };
/** A handshake that ends in these words of OpenSSL. */
const handshake = (words: string) => ({
	...{ code: 'EPROTO', syscall: 'write' },
	message: `write EPROTO 0A00:SSL routines:${words}:record.c`,
});
const reset = (message: string) => ({ code: 'ECONNRESET', message });

it.each<[string, unknown, string, RegExp]>([
	['a refused connection', REFUSED, 'connection', /\(connection refused\)$/],
	[
		'a host that is not known',
		{ code: 'ENOTFOUND', syscall: 'getaddrinfo' },
		'connection',
		/the host name is not known/,
	],
	['a name that cannot be looked up', { code: 'EAI_AGAIN' }, 'connection', /looked up just now$/],
	[
		'a host that cannot be reached',
		{ code: 'EHOSTUNREACH', syscall: 'connect' },
		'connection',
		/^the host cannot be reached$/,
	],
	[
		'a network that cannot be reached',
		{ code: 'ENETUNREACH', syscall: 'connect' },
		'connection',
		/^the network cannot be reached$/,
	],
	[
		'a connection that takes too long',
		{ code: 'ETIMEDOUT', syscall: 'connect' },
		'connection',
		/^no connection was made in time$/,
	],
	[
		'no address of several that answers in time',
		{ code: 'ETIMEDOUT', cause: { code: 'ETIMEDOUT', errors: [{ syscall: 'connect' }] } },
		'connection',
		/in time$/,
	],
	[
		'another end of connecting',
		{ code: 'EPERM', syscall: 'connect' },
		'connection',
		/^no connection could be made$/,
	],
	['no address of several that answers', { code: 'ECONNREFUSED' }, 'connection', /refused/],
	['five errors around it', via(5, REFUSED), 'connection', /refused/],
	[
		'a firewall that closes the connection',
		reset('Client network socket disconnected before secure TLS connection was established'),
		'connection',
		/firewall/,
	],
	[
		'a proxy that closes the connection',
		reset('Proxy connection ended before receiving CONNECT response'),
		'connection',
		/proxy/,
	],
	[
		'an address that n8n does not allow',
		new SsrfBlockedError('10.0.0.1 is\n blocked'),
		'forbidden',
		/^10\.0\.0\.1 is blocked$/,
	],
])('of %s: nothing was sent, and it says why', (_what, error, trouble, reason) => {
	expect(outcomeOf(error)).toEqual({
		...{ kind: 'notSent', trouble },
		reason: expect.stringMatching(reason),
	});
});

it.each([
	['CERT_HAS_EXPIRED', 'has expired'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host'],
	['HOSTNAME_MISMATCH', 'is for another host'],
	...[
		...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_NOT_YET_VALID'],
		...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'INVALID_CA'],
	].map((code) => [code, 'is not trusted']),
])('of a certificate with %s: nothing was sent, for it %s', (code, why) => {
	expect(outcomeOf({ code })).toEqual({
		...{ kind: 'notSent', trouble: 'certificate' },
		reason: `the certificate of the address ${why} (${code})`,
	});
});

it.each([
	['wrong version number', 'does not speak https'],
	['packet length too long', 'does not speak https'],
	['tlsv1 alert protocol version', 'too old'],
	['sslv3 alert handshake failure', 'agree on no encryption'],
	['tlsv1 alert access denied', 'access denied'],
	['tlsv1 unrecognized name', 'does not know the host name'],
	['unsafe legacy renegotiation disabled', 'encryption that is too old'],
	['dh key too small', 'encryption that is too old'],
	['ssl3_read_bytes:tlsv1 alert internal error', 'failed (tlsv1 alert internal error)'],
])('of a handshake that ends with “%s”: nothing was sent, for it %s', (words, why) => {
	expect(outcomeOf(handshake(words))).toEqual({
		...{ kind: 'notSent', trouble: 'tls' },
		reason: expect.stringContaining(why) as string,
	});
});

it.each<[string, unknown, RegExp]>([
	['a refusal under an open connection', { ...REFUSED, syscall: 'read' }, /unknown reason/],
	['a host that an open connection lost', { code: 'EHOSTUNREACH', syscall: 'read' }, /unknown/],
	['a refusal around a read', { ...REFUSED, cause: { syscall: 'read' } }, /unknown reason/],
	['six errors around it', via(6, REFUSED), /unknown reason/],
	['a time that is over, of which nobody says when', { code: 'ETIMEDOUT' }, /in time$/],
	['a timeout in words', { message: 'timeout of 1 ms exceeded' }, /in time$/],
	['a timeout in other words', { message: 'Request timed out' }, /in time$/],
	['a reset connection', { code: 'ECONNRESET', syscall: 'read' }, /broke/],
	['a connection that hangs up', { message: 'socket hang up' }, /broke/],
	['a connection that was aborted', { code: 'ECONNABORTED', message: 'aborted' }, /broke/],
	['no HTTP', { cause: { code: 'HPE_INVALID_CONSTANT' } }, /does not speak HTTP/],
	[
		'a code that only ends like that of a certificate',
		{ code: 'X_CERT_ODD', message: 'odd' },
		/^odd$/,
	],
	['a code that only begins like it', { code: 'INVALID_CALL', message: 'odd' }, /^odd$/],
	['another code', { code: 'X_HPE_', message: 'odd' }, /^odd$/],
	['an end of TLS without words', { code: 'EPROTO' }, /unknown reason/],
	[
		// The words of a handshake, but with a code that comes in the middle of an answer too.
		'an answer of which the encryption breaks',
		{ code: 'ERR_SSL_WRONG_VERSION_NUMBER', message: 'wrong version number' },
		/^wrong version number$/,
	],
	[
		'an alert in the middle of an answer',
		{ ...handshake('f:tlsv1 alert internal error'), code: 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR' },
		/^the encryption of the connection failed \(tlsv1 alert internal error\)$/,
	],
	[
		'an error of TLS under what wraps it',
		{ message: 'wrapped', cause: { message: 'error:0A:SSL routines:f:bad record mac:x' } },
		/\(bad record mac\)$/,
	],
	['another error', new NoSsrfError('odd'), /^odd$/],
	['the first message of several', via(2, { message: 'odd' }), /^odd$/],
	['an error without a constructor', Object.create(null), /unknown reason/],
	['a text', 'text', /unknown reason/],
	['nothing', undefined, /unknown reason/],
])('of %s: it may have been sent', (_what, error, reason) => {
	expect(outcomeOf(error)).toEqual({
		kind: 'unclear',
		reason: expect.stringMatching(reason),
	});
});
