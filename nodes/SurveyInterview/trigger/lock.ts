import { pause } from '../http/timing';

interface Running {
	/** When its time is over; `until`: when it is abandoned. By a monotonic clock. */
	dueAt: number;
	until: number;
	over: Promise<void>;
	isReported: boolean;
}

/** A poll that hangs is abandoned this long after its budget, so that others can run. */
const GRACE_MS = 60_000;

const running = new Map<string, Running>();

/** Whether a poll still has the lock: one that ran longer than its time may save nothing. */
export type HoldsLock = () => boolean;

interface LockedPoll<T> {
	/** The ids of workflow and node. */
	trigger: string;
	/** How long the engine lets it run. */
	budgetMs: number;
	/** How long it waits for another poll that runs. */
	waitMs: number;
	work: (holdsLock: HoldsLock) => Promise<T>;
	/** Called once for another poll that has not ended in its time. */
	onOverdue: (isGivenUp: boolean) => void;
}

/**
 * Lets one poll of a trigger run at a time: n8n starts the next one whether the last is over or not, and both would
 * deliver the same completions. The clock is monotonic, because with a system clock that is set back the lock would
 * last for hours.
 *
 * @returns `busy` when another poll runs
 */
export async function withLock<T>(poll: LockedPoll<T>): Promise<T | 'busy'> {
	const { trigger, budgetMs, waitMs, work, onOverdue } = poll;
	const other = running.get(trigger);
	const now = performance.now();
	if (other && now >= other.dueAt && !other.isReported) {
		other.isReported = true;
		onOverdue(now >= other.until);
	}
	if (other && now < other.until && !(await isOver(other, waitMs))) return 'busy';
	if (running.get(trigger) !== other && running.has(trigger)) return 'busy';
	const dueAt = performance.now() + budgetMs;
	let end = () => {};
	const over = new Promise<void>((resolve) => {
		end = resolve;
	});
	const own = { dueAt, until: dueAt + GRACE_MS, over, isReported: false };
	running.set(trigger, own);
	try {
		return await work(() => running.get(trigger) === own);
	} finally {
		if (running.get(trigger) === own) running.delete(trigger);
		end();
	}
}

async function isOver({ over }: Running, waitMs: number): Promise<boolean> {
	if (waitMs === 0) return false;
	const alarm = new AbortController();
	const tooLate = pause(waitMs, alarm.signal).then(() => false);
	const isInTime = await Promise.race([over.then(() => true), tooLate]);
	alarm.abort();
	return isInTime;
}
