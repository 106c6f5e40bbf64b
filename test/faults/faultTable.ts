import type { RetryClass } from '../contract/contract';
import type { Fault } from '../harness/service';

/** What is to become of a request. `sent`: how often the service sees it. */
export interface Fate {
	sent: number;
	/** How often the work is done. */
	done: number;
	/** What the user is told: that it worked, that it failed, or that it may have been done. */
	told: 'done' | 'failed' | 'maybe';
}

export interface FaultCase {
	name: string;
	/** What strikes, and how often; none where the service is not there. */
	fault?: Fault;
	times?: number;
	service?: 'stopped' | 'comes back';
	/** The node's options, in seconds. */
	options?: { timeout?: number; maxWait?: number };
	/** A stable part of what the user reads where it did not work. */
	says?: RegExp;
	fates: Record<RetryClass, Fate>;
}

const fate = (sent: number, done: number, told: Fate['told']): Fate => ({ sent, done, told });

/** Worked at the first or a later try. */
const worked = (sent: number): Fate => fate(sent, 1, 'done');
const failed = (sent: number): Fate => fate(sent, 0, 'failed');
const maybe = (sent: number, done: 0 | 1): Fate => fate(sent, done, 'maybe');

const every = (one: Fate): FaultCase['fates'] => ({
	read: one,
	idempotent: one,
	create: one,
	irreversible: one,
});

/** No clear answer: what may be repeated is, what may not is reported. */
const unclear = (done: 0 | 1): FaultCase['fates'] => ({
	read: worked(2),
	idempotent: worked(2),
	create: maybe(1, done),
	irreversible: maybe(1, done),
});

/** Answered with success, but not readably: only a read is known to have done nothing. */
const unreadable = (done: 0 | 1): FaultCase['fates'] => ({
	read: failed(1),
	idempotent: maybe(1, done),
	create: maybe(1, done),
	irreversible: maybe(1, done),
});

/** The moments at which a fault can strike, with how often the work was then done. */
const MOMENTS = [
	['before', 0],
	['after', 1],
] as const;

const status = (
	code: number,
	rest: { retryAfter?: number | Date; when?: 'before' | 'after' } = {},
) => ({ kind: 'status', status: code, ...rest }) as const;

/** The node's option; long beside what a busy machine needs for an answer. */
const TIMEOUT_S = 4;
/** Long beside the time-out, the pause after it and the repeat. */
const SLOW_MS = 9000;

/** Where faults of redirects lead; the test puts the address of another service there. */
export const STRANGER = 'http://stranger';

