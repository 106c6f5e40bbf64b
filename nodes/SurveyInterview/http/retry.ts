import type { Outcome } from './outcome';

/**
 * What a repeat would do (design, Retry classes):
 * `read` and `idempotent` may be repeated, `create` would create another, `irreversible` would send
 * another e-mail or erase again.
 */
export type RetryClass = 'read' | 'idempotent' | 'create' | 'irreversible';

/** Whether a second request of this class does no harm after a first that may have worked. */
export function isRepeatable(retryClass: RetryClass): boolean {
	return retryClass === 'read' || retryClass === 'idempotent';
}

/** What happened to the request before this outcome. */
export interface History {
	/** Tries that ended without an answer or with a 5xx, this one not counted. */
	failures: number;
	/** Repeats so far after a 500, or another 5xx that need not pass. */
	repeatsAfter500: number;
	/** Whether an earlier try may have done the work. */
	maybeDone: boolean;
}

export type Decision =
	| { next: 'accept' }
	/** Refused for now: everyone with this token waits, then this request goes again. */
	| { next: 'waitForLimit' }
	/** Go again after a pause of this request's own. */
	| { next: 'backOff' }
	/** An earlier try may have done it, and now it is refused: look at the record. */
	| { next: 'lookAtRecord' }
	| { next: 'fail'; maybeDone: boolean };

/** Tries of one request that may end without a clear answer: waits of 1, 2, 4 and 8 s between them. */
const MAX_FAILURES = 5;
const MAX_REPEATS_AFTER_500 = 2;

/** Success codes (interface-spec, Endpoints, Conventions). A 202, say, does not tell that it is done. */
const SUCCESS = [200, 201, 204];

const fail = (maybeDone: boolean): Decision => ({ next: 'fail', maybeDone });

/**
 * Decides what follows an outcome. Pure; the table in the README is this function in words.
 * A 429 was refused before any work, so waiting and repeating is right for every class.
 */
export function decide(retryClass: RetryClass, outcome: Outcome, history: History): Decision {
	const repeatable = isRepeatable(retryClass);
	const triesLeft = history.failures + 1 < MAX_FAILURES;
	switch (outcome.kind) {
		case 'cancelled':
			return fail(history.maybeDone || (outcome.sent && retryClass !== 'read'));
		case 'notSent':
			return outcome.repeatable && triesLeft ? { next: 'backOff' } : fail(history.maybeDone);
		case 'unclear':
			return repeatable && triesLeft ? { next: 'backOff' } : fail(retryClass !== 'read');
		case 'answer':
			break;
	}
	const { status } = outcome;
	if (SUCCESS.includes(status)) return { next: 'accept' };
	if (status === 429) return { next: 'waitForLimit' };
	if (isInconclusive(status)) {
		const mayPass = isTransient(status)
			? repeatable
			: retryClass === 'read' && status >= 500 && history.repeatsAfter500 < MAX_REPEATS_AFTER_500;
		return mayPass && triesLeft ? { next: 'backOff' } : fail(retryClass !== 'read');
	}
	if (history.maybeDone && retryClass === 'idempotent') return { next: 'lookAtRecord' };
	return fail(history.maybeDone);
}

/** Whether a gateway answers so in place of a service that is busy, gone for a moment, or too slow. */
export function isTransient(status: number): boolean {
	return [408, 502, 503, 504].includes(status);
}

/**
 * Whether a status other than a success leaves open if the work was done. Only a 4xx says that it was
 * refused, but for those with which a gateway says that it waited no longer. A redirect does not: a gateway
 * may answer 303 when the work is done.
 */
export function isInconclusive(status: number): boolean {
	return status < 400 || status >= 500 || status === 408 || status === 499;
}

/** Whether an outcome leaves open if the work was done, for a request of this class. */
export function mayHaveBeenDone(retryClass: RetryClass, outcome: Outcome): boolean {
	if (retryClass === 'read') return false;
	if (outcome.kind === 'unclear') return true;
	return outcome.kind === 'answer' && isInconclusive(outcome.status);
}

/** A year: beyond that no date can be told, and nobody waits. */
const MAX_RETRY_AFTER_MS = 365 * 86_400_000;

/**
 * How long the service asks to wait, in milliseconds: Retry-After as seconds (interface-spec, Errors)
 * or, as a proxy may send it, as an HTTP date.
 *
 * @param now the present, in milliseconds since 1970
 * @returns undefined when the header is absent or unreadable
 */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	const value = Array.isArray(header) ? header[0] : header;
	const text =
		typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	if (/^\d+(\.\d+)?$/.test(text))
		return Math.min(MAX_RETRY_AFTER_MS, Math.ceil(Number(text) * 1000));
	// Date.parse also reads bare numbers and words like "1"; an HTTP date has a weekday first.
	if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, at - now));
}

/**
 * How long to wait where the service does not say: 1, 2, 4 … seconds, at most a minute, with up to a
 * quarter more at random, so that many clients do not come back at once.
 *
 * @param nth 1 for the first wait
 * @param random a number from 0 to 1
 */
export function backOffMs(nth: number, random = Math.random()): number {
	return Math.min(60_000, 1000 * 2 ** (nth - 1)) * (1 + random / 4);
}
