import { createHash } from 'node:crypto';

import { MAX_LIMIT_AGE_MS, Pace, type LimitWait, type Sent } from './pace';
import { pause } from './timing';

/** Why a run waits: the service refuses for now, its requests go at the pace of the service, or it fails. */
type WaitReason = 'rateLimit' | 'pace' | 'outage';

/**
 * Limits the waiting of one node run (option Max Wait), and all of a poll's time by its deadline. Items wait
 * side by side, so time counts once, however many of them wait. Waits for the rate limit count since the
 * last request that was not refused, and going on at the pace of the service does not count: a long list
 * would break off in its middle.
 */
export class WaitBudget {
	/** How many wait now, for what. */
	private readonly waiters = { rateLimit: 0, pace: 0, outage: 0 };
	/** Milliseconds: for the rate limit and the pace, for an outage, and of what is limited. */
	private readonly waited = { rateLimit: 0, outage: 0, limited: 0 };
	private countedUpTo = 0;

	/** @param deadline when everything must end, by `performance.now()`, which nobody can set */
	constructor(
		private readonly totalMs: number,
		readonly deadline = Infinity,
	) {}

	/** Milliseconds that may still be waited. */
	remainingMs(now = performance.now()): number {
		return Math.min(this.totalMs - this.countTo(now).limited, this.deadline - now);
	}

	/** A request was not refused by the rate limit: what was waited for that does not count any more. */
	gotOn(now = performance.now()): void {
		this.waited.limited = this.countTo(now).outage;
	}

	waitedMs(reason: 'rateLimit' | 'outage', now = performance.now()): number {
		return this.countTo(now)[reason];
	}

	isWaiting(reason: 'rateLimit' | 'outage'): boolean {
		return this.waiters[reason] > 0 || (reason === 'rateLimit' && this.waiters.pace > 0);
	}

	begin(reason: WaitReason, now = performance.now()): void {
		this.countTo(now);
		this.waiters[reason]++;
	}

	end(reason: WaitReason, now = performance.now()): void {
		this.countTo(now);
		this.waiters[reason]--;
	}

	private countTo(now: number): WaitBudget['waited'] {
		const { waiters, waited } = this;
		const ms = Math.max(0, now - this.countedUpTo);
		this.countedUpTo = now;
		if (waiters.rateLimit + waiters.pace > 0) waited.rateLimit += ms;
		if (waiters.outage > 0) waited.outage += ms;
		if (waiters.rateLimit + waiters.outage > 0) waited.limited += ms;
		return waited;
	}
}

/** A request that is to be sent. It stays the same object over all its tries. */
export interface QueuedRequest {
	/** Place in the order of arrival; the limiter sets it where there is none. */
	arrival?: number;
	signal?: AbortSignal;
	/** That of its run, which counts what it waits. */
	budget: Pick<WaitBudget, 'remainingMs' | 'begin' | 'end'>;
	/** When waiting must end, by `performance.now()`, which nobody can set. */
	deadline: number;
}

/** The answer to `acquire`. `tooLong`: the wait would outlast the run's budget. */
export type Admission =
	| { kind: 'go'; permit: Sent }
	| { kind: 'cancelled' }
	| ({ kind: 'tooLong' } & LimitWait);

interface Waiter {
	request: QueuedRequest;
	arrival: number;
	/** For what it waits, as far as the budget knows. */
	counted?: WaitReason;
	resolve: (admission: Admission) => void;
	onAbort: () => void;
}

/**
 * Limits the requests with one base URL and token. Without a limit it costs nothing. A 429 to any request
 * holds back all: they wait in order of arrival, and then go at the pace that the service grants.
 */
export class RateLimiter {
	private readonly pace = new Pace();
	private readonly queue: Waiter[] = [];
	private arrivals = 0;
	/** When the queue is looked at again. */
	private timer = { at: Infinity, stop: new AbortController() };
	private lastUsed = performance.now();

