import { backOffMs } from './policy';
import { firstRate, maxAtOnce, type Rate, rateAfterRefusal, rateAt } from './rate';

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

/** A refusal after which no request has passed yet. */
interface OpenRefusal {
	/** When the first refused request was sent, and when its 429 came. */
	firstSentAt: number;
	firstAnsweredAt: number;
	/** The request that tests whether the limit is over; absent until it is sent, and after it was refused. */
	tester?: SentRequest;
}

/** After a longer wait nothing is paced: waiting on a wrong guess would cost more than a few refusals. */
const MAX_PACED_WAIT_MS = 6000;
/**
 * The least time between two requests, as a share of the average one, so that time lost to a late start can be caught
 * up. `allowedAt` still keeps the rate over a whole second.
 */
const MIN_GAP_SHARE = 0.3;
/** The longest time from here to the service; the rest of a slow answer was spent in the service. */
const MAX_TRANSIT_MS = 200;
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
	/** The wait after the last 429: when that 429 came, when the wait ends, and whether the 429 named it. */
	private lastWait = { refusedAt: -Infinity, until: 0, fromService: false };
	/** How many waits followed each other without a request that passed. */
	private waitsInARow = 0;
	/** From a 429 until a request passes. */
	private openRefusal?: OpenRefusal;
	/** Undefined while no limit is known, or none that can be kept. */
	private rate?: Rate;
	/** What was sent in the last seconds, oldest first, also what was refused; begins anew when a test passes. */
	private sent: SentRequest[] = [];

	/** When the wait after a 429 ends. */
	get resumesAt(): number {
		return Math.min(this.lastWait.until, this.lastWait.refusedAt + MAX_LIMIT_AGE_MS);
	}

	/** The wait to name in an error: all that the service asked for, even if a test goes earlier, or that of the rate. */
	waitFrom(now: number): LimitWait {
		const { until, fromService } = this.lastWait;
		if (now < this.resumesAt) return { ms: until - now, fromService };
		const at = this.mayStartAt(now);
		// An error never names less than a second; nor does it know how long the answer to a test takes.
		return { ms: Math.max(1000, at < Infinity ? at - now : 0), fromService: false };
	}

	/** When the next request may be sent; Infinity if the answer to another one must come first. */
	mayStartAt(now: number): number {
		if (now < this.resumesAt) return this.resumesAt;
		if (this.openRefusal) return this.openRefusal.tester ? Infinity : now;
		return this.rate ? Math.max(now, this.allowedAt(this.rate, now)) : now;
	}

	/** A request is sent now. */
	noteSent(now: number): SentRequest {
		const request: SentRequest = { at: now };
		if (this.openRefusal) this.openRefusal.tester = request;
		else this.updateBeforeSending(now);
		this.sent.push(request);
		return request;
	}

	/** A request ended without a 429. If it was the test, the limit is over, whatever wait was named. */
	notePassed(request: SentRequest, now: number): void {
		request.grantedAt = now;
		if (request !== this.openRefusal?.tester) return;
		this.lastWait.until = Math.min(this.lastWait.until, now);
		this.waitsInARow = 0;
		this.rate = this.rateAfterTest(request, this.openRefusal);
		this.sent = [request];
		this.openRefusal = undefined;
	}

	/**
	 * A 429 came. Several during one wait count as one with the longest wait; one that comes after it begins a new wait.
	 *
	 * @param waitMs the wait that it named
	 */
	noteRefused(request: SentRequest, now: number, waitMs?: number): void {
		// Of several refused ones the first counts.
		this.openRefusal ??= { firstSentAt: request.at, firstAnsweredAt: now };
		this.openRefusal.tester = undefined;
		const isNew = now >= this.resumesAt;
		if (isNew) this.waitsInARow++;
		// A short wait that the service names is believed once. From the second 429 in a row on, our own back-off is the least,
		// beginning with its first step.
		const isTooShort = this.waitsInARow > 1 && (waitMs ?? 0) < MIN_REPEATED_WAIT_MS;
		const minMs = isTooShort ? backOffMs(this.waitsInARow - 1) : 0;
		const ms = Math.max(waitMs ?? backOffMs(this.waitsInARow), minMs);
		const isLonger = isNew || now + ms >= this.lastWait.until;
		// A wait that ends later stays. `MAX_LIMIT_AGE_MS` counts from the newest 429 in any case.
		this.lastWait = isLonger
			? { refusedAt: now, until: now + ms, fromService: ms === waitMs }
			: { ...this.lastWait, refusedAt: now };
	}

	/** Forgets what is too old, and keeps a rate from growing while less than half of it is used. */
	private updateBeforeSending(now: number): void {
		if (now - this.lastWait.refusedAt > MAX_LIMIT_AGE_MS) this.rate = undefined;
		const { rate, sent } = this;
		if (rate) {
			// With the request that is sent now.
			const inLastSecond = sent.filter(({ at }) => at > now - 1000).length + 1;
			const isUsed = inLastSecond >= rateAt(rate, now) / 2;
			// The time since the last request does not count as time in which the rate may grow.
			if (!isUsed) rate.growsFrom += now - (sent.at(-1)?.at ?? now);
		}
		while ((this.sent[0]?.at ?? now) < now - MEMORY_MS) this.sent.shift();
	}

	/** The rate after a test that passed; undefined if it cannot be measured. */
	private rateAfterTest(tester: SentRequest, refusal: OpenRefusal): Rate | undefined {
		const { firstSentAt, firstAnsweredAt } = refusal;
		const waitMs = tester.at - firstAnsweredAt;
		if (waitMs > MAX_PACED_WAIT_MS) return undefined;
		// What was sent in the second before the refused request, or after it, while its 429 was on the way.
		const granted = this.sent.filter(
			(request) =>
				request !== tester && request.grantedAt !== undefined && request.at > firstSentAt - 1000,
		);
		if (this.rate) return rateAfterRefusal(this.rate, granted.length, firstSentAt, tester.at);
		const [first] = granted;
		if (!first) return undefined;
		// The service granted these, and then nothing until the test, so the wait belongs to the span.
		const spanMs = firstSentAt - first.at + waitMs;
		return firstRate(granted.length, spanMs, tester.at);
	}

	/**
	 * When the next request may go. Of any `atOnce + 1` requests in a row, the first and the last must reach the service at
	 * least `atOnce / perSecond` seconds apart, so the one `atOnce` places back decides. And there is a least gap after the
	 * last one.
	 */
	private allowedAt(rate: Rate, now: number): number {
		const perSecond = rateAt(rate, now);
		const atOnce = maxAtOnce(rate, perSecond);
		const before = this.sent.at(-atOnce);
		const reachedServiceAt = before
			? Math.min(before.grantedAt ?? Infinity, before.at + MAX_TRANSIT_MS)
			: 0;
		const last = this.sent.at(-1);
		return Math.max(
			(last?.at ?? 0) + (MIN_GAP_SHARE * 1000) / perSecond,
			reachedServiceAt + (atOnce * 1000) / perSecond,
		);
	}
}
