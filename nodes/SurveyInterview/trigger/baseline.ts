import type { Reading } from '../records/respondent';
import { responsesIn } from './numbers';
import { haveTurned, type Completion, type IdentityKinds } from './identity';
import type { KnownSurvey, Turned } from './state';
import { calledOf, CLEARLY_OLDER_MS, type Task } from './surveys';

/** The clocks of n8n and of the service may differ so much, where it matters. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * So many completions that a baseline did not show may have ended long before it, and are new. More at once
 * are an old list, of which the baseline showed a part.
 */
const MOST_LATE = 100;

/** Completions that are not settled yet, by what they are. */
export interface Aged {
	fresh: Completion[];
	old: Completion[];
	/** What a clock decided, in one sentence. */
	remark?: string;
}

/** Parts the completions that are not settled yet: what is new, and what is old all the same. */
export function byAge(task: Task, unsettled: readonly Completion[], turned?: Turned): Aged {
	const { known, survey } = task;
	const aged: Aged = { fresh: [], old: [] };
	for (const one of unsettled) {
		(isOld(task, one.reading, turned) ? aged.old : aged.fresh).push(one);
	}
	if (known.pending) return { ...aged, remark: remarkOnBaseline(task, aged) };
	const isLate = ({ reading }: Completion) => endedLongBefore(known, reading);
	const late = aged.fresh.filter(isLate);
	if (late.length <= (known.baseline === 'none' ? 0 : MOST_LATE)) return aged;
	const which = known.baseline === 'none' ? '' : ', not in the list that was noted as existing,';
	return {
		fresh: aged.fresh.filter((one) => !isLate(one)),
		old: [...aged.old, ...late],
		remark: `survey ${calledOf(survey)}: completions${which} that ended more than a day before the trigger began to watch, by n8n’s clock: ${late.length}. They count as old, and no events come for them.`,
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
function endedLongBefore({ from, baseline }: KnownSurvey, { completedAt }: Reading): boolean {
	if (baseline === 'whole' || from === undefined || completedAt === undefined) return false;
	return completedAt < from - CLEARLY_OLDER_MS;
}

/** Whether a completion that is not settled is old. */
function isOld(task: Task, reading: Reading, turned: Turned | undefined): boolean {
	const { words, pending } = task.known;
	const { completedAt, status } = reading;
	if (pending) return isOfBaseline(task, completedAt);
	// It counts as completed only since a person added its status to the words.
	if (words !== undefined && completedAt === undefined && !words.split('\n').includes(status)) {
		return true;
	}
	// The survey was made anonymous, or is so no longer: its completions have other identities now, and
	// only the time tells old ones.
	return turned !== undefined && wasSettledThen(turned, completedAt);
}

/** Read after the survey came under watch: what was completed since is an event. */
function isOfBaseline({ known, print, now }: Task, completedAt: number | undefined): boolean {
	const { from } = known;
	if (from === undefined || completedAt === undefined) return true;
	if (known.print !== print) return completedAt < from - CLOCKS_DIFFER_MS;
	// Nothing has changed since: what seems to come from the future says that n8n's clock is behind.
	return completedAt < from || completedAt > now + CLOCKS_DIFFER_MS;
}

function remarkOnBaseline({ known, print, survey }: Task, { fresh, old }: Aged) {
	const isToldByClock = known.print !== print && fresh.length + old.length > 0;
	if (!isToldByClock && fresh.length === 0) return undefined;
	return `survey ${calledOf(survey)} had changed when what exists in it was noted: by n8n’s clock, completed since the trigger began to watch it, and new: ${fresh.length}; before, and old: ${old.length}.`;
}

/** Whether a completion was settled by a moment, as far as its time can tell. */
export function wasSettledAt({ upTo = 0, open }: KnownSurvey, at: number | undefined): boolean {
	return at === undefined || (at <= upTo && !open?.includes(at));
}

/**
 * Whether a completion was settled when the identities changed, as far as its time can tell. Without a
 * time, all that was in the list then is old. A time that is cut to the minute or the day stands for all
 * of it, once that moment is past.
 */
function wasSettledThen({ upTo, open, reads = 0 }: Turned, at?: number): boolean {
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
