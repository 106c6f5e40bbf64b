import type { Failure } from 'n8n-workflow';

import type { Outcome } from './outcome';

/**
 * What a repeat does (docs/interface.md, Retry classes): `read` and `idempotent` may be repeated, a repeated
 * `create` creates another record, a repeated `irreversible` sends another email or erases again.
 */
export type RetryClass = 'read' | 'idempotent' | 'create' | 'irreversible';

/** Whether a request of this class may be repeated when its first try may have worked. */
export const isRepeatable = (retryClass: RetryClass): retryClass is 'read' | 'idempotent' =>
	retryClass === 'read' || retryClass === 'idempotent';

/**
 * `wait`: it is sent again when the rate limiter, for which all requests of the token wait, lets it. `repeat`: it alone
 * is sent again, after a longer pause each time. `fail`: it is not sent again.
 */
type Next = 'wait' | 'repeat' | 'fail';

/** What a request does next, by its class. */
interface NextByClass {
	read: Next;
	idempotent: Next;
	/** For `create` and `irreversible`. */
	others: Next;
}

/** What follows one way in which a request can end. */
export interface Rule {
	/** How the request ended, in words for docs/faults.md. */
	end: string;
	/** `unclear`: the work may have been done. */
	work: 'done' | 'not done' | 'unclear';
	next: NextByClass;
	why: string;
}

/** A rule for single statuses, and for ranges with their first and last one. */
interface StatusRule extends Rule {
	statuses: ReadonlyArray<number | readonly [number, number]>;
	/**
	 * In n8n's terms, by which it delays the next polls (docs/development/architecture.md, When something fails). If it
	 * is an outage or the token, the error leaves out the operation's own hint about refusals (`refusedWhen`).
	 */
	cause: Exclude<Failure['cause'], undefined>;
}

const FAIL: NextByClass = { read: 'fail', idempotent: 'fail', others: 'fail' };
const WAIT: NextByClass = { read: 'wait', idempotent: 'wait', others: 'wait' };
/** After a try that may have done the work: only what may be done twice is sent again. */
const REPEAT_IF_SAFE: NextByClass = { read: 'repeat', idempotent: 'repeat', others: 'fail' };

/**
 * What follows an answer: the first rule that has its status decides. A new status is a new rule. docs/faults.md
 * shows them (`npm run docs`).
 */
export const STATUS_RULES: readonly StatusRule[] = [
	{
		end: '429 (rate limit)',
		statuses: [429],
		work: 'not done',
		next: WAIT,
		cause: 'rate-limited',
		why: 'It was refused before any work.',
	},
	{
		end: '502, 503, 504, 408',
		statuses: [502, 503, 504, 408],
		work: 'unclear',
		next: REPEAT_IF_SAFE,
		cause: 'temporarily-unavailable',
		why: 'A gateway says so while the service is busy, restarting or too slow.',
	},
	{
		end: '500 and other 5xx',
		statuses: [[500, Infinity]],
		work: 'unclear',
		next: { read: 'repeat', idempotent: 'fail', others: 'fail' },
		cause: 'temporarily-unavailable',
		why: 'The service failed, and may fail again in the same way.',
	},
	{
		end: '200, 201; 204 for a delete',
		statuses: [200, 201, 204],
		work: 'done',
		next: FAIL,
		// Only of an error: an answer that does not prove that the request was done.
		cause: 'temporarily-unavailable',
		why: 'It is done, if the answer proves it (below).',
	},
	{
		end: 'a redirect, another 2xx, 499',
		statuses: [[0, 399], 499],
		work: 'unclear',
		next: FAIL,
		cause: 'configuration-invalid',
		why: 'A gateway says so, perhaps after the work.',
	},
	{
		end: '401',
		statuses: [401],
		work: 'not done',
		next: FAIL,
		cause: 'credential-invalid',
		why: 'The token is refused.',
	},
	{
		end: 'another 4xx',
		statuses: [[400, 498]],
		work: 'not done',
		next: FAIL,
		cause: 'configuration-invalid',
		why: 'It is refused.',
	},
];

