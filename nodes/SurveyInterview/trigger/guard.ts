import { pause } from '../api/waiting';

interface Running {
	until: number;
	over: Promise<void>;
}

/** A poll that hangs holds up others no longer than this after its budget. */
const GRACE_MS = 60_000;

const running = new Map<string, Running>();

/** Whether a poll still is the one that runs: one that outlived its time may save nothing. */
export type IsStillOurs = () => boolean;

/**
 * Lets one poll of a trigger run at a time: n8n starts the next one whether the last is over or not, and
 * both would deliver the same completions.
 *
 * @param trigger workflow id and node id
 * @param budgetMs how long the engine lets it run, in milliseconds
 * @param waitMs how long to wait for the one that runs, in milliseconds
 * @returns `busy` when another runs
 */
export async function alone<T>(
	trigger: string,
	budgetMs: number,
	waitMs: number,
	work: (isStillOurs: IsStillOurs) => Promise<T>,
): Promise<T | 'busy'> {
	const other = running.get(trigger);
	if (other && Date.now() < other.until && !(await isOver(other, waitMs))) return 'busy';
	if (running.get(trigger) !== other && running.has(trigger)) return 'busy';
	let end = () => {};
	const over = new Promise<void>((resolve) => {
		end = resolve;
	});
	const own = { until: Date.now() + budgetMs + GRACE_MS, over };
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
