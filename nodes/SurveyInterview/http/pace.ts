import { RateCurve } from './rateCurve';
import { MAX_LIMIT_AGE_MS, RateLimit, type LimitWait } from './rateLimit';

/** A request that was sent: the right to send it, and what the pace remembers of it. */
export interface Sent {
	at: number;
	/** How many 429s came before: what was sent before the last one holds up no other request. */
	epoch: number;
	/** Whether it was answered without a 429. */
	isGranted?: boolean;
}

/**
 * Where the service counts over a longer time, it refuses seldom, and waiting unasked would cost much: so
 * long may a burst and the wait after it be, in milliseconds.
 */
const MAX_BURST_MS = 2000;
const MAX_CYCLE_MS = 2500;
/** A longer wait than this is of another limit than the one whose rate is known. */
const MAX_WAIT_MS = 4000;
/** A burst that takes longer than this is not the whole of what the service grants at once. */
const SHORT_BURST_MS = 200;
/** A service that grants fewer at once may grant more one by one. */
const FEW = 4;
/** Requests go faster than their rate for a part of a second and then pause, which makes up for waits. */
const GAP = 0.3;
/** How late a request may be without those after it being later. */
const LATE_MS = 5;
/** When nothing is sent for longer than this, the rate is not used. */
const UNUSED_MS = 1000;

/**
 * When requests may be sent to a service that limits them: a state machine over `now`, without a timer.
 * Nothing is held back before a 429. After one, a single request tests the limit; then the requests go at
 * the rate that the service has granted (docs/architecture.md, Rate limiter).
 */
export class Pace {
	private readonly limit = new RateLimit();
	private readonly answers = new AnswerTimes();
	/** The rate; undefined where no limit is known, or none that can be kept. */
	private curve?: RateCurve;
	/** Whether requests go one by one. */
	private isEven = false;
	/** When the last one should have been sent. */
	private last = 0;
	/** What was sent lately and not refused, oldest first. */
	private sent: Sent[] = [];
	/** Requests under way that were sent since the last 429. */
	private running = 0;
	private epoch = 0;
	/** When the first refused request was sent, and when its 429 came; the last wait after it. */
	private closure = { at: -Infinity, heard: -Infinity, waitMs: 0 };
	/** `closed`: nothing was sent since the last 429. `testing`: nothing has passed since then. */
	private state: 'open' | 'closed' | 'testing' = 'open';

	/** When the wait after a 429 ends. */
	get resumesAt(): number {
		return this.limit.resumesAt;
	}

	/** Whether nothing is under way that would change anything. */
	get isIdle(): boolean {
		return this.running === 0;
	}

	/** The wait as a person should read it: that for the service, or else until the rate allows more. */
	waitFrom(now: number): LimitWait {
		if (now < this.limit.resumesAt) return this.limit.waitFrom(now);
		const at = this.mayStartAt(now);
		return { ms: Math.max(1000, at < Infinity ? at - now : 0), fromService: false };
	}

	/** When the next request may be sent; Infinity where the answer to another one must come first. */
	mayStartAt(now: number): number {
		if (now < this.limit.resumesAt) return this.limit.resumesAt;
		if (this.running >= this.limit.maxConcurrent) return Infinity;
		if (!this.curve || this.state !== 'open') return now;
		if (now - this.closure.heard > MAX_LIMIT_AGE_MS) {
			this.curve = undefined;
			return now;
		}
		return Math.max(now, this.allowedAt(this.curve.at(now)));
	}

	started(now: number): Sent {
		if (this.state === 'closed') this.resume(now);
		if (this.curve) this.keepTo(this.curve, now);
		if (this.state === 'open') this.forget(now - MAX_CYCLE_MS);
		const request = { at: now, epoch: this.epoch };
		this.sent.push(request);
		this.running++;
		return request;
	}

	/** A request was answered without a 429, or not at all. */
	passed(request: Sent, now: number): void {
		request.isGranted = true;
		this.answers.add(now - request.at);
		if (request.epoch !== this.epoch) return;
		this.running--;
		this.limit.passed(now);
		if (this.state !== 'testing') return;
		this.state = 'open';
		this.learn(request);
	}

