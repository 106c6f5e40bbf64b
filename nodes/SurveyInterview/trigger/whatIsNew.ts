/**
 * What is new: the three sentences of docs/trigger.md, in their order. Nothing else decides it.
 *
 * All times are in milliseconds since 1970 by the clock of the service, because it wrote those of the completions.
 */
import { DAY_MS } from '../input/dates';
import { Turns } from '../http/timing';
import { idKey } from '../service/identifiers';
import { HASH_LENGTH, shortHash } from '../service/scalars';

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

/** Without an ID it is the earliest time of the record, and a count among equals. */
export const identityByTime = (surveyId: string, time: number | undefined, count: number): string =>
	shortHash(`${surveyId}\n\n${time ?? ''}\n${count}`);

/** What the trigger knows of a survey. Nothing ages out of it, and no absence of the survey forgets it. */
export interface Known {
	/** The identities of all known completions, one after the other: n8n clones and compares one long text fast. */
	known: string;
	/** While its baseline is not taken. */
	met?: Meeting;
	/** In how many reads in a row its list was shorter than the list of surveys counts. */
	shortReads?: number;
	/** When it was last read with nothing left over and nothing held. */
	cleanAt?: number;
}

/** The identities in a text. n8n gets turns in between: 200,000 take 70 ms. */
export async function identitiesIn(known: string): Promise<Set<string>> {
	const identities = new Set<string>();
	const turns = new Turns();
	for (let at = 0; at < known.length; at += HASH_LENGTH) {
		if (turns.isDue) await turns.next();
		identities.add(known.slice(at, at + HASH_LENGTH));
	}
	return identities;
}

// 2. Of a survey that the list shows for the first time, what was completed since the poll before is new.

/** How much the clocks of one service may differ: ten minutes. */
const TOLERANCE_MS = 600_000;

export interface Meeting {
	/** When the poll before read the list; in the first poll of all, when the trigger was activated. */
	since?: number;
	/** The survey was created later than that, so what has no time is new as well. */
	isNewSurvey?: true;
	/** Everything is new: Emit Existing. */
	isAllNew?: true;
}

/** A survey that the list shows for the first time, whether or not it can be read now. */
export function meet(since: number, createdAt: number | undefined, emitExisting: boolean): Meeting {
	if (emitExisting) return { isAllNew: true };
	return { since, ...(Number(createdAt) > since ? { isNewSurvey: true } : {}) };
}

/** @param isBeginning in the poll of the activation itself nothing can be new yet, whatever the clocks say */
export function isOldWhenMet(
	{ since = 0, isAllNew, isNewSurvey }: Meeting,
	at: number | undefined,
	isBeginning: boolean,
): boolean {
	if (isAllNew) return false;
	if (isBeginning) return true;
	return at === undefined ? !isNewSurvey : at < since - TOLERANCE_MS;
}

/** After so many reads a baseline is taken from a shorter list, because the list of surveys may count others. */
const MAX_SHORT_READS = 3;

// 3. Nothing floods.

const OLD_MS = 3 * DAY_MS;
const MAX_OLD = 50;

/** The option Old Completions at Once. */
export type OldAtOnce = 'hold' | 'deliver' | 'takeAsKnown';

/** Only a time of completion is an age. Before the first clean read, nothing says what the survey should have shown. */
function floodIn<One extends Completion>(unknown: readonly One[], cleanAt = -Infinity): One[] {
	const old = unknown.filter(({ at = Infinity }) => at < cleanAt - OLD_MS);
	return old.length > MAX_OLD ? old : [];
}

// The three together.

/** The completions in the list of a survey. */
export interface ListedCompletions<One extends Completion> {
	/** How many there are, each counted once. */
	count: number;
	/** The identities of those that are not known, and old because the survey is met. */
	old: readonly string[];
	/** All others that are not known. */
	unknown: readonly One[];
}

/** What comes, what becomes known without coming, what is held, and what to remember apart from the identities. */
export interface News<One extends Completion> {
	fresh: One[];
	/** Identities. */
	known: string[];
	held: One[];
	/** The list lacks completions, so the survey must be read again. */
	isShort: boolean;
	memory: Omit<Known, 'known'>;
}

/** @param expected how many completions the list of surveys counts */
export function whatIsNew<One extends Completion>(
	{ count, old, unknown }: ListedCompletions<One>,
	{ met, cleanAt, shortReads: readsBefore = 0 }: Known,
	{ expected, oldAtOnce }: { expected: number; oldAtOnce: OldAtOnce },
): News<One> {
	const shortReads = count < expected ? Math.min(readsBefore + 1, MAX_SHORT_READS) : 0;
	const isShort = shortReads > 0 && shortReads < MAX_SHORT_READS;
	const memory = {
		...(cleanAt !== undefined && { cleanAt }),
		...(shortReads > 0 && { shortReads }),
	};
	// A baseline from a list that lacks completions would make those new.
	if (met && isShort)
		return { fresh: [], known: [], held: [], isShort, memory: { ...memory, met } };
	const flood = oldAtOnce === 'deliver' ? [] : floodIn(unknown, cleanAt);
	const flooding = new Set(flood);
	return {
		fresh: unknown.filter((one) => !flooding.has(one)),
		known: [...old, ...(oldAtOnce === 'takeAsKnown' ? flood.map(({ hash }) => hash) : [])],
		held: oldAtOnce === 'hold' ? flood : [],
		isShort,
		memory,
	};
}
