import type { Outcome } from './outcome';
import { isRepeatable, ruleOf, type RetryClass } from './policy';

export interface History {
	/** Tries that ended without an answer or with a 5xx, this one not counted. */
	failures: number;
	/** Repeats so far of what is repeated twice at most. */
	repeatsAfter500: number;
	/** Whether an earlier try may have done the work. */
	maybeDone: boolean;
}

export type Decision =
	| { next: 'accept' }
	/** The rate limit is reached: all requests with this token wait, then this one is sent again. */
	| { next: 'waitForLimit' }
	/** Sent again after a pause of this request alone. */
	| { next: 'backOff' }
	/** An earlier try may have done it, and this one is refused: the record shows which. */
	| { next: 'lookAtRecord' }
	| { next: 'fail'; maybeDone: boolean };

/** Most tries of one request without a clear answer; between them are waits of 1, 2, 4 and 8 s. */
const MAX_FAILURES = 5;
const TWICE = 2;

/** Decides what follows an outcome, by the rules in `policy.ts`. */
export function decide(retryClass: RetryClass, outcome: Outcome, history: History): Decision {
	const mayBeDone = mayHaveBeenDone(retryClass, outcome);
	const fail: Decision = { next: 'fail', maybeDone: history.maybeDone || mayBeDone };
	if (outcome.kind === 'cancelled') return fail;
	const { work } = ruleOf(outcome);
	if (work === 'done') return { next: 'accept' };
	const next = nextOf(retryClass, outcome);
	if (next === 'wait') return { next: 'waitForLimit' };
	const isLast = history.failures + 1 >= MAX_FAILURES;
	const isTwice = next === 'twice' && history.repeatsAfter500 >= TWICE;
	if (next !== 'fail' && !isLast && !isTwice) return { next: 'backOff' };
	const isRefused = outcome.kind === 'answer' && work === 'not done';
	const mayLook = isRefused && history.maybeDone && retryClass === 'idempotent';
	return mayLook ? { next: 'lookAtRecord' } : fail;
}

/** Whether a request that ended like this is repeated only twice. */
export const isRepeatedTwice = (retryClass: RetryClass, outcome: Outcome): boolean =>
	nextOf(retryClass, outcome) === 'twice';

function nextOf(retryClass: RetryClass, outcome: Outcome) {
	if (outcome.kind === 'cancelled') return 'fail';
	const [read, idempotent, others] = ruleOf(outcome).next;
	if (!isRepeatable(retryClass)) return others;
	return retryClass === 'read' ? read : idempotent;
}

/** Whether a request of this class may have done its work when it ended like this. */
export function mayHaveBeenDone(retryClass: RetryClass, outcome: Outcome): boolean {
	if (retryClass === 'read') return false;
	return outcome.kind === 'cancelled' ? outcome.sent : ruleOf(outcome).work !== 'not done';
}

/** A year: a longer wait may be beyond every date that can be shown. */
const MAX_RETRY_AFTER_MS = 365 * 86_400_000;

/**
 * How long the service asks to wait, in milliseconds: Retry-After as seconds (docs/interface.md, Errors)
 * or, as a proxy may send it, as an HTTP date.
 *
 * @returns undefined when the header is absent or unreadable
 */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	const value = Array.isArray(header) ? header[0] : header;
	const text =
		typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	if (/^\d+(\.\d+)?$/.test(text)) {
		const ms = Math.ceil(Number(text) * 1000);
		// Some gateways write when it is over, in seconds since 1970.
		return ms > MAX_RETRY_AFTER_MS ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms - now)) : ms;
	}
	// Date.parse also reads bare numbers and words like "1"; an HTTP date has a weekday first.
	if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, at - now));
}

/**
 * How long to wait where the service does not say: 1, 2, 4 … seconds, at most a minute, and up to a quarter
 * more at random, so that many clients do not return at once.
 *
 * @param nth 1 for the first wait
 */
export function backOffMs(nth: number, random = Math.random()): number {
	return Math.min(60_000, 1000 * 2 ** (nth - 1)) * (1 + random / 4);
}
