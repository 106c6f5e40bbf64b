/** Makes figures comparable that a busy machine would blur: alternate, and take the middle. */

/** The middle value; with an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const half = Math.floor(sorted.length / 2);
	const upper = sorted[half] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

/** Milliseconds that went by, of whatever is measured. */
export type Stopwatch = () => number;

/** All that passes. */
export const wallTime: Stopwatch = () => performance.now();

/** What this process works, on all its threads: other processes and the wire do not count. */
export const cpuTime: Stopwatch = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

/** Milliseconds that `work` takes, after what others left behind was collected. */
export async function timed(
	work: () => Promise<unknown>,
	stopwatch: Stopwatch = wallTime,
): Promise<number> {
	globalThis.gc?.();
	const start = stopwatch();
	await work();
	return stopwatch() - start;
}

/** What was measured, held against one baseline. */
export interface Comparison {
	/** Medians in milliseconds. */
	measured: number;
	baseline: number;
	/** The median of the rounds' own ratios: what slows down a whole round cancels out. */
	ratio: number;
	/** The lowest and the highest of the rounds' ratios. */
	spread: readonly [number, number];
}

export interface Rounds {
	rounds: number;
	warmUps: number;
	/** Done before each round, and not measured. */
	before?: () => Promise<unknown>;
	stopwatch?: Stopwatch;
}

/**
 * Runs both in turn, in changing order, `rounds` times after `warmUps` rounds that do not count. The
 * two of a round stand close together, so that a machine that is busy for a while slows down both.
 */
export async function compare(
	measured: () => Promise<unknown>,
	baseline: () => Promise<unknown>,
	{ rounds, warmUps, before, stopwatch }: Rounds,
): Promise<Comparison> {
	const times: Array<{ own: number; other: number }> = [];
	for (let round = -warmUps; round < rounds; round++) {
		await before?.();
		const ownFirst = round % 2 === 0;
		const early = ownFirst ? await timed(measured, stopwatch) : 0;
		const other = await timed(baseline, stopwatch);
		const late = ownFirst ? 0 : await timed(measured, stopwatch);
		if (round >= 0) times.push({ own: early + late, other });
	}
	const ratios = times.map(({ own, other }) => own / other);
	return {
		measured: median(times.map(({ own }) => own)),
		baseline: median(times.map(({ other }) => other)),
		ratio: median(ratios),
		spread: [Math.min(...ratios), Math.max(...ratios)],
	};
}
