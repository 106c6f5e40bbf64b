import type { RespondentFacts } from '../facts/respondentFacts';
import type { Completion, CompletionList, Settled } from './completionList';
import { countOf } from './seen';
import type { KnownSurvey, State } from './state';
import {
	CLEARLY_OLDER_MS,
	CLOCKS_DIFFER_MS,
	listedResponses,
	surveyLabel,
	type Task,
} from './pollPlan';

/** So often a list that is shorter than the list of surveys says is no baseline: after that, it counts others. */
const MAX_SHORT_READS = 3;

/**
 * In how many polls the list was too short to be the baseline; undefined when it is taken, or was.
 *
 * @param before how many were known before: a new baseline has as many, whatever they are called now. This counts
 * where the list of surveys does not count them, and times tell who is new meanwhile
 */
export function shortReadsOf(
	{ known, survey }: Task,
	completed: number,
	before: number,
): number | undefined {
	const expected = listedResponses(survey) ?? (known.oldUpTo === undefined ? 0 : before);
	if (!known.pending || completed >= expected) return undefined;
	const shortReads = (known.shortReads ?? 0) + 1;
	return shortReads < MAX_SHORT_READS ? shortReads : undefined;
}

/**
 * Whether a completion that is not known belongs to a baseline that is taken now: it may be read after the survey
 * came under watch, and what was completed since is an event.
 */
export function isOfBaseline(
	{ known, fingerprint, now }: Task,
	completedAt: number | undefined,
): boolean {
	if (!known.pending) return false;
	const { oldUpTo, openAt } = known;
	if (oldUpTo === undefined || completedAt === undefined) return true;
	if (completedAt <= oldUpTo) return !openAt?.includes(completedAt);
	// Nothing has changed since, so a time in the future means that n8n's clock is behind.
	return known.fingerprint === fingerprint && completedAt > now + CLOCKS_DIFFER_MS;
}

/**
 * Whether the completions of a survey have other identities than before, so that its list is a new baseline: ids came
 * or went, or a migration rewrote ids or times, and of ten or more that were known none is in the list. Without times
 * nobody could tell who is new in such a list, so there it must have half as many.
 *
 * @param knownCount how many were known
 */
export function hasOtherIdentities(
	{ known: { pending, ids } }: Task,
	list: CompletionList,
	knownCount: number,
): boolean {
	if (pending || knownCount === 0 || list.count === 0) return false;
	const now = idsOf(list);
	if (ids !== undefined && now !== 'some' && now !== ids) return true;
	const isTimed = list.unsettled.every(({ reading }) => reading.completedAt !== undefined);
	const isLong = 2 * list.count >= knownCount;
	return knownCount >= FEW && list.known.length === 0 && (isTimed || isLong);
}
const FEW = 10;

/** How many of the completions of a list have ids; undefined where there are none. */
export function idsOf({ count, named }: CompletionList): KnownSurvey['ids'] {
	if (count === 0) return undefined;
	if (named === count) return 'all';
	return named === 0 ? 'none' : 'some';
}

/** What n8n's log says of completions in a new survey that are older than it can have. */
export function remarkOnNew(
	{ known, survey }: Task,
	{ tooOld }: CompletionList,
): string | undefined {
	if (known.counts !== undefined || known.pending || tooOld === 0) return undefined;
	return `survey ${surveyLabel(survey)}: completions that ended more than a day before the trigger began to watch, by n8n’s clock: ${tooOld}. They count as old and start no workflow.`;
}

/** What n8n's log says of a baseline whose bound was a time. */
export function remarkOnBaseline(
	{ known, fingerprint, survey }: Task,
	before: number,
	since: number,
	isChange: boolean,
): string | undefined {
	const isLater = known.fingerprint !== fingerprint && since + before > 0;
	if (!isChange && !isLater && since === 0) return undefined;
	const why = isChange
		? 'its completions have other ids or times than before'
		: 'what already exists was noted later than the trigger began to watch it';
	const upTo = known.oldUpTo === undefined ? '' : ` up to ${new Date(known.oldUpTo).toISOString()}`;
	return `survey ${surveyLabel(survey)}: ${why}. Completed${upTo} and old: ${before}; later and new: ${since}.`;
}

