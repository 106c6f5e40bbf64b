import { sleep } from 'n8n-workflow';

/**
 * Waits, and stops waiting when the signal aborts. Timers are forbidden in verified nodes, so n8n's
 * own `sleep` is used. It takes a signal only in recent n8n; the race makes older ones stop too.
 *
 * @returns false when it was aborted
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

/**
 * Bounds all waiting of one node run (option Max Wait). Items wait side by side, so time counts
 * once however many wait in it.
 */
export class WaitBudget {
	private spentMs = 0;
	private waiters = 0;
	private since = 0;

	constructor(private readonly totalMs: number) {}

	/** Milliseconds that may still be waited. */
	left(now = Date.now()): number {
		return this.totalMs - this.spentMs - (this.waiters > 0 ? Math.max(0, now - this.since) : 0);
	}

	begin(now = Date.now()): void {
		if (this.waiters++ === 0) this.since = now;
	}

	end(now = Date.now()): void {
		if (--this.waiters === 0) this.spentMs += Math.max(0, now - this.since);
	}
}
