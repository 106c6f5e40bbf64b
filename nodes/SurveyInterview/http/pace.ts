import { backOffMs } from './policy';

/** A wait for the rate limit, in milliseconds, and whether the service itself set it (Retry-After). */
export interface LimitWait {
	ms: number;
	fromService: boolean;
}

/**
 * The longest time for which a 429 holds, even if it named a longer wait. Then one request tests the limit
 * (docs/development/architecture.md, Rate limiter).
 */
const MAX_LIMIT_AGE_MS = 15 * 60_000;

/** After a second 429 in a row, a shorter wait than this is not believed, even if the service named it. */
const MIN_REPEATED_WAIT_MS = 1000;

/** A request that was sent, as the pace remembers it; times are of `performance.now()`. */
export interface SentRequest {
	at: number;
	/** When it was answered without a 429. */
	grantedAt?: number;
}

/** What the service grants, as it was measured. */
interface Rate {
	/** Requests a second that were granted. */
	granted: number;
	/** From when its growth counts: when it was measured, moved on by the times in which it was hardly used. */
	growsFrom: number;
	/** How many requests the service granted at once before its first refusal. */
	burst: number;
}

/**
 * A token bucket of size 1 refuses the second of two requests, although it grants many a second. So a rate that was
 * measured with fewer requests than these says little, and grows at once instead of staying at first (`PLATEAU_MS`).
 */
const MIN_BURST_FOR_PLATEAU = 3;
/** After a longer wait nothing is paced: waiting on a wrong guess would cost more than a few refusals. */
const MAX_PACED_WAIT_MS = 6000;
/**
 * The least time between two requests, as a share of the average one, so that time lost to a late start can be caught
 * up. `allowedAt` still keeps the rate over a whole second.
 */
const MIN_GAP_SHARE = 0.3;
/** The longest time from here to the service; the rest of a slow answer was spent in the service. */
const MAX_TRANSIT_MS = 200;
/** How long the rate stays as it was measured. */
const PLATEAU_MS = 10_000;
/** How much the rate has grown, in requests a second, when twice `PLATEAU_MS` has passed. */
const GROWTH = 16;
/** A rate that has grown beyond this share of the first burst is paced by the burst: it may be a token bucket. */
const MAX_SHARE_OF_BURST = 1.25;
/** How long sent requests are remembered: longer than any span in which they are counted. */
const MEMORY_MS = 2500;

/**
 * Says when requests may go to a service that limits them: a state machine over `now` (`performance.now()`), without
 * a timer. Nothing is held back before a 429. After one, a single request tests the limit; then requests go at the
 * rate that the service has granted, and slowly faster (docs/development/architecture.md, Rate limiter). 300 requests
 * to a limit of 20 a second meet 20 refusals with it and 224 without it; to a token bucket of size 1, they take a
 * tenth of the time (`npm run lab -- pace`).
 */
export class Pace {
	/** The wait after the last 429: when it came, when the wait ends, and whether the 429 named it. */
	private wait = { refusedAt: -Infinity, until: 0, fromService: false };
	/** How many waits followed each other without a request that passed. */
	private waits = 0;
	/** From a 429 until a request passes: when the first refused one was sent and answered, and which one is the test. */
	private refused?: { at: number; heardAt: number; tester?: SentRequest };
	/** Undefined while no limit is known, or none that can be kept. */
	private rate?: Rate;
	/** What was sent in the last seconds, oldest first, also what was refused; begins anew when a test passes. */
	private sent: SentRequest[] = [];

	/** When the wait after a 429 ends. */
	get resumesAt(): number {
		return Math.min(this.wait.until, this.wait.refusedAt + MAX_LIMIT_AGE_MS);
	}

	/** The wait to name in an error: all that the service asked for, even if a test goes earlier, or that of the rate. */
	waitFrom(now: number): LimitWait {
		const { until, fromService } = this.wait;
		if (now < this.resumesAt) return { ms: until - now, fromService };
		const at = this.mayStartAt(now);
		return { ms: Math.max(1000, at < Infinity ? at - now : 0), fromService: false };
	}

	/** When the next request may be sent; Infinity if the answer to another one must come first. */
	mayStartAt(now: number): number {
		if (now < this.resumesAt) return this.resumesAt;
		if (this.refused) return this.refused.tester ? Infinity : now;
		return this.rate ? Math.max(now, this.allowedAt(this.rate, now)) : now;
	}

	/** A request is sent now. */
	noteSent(now: number): SentRequest {
		const request: SentRequest = { at: now };
		if (this.refused) this.refused.tester = request;
		else this.updateBeforeSending(now);
		this.sent.push(request);
		return request;
	}

