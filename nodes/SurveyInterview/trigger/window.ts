import { responsesIn } from './numbers';
import type { Task } from './surveys';

const DAY_MS = 86_400_000;

/**
 * How much older than the newest settled completion of its survey a completion may be and still be new. What
 * is older is old without being remembered, so that the state does not grow with the survey.
 */
const WINDOW_MS = 90 * DAY_MS;

/** How much longer it is remembered, so that times that move by hours or days make no old completion new. */
const REMEMBERED_MS = 7 * DAY_MS;

/** Whether a completion is old because of its time alone. Without a time, none is. */
export const isOldByTime = (
	oldBefore: number | undefined,
	completedAt: number | undefined,
): boolean => oldBefore !== undefined && completedAt !== undefined && completedAt < oldBefore;

/** Whether it is so old that it is not remembered any more. */
export const isForgotten = (
	oldBefore: number | undefined,
	completedAt: number | undefined,
): boolean => oldBefore !== undefined && isOldByTime(oldBefore - REMEMBERED_MS, completedAt);

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
	if (known.watchedSince === undefined && listed < (responsesIn(survey.record) ?? Infinity)) {
		return known.oldBefore;
	}
	const firstOpen = open.reduce((first, { at = Infinity }) => Math.min(first, at), Infinity);
	const bound = Math.min(secondNewest(settled, now) - WINDOW_MS, firstOpen);
	const oldBefore = Math.max(bound, known.oldBefore ?? -Infinity);
	return oldBefore > -Infinity ? oldBefore : undefined;
}

/**
 * The time of the newest completion but one: no single record decides, and none with a time in the future of
 * n8n's clock, which may differ from the service's.
 */
function secondNewest(settled: ReadonlyArray<{ at?: number }>, now: number): number {
	let [newest, second] = [-Infinity, -Infinity];
	for (const { at = -Infinity } of settled) {
		if (at > now + DAY_MS) continue;
		if (at > newest) [newest, second] = [at, newest];
		else if (at > second) second = at;
	}
	return second;
}
