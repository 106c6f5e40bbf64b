import type { RespondentFacts } from '../facts/respondent';
import type { Completion } from './completionList';
import { identitiesChanged, type IdentityKinds } from './identity';
import type { KnownSurvey, IdentityChange } from './state';
import { CLEARLY_OLDER_MS, listedResponses, surveyLabel, type Task } from './surveys';
import type { LatestTimes } from './window';

/** How much the clocks of n8n and of the service may differ. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * How many completions that the baseline did not show may have ended long before it and still be new. More
 * at once are an old list, of which the baseline showed only a part.
 */
const MAX_LATE = 100;

/** Completions that are not settled yet: new ones and old ones. */
export interface Aged {
	fresh: Completion[];
	old: Completion[];
	/** What a clock decided, in one sentence. */
	remark?: string;
}

/**
 * Separates the completions that are not settled yet into new and old ones.
 *
 * @param inBaseline how many others are of the baseline
 */
export function splitByAge(
	task: Task,
	unsettled: readonly Completion[],
	inBaseline: number,
	change?: IdentityChange,
): Aged {
	const { known, survey } = task;
	const aged: Aged = { fresh: [], old: [] };
	for (const one of unsettled) {
		(isOld(task, one.reading, change) ? aged.old : aged.fresh).push(one);
	}
	if (known.pending) return { ...aged, remark: remarkOnBaseline(task, aged, inBaseline) };
	const timeless = aged.fresh.filter(({ reading }) => reading.completedAt === undefined);
	if (known.oldBefore !== undefined && timeless.length > MAX_LATE) {
		return {
			fresh: aged.fresh.filter(({ reading }) => reading.completedAt !== undefined),
			old: [...aged.old, ...timeless],
			remark: `survey ${surveyLabel(survey)}: completions without a time, although the service gave times before: ${timeless.length}. They count as old and start no workflow.`,
		};
	}
	const isLate = ({ reading }: Completion) => endedLongBefore(known, reading);
	const late = aged.fresh.filter(isLate);
	if (late.length <= (known.baseline === 'none' ? 0 : MAX_LATE)) return aged;
	const which =
		known.baseline === 'none' ? '' : ' that were not in the first list of existing completions and';
	return {
		fresh: aged.fresh.filter((one) => !isLate(one)),
		old: [...aged.old, ...late],
		remark: `survey ${surveyLabel(survey)}: completions${which} that ended more than a day before the trigger began to watch, by n8n’s clock: ${late.length}. They count as old and start no workflow.`,
	};
}

/** Whether a list is as long as the summary says, so that whoever is missing in it completes later. */
export function isWhole({ survey }: Task, completed: number): boolean {
	const responses = listedResponses(survey);
	return responses !== undefined && completed >= responses;
}

/**
 * A list that was short or late when the baseline was taken must not make many old completions new. Once
 * the list was whole, the baseline decides, and not a clock.
 */
function endedLongBefore(
	{ watchedSince, baseline }: KnownSurvey,
	{ completedAt }: RespondentFacts,
): boolean {
	if (baseline === 'whole' || watchedSince === undefined || completedAt === undefined) return false;
	return completedAt < watchedSince - CLEARLY_OLDER_MS;
}

/** Whether a completion that is not settled is old. */
function isOld(task: Task, reading: RespondentFacts, change: IdentityChange | undefined): boolean {
	const { previousStatuses, pending } = task.known;
	const { completedAt, status } = reading;
	if (pending) return isOfBaseline(task, completedAt);
	// It counts as completed only because a person added its status to the completed statuses.
	if (
		previousStatuses !== undefined &&
		completedAt === undefined &&
		!previousStatuses.split('\n').includes(status)
	) {
		return true;
	}
	// The survey became anonymous, or is not anonymous any more: its completions have other identities now,
	// and only the time shows which are old.
	return change !== undefined && wasSettledThen(change, completedAt);
}

/**
 * Whether a completion belongs to a baseline that is taken now: it may be read after the survey came under
 * watch, and what was completed since is an event.
 */
