import type { KnownSurvey } from './state';
import { listedResponses, type Task } from './surveys';

const DAY_MS = 86_400_000;

/**
 * So many completions, of all surveys, are remembered whatever their age, so that no time decides anything. With
 * more, n8n would write megabytes with each event.
 */
const REMEMBERED = 50_000;

/**
 * Beyond that, how much older than the latest settled completion of its survey a completion may be and still be
 * new. What is older is old without being remembered.
 */
const WINDOW_MS = 90 * DAY_MS;

/** How much longer it is remembered, so that times that move by hours or days make no old completion new. */
const REMEMBERED_MS = 7 * DAY_MS;

/** Whether a completion is old because of its time alone. Without a time, none is. */
export const isOldByTime = (oldBefore: number | undefined, at: number | undefined): boolean =>
	oldBefore !== undefined && at !== undefined && at < oldBefore;

/** Whether it is so old that it is not remembered any more. */
export const isForgotten = (oldBefore: number | undefined, at: number | undefined): boolean =>
	oldBefore !== undefined && isOldByTime(oldBefore - REMEMBERED_MS, at);

/** When a completion ended, in milliseconds since 1970. */
interface Timed {
	at?: number;
}

/** Completions of a survey when a poll has read its list. */
interface Reading {
	/** Those of the list that are settled now. */
	settled: readonly Timed[];
	/** Those that are not. */
	open: readonly Timed[];
	/** How many the list has. */
	listed: number;
	/** How many of all surveys are remembered, with those of this list. */
	remembered: number;
	/** Whether none of this survey was settled before. */
	isFirst: boolean;
}

/**
 * What is old by its time from now on.
 *
 * - `oldUpTo`, should another baseline be needed: up to the latest settled completion, by the service's own clock, but
 *   for what is open (`openAt`);
 * - `oldBefore`, where more are settled than are remembered. It never goes back, because what was older is not
 *   remembered any more; it stays behind what is open, and ignores times in the future of n8n's clock.
 */
export function nextBounds(
	{ known, survey, now }: Task,
	{ settled, open, listed, remembered, isFirst }: Reading,
): Pick<KnownSurvey, 'oldUpTo' | 'openAt' | 'oldBefore'> {
	const latest = latestOf(settled);
	// Until something was settled it was n8n's clock.
	const isClock = known.pending === true || isFirst;
	const before = isClock && latest > -Infinity ? -Infinity : (known.oldUpTo ?? -Infinity);
	const oldUpTo = Math.max(latest, before);
	const openAt = open.flatMap(({ at = Infinity }) => (at <= oldUpTo ? at : []));
	const bounds = {
		oldUpTo: oldUpTo > -Infinity ? oldUpTo : undefined,
		openAt: openAt.length > 0 ? openAt : undefined,
		oldBefore: known.oldBefore,
	};
	// What a short list does not show yet must not get old.
	if (remembered <= REMEMBERED || listed < (listedResponses(survey) ?? 0)) return bounds;
	const inTime = latestOf(settled.filter(({ at = 0 }) => at <= now + DAY_MS));
	const firstOpen = open.reduce((first, { at = Infinity }) => Math.min(first, at), Infinity);
	const bound = Math.min(inTime - WINDOW_MS, firstOpen);
	const oldBefore = Math.max(bound, known.oldBefore ?? -Infinity);
	return oldBefore > -Infinity ? { ...bounds, oldBefore } : bounds;
}

const latestOf = (settled: readonly Timed[]): number =>
	settled.reduce((latest, { at = -Infinity }) => Math.max(latest, at), -Infinity);
