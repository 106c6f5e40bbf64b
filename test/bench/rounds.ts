/** Makes figures comparable that a busy machine would blur: alternate, and take the middle. */

/** The middle value; with an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const half = Math.floor(sorted.length / 2);
	const upper = sorted[half] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

/** Milliseconds that `work` takes, after what others left behind was collected. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
	globalThis.gc?.();
	const start = performance.now();
	await work();
	return performance.now() - start;
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

/**
 * Runs both in turn, in changing order, `rounds` times after `warmUps` rounds that do not count. The
 * two of a round stand close together, so that a machine that is busy for a while slows down both.
 */
export async function compare(
	measured: () => Promise<unknown>,
	baseline: () => Promise<unknown>,
	{ rounds, warmUps }: { rounds: number; warmUps: number },
): Promise<Comparison> {
	const times: Array<{ own: number; other: number }> = [];
	for (let round = -warmUps; round < rounds; round++) {
		const ownFirst = round % 2 === 0;
		const early = ownFirst ? await timed(measured) : 0;
		const other = await timed(baseline);
		const late = ownFirst ? 0 : await timed(measured);
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