	/** A request ended without a 429. If it was the test, the limit is over, whatever wait was named. */
	notePassed(request: SentRequest, now: number): void {
		request.grantedAt = now;
		if (request !== this.refused?.tester) return;
		this.wait.until = Math.min(this.wait.until, now);
		this.waits = 0;
		this.rate = this.measuredRate(request, this.refused);
		this.sent = [request];
		this.refused = undefined;
	}

	/**
	 * A 429 came. Several during one wait count as one with the longest wait; after the wait, only the newest counts.
	 *
	 * @param waitMs the wait that it named
	 */
	noteRefused(request: SentRequest, now: number, waitMs?: number): void {
		// Of several refused ones the first counts.
		this.refused ??= { at: request.at, heardAt: now };
		this.refused.tester = undefined;
		const isNew = now >= this.resumesAt;
		if (isNew) this.waits++;
		// A service that names no wait again and again is not asked without a pause.
		const isTooShort = this.waits > 1 && (waitMs ?? 0) < MIN_REPEATED_WAIT_MS;
		const minMs = isTooShort ? backOffMs(this.waits - 1) : 0;
		const ms = Math.max(waitMs ?? backOffMs(this.waits), minMs);
		const isLonger = isNew || now + ms >= this.wait.until;
		this.wait = isLonger
			? { refusedAt: now, until: now + ms, fromService: ms === waitMs }
			: { ...this.wait, refusedAt: now };
	}

	/** Forgets what is too old, and keeps a rate from growing while less than half of it is used. */
	private updateBeforeSending(now: number): void {
		if (now - this.wait.refusedAt > MAX_LIMIT_AGE_MS) this.rate = undefined;
		const { rate, sent } = this;
		if (rate) {
			// With the request that is sent now.
			const inLastSecond = sent.filter(({ at }) => at > now - 1000).length + 1;
			const isUsed = inLastSecond >= rateAt(rate, now) / 2;
			// The time since the last request does not count as time in which the rate may grow.
			if (!isUsed) rate.growsFrom += now - (sent[sent.length - 1]?.at ?? now);
		}
		while ((this.sent[0]?.at ?? now) < now - MEMORY_MS) this.sent.shift();
	}

	/** The rate after a test that passed; undefined if it cannot be measured. */
	private measuredRate(
		tester: SentRequest,
		refused: { at: number; heardAt: number },
	): Rate | undefined {
		const waitMs = tester.at - refused.heardAt;
		if (waitMs > MAX_PACED_WAIT_MS) return undefined;
		const granted = this.sent.filter(
			(request) =>
				request !== tester && request.grantedAt !== undefined && request.at > refused.at - 1000,
		);
		const count = granted.length;
		const { rate } = this;
		if (rate) {
			const rateWhenRefused = rateAt(rate, Math.max(refused.at, rate.growsFrom));
			// If none was granted before the refusal, other processes used the limit: that says nothing about the rate.
			const newRate =
				count === 0 ? rate.granted : Math.max(rate.granted / 2, Math.min(rateWhenRefused, count));
			return { ...rate, granted: newRate, growsFrom: tester.at };
		}
		const [first] = granted;
		if (!first) return undefined;
		const seconds = Math.max(1, Math.floor((refused.at - first.at + waitMs) / 1000));
		const growsFrom = count < MIN_BURST_FOR_PLATEAU ? tester.at - PLATEAU_MS : tester.at;
		return { granted: count / seconds, growsFrom, burst: count };
	}

	/** When the next request may go, so that no span of a second at the service gets more than the rate. */
	private allowedAt(rate: Rate, now: number): number {
		const perSecond = rateAt(rate, now);
		const inSecond = Math.ceil(perSecond);
		// A token bucket grants fewer at once than in a second.
		const maxAtOnce = inSecond > MAX_SHARE_OF_BURST * rate.burst ? rate.burst : inSecond;
		const last = this.sent[this.sent.length - 1];
		// A whole second, or burst, after this one has reached the service, the next one fits.
		const oldestInSpan = this.sent.at(-maxAtOnce);
		const reachedServiceAt = oldestInSpan
			? Math.min(oldestInSpan.grantedAt ?? Infinity, oldestInSpan.at + MAX_TRANSIT_MS)
			: 0;
		return Math.max(
			(last?.at ?? 0) + (MIN_GAP_SHARE * 1000) / perSecond,
			reachedServiceAt + (maxAtOnce * 1000) / perSecond,
		);
	}
}

/** Requests a second: as measured, and after the plateau growing with the cube of the time, as in CUBIC (RFC 9438). */
function rateAt({ granted, growsFrom }: Rate, now: number): number {
	return granted + GROWTH * Math.max(0, (now - growsFrom) / PLATEAU_MS - 1) ** 3;
}
