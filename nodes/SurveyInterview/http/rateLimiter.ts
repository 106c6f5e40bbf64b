import { createHash } from 'node:crypto';

import { Pace, type LimitWait, type SentRequest } from './pace';
import { pause } from './timing';

/**
 * Why a run waits: after a 429, for its turn at the service's pace, or because the service fails. `outage` is counted
 * by `call.ts`, and not by the limiter.
 */
type WaitReason = 'rateLimit' | 'pace' | 'outage';

/**
 * Limits the waiting of one node run (option Max Wait), or a poll by its deadline. These count against Max Wait:
 *
 * - waits because the service fails: all of them;
 * - waits after a 429: only those since the last request that was not refused;
 * - waits for the pace: never, because a long list would break off in its middle.
 *
 * Several requests that wait at the same time count once.
 */
export class WaitBudget {
	/** How many requests wait now, by reason. */
	private readonly waiters = { rateLimit: 0, pace: 0, outage: 0 };
	/** Milliseconds so far. `forLimit`: after a 429 or for the pace, which people are told as one. */
	private readonly waited = { forLimit: 0, forOutage: 0, againstMaxWait: 0 };
	/** Until when `waited` is up to date. At first nothing waits, so the time since 0 is added to nothing. */
	private countedUpTo = 0;

	/** @param deadline when everything must end, by `performance.now()`, because people can set other clocks */
	constructor(
		private readonly totalMs: number,
		readonly deadline = Infinity,
	) {}

	remainingMs(now = performance.now()): number {
		return Math.min(this.totalMs - this.countUntil(now).againstMaxWait, this.deadline - now);
	}

	/** A request was not refused, so earlier waits for the rate limit count no longer. */
	noteProgress(now = performance.now()): void {
		const { forOutage } = this.countUntil(now);
		// What is left are the outages.
		this.waited.againstMaxWait = forOutage;
	}

	waitedMs(reason: 'forLimit' | 'forOutage', now = performance.now()): number {
		return this.countUntil(now)[reason];
	}

	begin(reason: WaitReason, now = performance.now()): void {
		this.countUntil(now);
		this.waiters[reason]++;
	}

	end(reason: WaitReason, now = performance.now()): void {
		this.countUntil(now);
		this.waiters[reason]--;
	}

	/** Adds the time since the last call to each sum for which a request waits. */
	private countUntil(now: number): WaitBudget['waited'] {
		const { waiters, waited } = this;
		const ms = Math.max(0, now - this.countedUpTo);
		this.countedUpTo = now;
		if (waiters.rateLimit + waiters.pace > 0) waited.forLimit += ms;
		if (waiters.outage > 0) waited.forOutage += ms;
		if (waiters.rateLimit + waiters.outage > 0) waited.againstMaxWait += ms;
		return waited;
	}
}

/** A request that waits to be sent; all its tries use the same object. */
export interface QueuedRequest {
	/** Place in the order of arrival; the limiter sets it if it is absent. */
	arrival?: number;
	signal?: AbortSignal;
	budget: Pick<WaitBudget, 'remainingMs' | 'begin' | 'end'>;
	/**
	 * When its waiting must end, by `performance.now()`. First this is the deadline of its run. With its first 429,
	 * `call.ts` sets an earlier one, which the progress of other requests does not move.
	 */
	deadline: number;
}

/** `tooLong`: it would wait longer than it may. The wait is the one to name in an error. */
export type Admission =
	| { kind: 'go'; permit: SentRequest }
	| { kind: 'canceled' }
	| ({ kind: 'tooLong' } & LimitWait);

interface Waiter {
	request: QueuedRequest;
	arrival: number;
	/** The reason for which the budget counts its wait now. */
	countedAs?: WaitReason;
	resolve: (admission: Admission) => void;
	onAbort: () => void;
}

/**
 * Limits the requests with one base URL and token. A 429 to one of them holds back all: they wait in the order of
 * arrival, and then go at the pace that the service grants. Before a 429, nothing waits.
 */
export class RateLimiter {
	private readonly pace = new Pace();
	private readonly queue: Waiter[] = [];
	private arrivals = 0;
	/** When the queue is checked again. */
	private timer = { at: Infinity, stop: new AbortController() };

