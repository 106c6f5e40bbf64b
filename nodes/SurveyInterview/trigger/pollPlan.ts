import type { KnownFacts } from '../facts/fact';
import { SURVEY } from '../facts/surveyFacts';
import type { Facts } from '../facts/factValues';
import { isUuid } from '../records/identifiers';
import { isObject, isTooDeep, type JsonObject } from '../records/json';
import { oneLine, millis } from '../records/scalars';
import { fingerprintOf } from './seen';
import type { KnownSurvey, State } from './state';

/** A survey as the list shows it; without a record when a chosen one is not in the list. */
export interface ListedSurvey {
	id: string;
	name: string | null;
	record?: JsonObject;
	facts?: Facts;
	/** Its record is nested too deep to be processed. */
	isTooDeep?: true;
}

/** One survey to read in this poll. */
export interface Task {
	survey: ListedSurvey;
	/** Of the survey as listed now. */
	fingerprint: string;
	/** What the list counts of it, responses and participants; 0 where it does not count. */
	counts: number[];
	known: KnownSurvey;
	/** What its own record says, once that was read because the list of surveys does not say it. */
	ofRecord?: KnownFacts;
	/** The credential's. */
	respondentPage?: string;
	/** When this poll began, by n8n's clock. */
	now: number;
}

/** Which surveys a person watches, and how. */
export interface WatchSettings {
	event: { readsEverySurvey?: true };
	watch: 'all' | 'chosen';
	/** The chosen surveys, each once. */
	surveyIds: string[];
	emitExisting: boolean;
	/** After so many milliseconds every survey is read. */
	fullCheckMs: number;
}

/** What to read in this poll. */
export interface PollPlan {
	/** With every survey that is watched in it. */
	state: State;
	/** In the order in which to read them. */
	tasks: Task[];
	/** All that are watched, read or not. */
	watched: Task[];
}

/** The clocks of n8n and the service differ by less, so what began so long before the watch is old. */
export const CLEARLY_OLDER_MS = 86_400_000;

/** So long after a survey has left the list or the choice its state goes. */
const FORGOTTEN_AFTER_MS = 7 * 86_400_000;

/** How much the clocks of n8n and of the service may differ. */
export const CLOCKS_DIFFER_MS = 600_000;

/** A survey's name for a sentence. */
export function surveyLabel({ id, name }: ListedSurvey): string {
	return name === null ? id : `“${oneLine(name, 120)}” (${id})`;
}

/** The surveys of a list, each once. Records without an id cannot be read and are left out. */
export function listedSurveys(records: readonly unknown[]): ListedSurvey[] {
	const surveys = new Map<string, ListedSurvey>();
	for (const record of records) {
		if (!isObject(record)) continue;
		const facts = readListed(record, {});
		const { id: written, name } = facts;
		const id = isUuid(written) ? written.toLowerCase() : undefined;
		if (id === undefined || surveys.has(id)) continue;
		const survey = { id, name: name as string | null, facts };
		surveys.set(id, isTooDeep(record) ? { ...survey, isTooDeep: true } : { ...survey, record });
	}
	return [...surveys.values()];
}

const readListed = SURVEY.reader();

/** How many have completed, as the list says. */
export const listedResponses = ({ facts }: ListedSurvey) =>
	(facts?.response_count ?? undefined) as number | undefined;

/**
 * Decides which surveys to read: those whose fingerprint has changed, those that must be read again, and those without
 * a baseline. It begins where the last poll stopped, so that a large survey does not keep others from being read.
 *
 * @param saved the state, or undefined when the watch begins
 * @param empty the state of a watch that begins now
 * @param list all surveys that the token may see, newest first
 */
