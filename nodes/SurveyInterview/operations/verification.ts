import { readInvitation } from '../service/invitations';
import { MAILING } from '../service/mailings';
import { interviewOf } from '../service/respondents';
import { THEME } from '../service/surveys';
import type { Verdict } from '../http/verify';
import { isUuid, placeholdersOf, idKey } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { emailKey } from '../records/person';
import { millis } from '../records/scalars';
import { listOfAnswer, type ListNames } from './operation';

/** What is known when a repeat was refused after a try without an answer. */
export interface Evidence {
	/** The record, or the list that it belongs to; undefined if it could not be read. */
	answer: unknown;
	/** In lower case. */
	id: string;
	/** As it was sent. */
	body: JsonObject;
	/** Of the refusal. */
	status: number;
}

export type Judge = (seen: Evidence) => Verdict;

const NOT_DONE: Verdict = { is: 'notDone' };
const UNKNOWN: Verdict = { is: 'unknown' };
const done = (record?: JsonObject): Verdict => ({ is: 'done', record });

/**
 * The record with this ID anywhere in an answer.
 *
 * @param having prefers a record with this key, because others may only refer to it
 */
export function recordWithId(answer: unknown, id: string, having?: string): JsonObject | undefined {
	const found = recordsWithId(answer, id);
	return found.find((record) => having !== undefined && having in record) ?? found[0];
}

/** In levels: a record stands in a list, and the list in one or two containers. */
const DEEPEST = 8;

function recordsWithId(answer: unknown, id: string): JsonObject[] {
	const found: JsonObject[] = [];
	const search = (value: unknown, levels: number): void => {
		if (levels === 0 || typeof value !== 'object' || value === null) return;
		if (isObject(value) && lowerCaseId(value) === id) found.push(value);
		for (const one of Object.values(value)) search(one, levels - 1);
	};
	search(answer, DEEPEST);
	return found;
}

/** The list of a resource's records: its path, and the names of its array as in `Items`. */
interface ListPlace extends ListNames {
	path: string;
}

/** The records of a list if it is complete; from an incomplete one, any record may be missing. */
function wholeList(answer: unknown, names: ListNames) {
	const found = listOfAnswer(answer, names);
	return found.kind === 'list' && !found.isPartial ? found.records : undefined;
}

/**
 * Done if the list no longer holds the record. All its records must have IDs, which those of an anonymous survey may
 * not have. An empty list is a proof only if it is the list of the whole workspace.
 */
export const isAbsent =
	(place: ListPlace): Judge =>
	({ answer, id, status }) => {
		if (recordWithId(answer, id)) return NOT_DONE;
		// With these statuses the service refuses a record that exists, such as a sent mailing.
		if ([400, 402, 409, 422].includes(status)) return UNKNOWN;
		const records = wholeList(answer, place);
		const isOfWorkspace = placeholdersOf(place.path).length === 0;
		// If the delete itself got this list, it may come from something else that answers there.
		if (isOfWorkspace && records?.length === 0 && status >= 400) return done();
		return isMissingFrom(records, id) ? done() : UNKNOWN;
	};

/** A revoked invitation may disappear or stay as expired; the specification does not say which. */
export const isRevoked: Judge = ({ answer, id, status }) => {
	const record = recordWithId(answer, id, 'token');
	if (record) {
		const is = readInvitation(record, {}).status;
		if (is === 'expired') return done();
		return is === 'open' ? NOT_DONE : UNKNOWN;
	}
	const unseen = status === 403 || status === 404;
	return unseen && isMissingFrom(wholeList(answer, { likely: ['invitations'] }), id)
		? done()
		: UNKNOWN;
};

const whereRecord =
	(shows: (record: JsonObject, seen: Evidence) => boolean): Judge =>
	(seen) => {
		const record = recordWithId(seen.answer, seen.id);
		return record && shows(record, seen) ? done(record) : UNKNOWN;
	};