	/** Asks to send one request; resolves when it may be sent, or when it will not be. */
	async acquire(request: QueuedRequest): Promise<Admission> {
		const arrival = (request.arrival ??= this.arrivals++);
		if (request.signal?.aborted) return { kind: 'canceled' };
		return await new Promise<Admission>((resolve) => {
			const onAbort = () => {
				this.dequeue(waiter, { kind: 'canceled' });
				this.admitWaiting();
			};
			const waiter: Waiter = { request, arrival, resolve, onAbort };
			request.signal?.addEventListener('abort', onAbort, { once: true });
			const index = this.queue.findIndex((waiting) => waiting.arrival > arrival);
			this.queue.splice(index === -1 ? this.queue.length : index, 0, waiter);
			this.admitWaiting();
		});
	}

	/** Takes back a permit. `limited`: the answer was a 429, which may have named a wait. */
	release(permit: SentRequest, result: { limited: boolean; waitMs?: number }): void {
		const now = performance.now();
		if (result.limited) this.pace.noteRefused(permit, now, result.waitMs);
		else this.pace.notePassed(permit, now);
		this.admitWaiting();
	}

	private dequeue(waiter: Waiter, admission: Admission, now = performance.now()): void {
		this.queue.splice(this.queue.indexOf(waiter), 1);
		waiter.request.signal?.removeEventListener('abort', waiter.onAbort);
		this.countAs(waiter, undefined, now);
		waiter.resolve(admission);
	}

	private countAs(waiter: Waiter, reason: WaitReason | undefined, now: number): void {
		const { countedAs, request } = waiter;
		if (countedAs === reason) return;
		waiter.countedAs = reason;
		if (countedAs) request.budget.end(countedAs, now);
		if (reason) request.budget.begin(reason, now);
	}

	/** Admits the requests that may be sent, turns away those that would wait too long, and sets the timer. */
	private admitWaiting(): void {
		const now = performance.now();
		this.admitDue(now);
		this.countWaits(now);
		this.turnAwayTooLong(now);
		const deadlines = this.queue.map(({ request }) => request.deadline);
		const nextStartAt = this.pace.mayStartAt(now);
		this.setTimer(deadlines.length > 0 ? Math.min(nextStartAt, ...deadlines) : Infinity);
	}

	/** Admits requests from the front of the queue as long as the pace allows one now. */
	private admitDue(now: number): void {
		let [first] = this.queue;
		while (first && this.pace.mayStartAt(now) <= now) {
			this.dequeue(first, { kind: 'go', permit: this.pace.noteSent(now) }, now);
			[first] = this.queue;
		}
	}

	/** Tells the budget of each waiting request what it waits for now. */
	private countWaits(now: number): void {
		const reason = this.waitReason(now);
		for (const waiter of this.queue) this.countAs(waiter, reason, now);
	}

	private turnAwayTooLong(now: number): void {
		const reason = this.waitReason(now);
		const startsAt = this.pace.mayStartAt(now);
		const waitsTooLong = ({ budget, deadline }: QueuedRequest) => {
			if (deadline <= now) return true;
			if (reason === 'rateLimit') return startsAt - now > budget.remainingMs(now);
			// Max Wait does not limit a wait for the pace: a run may last as long as it has items.
			return reason === 'pace' && startsAt > deadline;
		};
		const tooLong = this.queue.filter(({ request }) => waitsTooLong(request));
		// What an error says: all that the service asked for, although a test may be sent earlier (`Pace`).
		const wait = this.pace.waitFrom(now);
		for (const waiter of tooLong) this.dequeue(waiter, { kind: 'tooLong', ...wait }, now);
	}

	/**
	 * Why requests wait. Undefined while one request is sent as a test after a 429: its answer decides, so no time is
	 * known for the others (`mayStartAt` is Infinity).
	 */
	private waitReason(now: number) {
		if (now < this.pace.resumesAt) return 'rateLimit';
		return this.pace.mayStartAt(now) < Infinity ? 'pace' : undefined;
	}

	/** @param at when to check the queue again; Infinity for no timer */
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
 * The rate limiter of a base URL and token, which both nodes and all workflows of the process share. Its key is a
 * hash, so that no token is kept in memory.
 */
export function rateLimiterFor(api: string, token: string): RateLimiter {
	const key = createHash('sha256').update(`${api}\n${token}`).digest('base64');
	const limiter = rateLimiters.get(key) ?? new RateLimiter();
	rateLimiters.set(key, limiter);
	return limiter;
}
