/** What a thrown error says of a request: whether it was sent, and what is wrong. */
import { parseBody } from '../../nodes/SurveyInterview/http/body';
import { outcomeOfError } from '../../nodes/SurveyInterview/http/outcome';

const outcomeOf = (error: unknown) => outcomeOfError(error, (text) => text);
const via = (causes: number, cause: object): object =>
	causes === 0 ? cause : { message: '', cause: via(causes - 1, cause) };
class SsrfBlockedError extends Error {}
class NoSsrfError extends Error {}
const REFUSED = { code: 'ECONNREFUSED', syscall: 'connect' };

it.each<[string, unknown, string]>([
	['a refused connection', REFUSED, 'connection'],
	['a host that is not known', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'connection'],
	['a connection that takes too long', { code: 'ETIMEDOUT', syscall: 'connect' }, 'connection'],
	[
		'no address of several that answers in time',
		{ code: 'ETIMEDOUT', cause: { code: 'ETIMEDOUT', errors: [{ syscall: 'connect' }] } },
		'connection',
	],
	['another end of connecting', { code: 'EPERM', syscall: 'connect' }, 'connection'],
	['no address of several that answers', { code: 'ECONNREFUSED' }, 'connection'],
	['five errors around it', via(5, REFUSED), 'connection'],
	['a certificate that has expired', { code: 'CERT_HAS_EXPIRED' }, 'certificate'],
	['a certificate of another host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate'],
	['an address that n8n does not allow', new SsrfBlockedError('10.0.0.1 is blocked'), 'forbidden'],
])('%s is not sent', (_name, error, trouble) => {
	expect(outcomeOf(error)).toMatchObject({ kind: 'notSent', trouble });
});

it.each<[string, unknown, RegExp]>([
	['CERT_HAS_EXPIRED', { code: 'CERT_HAS_EXPIRED' }, /has expired \(CERT_HAS_EXPIRED\)$/],
	['HOSTNAME_MISMATCH', { code: 'HOSTNAME_MISMATCH' }, /another host/],
	['UNABLE_TO_GET_ISSUER_CERT', { code: 'UNABLE_TO_GET_ISSUER_CERT' }, /not trusted/],
	['ECONNREFUSED', REFUSED, /\(connection refused\)$/],
	['ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'connect' }, /in time$/],
	['EPERM', { code: 'EPERM', syscall: 'connect' }, /^no connection could be made$/],
	['Ssrf', new SsrfBlockedError('10.0.0.1 is\n blocked'), /^10\.0\.0\.1 is blocked$/],
])('of %s it says why', (_code, error, reason) => {
	expect(outcomeOf(error)).toMatchObject({ reason: expect.stringMatching(reason) });
});

it.each<[string, unknown, RegExp]>([
	['a refusal while reading', { code: 'ECONNREFUSED', syscall: 'read' }, /unknown reason/],
	['a refusal around a read', { ...REFUSED, cause: { syscall: 'read' } }, /unknown reason/],
	['six errors around it', via(6, REFUSED), /unknown reason/],
	['a time that is over', { code: 'ETIMEDOUT' }, /in time$/],
	['a timeout in words', { message: 'timeout of 1 ms exceeded' }, /in time$/],
	['a reset connection', { code: 'ECONNRESET', syscall: 'read' }, /broke/],
	['a connection that hangs up', { message: 'socket hang up' }, /broke/],
	['no HTTP', { cause: { code: 'HPE_INVALID_CONSTANT' } }, /does not speak HTTP/],
	[
		'a code that only ends like that of a certificate',
		{ code: 'X_CERT_ODD', message: 'odd' },
		/^odd$/,
	],
	['a code that only begins like it', { code: 'INVALID_CALL', message: 'odd' }, /^odd$/],
	['another code', { code: 'X_HPE_', message: 'odd' }, /^odd$/],
	[
		'an error of TLS in the middle',
		{ message: 'wrapped', cause: { message: 'error:0A:SSL routines:f:bad record mac:x' } },
		/\(bad record mac\)$/,
	],
	['another error', new NoSsrfError('odd'), /^odd$/],
	['the first message of several', via(2, { message: 'odd' }), /^odd$/],
	['an error without a constructor', Object.create(null), /unknown reason/],
	['nothing', undefined, /unknown reason/],
])('%s may have been sent', (_name, error, reason) => {
	expect(outcomeOf(error)).toMatchObject({
		kind: 'unclear',
		reason: expect.stringMatching(reason),
	});
});

it.each<[string, RegExp]>([
	['Sorry: {"a":1}', /^text/],
	['See <html>', /^text/],
	['<?xml version="1.0"?>', /^a web page/],
	['"a', /damaged/],
	['{"a":"\\" : NaN","b":x}', /damaged/],
	['{"a":"\\"","b":NaN}', /^NaN/],
	// Behind a text, and not in the place of a value.
	['{"a":"b" NaN}', /damaged/],
	['{"a":[undefined]}', /^undefined/],
])('%s is not JSON', (text, reason) => {
	expect(parseBody(text)).toMatchObject({ reason: expect.stringMatching(reason) });
});
