import { backOffMs } from './retry';

/** A wait for the rate limit, in milliseconds, and whether the service itself set it (Retry-After). */
export interface LimitWait {
	ms: number;
	fromService: boolean;
}

/**
 * How long a 429 holds, however long a wait it named; then one request tests the limit (docs/development/architecture.md,
 * Rate limiter).
 */
export const MAX_LIMIT_AGE_MS = 15 * 60_000;

/** Below this, a named wait is not enough after a second 429 in a row. */
const MIN_REPEATED_WAIT_MS = 1000;

/** Until when the service refuses requests. Times are by `performance.now()`, which nobody can set. */
export class RateLimit {
	/** When the named wait ends. */
	private until = 0;
	/** When the last 429 came. */
	private since = -Infinity;
	private fromService = false;
	private consecutive = 0;

	/** When the next request may be sent. */
	get resumesAt(): number {
		return Math.min(this.until, this.since + MAX_LIMIT_AGE_MS);
	}

	/** Whether the last 429 is so old that it says nothing any more. */
	isForgotten(now: number): boolean {
		return now - this.since > MAX_LIMIT_AGE_MS;
	}

	/** The wait as a person should read it: the whole of it, also where a request is sent earlier. */
	waitFrom(now: number): LimitWait {
		return { ms: this.until - now, fromService: this.fromService };
	}

	/**
	 * A 429 came. Several during one wait count as one, and the longest wait counts. After the wait, only the
	 * newest 429 counts.
	 *
	 * @param waitMs the wait that it named, if it did
	 */
	reached(waitMs: number | undefined, now: number): void {
		const isNew = now >= this.resumesAt;
		if (isNew) this.consecutive++;
		// A service that names no wait again and again is not asked without a pause.
		const isTooShort = this.consecutive > 1 && (waitMs ?? 0) < MIN_REPEATED_WAIT_MS;
		const minMs = isTooShort ? backOffMs(this.consecutive - 1) : 0;
		const ms = Math.max(waitMs ?? backOffMs(this.consecutive), minMs);
		if (isNew || now + ms >= this.until) {
			this.until = now + ms;
			this.fromService = ms === waitMs;
		}
		this.since = now;
	}

	/** A request was answered without a 429, so the limit is over, however long it was to last. */
	passed(now: number): void {
		this.until = Math.min(this.until, now);
		this.consecutive = 0;
	}
}
