import { type Outcome, outcomeOfError } from '../../nodes/SurveyInterview/http/outcome';
import {
	decide,
	type History,
	backOffMs,
	repeatAfterMs,
	retryAfterMs,
	type RetryClass,
} from '../../nodes/SurveyInterview/http/policy';

const answer = (status: number): Outcome => ({
	kind: 'answer',
	status,
	headers: {},
	body: { kind: 'empty' },
});
const unclear: Outcome = { kind: 'unclear', reason: 'no answer came in time' };
const notSent = {
	kind: 'notSent',
	reason: 'refused',
	trouble: 'connection',
} satisfies Outcome;
const fresh: History = { failures: 0, repeatsAfter500: 0, maybeDone: false };
const classes: RetryClass[] = ['read', 'idempotent', 'create', 'irreversible'];

const next = (retryClass: RetryClass, outcome: Outcome, history: Partial<History> = {}) =>
	decide(retryClass, outcome, { ...fresh, ...history });

describe('what follows an outcome', () => {
	it.each(classes)('%s: a 2xx is accepted, a 429 waits however often', (retryClass) => {
		expect(next(retryClass, answer(200))).toEqual({ next: 'accept' });
		expect(next(retryClass, answer(204))).toEqual({ next: 'accept' });
		expect(next(retryClass, answer(429), { failures: 99 })).toEqual({ next: 'waitForLimit' });
	});

	it.each(classes)('%s: what never left is sent again, a few times', (retryClass) => {
		expect(next(retryClass, notSent)).toEqual({ next: 'backOff' });
		expect(next(retryClass, notSent, { failures: 4 })).toEqual({ next: 'fail', maybeDone: false });
		expect(next(retryClass, { ...notSent, trouble: 'certificate' })).toEqual({
			next: 'fail',
			maybeDone: false,
		});
	});

	it.each([502, 503, 504, 408])('%i is repeated only where a repeat is safe', (status) => {
		expect(next('read', answer(status))).toEqual({ next: 'backOff' });
		expect(next('idempotent', answer(status))).toEqual({ next: 'backOff' });
		expect(next('create', answer(status))).toEqual({ next: 'fail', maybeDone: true });
		expect(next('irreversible', answer(status))).toEqual({ next: 'fail', maybeDone: true });
		expect(next('read', answer(status), { failures: 4 })).toEqual({
			next: 'fail',
			maybeDone: false,
		});
		expect(next('idempotent', answer(status), { failures: 4 })).toEqual({
			next: 'fail',
			maybeDone: true,
		});
	});

	it('no answer is repeated only where a repeat is safe', () => {
		expect(next('read', unclear)).toEqual({ next: 'backOff' });
		expect(next('idempotent', unclear)).toEqual({ next: 'backOff' });
		expect(next('create', unclear)).toEqual({ next: 'fail', maybeDone: true });
		expect(next('irreversible', unclear)).toEqual({ next: 'fail', maybeDone: true });
	});

	it('500 is repeated twice, and only for a read', () => {
		expect(next('read', answer(500))).toEqual({ next: 'backOff' });
		expect(next('read', answer(500), { repeatsAfter500: 1 })).toEqual({ next: 'backOff' });
		expect(next('read', answer(500), { repeatsAfter500: 2 })).toEqual({
			next: 'fail',
			maybeDone: false,
		});
		for (const retryClass of classes.slice(1)) {
			expect(next(retryClass, answer(500))).toEqual({ next: 'fail', maybeDone: true });
		}
	});

	it('499 is no refusal: a gateway stopped waiting, and the service may have gone on', () => {
		for (const retryClass of classes) {
			const maybeDone = retryClass !== 'read';
			expect(next(retryClass, answer(499))).toEqual({ next: 'fail', maybeDone });
		}
		expect(next('idempotent', answer(499), { maybeDone: true })).toEqual({
			next: 'fail',
			maybeDone: true,
		});
	});

	it('a refusal after an unclear try does not say that nothing was done', () => {
		const unclear = { next: 'fail', maybeDone: true };
		expect(next('idempotent', answer(404), { maybeDone: true })).toEqual(unclear);
		expect(next('idempotent', answer(409), { maybeDone: true })).toEqual(unclear);
		expect(next('idempotent', answer(404))).toEqual({ next: 'fail', maybeDone: false });
	});

	it.each(classes)(
		'%s: what was stopped on its way may have been done, if it writes',
		(retryClass) => {
			const writes = retryClass !== 'read';
			expect(next(retryClass, { kind: 'cancelled', sent: true })).toEqual({
				next: 'fail',
				maybeDone: writes,
			});
			expect(next(retryClass, { kind: 'cancelled', sent: false })).toEqual({
				next: 'fail',
				maybeDone: false,
			});
		},
	);
});

