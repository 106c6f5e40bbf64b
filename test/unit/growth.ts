/** Whether work grows with its input. Seconds are never asked for, because a machine may be busy. */

/**
 * A hundred times the input may cost so many times as much. Linear work costs a hundred times as much, and a
 * few times that where memory is collected; quadratic work ten thousand times.
 */
const MAX_GROWTH = 1000;
/** Below this no work is looked at: it may be a collection of memory alone. */
const NOISE_MS = 40;
/** Far beyond any noise: what costs so much more is not measured a second time. */
const CERTAIN = 10 * MAX_GROWTH;

interface Measured {
	work: () => unknown;
	ms: number;
}

/** The time that the processor worked for this, which other processes hardly change. */
function cost(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

const leastOf = (times: number, work: () => unknown) =>
	Math.min(...Array.from({ length: times }, () => cost(work)));

/** Short work done a hundred times, so that it pays for its memory and is longer than the clock's steps. */
const hundredTimes = (work: () => unknown) => () => {
	for (let time = 0; time < 100; time++) work();
};

/**
 * Does the work for larger and larger inputs, from a ten-thousandth of the size on, and ends as soon as one
 * costs too much, so that work that explodes does not hang the test.
 *
 * @returns undefined where the work is linear, or what it cost
 */
export function growthOf(
	inputOf: (size: number) => () => unknown,
	size: number,
): string | undefined {
	const done: Measured[] = [];
	for (let step = 0; step <= 8; step++) {
		const work = inputOf(Math.ceil(size / 10 ** ((8 - step) / 2)));
		const measured = { work, ms: cost(work) };
		const before = done[step - 4] ?? done[0];
		if (before && staysTooMuch(measured, before)) {
			return `${measured.ms} ms, of which a hundredth of the input took ${before.ms} ms`;
		}
		done.push(measured);
	}
	return undefined;
}

const isTooMuch = (ms: number, before: number, growth = MAX_GROWTH) =>
	ms > NOISE_MS && ms > growth * Math.max(before, NOISE_MS / MAX_GROWTH);

/** A collection of memory, or a first run that compiles something, is not there the next time. */
function staysTooMuch(now: Measured, before: Measured): boolean {
	if (!isTooMuch(now.ms, before.ms)) return false;
	if (isTooMuch(now.ms, before.ms, CERTAIN)) return true;
	return [3, 5, 7].every((times) =>
		isTooMuch(
			leastOf(times, now.work),
			Math.max(before.ms, leastOf(times, hundredTimes(before.work)) / 100),
		),
	);
}
