import { responsesIn } from './numbers';
import type { Task } from './surveys';

/**
 * How much older than the newest settled completion of its survey a completion may be and still be new. What
 * is older is old without being remembered, so that the state does not grow with the survey.
 */
const WINDOW_MS = 90 * 86_400_000;

/** Whether a completion is old because of its time alone. Without a time, none is. */
export const isOldByTime = (
	oldBefore: number | undefined,
	completedAt: number | undefined,
): boolean => oldBefore !== undefined && completedAt !== undefined && completedAt < oldBefore;

/**
 * Before which time completions are old from now on. It never goes back, because what was older is not
 * remembered any more.
 *
 * @param settled the completions of the list that are settled now
 * @param open completions that are not settled, so that their time must not be before it
 * @param listed how many completions the list has
 */
export function nextOldBefore(
	{ known, survey, now }: Task,
	settled: ReadonlyArray<{ at?: number }>,
	open: ReadonlyArray<{ at?: number }>,
	listed: number,
): number | undefined {
	// Without a baseline everything is new, so what a list that is short does not show yet must not get old.
	if (known.watchedSince === undefined && listed < (responsesIn(survey.record) ?? 0)) {
		return known.oldBefore;
	}
	const firstOpen = open.reduce((first, { at = Infinity }) => Math.min(first, at), Infinity);
	const bound = Math.min(secondNewest(settled, now) - WINDOW_MS, firstOpen);
	const oldBefore = Math.max(bound, known.oldBefore ?? -Infinity);
	return oldBefore > -Infinity ? oldBefore : undefined;
}

/**
 * The time of the newest completion but one: a single record with a time in the future decides nothing, and
 * several of them no more than that the newest completion is of this moment.
 */
function secondNewest(settled: ReadonlyArray<{ at?: number }>, now: number): number {
	let [newest, second] = [-Infinity, -Infinity];
	for (const { at = -Infinity } of settled) {
		if (at > newest) [newest, second] = [at, newest];
		else if (at > second) second = at;
	}
	return Math.min(second, now);
}
