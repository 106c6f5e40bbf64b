import type { Outcome } from './outcome';

/**
 * What a repeat does (docs/interface.md, Retry classes): `read` and `idempotent` may be repeated, a repeated
 * `create` creates another record, a repeated `irreversible` sends another email or erases again.
 */
export type RetryClass = 'read' | 'idempotent' | 'create' | 'irreversible';

/** Whether a request of this class may be repeated when its first try may have worked. */
export function isRepeatable(retryClass: RetryClass): boolean {
	return retryClass === 'read' || retryClass === 'idempotent';
}

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
	/** The rate limit is reached: all requests with this token wait, then this one is sent again. */
	| { next: 'waitForLimit' }
	/** Sent again after a pause of this request alone. */
	| { next: 'backOff' }
	/** An earlier try may have done it, and this one is refused: the record shows which. */
	| { next: 'lookAtRecord' }
	| { next: 'fail'; maybeDone: boolean };

/** Most tries of one request without a clear answer; between them are waits of 1, 2, 4 and 8 s. */
const MAX_FAILURES = 5;
const MAX_REPEATS_AFTER_500 = 2;

/** Statuses of success (docs/interface.md, Conventions). A 202, for example, does not say that it is done. */
const SUCCESS_STATUSES = [200, 201, 204];

const fail = (maybeDone: boolean): Decision => ({ next: 'fail', maybeDone });

/**
 * Decides what follows an outcome. The table in docs/faults.md is this function in words. A 429 is a refusal
 * before any work, so every class may wait and repeat.
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
	if (SUCCESS_STATUSES.includes(status)) return { next: 'accept' };
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

/** Whether a gateway answers with this status while the service is busy, restarting or too slow. */
export function isTransient(status: number): boolean {
	return [408, 502, 503, 504].includes(status);
}

/**
 * Whether a status other than success does not say if the work was done. Only a 4xx is a refusal, except 408
 * and 499, with which a gateway stops waiting. A redirect is not: a gateway may answer 303 when the work is
 * done.
 */
function isInconclusive(status: number): boolean {
	return status < 400 || status >= 500 || status === 408 || status === 499;
}

/** Whether a request of this class may have done its work when it ended like this. */
export function mayHaveBeenDone(retryClass: RetryClass, outcome: Outcome): boolean {
	if (retryClass === 'read') return false;
	if (outcome.kind === 'unclear') return true;
	if (outcome.kind === 'cancelled') return outcome.sent;
	return outcome.kind === 'answer' && isInconclusive(outcome.status);
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
