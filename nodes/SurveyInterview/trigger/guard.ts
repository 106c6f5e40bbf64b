interface Running {
	until: number;
	over: Promise<void>;
}

/** A poll that hangs holds up others no longer than this after its budget. */
const GRACE_MS = 60_000;

const running = new Map<string, Running>();

/**
 * Lets one poll of a trigger run at a time: n8n starts the next one whether the last is over or not, and
 * both would deliver the same completions.
 *
 * @param trigger workflow id and node id
 * @param budgetMs how long the engine lets it run, in milliseconds
 * @param wait whether to wait for the one that runs; else nothing is done
 * @returns `busy` when another runs
 */
export async function alone<T>(
	trigger: string,
	budgetMs: number,
	wait: boolean,
	work: () => Promise<T>,
): Promise<T | 'busy'> {
	for (let other = running.get(trigger); other; other = running.get(trigger)) {
		if (Date.now() >= other.until) break;
		if (!wait) return 'busy';
		await other.over;
	}
	let end = () => {};
	const over = new Promise<void>((resolve) => {
		end = resolve;
	});
	const own = { until: Date.now() + budgetMs + GRACE_MS, over };
	running.set(trigger, own);
	try {
		return await work();
	} finally {
		if (running.get(trigger) === own) running.delete(trigger);
		end();
	}
}
