/** How many requests a second a service grants: measured when it refuses one, and growing while it refuses none. */

export interface Rate {
	/** Requests a second, as they were measured. */
	measured: number;
	/** From when its growth counts: when it was measured, moved on by the times in which it was hardly used. */
	growsFrom: number;
	/** How many requests the service granted at once before its first refusal. */
	burst: number;
}

/** How long the rate stays as it was measured. */
const PLATEAU_MS = 10_000;
/** How much the rate has grown, in requests a second, when twice `PLATEAU_MS` has passed. */
const GROWTH = 16;
/**
 * A rate that was measured with fewer requests than these grows at once, because it says little: a token bucket of size
 * 1 refuses the second of two requests, although it grants many a second.
 */
const MIN_BURST_FOR_PLATEAU = 3;
/** How far the rate may exceed the first burst before the service is taken for a token bucket (`maxAtOnce`). */
const MAX_TIMES_BURST = 1.25;

/**
 * The rate as it is first measured.
 *
 * @param granted how many requests were granted before the refusal
 * @param spanMs from the first of them to the refusal, and the wait after it
 */
export function firstRate(granted: number, spanMs: number, now: number): Rate {
	// The wait is mostly longer than the limit needs: `Retry-After` has whole seconds, and a back-off adds some time. So a
	// fraction of a second does not count; with it, the rate would be too low.
	const seconds = Math.max(1, Math.floor(spanMs / 1000));
	const growsFrom = granted < MIN_BURST_FOR_PLATEAU ? now - PLATEAU_MS : now;
	return { measured: granted / seconds, growsFrom, burst: granted };
}

/**
 * The rate after another refusal: what was granted in the second before it, but no more than the rate was, and no less
 * than half of what was measured last, so that one of several processes does not yield everything to the others.
 *
 * @param refusedAt when the refused request was sent
 */
export function rateAfterRefusal(
	rate: Rate,
	granted: number,
	refusedAt: number,
	now: number,
): Rate {
	// If none was granted, other processes used the limit: that says nothing about the rate.
	if (granted === 0) return { ...rate, growsFrom: now };
	const atMost = Math.min(granted, rateAt(rate, refusedAt));
	return { ...rate, measured: Math.max(rate.measured / 2, atMost), growsFrom: now };
}

/** Requests a second: as measured, and after the plateau growing with the cube of the time, as in CUBIC (RFC 9438). */
export function rateAt({ measured, growsFrom }: Rate, now: number): number {
	return measured + GROWTH * Math.max(0, (now - growsFrom) / PLATEAU_MS - 1) ** 3;
}

/**
 * How many requests may be sent at once at such a rate: those of a second, or, if that is clearly more than the first
 * burst, only the burst. The service may be a token bucket, which grants fewer at once than in a second.
 */
export function maxAtOnce({ burst }: Rate, perSecond: number): number {
	const inSecond = Math.ceil(perSecond);
	return inSecond > MAX_TIMES_BURST * burst ? burst : inSecond;
}