	/** A 429 came, with the wait that it named, if it did. */
	reached(request: Sent, now: number, waitMs?: number): void {
		const place = this.sent.lastIndexOf(request);
		if (place !== -1) this.sent.splice(place, 1);
		if (this.state === 'open') this.closure = { at: request.at, heard: now, waitMs: 0 };
		this.limit.reached(waitMs, now);
		this.closure.waitMs = this.limit.resumesAt - now;
		this.state = 'closed';
		this.running = 0;
		this.epoch++;
	}

	/** The first request after a wait: a test, or the next one at a lower rate. */
	private resume(now: number): void {
		this.state = 'testing';
		if (!this.curve || this.closure.waitMs > MAX_WAIT_MS) return;
		const { at } = this.closure;
		const lately = this.sent.filter((request) => request.isGranted && request.at > at - 1000);
		this.curve.refused(at, lately.length, now);
		this.sent = [];
		this.state = 'open';
		this.limit.open();
	}

	/** The test passed, so it is known what the service granted before it refused, and how soon again. */
	private learn(tester: Sent): void {
		const { at, heard } = this.closure;
		const granted = this.sent.filter((request) => request !== tester && request.isGranted);
		const lately = granted.filter((request) => request.at > at - MAX_BURST_MS);
		this.sent = [tester];
		this.curve = undefined;
		const first = lately[0];
		if (!first) return;
		const burstMs = at - first.at;
		const waitMs = tester.at - heard;
		if (waitMs + Math.min(burstMs, 1000) > MAX_CYCLE_MS) return;
		// What went on for longer than a burst was granted without the wait.
		const isBurst = granted[0] === first;
		const cycleMs = isBurst ? waitMs + (burstMs < SHORT_BURST_MS ? 0 : burstMs) : burstMs;
		const seconds = Math.max(1000, cycleMs) / 1000;
		this.isEven = lately.length < FEW;
		this.curve = new RateCurve(tester.at, lately.length / Math.floor(seconds), this.isEven);
		this.last = tester.at;
		this.limit.open();
	}

	private keepTo(curve: RateCurve, now: number): void {
		const rate = curve.at(now);
		// A rate that is not used is not tried either, so it does not grow.
		const isUsed = this.sentSince(now - 1000, rate / 2 - 1);
		curve.unused(isUsed ? this.allowedAt(rate) + UNUSED_MS : this.last, now);
		this.last = Math.max(this.last + this.gapMs(rate), now - LATE_MS);
	}

	/** Whether at least so many were sent since then. */
	private sentSince(since: number, count: number): boolean {
		return count <= 0 || (this.sent[this.sent.length - Math.ceil(count)]?.at ?? -Infinity) > since;
	}

	/** When the next may go, at so many requests a second. */
	private allowedAt(rate: number): number {
		// So many in a second, whichever second: that suits windows and buckets alike.
		const most = Math.ceil(rate);
		const first = this.sent[this.sent.length - most];
		const windowMs = (most / rate) * 1000 + this.answers.jitterMs;
		return Math.max(this.last + this.gapMs(rate), first ? first.at + windowMs : 0);
	}

	private gapMs(rate: number): number {
		return ((this.isEven ? 1 : GAP) * 1000) / rate;
	}

	private forget(before: number): void {
		const recent = this.sent.findIndex(({ at }) => at > before);
		if (recent !== 0) this.sent.splice(0, recent === -1 ? this.sent.length : recent);
	}
}

/** In milliseconds: answers that vary by more may do so because the service is slow, not the way to it. */
const MAX_JITTER_MS = 50;
/** Times are whole milliseconds, and timers late. */
const MIN_JITTER_MS = 3;

/** How long answers take, as far as that tells how much earlier than the one before a request may arrive. */
class AnswerTimes {
	private fastest?: number;
	private slowest = 0;

	add(ms: number): void {
		const fastest = this.fastest ?? ms;
		// Old extremes count less and less.
		const decay = this.fastest === undefined ? 0 : (this.slowest - fastest) / 64;
		this.fastest = Math.min(ms, fastest + decay);
		this.slowest = Math.max(ms, this.slowest - decay);
	}

	/** Milliseconds by which two requests may come nearer to each other on their way. */
	get jitterMs(): number {
		const spread = this.slowest - (this.fastest ?? this.slowest);
		return Math.min(MAX_JITTER_MS, MIN_JITTER_MS + spread / 2);
	}
}
