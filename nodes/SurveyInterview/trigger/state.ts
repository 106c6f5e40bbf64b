import type { IDataObject } from 'n8n-workflow';

import { isObject, type JsonObject } from '../records/json';
import { areSeenHashes, type SeenHashes } from './seen';

/** What the trigger knows of one survey. */
export interface KnownSurvey {
	id: string;
	/** Fingerprint of its SurveyRead when everything in it was last settled; empty: something is open. */
	fingerprint: string;
	/** How many more times it is read although its fingerprint has not changed. */
	rereads: number;
	/** Since when it is not in the list or the choice any more. */
	leftAt?: number;
	/** Whether it needs a baseline. */
	pending?: true;
	/** In how many polls its list was too short for that. */
	shortReads?: number;
	/**
	 * What completed up to then, in milliseconds since 1970, is old when a baseline is taken: the beginning of its
	 * watch, later the latest completion that is settled. Absent when everything in it is new.
	 */
	oldUpTo?: number;
	/** The times of completions up to then that are not settled. */
	openAt?: number[];
	/** How many of its completions had ids. */
	ids?: 'all' | 'some' | 'none';
	/** Whether the service has shown a score of it: before, its scores may not be visible yet. */
	hasScores?: true;
	/** Completions before this time, in milliseconds since 1970, are old, and a week later not remembered (baseline.ts). */
	oldBefore?: number;
	/** What its SurveyRead counted when it was last settled. */
	counts?: number[];
	/** What an event remembers of the survey beside identities (numbers, statuses), as last delivered. */
	values?: RememberedValues;
}

export type RememberedValues = { [name: string]: number | string | null };

/** Everything the trigger remembers from one poll to the next. */
export interface State {
	/** Grows with every state that is saved, so that an older one is recognized. */
	number: number;
	/** What the state belongs to: another workflow, node, address or event starts with a new state. */
	scope: string;
	/** When the watch began, in milliseconds since 1970. */
	since: number;
	/** When the last full check began. */
	checkedAt: number;
	watch: 'all' | 'chosen';
	/** The list of surveys could not be read since the watch began: all that it shows then may be older. */
	unlisted?: true;
	/** The token with which it was last read, as a hash. */
	token: string;
	/** The statuses that counted as completed when it was last read, a line each; empty: not known, or none. */
	completedStatuses: string;
	/** The survey with which the next poll begins, because the last one stopped there. */
	next: string;
	surveys: KnownSurvey[];
	/** The completions that are settled. */
	seen: SeenHashes;
	/** How many times something was tried without success, by what is missing and the completion's hash. */
	waiting: { [what: string]: number };
}

/** Whether two states are equal, so that nothing needs to be saved. */
export function isSameState(one: State, other: State): boolean {
	const [left, right] = [one, other].map((state) => {
		const { seen, ...rest } = storeState({ ...state, number: 0 });
		return { ...rest, ...(seen as { [surveyId: string]: string }) } as IDataObject;
	}) as [IDataObject, IDataObject];
	const names = new Set([...Object.keys(left), ...Object.keys(right)]);
	return [...names].every((name) => left[name] === right[name]);
}

/** The version that `storeState` writes. Every version that was released can be read. */
export const STATE_VERSION = 3;

/** What versions 1 and 2 kept of a survey instead of `oldUpTo`, `openAt` and `ids`. */
interface Bounds {
	watchedSince?: number;
	settledUpTo?: number;
	unsettled?: number[];
	identityKinds?: 'id' | 'record' | 'both';
	identityChange?: unknown;
	previousStatuses?: string;
	baseline?: 'none' | 'whole';
}

/**
 * A state of version 1 or 2. They kept completions of all surveys as one text, version 2 besides those of each
 * survey; a hash is of one survey, so others may have it too.
 */
function migrated({ seen, seenOfAll = seen, surveys, ...rest }: JsonObject): JsonObject {
	if (!isSurveys(surveys)) return rest;
	const ofEach = (isObject(seen) ? seen : {}) as SeenHashes;
	const more = surveys.map(({ id }) => [id, `${ofEach[id] ?? ''}${String(seenOfAll)}`]);
	return {
		...rest,
		surveys: surveys.map(migratedEntry),
		seen: { ...ofEach, ...(Object.fromEntries(more) as SeenHashes) },
	};
}

/** Where completions have other identities now, or may have, the list is a new baseline. */
function migratedEntry(survey: KnownSurvey & Bounds): JsonObject {
	const { watchedSince, settledUpTo, unsettled, identityKinds, identityChange } = survey;
	const isAnonymous = identityKinds === 'record' || identityKinds === 'both';
	const isOpen = isAnonymous || identityChange || survey.previousStatuses !== undefined;
	return {
		...survey,
		oldUpTo: survey.pending ? watchedSince : settledUpTo,
		openAt: unsettled,
		ids: identityKinds === 'id' ? 'all' : undefined,
		...(survey.baseline === 'none' && { oldBefore: Number(watchedSince) - 86_400_000 }),
		...(isOpen && { pending: true, fingerprint: '' }),
	};
}

