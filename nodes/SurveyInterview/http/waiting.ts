import { sleep } from 'n8n-workflow';

/**
 * Waits until the time is over or the signal aborts. Timers are not allowed in verified nodes, so n8n's own
 * `sleep` is used. It accepts a signal only in recent n8n; the race stops the wait in older ones too.
 *
 * @returns false when the signal aborted
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
	if (!signal) {
		await sleep(ms);
		return true;
	}
	if (signal.aborted) return false;
	let stop = () => {};
	const aborted = new Promise<void>((resolve) => {
		stop = resolve;
		signal.addEventListener('abort', stop, { once: true });
	});
	const slept = sleep(ms, signal).catch(() => {});
	await Promise.race([slept, aborted]);
	signal.removeEventListener('abort', stop);
	return !signal.aborted;
}

/** The longest time that a timer accepts, in milliseconds; it ends at once with a longer one. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The result of work with a deadline, or why there is none. */
type DeadlineResult<T> = { value: T } | { stopped: 'timedOut' | 'cancelled' };

/**
 * Does work that must end in a certain time, all of it: n8n's own timeout of a request starts again with
 * each byte of the answer. The signal tells the work to end; nobody waits for it when it does not.
 *
 * @param cancel the signal with which the execution is cancelled
 * @param work gets the signal that ends it, and what gives it, where it has enough itself
 */
export async function withDeadline<T>(
	ms: number,
	cancel: AbortSignal | undefined,
	work: (signal: AbortSignal, end: () => void) => Promise<T>,
): Promise<DeadlineResult<T>> {
	const deadline = AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(ms))));
	const end = new AbortController();
	let stop = () => {};
	const stopped = new Promise<DeadlineResult<T>>((resolve) => {
		stop = () => {
			resolve({ stopped: cancel?.aborted ? 'cancelled' : 'timedOut' });
			end.abort();
		};
	});
	deadline.addEventListener('abort', stop);
	cancel?.addEventListener('abort', stop);
	if (cancel?.aborted) stop();
	try {
		const working = work(end.signal, () => end.abort());
		return await Promise.race([stopped, working.then((value) => ({ value }))]);
	} finally {
		deadline.removeEventListener('abort', stop);
		cancel?.removeEventListener('abort', stop);
	}
}

/** Why a run waits: the service limits its requests, or fails for now. */
type WaitReason = 'rateLimit' | 'outage';

/** Time in which somebody waits. It counts once, however many wait side by side. */
class WaitTime {
	private spentMs = 0;
	private waiters = 0;
	private since = 0;

	get isRunning(): boolean {
		return this.waiters > 0;
	}

	totalMs(now: number): number {
		return this.spentMs + (this.isRunning ? Math.max(0, now - this.since) : 0);
	}

	begin(now: number): void {
		if (this.waiters++ === 0) this.since = now;
	}

	/** Counts anew, with so many milliseconds that were waited before. */
	restart(spentMs: number, now: number): void {
		this.spentMs = spentMs;
		this.since = now;
	}

	end(now: number): void {
		if (--this.waiters === 0) this.spentMs += Math.max(0, now - this.since);
	}
}

/**
 * Limits the waiting of one node run (option Max Wait), and all of a poll's time by its deadline. Items wait
 * side by side, so time counts once, however many of them wait. Waits for the rate limit count since the
 * last request that was not refused, and going on at the pace of the service does not count: a long list
 * would break off in its middle.
 */
export class WaitBudget {
	private readonly limited = new WaitTime();
	private readonly reasons = { rateLimit: new WaitTime(), outage: new WaitTime() };

	/** @param deadline when everything must end, by `performance.now()`, which nobody can set */
	constructor(
		private readonly totalMs: number,
		readonly deadline = Infinity,
	) {}

	/** Milliseconds that may still be waited. */
	remainingMs(now = performance.now()): number {
		return Math.min(this.totalMs - this.limited.totalMs(now), this.deadline - now);
	}

	/** A request was not refused by the rate limit: what was waited for that does not count any more. */
	gotOn(now = performance.now()): void {
		this.limited.restart(this.reasons.outage.totalMs(now), now);
	}

	waitedMs(reason: WaitReason, now = performance.now()): number {
		return this.reasons[reason].totalMs(now);
	}

	isWaiting(reason: WaitReason): boolean {
		return this.reasons[reason].isRunning;
	}

	/** @param reason `pace`: for the rate limit, while requests go on */
	begin(reason: WaitReason | 'pace', now = performance.now()): void {
		if (reason !== 'pace') this.limited.begin(now);
		this.reasons[reason === 'pace' ? 'rateLimit' : reason].begin(now);
	}

	end(reason: WaitReason | 'pace', now = performance.now()): void {
		if (reason !== 'pace') this.limited.end(now);
		this.reasons[reason === 'pace' ? 'rateLimit' : reason].end(now);
	}
}
