import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../records/json';
import { areSeenHashes, type SeenHashes } from './seen';

/** What the trigger knows of one survey. */
export interface KnownSurvey {
	id: string;
	/** Fingerprint of its SurveyRead when everything in it was last settled; empty: it must be read again. */
	fingerprint: string;
	/** How many more times it is read although its fingerprint has not changed. */
	rereads: number;
	/** When it left the list or the choice. */
	leftAt?: number;
	/** It needs a baseline. */
	pending?: true;
	/** In how many polls its list was too short for a baseline. */
	shortReads?: number;
	/**
	 * When a baseline is taken, what completed up to this time is old. At first it is the beginning of the survey's
	 * watch, and later the latest settled completion. Absent when everything in the survey is new. Times are in
	 * milliseconds since 1970.
	 */
	oldUpTo?: number;
	/** The times of completions up to `oldUpTo` that are not settled. */
	openAt?: number[];
	/** Completions wait for room or time in a poll, or because of the brake. */
	backlog?: true;
	/** How many of its completions had ids. */
	ids?: 'all' | 'some' | 'none';
	/** The service has shown a score of it. Until then, its scores may not be visible yet. */
	hasScores?: true;
	/** Completions before this time are old, and a week after it they are not remembered (baseline.ts). */
	oldBefore?: number;
	/** What its SurveyRead counted when it was last settled. */
	counts?: number[];
	/** The numbers or statuses that the event has last delivered of the survey. */
	values?: RememberedValues;
}

export type RememberedValues = { [name: string]: number | string | null };

/** Everything the trigger remembers from one poll to the next. */
export interface State {
	/** Each saved state has a higher one, so that an older state is recognized. */
	number: number;
	/** What the state belongs to: another workflow, node, address or event starts with a new state. */
	scope: string;
	/** When the watch began, in milliseconds since 1970. */
	since: number;
	/** When the last full check began. */
	checkedAt: number;
	watch: 'all' | 'chosen';
	/** Since the watch began, the list of surveys could not be read, so whatever it will show may be old. */
	unlisted?: true;
	/** A hash of the token with which the list of surveys was last read. */
	token: string;
	/** The statuses that counted as completed in the last poll, a line each; empty: not known, or none. */
	completedStatuses: string;
	/** The survey with which the next poll begins, because the last one stopped there. */
	next: string;
	surveys: KnownSurvey[];
	seen: SeenHashes;
	/** How many polls have tried in vain, by what is missing and the completion's hash: `score …`, `conversation …`. */
	waiting: { [what: string]: number };
}

export function isSameState(one: State, other: State): boolean {
	const [left, right] = [one, other].map((state) => {
		const { seen, ...rest } = storeState({ ...state, number: 0 });
		return { ...rest, ...(seen as { [surveyId: string]: string }) } as IDataObject;
	}) as [IDataObject, IDataObject];
	const names = new Set([...Object.keys(left), ...Object.keys(right)]);
	return [...names].every((name) => left[name] === right[name]);
}

/** Of the states that `storeState` writes, and the only ones that `restoreState` reads. */
export const STATE_VERSION = 3;

export function emptyState(
	known: Pick<State, 'scope' | 'watch' | 'token' | 'completedStatuses'>,
	now: number,
): State {
	const nothing = { number: 0, next: '', surveys: [], seen: {}, waiting: {} };
	return { ...nothing, since: now, checkedAt: now, ...known };
}

/** For a saved state that cannot be read and must not be discarded. */
export class UnreadableState extends Error {}

/** The state as n8n keeps it: a few long texts, which n8n clones and compares fast. */
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
 * Reads what `storeState` has written.
 *
 * @returns undefined when nothing was saved
 * @throws {UnreadableState} when the state is of another version, or damaged
 */
export function restoreState(data: IDataObject | undefined): State | undefined {
	if (data?.version === undefined) return undefined;
	if (data.version !== STATE_VERSION) {
		throw new UnreadableState(
			'The state of this trigger was saved by another version of the package: install that version again, or copy the node to start again from now.',
		);
	}
	const written = { ...data, surveys: parsed(data.surveys), waiting: parsed(data.waiting) };
	const state = soundOf(written, STATE);
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

/** Checks the values of a saved record. A value that fails, and a key without a check, counts as absent. */
type Checks<Saved> = { [Key in keyof Required<Saved>]: (value: unknown) => boolean };

const isText = (value: unknown) => typeof value === 'string';
const isTrue = (value: unknown) => value === true;
const isOneOf =
	(...words: string[]) =>
	(value: unknown) =>
		words.includes(value as string);
/** No date has more milliseconds. */
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
	backlog: isTrue,
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

/** Without these, it is not known what was delivered. */
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