/** More of them are held in any case; ten or more where they are more than half of what is known. */
const MANY = 100;

/**
 * The brake: many completions at once that began long before the latest known one are a mistake of the service more
 * often than news. They wait for one poll, so that a person can read it in n8n's log; none is dropped. A survey in
 * which something waits has no fingerprint, so they are held once.
 *
 * @param fresh completions that are not known
 * @param knownCount how many are known
 * @returns the sentence for the log; undefined where nothing is held
 */
export function brake(
	{ known, survey }: Task,
	fresh: readonly Completion[],
	knownCount: number,
): string | undefined {
	if (known.fingerprint === '' || known.pending || known.oldUpTo === undefined) return undefined;
	const longBefore = known.oldUpTo - CLEARLY_OLDER_MS;
	const late = fresh.filter(({ reading }) => (beganAt(reading) ?? Infinity) < longBefore).length;
	if (late <= MANY && (late < FEW || late <= knownCount / 2)) return undefined;
	return `survey ${surveyLabel(survey)}: ${late} completions that the trigger does not know began more than a day before the latest one that it knows. They start the workflow with the next poll. If they must not, deactivate the workflow now.`;
}

/** The earliest time that a respondent has; undefined where it has none. */
export const beganAt = ({ startedAt, createdAt, completedAt }: RespondentFacts) =>
	startedAt ?? createdAt ?? completedAt;

/**
 * So many completions, of all surveys, are remembered whatever their age, so that no time decides anything. With
 * more, n8n would write megabytes with each event.
 */
const REMEMBERED = 50_000;

/**
 * Beyond that, how much older than the latest settled completion of its survey a completion may be and still be
 * new. What is older is old without being remembered.
 */
const WINDOW_MS = 90 * CLEARLY_OLDER_MS;

/** How much longer it is remembered, so that times that move by hours or days make no old completion new. */
const REMEMBERED_MS = 7 * CLEARLY_OLDER_MS;

/** Whether a completion is old because of its time alone. Without a time, none is. */
export const isOldByTime = (oldBefore: number | undefined, at: number | undefined): boolean =>
	oldBefore !== undefined && at !== undefined && at < oldBefore;

/** Whether it is so old that it is not remembered any more. */
export const isForgotten = (oldBefore: number | undefined, at: number | undefined): boolean =>
	oldBefore !== undefined && isOldByTime(oldBefore - REMEMBERED_MS, at);

/**
 * What is old by its time from now on.
 *
 * - `oldUpTo`, should another baseline be needed: up to the latest settled completion, by the service's own clock, but
 *   for what is open (`openAt`);
 * - `oldBefore`, where more are settled than are remembered. It never goes back, because what was older is not
 *   remembered any more; it stays behind what is open, and ignores times in the future of n8n's clock.
 *
 * @param state that of before
 * @param settledNow completions of the list that were not known; `open` are those that are not settled
 */
export function nextBounds(
	{ known, survey, now }: Task,
	{ seen }: State,
	list: CompletionList,
	settledNow: readonly Settled[],
	open: readonly Settled[],
): Pick<KnownSurvey, 'oldUpTo' | 'openAt' | 'oldBefore'> {
	const isFirst = countOf(seen, [survey.id]) === 0;
	const latestUpTo = (bound: number) =>
		Math.max(latestOf(list.known, bound), latestOf(settledNow, bound));
	const latest = latestUpTo(Infinity);
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
	const isFew = countOf(seen) + settledNow.length <= REMEMBERED;
	if (isFew || list.count < (listedResponses(survey) ?? 0)) return bounds;
	const inTime = latestUpTo(now + CLEARLY_OLDER_MS);
	const firstOpen = open.reduce((first, { at = Infinity }) => Math.min(first, at), Infinity);
	const bound = Math.min(inTime - WINDOW_MS, firstOpen);
	const oldBefore = Math.max(bound, known.oldBefore ?? -Infinity);
	return oldBefore > -Infinity ? { ...bounds, oldBefore } : bounds;
}

/** The latest time up to another; a baseline may have a million. */
function latestOf(settled: readonly Settled[], bound: number): number {
	let latest = -Infinity;
	for (const { at = -Infinity } of settled) if (at > latest && at <= bound) latest = at;
	return latest;
}
