/**
 * What is new: the three sentences of docs/trigger.md, in their order. Nothing else decides it.
 *
 * All times are in milliseconds since 1970 by the clock of the service, which wrote the times of the completions.
 */
import { DAY_MS } from '../input/dates';
import { idKey } from '../service/identifiers';
import { shortHash } from '../service/scalars';

// 1. A completion whose identity is known never comes again; one whose identity is not known comes.

/** A completed interview in the list of a survey. */
export interface Completion {
	/** Its identity. */
	hash: string;
	/** When it was completed. */
	at?: number;
}

/** The identity is the survey and the respondent's ID. */
export const identityOf = (surveyId: string, id: string): string =>
	shortHash(`${surveyId}\n${idKey(id)}`);

/** Without an ID it is the survey, the earliest time of the record, and its index among those of the same time. */
export const identityByTime = (surveyId: string, time: number | undefined, index: number): string =>
	shortHash(`${surveyId}\n\n${time ?? ''}\n${index}`);

/** What the trigger knows of a survey. Nothing ages out of it, and no absence of the survey forgets it. */
export interface KnownCompletions {
	/** The identities of all known completions, one after the other: n8n clones and compares one long text fast. */
	known: string;
	/** Present until its baseline is taken. */
	pendingBaseline?: PendingBaseline;
	/** In how many reads in a row its list was shorter than the list of surveys counts. */
	shortReads?: number;
	/** When it was last read with nothing left over and nothing held: a clean read (set by the event). */
	cleanAt?: number;
}

// 2. Of a survey that the list shows for the first time, what was completed since the poll before is new.

/** How much the clocks of one service may differ: ten minutes. */
const TOLERANCE_MS = 600_000;

/** What decides which completions of a survey are old, when it is read for the first time and its baseline is taken. */
export interface PendingBaseline {
	/** When the poll before read the list; in the first poll of all, when the trigger was activated. */
	since?: number;
	/** The survey was created later than that, so what has no time is new as well. */
	isNewSurvey?: true;
	/** Everything is new: Emit Existing. */
	isAllNew?: true;
}

/** For a survey that the list shows for the first time, whether or not it can be read now. */
export function newBaseline(
	since: number,
	createdAt: number | undefined,
	emitExisting: boolean,
): PendingBaseline {
	if (emitExisting) return { isAllNew: true };
	return { since, ...(Number(createdAt) > since ? { isNewSurvey: true } : {}) };
}

/** @param isBeginning the poll begins the watch, so nothing can be new yet, whatever the clocks say */
export function isBeforeWatch(
	{ since = 0, isAllNew, isNewSurvey }: PendingBaseline,
	at: number | undefined,
	isBeginning: boolean,
): boolean {
	if (isAllNew) return false;
	if (isBeginning) return true;
	return at === undefined ? !isNewSurvey : at < since - TOLERANCE_MS;
}

/** After so many reads, a list with too few completions is taken as it is: the list of surveys may count otherwise. */
const MAX_SHORT_READS = 3;

// 3. Nothing floods.

/** A completion is old if it was completed so long before the last clean read of its survey. */
const OLD_MS = 3 * DAY_MS;
/** More old completions than this in one read are a flood. */
const MAX_OLD = 50;

/** The option Old Completions at Once. */
export type OldAtOnce = 'hold' | 'deliver' | 'takeAsKnown';

/** The old completions, if they are a flood. One without a time is not old; before the first clean read, none is. */
function floodIn<C extends Completion>(unknown: readonly C[], cleanAt = -Infinity): C[] {
	const old = unknown.filter(({ at = Infinity }) => at < cleanAt - OLD_MS);
	return old.length > MAX_OLD ? old : [];
}

// The three together.

/** The completions in the list of a survey. */
export interface ListedCompletions<C extends Completion> {
	/** How many there are, each counted once. */
	count: number;
	/** Identities, not known yet, of completions from before the watch. Only while the baseline is pending. */
	beforeWatch: Iterable<string>;
	/** All others that are not known yet. */
	unknown: readonly C[];
}

/** The completions of a read, sorted: what is delivered (`fresh`), only remembered, or held. */
export interface News<C extends Completion> {
	fresh: C[];
	/** Identities of those that are remembered and not delivered. */
	onlyRemembered: string[];
	held: C[];
	/** The list lacks completions, so the survey must be read again. */
	isShort: boolean;
	/** What to remember apart from the identities. */
	memory: Omit<KnownCompletions, 'known'>;
}

/**
 * Applies the three sentences to what was read of a survey.
 *
 * @param expected how many completions the list of surveys counts
 */
export function whatIsNew<C extends Completion>(
	{ count, beforeWatch, unknown }: ListedCompletions<C>,
	{ pendingBaseline, cleanAt, shortReads: readsBefore = 0 }: KnownCompletions,
	{ expected, oldAtOnce }: { expected: number; oldAtOnce: OldAtOnce },
): News<C> {
	const shortReads = count < expected ? Math.min(readsBefore + 1, MAX_SHORT_READS) : 0;
	const isShort = shortReads > 0 && shortReads < MAX_SHORT_READS;
	const memory = {
		...(cleanAt !== undefined && { cleanAt }),
		...(shortReads > 0 && { shortReads }),
	};
	// A baseline from a list that lacks completions would make those new.
	if (pendingBaseline && isShort)
		return {
			fresh: [],
			onlyRemembered: [],
			held: [],
			isShort,
			memory: { ...memory, pendingBaseline },
		};
	const flood = oldAtOnce === 'deliver' ? [] : floodIn(unknown, cleanAt);
	const floodSet = new Set(flood);
	return {
		fresh: unknown.filter((completion) => !floodSet.has(completion)),
		onlyRemembered: [
			...beforeWatch,
			...(oldAtOnce === 'takeAsKnown' ? flood.map(({ hash }) => hash) : []),
		],
		held: oldAtOnce === 'hold' ? flood : [],
		isShort,
		memory,
	};
}
