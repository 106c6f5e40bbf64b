import type { RespondentFacts } from '../records/respondent';
import { responsesIn } from './numbers';
import { identitiesChanged, type Completion, type IdentityKinds } from './identity';
import type { KnownSurvey, IdentityChange } from './state';
import { surveyLabel, CLEARLY_OLDER_MS, type Task } from './surveys';

/** The clocks of n8n and of the service may differ so much, where it matters. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * So many completions that a baseline did not show may have ended long before it, and are new. More at once
 * are an old list, of which the baseline showed a part.
 */
const MAX_LATE = 100;

/** Completions that are not settled yet, by what they are. */
export interface Aged {
	fresh: Completion[];
	old: Completion[];
	/** What a clock decided, in one sentence. */
	remark?: string;
}

/** Parts the completions that are not settled yet: what is new, and what is old all the same. */
export function splitByAge(
	task: Task,
	unsettled: readonly Completion[],
	change?: IdentityChange,
): Aged {
	const { known, survey } = task;
	const aged: Aged = { fresh: [], old: [] };
	for (const one of unsettled) {
		(isOld(task, one.reading, change) ? aged.old : aged.fresh).push(one);
	}
	if (known.pending) return { ...aged, remark: remarkOnBaseline(task, aged) };
	const isLate = ({ reading }: Completion) => endedLongBefore(known, reading);
	const late = aged.fresh.filter(isLate);
	if (late.length <= (known.baseline === 'none' ? 0 : MAX_LATE)) return aged;
	const which = known.baseline === 'none' ? '' : ', not in the list that was noted as existing,';
	return {
		fresh: aged.fresh.filter((one) => !isLate(one)),
		old: [...aged.old, ...late],
		remark: `survey ${surveyLabel(survey)}: completions${which} that ended more than a day before the trigger began to watch, by n8n’s clock: ${late.length}. They count as old, and no events come for them.`,
	};
}

/** Whether the list of a read is as long as the summary says, so that whoever is not in it comes later. */
export function isWhole({ survey }: Task, completed: number): boolean {
	const responses = responsesIn(survey.record);
	return responses !== undefined && completed >= responses;
}

/**
 * A list that was short when the baseline was taken, or late, does not make very many old ones new. Once it
 * was whole, the baseline decides, and no clock.
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
	// It counts as completed only since a person added its status to the words.
	if (
		previousStatuses !== undefined &&
		completedAt === undefined &&
		!previousStatuses.split('\n').includes(status)
	) {
		return true;
	}
	// The survey was made anonymous, or is so no longer: its completions have other identities now, and
	// only the time tells old ones.
	return change !== undefined && wasSettledThen(change, completedAt);
}

/** Read after the survey came under watch: what was completed since is an event. */
function isOfBaseline({ known, fingerprint, now }: Task, completedAt: number | undefined): boolean {
	const { watchedSince } = known;
	if (watchedSince === undefined || completedAt === undefined) return true;
	if (known.fingerprint !== fingerprint) return completedAt < watchedSince - CLOCKS_DIFFER_MS;
	// Nothing has changed since: what seems to come from the future says that n8n's clock is behind.
	return completedAt < watchedSince || completedAt > now + CLOCKS_DIFFER_MS;
}

function remarkOnBaseline({ known, fingerprint, survey }: Task, { fresh, old }: Aged) {
	const isToldByClock = known.fingerprint !== fingerprint && fresh.length + old.length > 0;
	if (!isToldByClock && fresh.length === 0) return undefined;
	return `survey ${surveyLabel(survey)} had changed when what exists in it was noted: by n8n’s clock, completed since the trigger began to watch it, and new: ${fresh.length}; before, and old: ${old.length}.`;
}

/** Whether a completion was settled by a moment, as far as its time can tell. */
export function wasSettledAt(
	{ settledUpTo = 0, unsettled }: KnownSurvey,
	at: number | undefined,
): boolean {
	return at === undefined || (at <= settledUpTo && !unsettled?.includes(at));
}

/**
 * Up to when completions are settled, and which before that are not.
 *
 * @param open completions that are not settled
 */
export function settledTimes(
	known: KnownSurvey,
	settledNow: ReadonlyArray<{ at?: number }>,
	open: ReadonlyArray<{ at?: number }>,
): Pick<KnownSurvey, 'settledUpTo' | 'unsettled'> {
	let settledUpTo = known.settledUpTo ?? 0;
	for (const { at } of settledNow) settledUpTo = Math.max(settledUpTo, at ?? 0);
	const unsettled = open.flatMap(({ at }) => (at !== undefined && at <= settledUpTo ? at : []));
	return {
		settledUpTo: settledUpTo > 0 ? settledUpTo : undefined,
		unsettled: unsettled.length > 0 ? unsettled : undefined,
	};
}

/**
 * Whether a completion was settled when the identities changed, as far as its time can tell. Without a
 * time, all that was in the list then is old. A time that is cut to the minute or the day stands for all
 * of it, once that moment is past.
 */
function wasSettledThen(
	{ settledUpTo, unsettled, reads = 0 }: IdentityChange,
	at?: number,
): boolean {
	if (at === undefined) return reads > 0;
	const last = reads > 0 ? at : at + precisionOf(at) - 1;
	return last <= settledUpTo && !unsettled?.includes(at);
}

/** How exact a time seems to be, in milliseconds. */
function precisionOf(at: number): number {
	return [86_400_000, 3_600_000, 60_000, 1000].find((unit) => at % unit === 0) ?? 1;
}

/** So often the list is read that meets a change of identities, which may be short. */
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

/** What one read of a list makes of that bound. */
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
