import { createHash } from 'node:crypto';

import { Pace, type Sent } from './pace';
import { MAX_LIMIT_AGE_MS, type LimitWait } from './rateLimit';
import { pause } from './waiting';

/** A request that is to be sent. It stays the same object over all its tries. */
export interface QueuedRequest {
	/** Place in the order of arrival; the limiter sets it where there is none. */
	arrival?: number;
	signal?: AbortSignal;
	/** Milliseconds that this run may still wait. */
	remainingWaitMs(now: number): number;
	/** When waiting must end, by `performance.now()`, which nobody can set. */
	deadline: number;
	/** Called when a wait begins and ends, so that the run's budget can count it. */
	onWaiting(reason: LimitReason, isWaiting: boolean, now: number): void;
}

/** Why a request waits: the service refuses all of them for now, or they go at its pace. */
type LimitReason = 'rateLimit' | 'pace';

/** The answer to `acquire`. `tooLong`: the wait would outlast the run's budget. */
export type Admission =
	| { kind: 'go'; permit: Sent }
	| { kind: 'cancelled' }
	| ({ kind: 'tooLong' } & LimitWait);

interface Waiter {
	request: QueuedRequest;
	arrival: number;
	/** For what it waits, as far as the budget knows. */
	counted?: LimitReason;
	resolve: (admission: Admission) => void;
	onAbort: () => void;
}

/**
 * Limits the requests with one base URL and token. Without a limit it costs nothing. A 429 to any request
 * holds back all: they wait in order of arrival, and then go at the pace that the service grants.
 */
export class RateLimiter {
	private readonly pace = new Pace();
	private queue: Waiter[] = [];
	private arrivals = 0;
	private timer?: { at: number; stop: AbortController };
	private lastUsed = performance.now();

	/** Whether it is unused, and has been for longer than a limit holds. */
	isIdle(now = performance.now()): boolean {
		return this.queue.length === 0 && now - this.lastUsed > MAX_LIMIT_AGE_MS;
	}

	/** Milliseconds until the limit lets the next request go; 0 where there is none. */
	waitMs(now = performance.now()): number {
		const at = this.pace.mayStartAt(now);
		return at < Infinity ? Math.max(0, at - now) : 0;
	}

	/** Asks to send one request; resolves when it may be sent, or when it will not be. */
	async acquire(request: QueuedRequest): Promise<Admission> {
		request.arrival ??= this.arrivals++;
		const now = performance.now();
		this.lastUsed = now;
		if (request.signal?.aborted) return { kind: 'cancelled' };
		if (this.queue.length === 0 && this.pace.mayStartAt(now) <= now) return this.admit(now);
		return await new Promise<Admission>((resolve) => this.enqueue(request, resolve));
	}

	/** Takes back a permit. `limited`: the answer was a 429, with the wait that it named, if it did. */
	release(permit: Sent, result: { limited: boolean; waitMs?: number }): void {
		const now = performance.now();
		if (result.limited) this.pace.reached(permit, now, result.waitMs);
		else this.pace.passed(permit, now);
		this.admitWaiting();
	}

	private admit(now: number): Admission {
		return { kind: 'go', permit: this.pace.started(now) };
	}

	private enqueue(request: QueuedRequest, resolve: (admission: Admission) => void): void {
		const waiter: Waiter = {
			request,
			arrival: request.arrival ?? 0,
			resolve,
			onAbort: () => {
				this.dequeue(waiter, { kind: 'cancelled' });
				this.admitWaiting();
			},
		};
		request.signal?.addEventListener('abort', waiter.onAbort, { once: true });
		const next = this.queue.findIndex((other) => other.arrival > waiter.arrival);
		this.queue.splice(next === -1 ? this.queue.length : next, 0, waiter);
		this.admitWaiting();
	}

	private dequeue(waiter: Waiter, admission: Admission): void {
		const place = this.queue.indexOf(waiter);
		if (place === -1) return;
		this.queue.splice(place, 1);
		waiter.request.signal?.removeEventListener('abort', waiter.onAbort);
		this.count(waiter);
		waiter.resolve(admission);
	}

	private count(waiter: Waiter, reason?: LimitReason, now = performance.now()): void {
		const { counted, request } = waiter;
		if (counted === reason) return;
		waiter.counted = reason;
		if (counted) request.onWaiting(counted, false, now);
		if (reason) request.onWaiting(reason, true, now);
	}

	/** Admits the requests that may be sent, refuses those that would wait too long, and sets the timer. */
	private admitWaiting(): void {
		const now = performance.now();
		let at = this.pace.mayStartAt(now);
		for (let first = this.queue[0]; first && at <= now; first = this.queue[0]) {
			this.dequeue(first, this.admit(now));
			at = this.pace.mayStartAt(now);
		}
		this.refuseTooLong(now, at);
		const deadlines = this.queue.map(({ request }) => request.deadline);
		const next = Math.min(...deadlines, at);
		this.setTimer(this.queue.length > 0 && next < Infinity ? next : undefined);
	}

	/** @param at when the first that waits may be sent; Infinity: after the answer to another request */
	private refuseTooLong(now: number, at: number): void {
		const isKnown = at < Infinity;
		const isRefused = now < this.pace.resumesAt;
		const wait = this.pace.waitFrom(now);
		for (const waiter of [...this.queue]) {
			this.count(waiter, isRefused ? 'rateLimit' : isKnown ? 'pace' : undefined, now);
			const { request } = waiter;
			// A run that goes on at the service's pace may last as long as it has items.
			const leftMs = isRefused ? request.remainingWaitMs(now) : request.deadline - now;
			// The requests under way may take longer than a waiting one has time for.
			const waitMs = isKnown ? at - now : 0;
			if (waitMs > leftMs || request.deadline <= now) {
				this.dequeue(waiter, { kind: 'tooLong', ...wait });
			}
		}
	}

	private setTimer(at: number | undefined): void {
		if (this.timer?.at === at) return;
		this.timer?.stop.abort();
		this.timer = undefined;
		if (at === undefined) return;
		const timer = { at, stop: new AbortController() };
		this.timer = timer;
		void pause(Math.max(0, at - performance.now()), timer.stop.signal).then((isOver) => {
			if (!isOver) return;
			if (this.timer === timer) this.timer = undefined;
			this.admitWaiting();
		});
	}
}

const rateLimiters = new Map<string, RateLimiter>();

/**
 * The rate limiter of a base URL and token: one in the process, for both nodes and all workflows. Its key
 * is a hash, so that no token is kept. Unused limiters are dropped.
 */
export function rateLimiterFor(api: string, token: string): RateLimiter {
	const key = createHash('sha256').update(`${api}\n${token}`).digest('base64');
	for (const [other, limiter] of rateLimiters) {
		if (limiter.isIdle()) rateLimiters.delete(other);
	}
	const limiter = rateLimiters.get(key) ?? new RateLimiter();
	rateLimiters.set(key, limiter);
	return limiter;
}