	/** Whether it is unused, and has been for longer than a limit holds. */
	isIdle(): boolean {
		return this.queue.length === 0 && performance.now() - this.lastUsed > MAX_LIMIT_AGE_MS;
	}

	/** Milliseconds until the limit lets the next request go; 0 where there is none. */
	waitMs(): number {
		const now = performance.now();
		const at = this.pace.mayStartAt(now);
		return at < Infinity ? at - now : 0;
	}

	/** Asks to send one request; resolves when it may be sent, or when it will not be. */
	async acquire(request: QueuedRequest): Promise<Admission> {
		const arrival = (request.arrival ??= this.arrivals++);
		this.lastUsed = performance.now();
		if (request.signal?.aborted) return { kind: 'cancelled' };
		return await new Promise<Admission>((resolve) => {
			const onAbort = () => {
				this.dequeue(waiter, { kind: 'cancelled' });
				this.admitWaiting();
			};
			const waiter: Waiter = { request, arrival, resolve, onAbort };
			request.signal?.addEventListener('abort', onAbort, { once: true });
			const next = this.queue.findIndex((other) => other.arrival > arrival);
			this.queue.splice(next === -1 ? this.queue.length : next, 0, waiter);
			this.admitWaiting();
		});
	}

	/** Takes back a permit. `limited`: the answer was a 429, with the wait that it named, if it did. */
	release(permit: Sent, result: { limited: boolean; waitMs?: number }): void {
		const now = performance.now();
		if (result.limited) this.pace.reached(permit, now, result.waitMs);
		else this.pace.passed(permit, now);
		this.admitWaiting();
	}

	private dequeue(waiter: Waiter, admission: Admission, now = performance.now()): void {
		this.queue.splice(this.queue.indexOf(waiter), 1);
		waiter.request.signal?.removeEventListener('abort', waiter.onAbort);
		this.count(waiter, undefined, now);
		waiter.resolve(admission);
	}

	private count(waiter: Waiter, reason: WaitReason | undefined, now: number): void {
		const { counted, request } = waiter;
		if (counted === reason) return;
		waiter.counted = reason;
		if (counted) request.budget.end(counted, now);
		if (reason) request.budget.begin(reason, now);
	}

	/** Admits the requests that may be sent, refuses those that would wait too long, and sets the timer. */
	private admitWaiting(): void {
		const now = performance.now();
		let at = this.pace.mayStartAt(now);
		for (let first = this.queue[0]; first && at <= now; first = this.queue[0]) {
			this.dequeue(first, { kind: 'go', permit: this.pace.started(now) }, now);
			at = this.pace.mayStartAt(now);
		}
		// Infinity: after the answer to another request.
		const isKnown = at < Infinity;
		const isRefused = now < this.pace.resumesAt;
		const wait = this.pace.waitFrom(now);
		for (const waiter of [...this.queue]) {
			this.count(waiter, isRefused ? 'rateLimit' : isKnown ? 'pace' : undefined, now);
			const { budget, deadline } = waiter.request;
			// A run that goes on at the service's pace may last as long as it has items.
			const leftMs = isRefused ? budget.remainingMs(now) : deadline - now;
			// The requests under way may take longer than a waiting one has time for.
			const waitMs = isKnown ? at - now : 0;
			if (waitMs > leftMs || deadline <= now) {
				this.dequeue(waiter, { kind: 'tooLong', ...wait }, now);
			}
		}
		const deadlines = this.queue.map(({ request }) => request.deadline);
		this.setTimer(deadlines.length > 0 ? Math.min(at, ...deadlines) : Infinity);
	}

	/** @param at Infinity: the timer is not needed */
	private setTimer(at: number): void {
		if (this.timer.at === at) return;
		this.timer.stop.abort();
		const stop = new AbortController();
		this.timer = { at, stop };
		if (at === Infinity) return;
		void pause(Math.max(0, at - performance.now()), stop.signal).then((isOver) => {
			if (!isOver) return;
			this.timer.at = Infinity;
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