export const hasSentValues = whereRecord((record, { body }) =>
	Object.entries(body).every(([key, value]) => isSameValue(record[key], value)),
);

const readTheme = THEME.reader();
const readMailing = MAILING.reader();

/** Reads a record that says whether it is archived, because others may only refer to the theme. */
export const isArchived =
	(expected: boolean): Judge =>
	({ answer, id }) => {
		const record = recordsWithId(answer, id).find((one) => readTheme(one, {}).is_archived !== null);
		if (!record) return UNKNOWN;
		return readTheme(record, {}).is_archived === expected ? done(record) : NOT_DONE;
	};

/** Unknown for any other status, because it may mean the same. */
export const hasStatus = (status: string) =>
	whereRecord((record) => readMailing(record, {}).status === status);

export const hasStarted = whereRecord((record) => {
	const { started_at: started, status } = readMailing(record, {});
	return started !== null && status !== 'failed';
});

const RESPONDENTS = { path: '/surveys/{survey_id}/respondents', likely: ['respondents'] };

/** Done if the list of respondents shows the person as erased, or does not show them. */
export const isErased: Judge = (seen) => {
	const record = recordWithId(seen.answer, seen.id);
	if (!record) return isAbsent(RESPONDENTS)(seen);
	return interviewOf(record).erased ? done(record) : UNKNOWN;
};

/**
 * Done if the mailing has no schedule and has not started, because one that is being sent has no schedule either. An
 * absent `scheduled_at` means null.
 */
export const isUnscheduled: Judge = ({ answer, id }) => {
	const record = recordWithId(answer, id);
	const { scheduled_at: scheduled, started_at: started } = readMailing(record ?? {}, {});
	if (scheduled !== null) return NOT_DONE;
	return record && 'started_at' in record && started === null ? done(record) : UNKNOWN;
};

/** An empty list proves nothing: its records may be hidden, or it may belong to another survey. */
function isMissingFrom(records: unknown[] | undefined, id: string): boolean {
	if (!records || records.length === 0) return false;
	return records.every(
		(record) => isObject(record) && ![undefined, id].includes(lowerCaseId(record)),
	);
}

function lowerCaseId({ id }: JsonObject): string | undefined {
	return typeof id === 'string' ? idKey(id) : undefined;
}

/** Whether an answer shows another value than was sent; an object instead of a text may be the same value. */
export function contradicts(shown: unknown, sent: unknown): boolean {
	if (isObject(shown) && isObject(sent)) {
		const isHidden = (key: string) => shown.anonymous === true && shown[key] === null;
		return Object.keys(sent).some((key) => !isHidden(key) && contradicts(shown[key], sent[key]));
	}
	if (shown === undefined || sent === undefined) return false;
	// What a service makes of null for a number or an ID is not known.
	if (sent === null) return typeof shown === 'string' && shown.trim() !== '' && !isUuid(shown);
	const isPlain = [shown, sent]
		.flat()
		.every((value) => typeof value !== 'object' || value === null);
	return isPlain && Array.isArray(shown) === Array.isArray(sent) && !isSameValue(shown, sent);
}

/** Whether a value is the one that was sent, even if the service writes it in another way. */
export const isSameValue = (shown: unknown, sent: unknown): boolean =>
	shown !== undefined && comparable(shown) === comparable(sent);

/** One form for values that differ only in case, blanks, order, or the notation of a time, number or address. */
function comparable(value: unknown): string {
	if (Array.isArray(value)) return JSON.stringify(value.map(comparable).sort());
	if (isObject(value)) {
		return comparable(Object.entries(value).map(([key, one]) => `${key}: ${comparable(one)}`));
	}
	const at = typeof value === 'string' ? millis(value) : undefined;
	if (at !== undefined) return new Date(Math.floor(at / 1000) * 1000).toISOString();
	const text = String(value ?? '').normalize('NFC');
	return emailKey(text) ?? text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\/$/, '');
}