/** The state at the beginning of a watch. */
export function emptyState(
	known: Pick<State, 'scope' | 'watch' | 'token' | 'completedStatuses'>,
	now: number,
): State {
	const nothing = { number: 0, next: '', surveys: [], seen: {}, waiting: {} };
	return { ...nothing, since: now, checkedAt: now, ...known };
}

/** A state that cannot be read and must not be discarded: one sentence. */
export class UnreadableState extends Error {}

/** The state as n8n keeps it: few values and long strings, which it clones and compares fast. */
export function storeState(state: State): IDataObject {
	const { seen, surveys, waiting, unlisted, ...rest } = state;
	return {
		version: STATE_VERSION,
		...rest,
		...(unlisted && { unlisted }),
		surveys: JSON.stringify(surveys),
		seen: Object.fromEntries(Object.entries(seen).filter(([, text]) => text !== '')),
		waiting: JSON.stringify(waiting),
	};
}

/**
 * Reads what `storeState`, of this version or an older one, has written.
 *
 * @returns undefined when there is nothing
 * @throws {UnreadableState} when it is of a newer version, or damaged
 */
export function restoreState(data: IDataObject | undefined): State | undefined {
	if (data?.version === undefined) return undefined;
	const version = Number(data.version);
	if (!(version <= STATE_VERSION)) {
		throw new UnreadableState(
			'The state of this trigger was saved by a newer version of the package: install that version again, or copy the node to start again from now.',
		);
	}
	const written = { ...data, surveys: parsed(data.surveys), waiting: parsed(data.waiting) };
	const state = soundOf(version < STATE_VERSION ? migrated(written) : written, STATE);
	if (!NEEDED.every((name) => name in state)) {
		throw new UnreadableState(
			'The saved state of this trigger is damaged: copy the node to start again from now.',
		);
	}
	const { surveys = [], waiting = {} } = state;
	const tries = Object.entries(waiting).filter(([, count]) => Number.isFinite(count));
	return {
		...emptyState({ scope: '', watch: 'all', token: '', completedStatuses: '' }, 0),
		...state,
		surveys: surveys.map((survey) => ({
			...{ id: survey.id, fingerprint: '', rereads: 0 },
			...soundOf(survey, ENTRY),
		})),
		waiting: Object.fromEntries(tries),
	};
}

/** What each value of a saved record is; another one is as if it were absent, like a key that is not known. */
type Checks<Saved> = { [Key in keyof Required<Saved>]: (value: unknown) => boolean };

const isText = (value: unknown) => typeof value === 'string';
const isTrue = (value: unknown) => value === true;
const isOneOf =
	(...words: string[]) =>
	(value: unknown) =>
		words.includes(value as string);
/** A date has no more milliseconds. */
const isTime = (value: unknown) => typeof value === 'number' && Math.abs(value) <= 8.64e15;
const areNumbers = (value: unknown) => Array.isArray(value) && value.every(Number.isFinite);
const isSurveys = (value: unknown): value is KnownSurvey[] =>
	Array.isArray(value) && value.every((one) => isObject(one) && isText(one.id));

const ENTRY: Checks<KnownSurvey> = {
	id: isText,
	fingerprint: isText,
	rereads: Number.isFinite,
	leftAt: isTime,
	pending: isTrue,
	shortReads: Number.isFinite,
	oldUpTo: isTime,
	openAt: areNumbers,
	ids: isOneOf('all', 'some', 'none'),
	hasScores: isTrue,
	oldBefore: isTime,
	counts: areNumbers,
	values: isObject,
};

const STATE: Checks<State> = {
	number: Number.isFinite,
	scope: isText,
	since: Number.isFinite,
	checkedAt: Number.isFinite,
	watch: isOneOf('all', 'chosen'),
	unlisted: isTrue,
	token: isText,
	completedStatuses: isText,
	next: isText,
	surveys: isSurveys,
	seen: areSeenHashes,
	waiting: isObject,
};

/** Without these, nobody knows what was delivered. */
const NEEDED = ['number', 'since', 'checkedAt', 'surveys', 'seen', 'waiting'];

function soundOf<Saved>(values: object, checks: Checks<Saved>): Partial<Saved> {
	const known = new Map<string, (value: unknown) => boolean>(Object.entries(checks));
	const sound = Object.entries(values).filter(([name, value]) => known.get(name)?.(value));
	return Object.fromEntries(sound) as Partial<Saved>;
}

function parsed(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return undefined;
	}
}