export function planPoll(
	saved: State | undefined,
	empty: State,
	list: readonly ListedSurvey[],
	settings: WatchSettings,
): PollPlan {
	const { since: now, watch, token, completedStatuses } = empty;
	// A watch that began in the future means that n8n's clock was ahead: it began now at the latest.
	const before = saved && { ...saved, since: Math.min(saved.since, now) };
	const unlisted = before?.unlisted && !settings.emitExisting;
	const state = { ...(before ?? empty), watch, token, completedStatuses, unlisted: undefined };
	const checkDue = now - state.checkedAt >= settings.fullCheckMs || now < state.checkedAt;
	if (checkDue) state.checkedAt = now;

	const statuses = new Set([before?.completedStatuses ?? '', completedStatuses]);
	const hasOtherStatuses = statuses.size > 1 && !statuses.has('') && !settings.emitExisting;
	// What is completed only by an added status is not new.
	const entries = hasOtherStatuses ? state.surveys.map(newBaseline) : state.surveys;
	const known = new Map(entries.map((survey) => [survey.id, survey]));
	const isNew = newcomers(before, empty, list);
	const chosen = settings.surveyIds.map(
		(id) => list.find((survey) => survey.id === id) ?? { id, name: null },
	);
	const watched = settings.watch === 'all' ? list : chosen;
	const tasks = watched.map((survey): Task => {
		const fingerprint = survey.record === undefined ? '' : fingerprintOf(survey.record);
		let entry = known.get(survey.id);
		if (entry === undefined) {
			entry = { id: survey.id, fingerprint: '', rereads: 0 };
			if (!settings.emitExisting && isNew(survey)) entry.oldBefore = state.since - CLEARLY_OLDER_MS;
			else if (unlisted) entry = beginning(entry, 'not known', state.since);
			else if (!settings.emitExisting) entry = beginning(entry, fingerprint, now);
		} else if (entry.leftAt !== undefined) {
			const isAdded = [watch, before?.watch].includes('chosen') && !settings.emitExisting;
			if (isAdded) entry = beginning(entry, fingerprint, now);
			entry = { ...entry, leftAt: undefined };
		} else if (checkDue) entry = { ...entry, rereads: Math.max(1, entry.rereads) };
		if (entry.pending && entry.fingerprint !== '') entry = untilNow(entry, fingerprint, now);
		known.set(survey.id, entry);
		const { response_count, participant_count } = survey.facts ?? {};
		const counts = [response_count, participant_count].map((count) => Number(count ?? 0));
		return { survey, fingerprint, counts, known: entry, now };
	});
	const ids = new Set(watched.map(({ id }) => id));
	const all = [...known.values()].map((one) =>
		ids.has(one.id) ? one : { ...one, leftAt: one.leftAt ?? now },
	);
	const isForgotten = ({ leftAt = now }: KnownSurvey) => now - leftAt > FORGOTTEN_AFTER_MS;
	const forgotten = Object.fromEntries(all.filter(isForgotten).map(({ id }) => [id, '']));
	const first = Math.max(
		0,
		watched.findIndex(({ id }) => id === state.next),
	);
	const inTurn = [...tasks.slice(first), ...tasks.slice(0, first)];
	const changed = inTurn.filter(
		({ survey, known, fingerprint }) =>
			settings.event.readsEverySurvey ||
			survey.record === undefined ||
			known.pending === true ||
			known.fingerprint !== fingerprint,
	);
	// Surveys that have changed are read before a full check of the others.
	const again = inTurn.filter((task) => task.known.rereads > 0 && !changed.includes(task));
	return {
		state: {
			...state,
			surveys: all.filter((one) => !isForgotten(one)),
			seen: { ...state.seen, ...forgotten },
		},
		tasks: [...changed, ...again],
		watched: tasks,
	};
}

/** A survey whose watch begins: what completed until now is old. */
const beginning = (entry: KnownSurvey, fingerprint: string, now: number): KnownSurvey => ({
	...entry,
	...{ fingerprint, pending: true, oldUpTo: now - 1, openAt: undefined },
});

/**
 * A survey whose watch began and whose baseline is not taken. What began in the future of n8n's clock, which was
 * ahead then, began now at the latest. Once somebody has completed since, only that clock tells who is old.
 */
function untilNow(entry: KnownSurvey, fingerprint: string, now: number): KnownSurvey {
	const oldUpTo = Math.min(entry.oldUpTo ?? now, now);
	if (entry.fingerprint === fingerprint) return { ...entry, oldUpTo };
	return { ...entry, fingerprint: '', oldUpTo: oldUpTo - CLOCKS_DIFFER_MS };
}

/** A survey of which everything that is not known and not later is old, once its list is whole. */
export function newBaseline(known: KnownSurvey): KnownSurvey {
	return { ...known, pending: true, fingerprint: '', shortReads: undefined };
}

/**
 * Distinguishes new surveys, all of whose completions are events, from surveys that have only become visible: the list
 * is newest first, so a new survey is above every known one. Where the record shows when it was created, that counts
 * too: a survey that is clearly older than the watch is not new, and one that is younger is new at any place in the
 * list. Surveys that a person adds to the choice are not new, nor are those of another workspace, which another token
 * shows instead of all known ones.
 */
function newcomers(
	before: State | undefined,
	{ watch, token }: State,
	list: readonly ListedSurvey[],
): (survey: ListedSurvey) => boolean {
	const isFirst = !before || before.unlisted;
	if (isFirst || watch === 'chosen' || before.watch === 'chosen') return () => false;
	const known = new Set(before.surveys.map(({ id }) => id));
	const firstKnown = list.findIndex(({ id }) => known.has(id));
	if (firstKnown === -1 && known.size > 0 && before.token !== token) return () => false;
	const above = new Set(list.slice(0, firstKnown === -1 ? list.length : firstKnown));
	return (survey) => {
		const createdAt = millis(survey.facts?.created_at);
		if (above.has(survey)) return !(createdAt && createdAt < before.since - CLEARLY_OLDER_MS);
		return createdAt !== undefined && createdAt > before.since;
	};
}

/** The state with one survey's entry changed. */
export function withSurvey(state: State, survey: KnownSurvey): State {
	return { ...state, surveys: state.surveys.map((one) => (one.id === survey.id ? survey : one)) };
}

/** After this many polls without success, an event is decided without what is missing. */
export const MAX_TRIES = 3;

const READS_AFTER_LESS = 2;

/**
 * The survey's entry when everything in it is settled. The summary may be ahead of the list, so the survey is read
 * twice more after a change that brought less than its counts say.
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
