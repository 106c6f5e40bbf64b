import { call } from '../../nodes/SurveyInterview/http/call';
import type { Outcome } from '../../nodes/SurveyInterview/http/outcome';
import {
	nextAfter,
	mayHaveBeenDone,
	backOffMs,
	repeatAfterMs,
	retryAfterMs,
	type RetryClass,
} from '../../nodes/SurveyInterview/http/policy';
import { findOperation } from '../../nodes/SurveyInterview/operations';
import {
	type EndpointOperation,
	retryClassOf,
} from '../../nodes/SurveyInterview/operations/operation';
import { sessionOf } from './trigger/aSession';

const answer = (status: number): Outcome => ({
	kind: 'answer',
	status,
	headers: {},
	body: { kind: 'empty' },
});
const unclear: Outcome = { kind: 'unclear', reason: 'no answer came in time' };
const BROKEN_OFF: Outcome = {
	...{ kind: 'answer', status: 200, headers: {} },
	body: { kind: 'unreadable', reason: 'damaged JSON', breaksOff: true },
};
const notSent = { kind: 'notSent', reason: 'refused', trouble: 'connection' } satisfies Outcome;
const CLASSES: RetryClass[] = ['read', 'idempotent', 'create', 'irreversible'];

/** What follows, in a word; `unclear`: it fails, and may have been done. */
function next(retryClass: RetryClass, outcome: Outcome, failures: number): string {
	const following = nextAfter(retryClass, outcome, failures);
	if (following !== 'fail') return following;
	return mayHaveBeenDone(retryClass, outcome) ? 'unclear' : 'failed';
}

describe('what follows an outcome', () => {
	const each = (statuses: number[], first: string, last: string) =>
		statuses.map((status): [string, Outcome, string, string] => [
			String(status),
			answer(status),
			first,
			last,
		]);
	const unclearWrites = 'failed unclear unclear unclear';
	const safeRepeats = 'repeat repeat unclear unclear';
	const failed = 'failed failed failed failed';
	const accepted = 'accept accept accept accept';

	/** At the first try and at the fifth: of a read, of what may be repeated, of a create, and of what is irreversible. */
	it.each<[string, Outcome, string, string]>([
		...each([200, 201, 204], accepted, accepted),
		...each([429], 'wait wait wait wait', 'wait wait wait wait'),
		...each([502, 503, 504, 408], safeRepeats, unclearWrites),
		...each([500, 501, 505, 599], 'repeat unclear unclear unclear', unclearWrites),
		// A gateway stopped waiting, or led elsewhere; the service may have gone on.
		...each([202, 206, 301, 302, 399, 499], unclearWrites, unclearWrites),
		...each([400, 401, 403, 404, 407, 409, 410, 422, 428, 430, 498], failed, failed),
		['no answer', unclear, safeRepeats, unclearWrites],
		['an answer that breaks off', BROKEN_OFF, safeRepeats, unclearWrites],
		['no connection', notSent, 'repeat repeat repeat repeat', failed],
		['a certificate', { ...notSent, trouble: 'certificate' }, failed, failed],
		['no encryption', { ...notSent, trouble: 'tls' }, failed, failed],
		['canceled on its way', { kind: 'canceled', sent: true }, unclearWrites, unclearWrites],
		['canceled before it was sent', { kind: 'canceled', sent: false }, failed, failed],
	])('%s', (_name, outcome, first, last) => {
		const ofAll = (failures: number) =>
			CLASSES.map((one) => next(one, outcome, failures)).join(' ');
		expect(ofAll(0)).toBe(first);
		expect(ofAll(3)).toBe(first);
		expect(ofAll(4)).toBe(last);
		// A write that was accepted, or ended unclear, may have been done.
		const mayBeDone = /(accept|unclear)$/.test(last);
		expect(CLASSES.map((one) => mayHaveBeenDone(one, outcome))).toEqual([
			false,
			...[mayBeDone, mayBeDone, mayBeDone],
		]);
	});

	it.each([404, 409])(
		'a refusal with %i after a try without an answer does not say that nothing was done',
		async (status) => {
			const outcomes = [unclear, answer(status)];
			const session = {
				...sessionOf(() => ({})),
				attempt: async () => await Promise.resolve(outcomes.shift() ?? unclear),
			};
			const request = { method: 'PATCH', path: '/surveys', retryClass: 'idempotent' } as const;
			await expect(call(session, request)).rejects.toMatchObject({ maybeDone: true, status });
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

it.each([
	[{ recipient_email: 'a@x.com' }, 'idempotent'],
	[{ recipient_external_id: '7', on_duplicate: 'skip' }, 'idempotent'],
	[{ recipient_email: ' ' }, 'create'],
	[{ recipient_name: 'Ada' }, 'create'],
	[{ recipient_email: 'a@x.com', on_duplicate: 'reissue' }, 'create'],
])('a create with the body %j has the retry class %s', (body, retryClass) => {
	const operation = findOperation('invitation', 'create') as EndpointOperation;
	expect(retryClassOf(operation, body)).toBe(retryClass);
});