describe('Retry-After', () => {
	const now = Date.parse('2026-03-01T12:00:00Z');

	it.each([
		['7', 7000],
		['0', 0],
		['1.5', 1500],
		[' 3 ', 3000],
		[5, 5000],
		[['2', '9'], 2000],
		['99999999999999999999', 365 * 86_400_000],
		// When it is over, in seconds since 1970.
		[String(now / 1000 + 30), 30_000],
		[String(now / 1000 - 30), 0],
		['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
		['Sun, 01 Mar 2026 11:59:00 GMT', 0],
		// As C's asctime writes it, also in GMT.
		['Sun Mar  1 12:00:30 2026', 30_000],
		['Sun, 01 Mar 2026 14:00:30 +0200', 30_000],
	])('%p is %p ms', (header, ms) => {
		expect(retryAfterMs(header, now)).toBe(ms);
	});

	it.each([undefined, '', 'soon', '-1', '1e3', 'Sometime next week', {}])(
		'%p says nothing',
		(header) => {
			expect(retryAfterMs(header, now)).toBeUndefined();
		},
	);

	it('without it, waits double, with a little at random, to a minute', () => {
		expect([1, 2, 3, 4].map((nth) => backOffMs(nth, 0))).toEqual([1000, 2000, 4000, 8000]);
		expect(backOffMs(1, 1)).toBe(1250);
		expect(backOffMs(20, 0)).toBe(60_000);
	});

	it('with it, waits as long as the service asks, and never less than without it', () => {
		expect([0, 500, 2000, undefined].map((asked) => repeatAfterMs(1, asked, 0))).toEqual([
			...[1000, 1000, 2000, 1000],
		]);
		expect(repeatAfterMs(3, 2000, 0)).toBe(4000);
	});
});

describe('whether a request can have reached the service', () => {
	const read = (error: unknown) => outcomeOfError(error, (text) => text);
	const withCode = (code: string, extra: object = {}) =>
		Object.assign(new Error(code), { code, ...extra });

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'%s: not sent',
		(code) => {
			expect(read(withCode(code))).toMatchObject({ kind: 'notSent', trouble: 'connection' });
		},
	);

	it('a timeout of which nobody says when: unclear', () => {
		expect(read(withCode('ETIMEDOUT'))).toMatchObject({ kind: 'unclear' });
	});

	it('a timeout while connecting: not sent', () => {
		expect(read(withCode('ETIMEDOUT', { syscall: 'connect' }))).toMatchObject({ kind: 'notSent' });
	});

	it('is found under what wraps it', () => {
		const wrapped = new Error('wrapped', {
			cause: new Error('axios', { cause: withCode('ECONNREFUSED') }),
		});
		expect(read(wrapped)).toMatchObject({ kind: 'notSent' });
	});

	it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
		'%s: not sent, and not repeated',
		(code) => {
			expect(read(withCode(code))).toMatchObject({ kind: 'notSent', trouble: 'certificate' });
		},
	);

	it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
		'%s under an open connection: unclear, for the request may have been read',
		(code) => {
			expect(read(withCode(code, { syscall: 'read' }))).toMatchObject({ kind: 'unclear' });
			expect(read(withCode(code, { syscall: 'connect' }))).toMatchObject({ kind: 'notSent' });
		},
	);

	it.each([
		['wrong version number', 'does not speak https'],
		['packet length too long', 'does not speak https'],
		['tlsv1 alert protocol version', 'too old'],
		['sslv3 alert handshake failure', 'agree on no encryption'],
		['tlsv1 alert access denied', 'access denied'],
		['tlsv1 unrecognized name', 'does not know the host name'],
	])('a handshake that ends with “%s”: not sent, and not repeated', (words, said) => {
		const error = Object.assign(new Error(`write EPROTO 0A00:SSL routines:${words}:record.c`), {
			...{ code: 'EPROTO', syscall: 'write' },
		});
		expect(read(error)).toMatchObject({ kind: 'notSent', trouble: 'tls' });
		expect(read(error)).toMatchObject({ reason: expect.stringContaining(said) as string });
	});

	it.each([
		['Client network socket disconnected before secure TLS connection was established', 'firewall'],
		['Proxy connection ended before receiving CONNECT response', 'proxy'],
	])('“%s”: nothing has left', (words, said) => {
		const error = Object.assign(new Error(words), { code: 'ECONNRESET' });
		expect(read(error)).toMatchObject({ kind: 'notSent', trouble: 'connection' });
		expect(read(error)).toMatchObject({ reason: expect.stringContaining(said) as string });
	});

	it('an alert in the middle of an answer is unclear, and told in words', () => {
		const words =
			'write EPROTO 80BC:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:../rec.c:1601';
		expect(read(Object.assign(new Error(words), { code: 'EPROTO' }))).toEqual({
			kind: 'unclear',
			reason: 'the encryption of the connection failed (tlsv1 alert internal error)',
		});
	});

	it.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'EPROTO'])(
		'%s may come in the middle of an answer: unclear',
		(code) => {
			expect(read(withCode(code))).toMatchObject({ kind: 'unclear' });
		},
	);

	it.each(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'SOMETHING_NEW'])('%s: unclear', (code) => {
		expect(read(withCode(code))).toMatchObject({ kind: 'unclear' });
	});

	it.each([undefined, null, 'text', 42])('%p: unclear', (thrown) => {
		expect(read(thrown)).toMatchObject({ kind: 'unclear' });
	});
});
