import type { KnownSurvey } from './state';
import type { Task } from './surveys';

/** After this many polls without success, an event is decided without what is missing. */
export const MAX_TRIES = 3;

const READS_AFTER_LESS = 2;

/**
 * The survey's entry when everything in it is settled. The summary may be ahead of the list, so the survey
 * is read twice more after a change that brought less than its counts say.
 *
 * @param found how many new things the survey's records showed
 */
export function settledEntry({ known, fingerprint, counts }: Task, found: number): KnownSurvey {
	const changed = known.fingerprint !== fingerprint;
	const grewMore = counts.some((count, place) => count - (known.counts?.[place] ?? count) > found);
	const isShort = found === 0 || grewMore;
	const rereads = changed && isShort ? READS_AFTER_LESS : Math.max(0, known.rereads - 1);
	return { ...known, pending: undefined, fingerprint, counts, rereads };
}

/** The survey's entry when something in it is not settled: no fingerprint, so the next poll reads it. */
export function unsettledEntry(task: Task): KnownSurvey {
	return { ...task.known, pending: undefined, fingerprint: '' };
}
