/** Time: waits that can be stopped, work with a deadline, and long work in pieces. */
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
	try {
		const working = work(end.signal, () => end.abort());
		return await Promise.race([stopped, working.then((value) => ({ value }))]);
	} finally {
		deadline.removeEventListener('abort', stop);
		cancel?.removeEventListener('abort', stop);
	}
}

/** Work of this many milliseconds is done in one piece; then n8n may do something else. */
const PIECE_MS = 15;

/**
 * The pieces of long work, because one long piece would hold up everything that n8n does. A turn of n8n costs
 * about a millisecond, so how many there are depends on the time and not on how much is worked on.
 */
export class Turns {
	private since = performance.now();

	/** Whether a piece is done. To ask takes a tenth of the time that it takes to await `next`. */
	get isDue(): boolean {
		return performance.now() - this.since >= PIECE_MS;
	}

	/** To be called between two parts of the work; resolves to whether n8n had a turn. */
	async next(): Promise<boolean> {
		if (!this.isDue) return false;
		await pause(0);
		this.since = performance.now();
		return true;
	}
}

/** Maps a list in pieces. `keepGoing` is asked after each turn of n8n: false ends the work with what is mapped. */
export async function mapInTurns<From, To>(
	list: readonly From[],
	map: (one: From, place: number) => To,
	keepGoing: () => boolean = () => true,
): Promise<To[]> {
	const turns = new Turns();
	const mapped: To[] = [];
	for (const [place, one] of list.entries()) {
		if (turns.isDue && (await turns.next()) && !keepGoing()) break;
		mapped.push(map(one, place));
	}
	return mapped;
}

/** Does work in pieces: it yields wherever n8n may do something else meanwhile. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
	const turns = new Turns();
	for (let step = work.next(); ; step = work.next()) {
		if (step.done) return step.value;
		if (turns.isDue) await turns.next();
	}
}
