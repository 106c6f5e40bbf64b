import type { KnownFacts } from '../service/simplified';
import { SURVEY } from '../service/surveys';
import { isUuid } from '../records/identifiers';
import { isObject, isTooDeep, type JsonObject } from '../records/json';
import { oneLine, millis } from '../records/scalars';
import { fingerprintOf } from './seen';
import type { KnownSurvey, State } from './state';

/** A survey of the list, or a chosen one that is not in the list and so has no record. */
export interface ListedSurvey {
	id: string;
	name: string | null;
	record?: JsonObject;
	facts?: JsonObject;
	/** Its record is nested too deep to be processed. */
	isTooDeep?: true;
}

/** One survey to read in this poll. */
export interface Task {
	survey: ListedSurvey;
	/** Of its record in the list; empty where it is not in the list. */
	fingerprint: string;
	/** The responses and the participants that the list counts; 0 where it does not count them. */
	counts: number[];
	known: KnownSurvey;
	/** What the survey's own record says, where that was read because the list does not say it. */
	ofRecord?: KnownFacts;
	/** The pattern of the credential for links to respondents. */
	respondentPage?: string;
	/** When this poll began, by n8n's clock. */
	now: number;
}

/** Which surveys a person watches, and how. */
export interface WatchSettings {
	event: { readsEverySurvey?: true };
	watch: 'all' | 'chosen';
	surveyIds: string[];
	emitExisting: boolean;
	/** After so many milliseconds every survey is read. */
	fullCheckMs: number;
}

export type PollPlan = ReturnType<typeof planPoll>;

/** The clocks of n8n and of the service differ by less than this, so an earlier time is certainly earlier. */
export const CLEARLY_OLDER_MS = 86_400_000;

/** For so long the state keeps a survey that has left the list or the choice. */
const FORGOTTEN_AFTER_MS = 7 * 86_400_000;

/** How much the clocks of n8n and of the service may differ. */
export const CLOCKS_DIFFER_MS = 600_000;

export function surveyLabel({ id, name }: ListedSurvey): string {
	return name === null ? id : `“${oneLine(name, 120)}” (${id})`;
}

/** The surveys of a list, each once. A record without an id is left out, because its survey cannot be read. */
export function listedSurveys(records: readonly unknown[]): ListedSurvey[] {
	const surveys = new Map<string, ListedSurvey>();
	for (const record of records) {
		if (!isObject(record)) continue;
		const facts = readListed(record, {});
		const { id, name } = facts;
		if (!isUuid(id) || surveys.has(id)) continue;
		const survey = { id, name: name as string | null, facts };
		surveys.set(id, isTooDeep(record) ? { ...survey, isTooDeep: true } : { ...survey, record });
	}
	return [...surveys.values()];
}

const readListed = SURVEY.reader();

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
) {
	const { since: now, watch, token, completedStatuses } = empty;
	// A watch that began in the future means that n8n's clock was ahead: it began now at the latest.
	const before = saved && { ...saved, since: Math.min(saved.since, now) };
	const unlisted = before?.unlisted && !settings.emitExisting;
	const choice = { watch, token, completedStatuses, unlisted: undefined };
	const state: State = { ...(before ?? empty), ...choice };
	const checkDue = now - state.checkedAt >= settings.fullCheckMs || now < state.checkedAt;
	if (checkDue) state.checkedAt = now;

	const statuses = new Set([before?.completedStatuses ?? '', completedStatuses]);
	const hasOtherStatuses = statuses.size > 1 && !statuses.has('') && !settings.emitExisting;
	// Whoever has a status that is added now completed before, so the surveys get new baselines.
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
	const next = watched.findIndex(({ id }) => id === state.next);
	const first = Math.max(0, next);
	const inTurn = [...tasks.slice(first), ...tasks.slice(0, first)];
	const changed = inTurn.filter(
		({ survey, known, fingerprint }) =>
			settings.event.readsEverySurvey ||
			survey.record === undefined ||
			known.pending === true ||
			known.fingerprint !== fingerprint,
	);
	// What has changed is read first, and then what a full check or an earlier change asks for.
	const again = inTurn.filter((task) => task.known.rereads > 0 && !changed.includes(task));
	return {
		/** Has an entry for every watched survey. */
		state: {
			...state,
			surveys: all.filter((one) => !isForgotten(one)),
			seen: { ...state.seen, ...forgotten },
		},
		/** In the order in which to read them. */
		tasks: [...changed, ...again],
		/** All watched surveys, also those that need not be read. */
		watched: tasks,
	};
}

/** A survey whose watch begins: what completed until now is old. */
const beginning = (entry: KnownSurvey, fingerprint: string, now: number): KnownSurvey => ({
	...entry,
	...{ fingerprint, pending: true, oldUpTo: now - 1, openAt: undefined },
});

/**
 * A survey whose watch has begun and whose baseline was not taken yet. If its watch seems to begin in the future, n8n's
 * clock was ahead, so it counts as beginning now. If somebody has completed since, only times tell who is old.
 */
function untilNow(entry: KnownSurvey, fingerprint: string, now: number): KnownSurvey {
	const oldUpTo = Math.min(entry.oldUpTo ?? now, now);
	if (entry.fingerprint === fingerprint) return { ...entry, oldUpTo };
	return { ...entry, fingerprint: '', oldUpTo: oldUpTo - CLOCKS_DIFFER_MS };
}

/** A survey that needs another baseline: what is not known counts as old, unless it is later than `oldUpTo`. */
export function newBaseline(known: KnownSurvey): KnownSurvey {
	return { ...known, pending: true, fingerprint: '', shortReads: undefined };
}

/**
 * Distinguishes new surveys, all of whose completions are events, from surveys that have only become visible. The list
 * is newest first, so a new survey is above every known one. Where the record says when a survey was created, that
 * counts too: a survey clearly older than the watch is not new, and a younger one is new anywhere in the list. Not new
 * are surveys that a person adds to the choice, and those of another workspace, which come when another token shows
 * none of the known ones.
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

export function withSurvey(state: State, survey: KnownSurvey): State {
	return { ...state, surveys: state.surveys.map((one) => (one.id === survey.id ? survey : one)) };
}

/** After this many polls without success, an event is decided without what is missing. */
export const MAX_TRIES = 3;

const REREADS = 2;

/**
 * The survey's entry when everything in it is settled. The list of surveys may count completions before the survey
 * shows them, so after a change that brought less than was counted, the survey is read twice more.
 *
 * @param found how many new things the survey showed
 */
export function settledEntry({ known, fingerprint, counts }: Task, found: number): KnownSurvey {
	const changed = known.fingerprint !== fingerprint;
	const grewMore = counts.some((count, place) => count - (known.counts?.[place] ?? count) > found);
	const isShort = found === 0 || grewMore;
	const rereads = changed && isShort ? REREADS : Math.max(0, known.rereads - 1);
	return { ...known, pending: undefined, fingerprint, counts, rereads };
}

/** The survey's entry when something in it is not settled: no fingerprint, so the next poll reads it. */
export function unsettledEntry(task: Task): KnownSurvey {
	return { ...task.known, pending: undefined, fingerprint: '' };
}