export const FAULT_CASES: FaultCase[] = [
	{ name: 'none', fates: every(worked(1)) },

	{ name: '429, Retry-After 0', fault: status(429, { retryAfter: 0 }), fates: every(worked(2)) },
	{ name: '429, Retry-After 1', fault: status(429, { retryAfter: 1 }), fates: every(worked(2)) },
	{
		name: '429, Retry-After as a date',
		get fault() {
			return status(429, { retryAfter: new Date(Date.now() + 1000) });
		},
		fates: every(worked(2)),
	},
	{ name: '429 without Retry-After', fault: status(429), fates: every(worked(2)) },
	{
		name: '429 three times',
		fault: status(429, { retryAfter: 0 }),
		times: 3,
		fates: every(worked(4)),
	},
	{
		name: '429 for an hour',
		fault: status(429, { retryAfter: 3600 }),
		says: /rate limit is reached; it asks to try again in (60|59) minutes \((tomorrow )?at \d\d:\d\d\)\./,
		fates: every(failed(1)),
	},

	...MOMENTS.map(
		([when, done]): FaultCase => ({
			name: `500 ${when} the work`,
			fault: status(500, { when }),
			says: /A fault with status 500\..*The service failed/s,
			fates: {
				read: worked(2),
				idempotent: maybe(1, done),
				create: maybe(1, done),
				irreversible: maybe(1, done),
			},
		}),
	),
	{
		name: '500 for good',
		fault: status(500, { retryAfter: 0 }),
		times: Infinity,
		says: /A fault with status 500\..*The service answered 500/s,
		fates: {
			read: failed(3),
			idempotent: maybe(1, 0),
			create: maybe(1, 0),
			irreversible: maybe(1, 0),
		},
	},

	...[502, 503, 504].flatMap((code) =>
		MOMENTS.map(
			([when, done]): FaultCase => ({
				name: `${code} ${when} the work`,
				fault: status(code, { when }),
				says: new RegExp(`A fault with status ${code}\\.`),
				fates: unclear(done),
			}),
		),
	),
	{
		name: '503 with Retry-After',
		fault: status(503, { retryAfter: 0 }),
		times: 2,
		says: /A fault with status 503\./,
		fates: { ...unclear(0), read: worked(3), idempotent: worked(3) },
	},
	{
		name: '503 for an hour',
		fault: status(503, { retryAfter: 3600 }),
		says: /not available; it asks to try again in 60 minutes|A fault with status 503\./,
		fates: { ...unclear(0), read: failed(1), idempotent: maybe(1, 0) },
	},
	{
		name: '502 for good',
		fault: status(502),
		times: Infinity,
		says: /A fault with status 502\..*The service answered 502/s,
		fates: { ...unclear(0), read: failed(5), idempotent: maybe(5, 0) },
	},

	...MOMENTS.map(
		([when, done]): FaultCase => ({
			name: `reset ${when} the work`,
			fault: { kind: 'reset', when },
			says: /gave no answer: the connection broke before the answer was complete/,
			fates: unclear(done),
		}),
	),
	{
		name: 'a slow answer',
		fault: { kind: 'slow', ms: SLOW_MS, when: 'after' },
		options: { timeout: TIMEOUT_S },
		says: /gave no answer: no answer came in time/,
		fates: unclear(1),
	},
	{
		// The service does it all the same, after the client has gone.
		name: 'slow before the work',
		fault: { kind: 'slow', ms: SLOW_MS, when: 'before' },
		options: { timeout: TIMEOUT_S },
		says: /gave no answer: no answer came in time/,
		fates: unclear(1),
	},
	...MOMENTS.map(
		([when, done]): FaultCase => ({
			name: `no answer, ever, ${when} the work`,
			fault: { kind: 'hang', when },
			options: { timeout: TIMEOUT_S },
			says: /gave no answer: no answer came in time/,
			fates: unclear(done),
		}),
	),

	{
		name: 'a truncated body',
		fault: { kind: 'truncated body' },
		says: /gave no answer: the connection broke before the answer was complete/,
		fates: unclear(1),
	},
	{
		name: 'truncated JSON',
		fault: { kind: 'truncated json' },
		says: /The address answered 20[01] with incomplete or damaged JSON.*tell its support/s,
		fates: unclear(1),
	},
	...MOMENTS.map(
		([when, done]): FaultCase => ({
			name: `a web page, ${when} the work`,
			fault: { kind: 'html', when },
			says: /The address answered 200 with a web page instead of JSON.*Base URL/s,
			fates: unreadable(done),
		}),
	),
	{
		name: 'a web page with 502',
		fault: { kind: 'html', status: 502 },
		says: /The address answered 502 with a web page instead of JSON/,
		fates: unclear(0),
	},
	{
		name: 'an empty 200',
		fault: { kind: 'empty', when: 'after' },
		says: /The address answered 200 with an empty body/,
		fates: unreadable(1),
	},
	{
		name: 'a redirect to another origin',
		fault: { kind: 'redirect', status: 307, to: STRANGER },
		says: /answered 307 with a redirect to 127\.0\.0\.1:\d+, which was not followed\..*Base URL/s,
		// A gateway may redirect when the work is done, so only a read is known to have done nothing.
		fates: { ...every(maybe(1, 0)), read: failed(1) },
	},

	{
		name: 'nobody there',
		service: 'stopped',
		says: /could not be reached: nothing answers at this address \(connection refused\)/,
		fates: every(failed(0)),
	},
	{ name: 'nobody there at first', service: 'comes back', fates: every(worked(1)) },
];
