import type { InterviewFacts } from '../service/respondents';
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

/** After so many polls a list is taken as the baseline, although the list of surveys counts more: it may count others. */
const MAX_SHORT_READS = 3;

/**
 * In how many polls the list was too short to be the baseline; undefined when the baseline is taken, now or before.
 *
 * @param before how many completions were known: where the list of surveys does not count them, a new baseline must
 * have as many, whatever their identities are now
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
 * Whether a completion that is not known belongs to a baseline that is taken now. The list may be read later than the
 * watch of the survey began, and what was completed since then is an event.
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
 * Whether the completions of a survey have other identities than before, so that its list is a new baseline. That is
 * so when ids came or went; or when none of ten or more known completions is in the list, because a migration has
 * rewritten ids or times. Without times nobody can tell who is new in such a list, so there it must be at least half
 * as long as before.
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

export function idsOf({ count, named }: CompletionList): KnownSurvey['ids'] {
	if (count === 0) return undefined;
	if (named === count) return 'all';
	return named === 0 ? 'none' : 'some';
}

/** A line for n8n's log about completions that are older than the new survey in which they are. */
export function remarkOnNew(
	{ known, survey }: Task,
	{ tooOld }: CompletionList,
): string | undefined {
	if (known.counts !== undefined || known.pending || tooOld === 0) return undefined;
	return `survey ${surveyLabel(survey)}: completions that ended more than a day before the trigger began to watch, by n8n’s clock: ${tooOld}. They count as old and start no workflow.`;
}

/** A line for n8n's log about a baseline in which a time decided what is old. */
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

const MANY = 100;

/**
 * The brake. When many completions that began long before the latest known one appear at once, the service has more
 * likely made a mistake. They wait for one poll, in which a person can read it in n8n's log; none is dropped. They are a
 * backlog then, and nobody of a survey with a backlog is held.
 *
 * Many are more than a hundred, or ten that are more than half of what is known.
 *
 * @param fresh completions that are not known
 * @param isSeen whether an earlier poll has tried to decide about one; it does not count
 * @returns the line for the log; undefined where nothing is held
 */
export function brake(
	{ known, survey }: Task,
	fresh: readonly Completion[],
	isSeen: (one: Completion) => boolean,
	knownCount: number,
): string | undefined {
	if (known.backlog || known.pending || known.oldUpTo === undefined) return undefined;
	const longBefore = known.oldUpTo - CLEARLY_OLDER_MS;
	const isLate = ({ reading }: Completion) => (beganAt(reading) ?? Infinity) < longBefore;
	const late = fresh.filter((one) => isLate(one) && !isSeen(one)).length;
	if (late <= MANY && (late < FEW || late <= knownCount / 2)) return undefined;
	return `survey ${surveyLabel(survey)}: ${late} completions that the trigger does not know began more than a day before the latest one that it knows. They start the workflow with the next poll. If they must not, deactivate the workflow now.`;
}

export const beganAt = ({ startedAt, createdAt, completedAt }: InterviewFacts) =>
	startedAt ?? createdAt ?? completedAt;

/**
 * So many completions of all surveys together are remembered whatever their age. With more, n8n would write megabytes
 * with each event, so time decides which are old.
 */
const REMEMBERED = 50_000;

/**
 * With more than those, a completion that is older than the latest settled one of its survey by this much is old,
 * whether it is remembered or not.
 */
const WINDOW_MS = 90 * CLEARLY_OLDER_MS;

/** For so much longer it is remembered, so that a time that changes by hours or days makes no old completion new. */
const REMEMBERED_MS = 7 * CLEARLY_OLDER_MS;

export const isOldByTime = (oldBefore: number | undefined, at: number | undefined): boolean =>
	oldBefore !== undefined && at !== undefined && at < oldBefore;

export const isForgotten = (oldBefore: number | undefined, at: number | undefined): boolean =>
	oldBefore !== undefined && isOldByTime(oldBefore - REMEMBERED_MS, at);

/**
 * The times that decide, from now on, what is old:
 *
 * - `oldUpTo` counts when another baseline is taken: all up to the latest settled completion, by the service's own
 *   clock, except those that are not settled (`openAt`).
 * - `oldBefore` exists where more are settled than can be remembered. It never goes back, because what is older was
 *   forgotten. It is never later than what is not settled, and times in the future of n8n's clock do not count.
 *
 * @param settledNow the completions of the list that are settled with this poll
 * @param open those that are not settled
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
	// Until a completion is settled, `oldUpTo` is a time of n8n's clock.
	const isClock = known.pending === true || isFirst;
	const before = isClock && latest > -Infinity ? -Infinity : (known.oldUpTo ?? -Infinity);
	const oldUpTo = Math.max(latest, before);
	const openAt = open.flatMap(({ at = Infinity }) => (at <= oldUpTo ? at : []));
	const bounds = {
		oldUpTo: oldUpTo > -Infinity ? oldUpTo : undefined,
		openAt: openAt.length > 0 ? openAt : undefined,
		oldBefore: known.oldBefore,
	};
	// A list that is too short may lack completions, which must not get old.
	const isFew = countOf(seen) + settledNow.length <= REMEMBERED;
	if (isFew || list.count < (listedResponses(survey) ?? 0)) return bounds;
	const inTime = latestUpTo(now + CLEARLY_OLDER_MS);
	const firstOpen = open.reduce((first, { at = Infinity }) => Math.min(first, at), Infinity);
	const bound = Math.min(inTime - WINDOW_MS, firstOpen);
	const oldBefore = Math.max(bound, known.oldBefore ?? -Infinity);
	return oldBefore > -Infinity ? { ...bounds, oldBefore } : bounds;
}

/** The latest time that is not after `bound`. A loop, because a baseline may have a million. */
function latestOf(settled: readonly Settled[], bound: number): number {
	let latest = -Infinity;
	for (const { at = -Infinity } of settled) if (at > latest && at <= bound) latest = at;
	return latest;
}
