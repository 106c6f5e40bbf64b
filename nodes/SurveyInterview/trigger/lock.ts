import { pause } from '../http/waiting';

interface Running {
	/** When its time is over, and when it is given up, on a clock that nobody can set. */
	dueAt: number;
	until: number;
	over: Promise<void>;
	/** Whether it was told that it has not ended in time. */
	told: boolean;
}

/** A poll that hangs holds up others no longer than this after its budget. */
const GRACE_MS = 60_000;

const running = new Map<string, Running>();

/** Whether a poll still is the one that runs: one that outlived its time may save nothing. */
export type HoldsLock = () => boolean;

/** One poll of a trigger, and what holds for it. */
interface LockedPoll<T> {
	/** Workflow id and node id. */
	trigger: string;
	/** How long the engine lets it run, in milliseconds. */
	budgetMs: number;
	/** How long to wait for the one that runs, in milliseconds. */
	waitMs: number;
	work: (isStillOurs: HoldsLock) => Promise<T>;
	/** Called once for a poll that has not ended in its time, by the first one that meets it. */
	onOverdue: (isGivenUp: boolean) => void;
}

/**
 * Lets one poll of a trigger run at a time: n8n starts the next one whether the last is over or not, and
 * both would deliver the same completions. It goes by the time that has passed: a clock that is set back
 * must not shut the door for hours.
 *
 * @returns `busy` when another runs
 */
export async function withLock<T>(turn: LockedPoll<T>): Promise<T | 'busy'> {
	const { trigger, budgetMs, waitMs, work, onOverdue } = turn;
	const other = running.get(trigger);
	const now = performance.now();
	if (other && now >= other.dueAt && !other.told) {
		other.told = true;
		onOverdue(now >= other.until);
	}
	if (other && now < other.until && !(await isOver(other, waitMs))) return 'busy';
	if (running.get(trigger) !== other && running.has(trigger)) return 'busy';
	let end = () => {};
	const over = new Promise<void>((resolve) => {
		end = resolve;
	});
	const dueAt = performance.now() + budgetMs;
	const own = { dueAt, until: dueAt + GRACE_MS, over, told: false };
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
	const inTime = over.then(() => true);
	const tooLate = pause(waitMs, alarm.signal).then(() => false);
	const result = await Promise.race([inTime, tooLate]);
	alarm.abort();
	return result;
}