export const NO_ANSWER_RULES = {
	unclear: {
		end: 'connection lost, timeout, incomplete answer',
		work: 'unclear',
		next: REPEAT_IF_SAFE,
		why: 'The service may have gone on.',
	},
	notSent: {
		end: 'no connection was made',
		work: 'not done',
		next: { read: 'repeat', idempotent: 'repeat', others: 'repeat' },
		why: 'Nothing was sent, and the error says so.',
	},
	/** The certificate, the encryption, or an address that n8n forbids: a repeat does not help. */
	notPossible: {
		end: 'the certificate is not trusted, no encryption is agreed on, or n8n forbids the address',
		work: 'not done',
		next: FAIL,
		why: 'Nothing was sent, and a repeat would not help.',
	},
} satisfies Record<string, Rule>;

export function ruleOfStatus(status: number): StatusRule {
	const matches = (entry: number | readonly [number, number]) =>
		typeof entry === 'number' ? entry === status : entry[0] <= status && status <= entry[1];
	const rule = STATUS_RULES.find(({ statuses }) => statuses.some(matches));
	if (!rule) throw new Error(`No rule for the status ${status}.`);
	return rule;
}

/** The most tries of one request without a clear answer, with waits of 1, 2, 4 and 8 s between them. */
const MAX_FAILURES = 5;

/**
 * What to do after a try of a request.
 *
 * @param failures how many earlier tries had no answer, or a status that is repeated
 */
export function nextAfter(
	retryClass: RetryClass,
	outcome: Outcome,
	failures: number,
): Next | 'accept' {
	const rule = ruleOf(outcome);
	if (!rule) return 'fail';
	if (rule.work === 'done') return 'accept';
	const next = rule.next[isRepeatable(retryClass) ? retryClass : 'others'];
	return next === 'repeat' && failures + 1 >= MAX_FAILURES ? 'fail' : next;
}

/** Whether a request of this class may have done its work when it ended like this. */
export function mayHaveBeenDone(retryClass: RetryClass, outcome: Outcome): boolean {
	if (retryClass === 'read') return false;
	return outcome.kind === 'canceled' ? outcome.sent : ruleOf(outcome)?.work !== 'not done';
}

/** The rule for the end of a request; undefined if a person canceled it. */
function ruleOf(outcome: Outcome): Rule | undefined {
	switch (outcome.kind) {
		case 'canceled':
			return undefined;
		case 'unclear':
			return NO_ANSWER_RULES.unclear;
		case 'notSent':
			return NO_ANSWER_RULES[outcome.trouble === 'connection' ? 'notSent' : 'notPossible'];
		case 'answer': {
			const { status, body } = outcome;
			const breaksOff = body.kind === 'unreadable' && body.breaksOff === true;
			return status < 300 && breaksOff ? NO_ANSWER_RULES.unclear : ruleOfStatus(status);
		}
	}
}

/** A year: a longer wait may be beyond every date that can be shown. */
const MAX_RETRY_AFTER_MS = 365 * 86_400_000;

/**
 * How long the service asks to wait, in milliseconds: Retry-After in seconds (docs/interface.md, Errors),
 * or as an HTTP date, which a proxy may send.
 *
 * @returns undefined when the header is absent or unreadable
 */
export function retryAfterMs(header: unknown, now = Date.now()): number | undefined {
	const text = String(Array.isArray(header) ? header[0] : header).trim();
	if (/^\d+(\.\d+)?$/.test(text)) {
		const ms = Math.ceil(Number(text) * 1000);
		// Some gateways write the end of the wait, in seconds since 1970.
		return ms > MAX_RETRY_AFTER_MS ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms - now)) : ms;
	}
	// An HTTP date begins with a weekday. Date.parse would also read other texts, such as `-5`.
	if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
	// A date without a zone, as C's asctime writes it, is in GMT as well.
	const at = Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
	return Number.isNaN(at) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, at - now));
}

/**
 * How long to wait if the service does not say: 1, 2, 4 … seconds, at most a minute, and up to a quarter more at
 * random, so that many clients do not return at once.
 */
export function backOffMs(nth: number, random = Math.random()): number {
	return Math.min(60_000, 1000 * 2 ** (nth - 1)) * (1 + random / 4);
}

/** How long to wait before the `nth` repeat: as long as the service asks, but never less than `backOffMs`. */
export const repeatAfterMs = (nth: number, requestedMs = 0, random?: number): number =>
	Math.max(requestedMs, backOffMs(nth, random));
