import type { Reading } from '../records/respondent';
import { haveTurned, type IdentityKinds } from './identity';
import type { KnownSurvey, Turned } from './state';
import { CLEARLY_OLDER_MS, type Task } from './surveys';

/** The clocks of n8n and of the service may differ so much, where it matters. */
const CLOCKS_DIFFER_MS = 600_000;

/** Whether a completion that is not in the seen-set is old all the same. */
export function isOld(
	{ known, print }: Task,
	reading: Reading,
	turned: Turned | undefined,
): boolean {
	const { from, words } = known;
	const { completedAt, status } = reading;
	if (from !== undefined && completedAt !== undefined) {
		// A list that was short when the baseline was taken, or late, does not make old ones new.
		if (completedAt < from - CLEARLY_OLDER_MS) return true;
		// Read after it came under watch: what was completed since is an event.
		if (known.pending) {
			return completedAt < (known.print === print ? from : from - CLOCKS_DIFFER_MS);
		}
	}
	if (known.pending) return true;
	// It counts as completed only since a person added its status to the words.
	if (words !== undefined && completedAt === undefined && !words.split('\n').includes(status)) {
		return true;
	}
	// The survey was made anonymous, or is so no longer: its completions have other identities now, and
	// only the time tells old ones.
	return turned !== undefined && isSettledAt(turned, completedAt);
}

/**
 * Whether a completion was settled when the identities changed, as far as its time can tell. Without a
 * time, all that was in the list then is old. A time that is cut to the minute or the day stands for all
 * of it, once that moment is past.
 */
function isSettledAt({ upTo, open, reads = 0 }: Turned, at?: number): boolean {
	if (at === undefined) return reads > 0;
	const last = reads > 0 ? at : at + precisionOf(at) - 1;
	return last <= upTo && !open?.includes(at);
}

/** How exact a time seems to be, in milliseconds. */
function precisionOf(at: number): number {
	return [86_400_000, 3_600_000, 60_000, 1000].find((unit) => at % unit === 0) ?? 1;
}

/** So often the list is read that meets a change of identities, which may be short. */
const READS_OF_A_TURN = 3;

/** The bound that a change of identities sets, now or before. */
export function turnedBy(known: KnownSurvey, kinds: IdentityKinds | undefined): Turned | undefined {
	if (!haveTurned(known.kind, kinds)) return known.turned;
	return { upTo: known.upTo ?? 0, open: known.open, reads: READS_OF_A_TURN };
}

/** What one read of a list makes of that bound. */
export function turning(
	before: KnownSurvey,
	{ again }: KnownSurvey,
	kinds: IdentityKinds | undefined,
): Pick<KnownSurvey, 'turned' | 'again'> {
	const turned = turnedBy(before, kinds);
	const reads = turned?.reads ? turned.reads - 1 : 0;
	if (!turned) return { turned, again };
	return { turned: { ...turned, reads: reads || undefined }, again: Math.max(again, reads) };
}
