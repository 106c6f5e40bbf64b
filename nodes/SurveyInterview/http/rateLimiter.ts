import { createHash } from 'node:crypto';

import { backOffMs } from './retry';
import { pause } from './waiting';

/** Someone who wants to send: a request keeps one request, and with it its place, over all its tries. */
export interface QueuedRequest {
	/** Place in the order of arrival; given by the gate at the first `enter`. */
	arrival?: number;
	signal?: AbortSignal;
	/** Milliseconds this run may still wait. */
	remainingWaitMs(now: number): number;
	/** When waiting for others must end too, by `performance.now()`: a clock that is set changes nothing. */
	deadline: number;
	/** Told when waiting for the limit begins and ends, so that the run's budget can count it. */
	onWaiting(on: boolean, now: number): void;
}

/** A wait for the rate limit, in milliseconds, and whether the service itself asked for it (Retry-After). */
export interface LimitWait {
	ms: number;
	asked: boolean;
}

/** What came of asking to send. `tooLong`: the wait would outlast the run's budget. */
export type Admission =
	| { kind: 'go'; permit: Permit }
	| { kind: 'cancelled' }
	| ({ kind: 'tooLong' } & LimitWait);

/** The right to send one request now; handed back with `leave`. */
export interface Permit {
	epoch: number;
}

interface Waiter {
	request: QueuedRequest;
	arrival: number;
	counting: boolean;
	resolve: (entry: Admission) => void;
	onAbort: () => void;
}

/** What a 429 said is believed this long; then one request goes and sees (design, The limiter). */
const MAX_LIMIT_AGE_MS = 15 * 60_000;
/** After this many at once went well, the gate is wide open again. */
const MAX_COUNTED_CONCURRENCY = 8;

/**
 * The gate before the service for one base URL and token. Open, it costs nothing. A 429 to any request
 * closes it for all: they wait in order of arrival, nobody holding a slot, then one goes, then two, four …
 */
export class RateLimiter {
	private queue: Waiter[] = [];
	private arrivals = 0;
	private limitedUntil = 0;
	private limitedSince = 0;
	/** Whether the service said when it opens. */
	private asked = false;
	private consecutiveLimits = 0;
	private concurrency = Infinity;
	/** Under way in this season; a closure starts a new one, so that stragglers hold up nobody. */
	private running = 0;
	private epoch = 0;
	private timer?: { at: number; stop: AbortController };

	private lastUsed = performance.now();

	/** Whether nobody has used it for as long as anything it knows may be believed. */
	idle(now = performance.now()): boolean {
		return this.queue.length === 0 && this.running === 0 && now - this.lastUsed > MAX_LIMIT_AGE_MS;
	}

	/** Asks to send one request; resolves when it may go, or when it will not. */
	async acquire(request: QueuedRequest): Promise<Admission> {
		request.arrival ??= this.arrivals++;
		this.lastUsed = performance.now();
		if (request.signal?.aborted) return { kind: 'cancelled' };
		if (this.queue.length === 0 && this.hasRoom()) return this.admit();
		return await new Promise<Admission>((resolve) => this.enqueue(request, resolve));
	}

	/** Hands back a permit. `limited`: the answer was a 429, with the wait it named, if it did. */
	release(permit: Permit, result: { limited: boolean; waitMs?: number }): void {
		const current = permit.epoch === this.epoch;
		if (current) this.running--;
		if (result.limited) this.limit(result.waitMs);
		else if (current && this.concurrency !== Infinity) {
			// It let one through: what an earlier 429 said is over, however long it was to last.
			this.limitedUntil = Math.min(this.limitedUntil, performance.now());
			this.consecutiveLimits = 0;
			this.concurrency =
				this.concurrency >= MAX_COUNTED_CONCURRENCY ? Infinity : this.concurrency * 2;
		}
		this.admitWaiting();
	}

	private believedUntil(): number {
		return Math.min(this.limitedUntil, this.limitedSince + MAX_LIMIT_AGE_MS);
	}

	private hasRoom(): boolean {
		return performance.now() >= this.believedUntil() && this.running < this.concurrency;
	}

	private admit(): Admission {
		this.running++;
		return { kind: 'go', permit: { epoch: this.epoch } };
	}

