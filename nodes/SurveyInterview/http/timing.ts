/** Waits that can be stopped, and work with a deadline. */
import { sleep } from 'n8n-workflow';

/**
 * Waits until the time is over or the signal aborts. Timers are not allowed in verified nodes, so n8n's own
 * `sleep` is used. It accepts a signal only in recent n8n; the race stops the wait in older ones too.
 *
 * @returns false when the signal aborted
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
	if (signal?.aborted) return false;
	let stop = () => {};
	const aborted = new Promise<void>((resolve) => (stop = resolve));
	signal?.addEventListener('abort', stop, { once: true });
	await Promise.race([sleep(ms, signal).catch(() => {}), aborted]);
	signal?.removeEventListener('abort', stop);
	return !signal?.aborted;
}

/** The longest time of a timer, in milliseconds; with a longer one it ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type DeadlineResult<T> = { value: T } | { stopped: 'timedOut' | 'canceled' };

/**
 * Does work that must end in a certain time, because n8n's own timeout starts again with each byte of an answer. This
 * returns in time even if the work ignores the signal.
 *
 * @param cancel the signal with which n8n cancels the execution
 * @param work gets the signal that ends it, and a function that aborts this signal
 */
export async function withDeadline<T>(
	ms: number,
	cancel: AbortSignal | undefined,
	work: (signal: AbortSignal, end: () => void) => Promise<T>,
): Promise<DeadlineResult<T>> {
	const deadline = AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(ms))));
	const workAbort = new AbortController();
	let stop = () => {};
	const stopped = new Promise<DeadlineResult<T>>((resolve) => {
		stop = () => {
			resolve({ stopped: cancel?.aborted ? 'canceled' : 'timedOut' });
			workAbort.abort();
		};
	});
	deadline.addEventListener('abort', stop);
	cancel?.addEventListener('abort', stop);
	try {
		const working = work(workAbort.signal, () => workAbort.abort());
		return await Promise.race([stopped, working.then((value) => ({ value }))]);
	} finally {
		deadline.removeEventListener('abort', stop);
		cancel?.removeEventListener('abort', stop);
	}
}
