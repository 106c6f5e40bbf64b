/** Waits that can be stopped, work with a deadline, long work in pieces, and times in words. */
import { sleep } from 'n8n-workflow';

import { counted } from '../service/scalars';
import { clockIn } from '../service/timeZone';

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

type DeadlineResult<T> = { value: T } | { stopped: 'timedOut' | 'cancelled' };

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

/** The longest piece of work, in milliseconds, before n8n may do something else. */
const PIECE_MS = 15;

/**
 * Interrupts long work with short pauses in which n8n can do other work. A pause costs about a millisecond, so it is
 * due after a certain time, and not after a certain amount of work.
 */
export class Pauses {
	private since = performance.now();

	/** Whether the next pause is due. Asking this takes a tenth of the time of `await takeIfDue()`. */
	get isDue(): boolean {
		return performance.now() - this.since >= PIECE_MS;
	}

	/** Pauses if a pause is due; resolves to whether it did. */
	async takeIfDue(): Promise<boolean> {
		if (!this.isDue) return false;
		await pause(0);
		this.since = performance.now();
		return true;
	}
}

/** Maps a list with pauses. `keepGoing` is asked after each; false ends the work with what is mapped so far. */
export async function mapWithPauses<From, To>(
	list: readonly From[],
	map: (value: From, index: number) => To,
	keepGoing: () => boolean = () => true,
): Promise<To[]> {
	const pauses = new Pauses();
	const mapped: To[] = [];
	for (const [index, value] of list.entries()) {
		if (pauses.isDue && (await pauses.takeIfDue()) && !keepGoing()) break;
		mapped.push(map(value, index));
	}
	return mapped;
}

/** Does work with pauses; the generator yields wherever there may be one. */
export async function runWithPauses<Result>(work: Generator<void, Result>): Promise<Result> {
	const pauses = new Pauses();
	for (let step = work.next(); ; step = work.next()) {
		if (step.done) return step.value;
		if (pauses.isDue) await pauses.takeIfDue();
	}
}

/**
 * Works on `count` items in their order, `concurrency` at a time. After one fails or throws, no other is started;
 * those under way are awaited, so that nothing is sent after this has ended.
 *
 * @param work resolves to whether the next items may start
 * @param keysOf keys of an item; items that share a key go one after the other
 * @throws the first error that was thrown
 */
export async function processInOrder(
	count: number,
	concurrency: number,
	work: (index: number) => Promise<boolean>,
	keysOf: (index: number) => readonly string[] = () => [],
): Promise<void> {
	let next = 0;
	let mayStart = true;
	const thrown: unknown[] = [];
	/** For each key, the promise of the last item that has it. */
	const lastByKey = new Map<string, Promise<void>>();
	/** @param earlier the items that must have ended first */
	const workOn = async (index: number, earlier: Array<Promise<void>>) => {
		if (earlier.length > 0) await Promise.all(earlier);
		if (!mayStart) return;
		try {
			if (!(await work(index))) mayStart = false;
		} catch (error) {
			thrown.push(error);
			mayStart = false;
		}
	};
	const worker = async () => {
		while (mayStart && next < count) {
			const index = next++;
			const keys = keysOf(index);
			const earlier = keys.flatMap((key) => lastByKey.get(key) ?? []);
			const working = workOn(index, earlier);
			for (const key of keys) lastByKey.set(key, working);
			await working;
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
	if (thrown.length > 0) throw thrown[0];
}

/** Maps a list, `concurrency` entries at a time; the results keep its order. */
export async function mapInOrder<From, To>(
	list: readonly From[],
	concurrency: number,
	map: (value: From) => Promise<To>,
): Promise<To[]> {
	const mapped: To[] = [];
	await processInOrder(list.length, concurrency, async (index) => {
		mapped[index] = await map(list[index] as From);
		return true;
	});
	return mapped;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A wait of `below` or more is shown in the next larger unit: "90 seconds" is still easy to read. */
const UNITS = [
	{ name: 'second', ms: SECOND, below: 2 * MINUTE },
	{ name: 'minute', ms: MINUTE, below: 2 * HOUR },
	{ name: 'hour', ms: HOUR, below: 2 * DAY },
];

/** For a shorter wait, nobody needs the time of its end. */
const SOON = 30 * SECOND;

/**
 * When something is possible again, as people say it: `in 45 seconds`, `in 15 minutes (at 20:50)`,
 * `in 3 hours (tomorrow at 00:10)`, `in 12 days (on 4 December at 20:35)`. It never says a time that is too early.
 *
 * @param ms how long until then, in milliseconds
 */
export function waitInWords(ms: number, timeZone: string, now = Date.now()): string {
	const unit = UNITS.find(({ below }) => ms < below) ?? { name: 'day', ms: DAY };
	const span = `in ${counted(Math.max(1, Math.ceil(ms / unit.ms)), unit.name)}`;
	return ms < SOON ? span : `${span} (${clockTime(now + ms, timeZone, now)})`;
}

/** A time in a time zone: `at 20:50`, or with its day if this is not today. */
export function clockTime(at: number, timeZone: string, now = Date.now()): string {
	const [date, time] = inZone(Math.ceil(at / MINUTE) * MINUTE, timeZone);
	const [today] = inZone(now, timeZone);
	// Dates are compared and not times, because a day may have 23 or 25 hours.
	const days = (Date.parse(date) - Date.parse(today)) / DAY;
	if (days === 0) return `at ${time}`;
	if (days === 1) return `tomorrow at ${time}`;
	const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
	const parts = { day: 'numeric', month: 'long', year, timeZone: 'UTC' } as const;
	return `on ${new Date(date).toLocaleDateString('en-GB', parts)} at ${time}`;
}

/** The date (`2026-11-22`) and the time (`20:35`) in a time zone; in UTC if the zone is not known. */
function inZone(at: number, timeZone: string): [date: string, time: string] {
	const options = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const;
	const clock = new Date(clockIn(timeZone, at));
	const [date = '', time = ''] = clock.toLocaleString('sv-SE', options).split(' ');
	return [date, time];
}