	private limit(waitMs: number | undefined): void {
		const now = performance.now();
		// Several of a burst are refused together: that is one strike, not one each, and the longest wait
		// counts. What an earlier burst was told is over: the newest word of the service holds.
		const isNew = now >= this.believedUntil();
		if (isNew) this.consecutiveLimits++;
		// Asked to wait for nothing again and again, it waits all the same: nobody is hammered.
		const least =
			this.consecutiveLimits > 1 && (waitMs ?? 0) < 1000
				? backOffMs(this.consecutiveLimits - 1)
				: 0;
		const wait = Math.max(waitMs ?? backOffMs(this.consecutiveLimits), least);
		if (isNew || now + wait >= this.limitedUntil) {
			this.limitedUntil = now + wait;
			this.asked = wait === waitMs;
		}
		this.limitedSince = now;
		this.concurrency = 1;
		this.running = 0;
		this.epoch++;
	}

	private enqueue(request: QueuedRequest, resolve: (admission: Admission) => void): void {
		const waiter: Waiter = {
			request,
			arrival: request.arrival ?? 0,
			counting: false,
			resolve,
			onAbort: () => {
				this.settle(waiter, { kind: 'cancelled' });
				this.admitWaiting();
			},
		};
		request.signal?.addEventListener('abort', waiter.onAbort, { once: true });
		const later = this.queue.findIndex((other) => other.arrival > waiter.arrival);
		this.queue.splice(later === -1 ? this.queue.length : later, 0, waiter);
		this.admitWaiting();
	}

	private settle(waiter: Waiter, entry: Admission): void {
		const place = this.queue.indexOf(waiter);
		if (place === -1) return;
		this.queue.splice(place, 1);
		waiter.request.signal?.removeEventListener('abort', waiter.onAbort);
		this.count(waiter, false);
		waiter.resolve(entry);
	}

	private count(waiter: Waiter, on: boolean, now = performance.now()): void {
		if (waiter.counting === on) return;
		waiter.counting = on;
		waiter.request.onWaiting(on, now);
	}

	/** Lets in who may go, turns away who would wait too long, and sets the alarm for the rest. */
	private admitWaiting(): void {
		const now = performance.now();
		const until = this.believedUntil();
		if (now < until) {
			for (const waiter of [...this.queue]) {
				this.count(waiter, true, now);
				const ms = this.limitedUntil - now;
				if (Math.min(ms, until - now) > waiter.request.remainingWaitMs(now)) {
					this.settle(waiter, { kind: 'tooLong', ms, asked: this.asked });
				}
			}
		} else {
			for (const waiter of this.queue) this.count(waiter, false);
			for (let first = this.queue[0]; first && this.hasRoom(); first = this.queue[0]) {
				this.settle(first, this.admit());
			}
			// Others are under way, and may take longer than one that waits has time for.
			for (const waiter of [...this.queue]) {
				if (waiter.request.deadline <= now)
					this.settle(waiter, { kind: 'tooLong', ms: 1000, asked: false });
			}
		}
		const deadlines = this.queue.map(({ request }) => request.deadline);
		const next = Math.min(...deadlines, now < until ? until : Infinity);
		this.setTimer(this.queue.length > 0 && next < Infinity ? next : undefined);
	}

	private setTimer(at: number | undefined): void {
		if (this.timer?.at === at) return;
		this.timer?.stop.abort();
		this.timer = undefined;
		if (at === undefined) return;
		const alarm = { at, stop: new AbortController() };
		this.timer = alarm;
		void pause(Math.max(0, at - performance.now()), alarm.stop.signal).then((rang) => {
			if (!rang) return;
			if (this.timer === alarm) this.timer = undefined;
			this.admitWaiting();
		});
	}
}

const rateLimiters = new Map<string, RateLimiter>();

/**
 * The gate of a base URL and token: one in the process, for both nodes and all workflows. Its key is a
 * hash, so that no token is kept. Gates that nobody uses any more are dropped.
 */
export function rateLimiterFor(api: string, token: string): RateLimiter {
	const key = createHash('sha256').update(`${api}\n${token}`).digest('base64');
	for (const [other, limiter] of rateLimiters) {
		if (limiter.idle()) rateLimiters.delete(other);
	}
	const limiter = rateLimiters.get(key) ?? new RateLimiter();
	rateLimiters.set(key, limiter);
	return limiter;
}
