import type { Cost } from './measured';
import { duration, type Line, type Side } from './table';

/** A row without its name. */
export type Judged = Omit<Line, 'name'>;

/** A side whose figure is how long it took. */
export function sideOf({ wallMs, blockMs }: Cost): Side {
	return { value: wallMs, shown: duration(wallMs), blockMs };
}

/** Held against the alternative by the time that both took. */
export function byWall([mine, other]: [Cost, Cost], goal: number): Judged {
	const ratio = mine.wallMs / other.wallMs;
	return { own: sideOf(mine), alternative: sideOf(other), ...atMost(goal, ratio) };
}

/** A goal for a ratio. */
export const atMost = (goal: number, ratio: number) => ({
	goal: `≤ ${goal} ×`,
	met: ratio <= goal,
});
