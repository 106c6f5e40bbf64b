import { pause } from '../http/timing';

interface Running {
	/** When its time is over, and when it is given up, on a monotonic clock. */
	dueAt: number;
	until: number;
	over: Promise<void>;
	/** Whether `onOverdue` was called for it. */
	isReported: boolean;
}

/** A poll that hangs blocks others no longer than this after its budget. */
const GRACE_MS = 60_000;

const running = new Map<string, Running>();

/** Whether a poll still has the lock: one that ran longer than its time may save nothing. */
export type HoldsLock = () => boolean;

/** One poll of a trigger. */
interface LockedPoll<T> {
	/** Workflow id and node id. */
	trigger: string;
	/** How long the engine lets it run, and how long it waits for the one that runs, in milliseconds. */
	budgetMs: number;
	waitMs: number;
	work: (holdsLock: HoldsLock) => Promise<T>;
	/** Called once about another poll that has not ended in its time. */
	onOverdue: (isGivenUp: boolean) => void;
}

/**
 * Lets one poll of a trigger run at a time: n8n starts the next one whether the last is over or not, and
 * both would deliver the same completions. It uses a monotonic clock: a system clock that is set back must
 * not keep the lock for hours.
 *
 * @returns `busy` when another runs
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