export function isOfBaseline(
	{ known, fingerprint, now }: Task,
	completedAt: number | undefined,
): boolean {
	const { watchedSince, pending } = known;
	if (!pending) return false;
	if (watchedSince === undefined || completedAt === undefined) return true;
	if (known.fingerprint !== fingerprint) return completedAt < watchedSince - CLOCKS_DIFFER_MS;
	// Nothing has changed since, so a time in the future means that n8n's clock is behind.
	return completedAt < watchedSince || completedAt > now + CLOCKS_DIFFER_MS;
}

function remarkOnBaseline(
	{ known, fingerprint, survey }: Task,
	{ fresh, old }: Aged,
	inBaseline: number,
) {
	const before = old.length + inBaseline;
	const isDecidedByClock = known.fingerprint !== fingerprint && fresh.length + before > 0;
	if (!isDecidedByClock && fresh.length === 0) return undefined;
	return `survey ${surveyLabel(survey)} changed while the trigger noted what already exists. By n8n’s clock, ${fresh.length} completed since the trigger began to watch it (new) and ${before} before (old).`;
}

/** Whether a completion at a time is settled, as far as the time shows it. */
export function wasSettledAt(
	{ settledUpTo = 0, unsettled }: KnownSurvey,
	at: number | undefined,
): boolean {
	return at === undefined || (at <= settledUpTo && !unsettled?.includes(at));
}

/**
 * Up to when completions are settled, and which before that are not.
 *
 * @param settled the times of those that are settled now
 * @param open completions that are not settled
 */
export function settledTimes(
	known: KnownSurvey,
	settled: LatestTimes,
	open: ReadonlyArray<{ at?: number }>,
): Pick<KnownSurvey, 'settledUpTo' | 'unsettled'> {
	const settledUpTo = Math.max(known.settledUpTo ?? 0, settled.latest);
	const unsettled = open.flatMap(({ at }) => (at !== undefined && at <= settledUpTo ? at : []));
	return {
		settledUpTo: settledUpTo > 0 ? settledUpTo : undefined,
		unsettled: unsettled.length > 0 ? unsettled : undefined,
	};
}

/**
 * Whether a completion was settled when the identities changed, as far as its time shows it. Without a
 * time, everything that was in the list then is old. A time that is rounded to the minute or the day stands
 * for the whole minute or day, once that moment is past.
 */
function wasSettledThen(
	{ settledUpTo, unsettled, reads = 0 }: IdentityChange,
	at?: number,
): boolean {
	if (at === undefined) return reads > 0;
	const last = reads > 0 ? at : at + precisionOf(at) - 1;
	return last <= settledUpTo && !unsettled?.includes(at);
}

/** The apparent precision of a time, in milliseconds. */
function precisionOf(at: number): number {
	return [86_400_000, 3_600_000, 60_000, 1000].find((unit) => at % unit === 0) ?? 1;
}

/** How many times to re-read a list after its identities changed, because it may be short. */
const READS_AFTER_IDENTITY_CHANGE = 3;

/** The bound that a change of identities sets, now or before. */
export function identityChangeOf(
	known: KnownSurvey,
	kinds: IdentityKinds | undefined,
): IdentityChange | undefined {
	if (!identitiesChanged(known.identityKinds, kinds)) return known.identityChange;
	return {
		settledUpTo: known.settledUpTo ?? 0,
		unsettled: known.unsettled,
		reads: READS_AFTER_IDENTITY_CHANGE,
	};
}

/** The bound after one more read of the list. */
export function nextIdentityChange(
	before: KnownSurvey,
	{ rereads }: KnownSurvey,
	kinds: IdentityKinds | undefined,
): Pick<KnownSurvey, 'identityChange' | 'rereads'> {
	const identityChange = identityChangeOf(before, kinds);
	const reads = identityChange?.reads ? identityChange.reads - 1 : 0;
	if (!identityChange) return { identityChange, rereads };
	return {
		identityChange: { ...identityChange, reads: reads || undefined },
		rereads: Math.max(rereads, reads),
	};
}
