import { pause } from '../http/timing';

interface Running {
	/** When it is abandoned, by a monotonic clock. */
	until: number;
	/** Resolves when it ends. */
	over: Promise<void>;
}

/** A poll that hangs is abandoned this long after its budget, so that others can run. */
const GRACE_MS = 60_000;

const running = new Map<string, Running>();

/** Whether the poll still has the lock. One that has lost it was abandoned, and must save nothing. */
export type HoldsLock = () => boolean;

interface LockedPoll<T> {
	/** The ids of workflow and node. */
	trigger: string;
	/** How long the engine lets it run. */
	budgetMs: number;
	/** How long it waits for another poll that runs. */
	waitMs: number;
	work: (holdsLock: HoldsLock) => Promise<T>;
}

/**
 * Lets one poll of a trigger run at a time: n8n starts the next one whether the last is over or not, and both would
 * deliver the same completions. The clock is monotonic, because with a system clock that is set back the lock would
 * last for hours.
 *
 * @returns `busy` when another poll runs
 */
export async function withLock<T>(poll: LockedPoll<T>): Promise<T | 'busy'> {
	const { trigger, budgetMs, waitMs, work } = poll;
	const otherPoll = running.get(trigger);
	const isHeld = otherPoll && performance.now() < otherPoll.until;
	if (isHeld && !(await endsWithin(otherPoll, waitMs))) return 'busy';
	// While this one waited, a third poll may have taken the lock.
	const isTakenByThird = running.has(trigger) && running.get(trigger) !== otherPoll;
	if (isTakenByThird) return 'busy';
	let end = () => {};
	const over = new Promise<void>((resolve) => {
		end = resolve;
	});
	const thisPoll = { until: performance.now() + budgetMs + GRACE_MS, over };
	running.set(trigger, thisPoll);
	try {
		return await work(() => running.get(trigger) === thisPoll);
	} finally {
		if (running.get(trigger) === thisPoll) running.delete(trigger);
		end();
	}
}

async function endsWithin({ over }: Running, waitMs: number): Promise<boolean> {
	if (waitMs === 0) return false;
	const alarm = new AbortController();
	const tooLate = pause(waitMs, alarm.signal).then(() => false);
	const isInTime = await Promise.race([over.then(() => true), tooLate]);
	alarm.abort();
	return isInTime;
}
