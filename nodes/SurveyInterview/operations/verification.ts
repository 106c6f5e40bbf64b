import { listFrom, saysMore, namedListIn } from '../records/lists';
import type { Verdict } from '../http/call';
import { isUuid, placeholdersOf } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { emailKey } from '../records/person';
import { millis } from '../records/scalars';
import { readInvitation } from '../facts/invitationFacts';
import { MAILING } from '../facts/mailingFacts';
import { interviewOf } from '../facts/respondentFacts';
import { THEME } from '../facts/surveyFacts';

/** What is known when a repeat was refused after a try that nobody answered. */
export interface Evidence {
	/** The record, or the list it belongs in, as read once; undefined where it could not be read. */
	answer: unknown;
	/** The record's id, in lower case. */
	id: string;
	/** What was sent. */
	body: JsonObject;
	/** HTTP status of the refusal. */
	status: number;
}

export type Judge = (seen: Evidence) => Verdict;

const NOT_DONE: Verdict = { is: 'notDone' };
const UNKNOWN: Verdict = { is: 'unknown' };
const done = (record?: JsonObject): Verdict => ({ is: 'done', record });

/**
 * The record with this id anywhere in an answer, whatever the container.
 *
 * @param having a key that tells the record from mere references to it, if any has it
 */
export function recordWithId(answer: unknown, id: string, having?: string): JsonObject | undefined {
	const found = recordsWithId(answer, id);
	return found.find((record) => having !== undefined && having in record) ?? found[0];
}

/** A record stands in its list, and that in a container or two. */
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

/** Where the records of a resource are listed: the path, and what the array may be called, as `Items` says it. */
interface ListPlace {
	path: string;
	likely?: readonly string[];
	namedLike?: readonly RegExp[];
}

/** The records of a list, if it is whole: a part does not show what is missing from the rest. */
function wholeList(answer: unknown, { likely = [], namedLike }: Omit<ListPlace, 'path'>) {
	if (namedLike) {
		const found = namedListIn(answer, namedLike);
		return found && !saysMore({ ...found, rest: found.rest?.() }) ? found.values : undefined;
	}
	const found = listFrom(answer, likely);
	return found.kind === 'list' && !found.isPartial ? found.records : undefined;
}

/**
 * Done when the list no longer holds the record. It must be a list that would show the record: its records
 * have IDs, which those of an anonymous survey may not have. An empty list proves it only where it is of the
 * whole workspace.
 */
export const isAbsent =
	(place: ListPlace): Judge =>
	({ answer, id, status }) => {
		if (recordWithId(answer, id)) return NOT_DONE;
		// These refuse a record that is there (a sent mailing, a theme with answers), so no list proves more.
		if ([400, 402, 409, 422].includes(status)) return UNKNOWN;
		const records = wholeList(answer, place);
		const isOfWorkspace = placeholdersOf(place.path).length === 0;
		// Where the delete itself was answered like this, the list may be by the same stranger.
		if (isOfWorkspace && records?.length === 0 && status >= 400) return done();
		return isMissingFrom(records, id) ? done() : UNKNOWN;
	};

/** A revoked invitation may disappear, or stay as expired: the specification does not say which. */
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

/** Done when the record shows it. */
const whereRecord =
	(shows: (record: JsonObject, seen: Evidence) => boolean): Judge =>
	(seen) => {
		const record = recordWithId(seen.answer, seen.id);
		return record && shows(record, seen) ? done(record) : UNKNOWN;
	};

/** Done when every key that was sent has the value that was sent. */
export const hasSentValues = whereRecord((record, { body }) =>
	Object.entries(body).every(([key, value]) => isSameValue(record[key], value)),
);

const readTheme = THEME.reader();
const readMailing = MAILING.reader();

/** Done when the theme says that it is archived, or that it is not. Other records may only refer to it. */
export const isArchived =
	(expected: boolean): Judge =>
	({ answer, id }) => {
		const record = recordsWithId(answer, id).find((one) => readTheme(one, {}).is_archived !== null);
		if (!record) return UNKNOWN;
		return readTheme(record, {}).is_archived === expected ? done(record) : NOT_DONE;
	};

/** Done when the mailing has this status. Another status may mean the same. */
export const hasStatus = (status: string) =>
	whereRecord((record) => readMailing(record, {}).status === status);

/** Done when the mailing has begun to send, and has not failed. */
export const hasStarted = whereRecord((record) => {
	const { started_at: started, status } = readMailing(record, {});
	return started !== null && status !== 'failed';
});

const RESPONDENTS = { path: '/surveys/{survey_id}/respondents', likely: ['respondents'] };

/** Done when the list of respondents shows the person as erased, or no longer shows them. */
export const isErased: Judge = (seen) => {
	const record = recordWithId(seen.answer, seen.id);
	if (!record) return isAbsent(RESPONDENTS)(seen);
	return interviewOf(record).erased ? done(record) : UNKNOWN;
};

/**
 * Done when the mailing has no schedule and has not started: one that is being sent has no schedule either.
 * `scheduled_at` is optional and nullable, so absent means null.
 */
export const isUnscheduled: Judge = ({ answer, id }) => {
	const record = recordWithId(answer, id);
	const { scheduled_at: scheduled, started_at: started } = readMailing(record ?? {}, {});
	if (scheduled !== null) return NOT_DONE;
	return record && 'started_at' in record && started === null ? done(record) : UNKNOWN;
};

/** An empty list proves nothing: its records may be hidden, or it may be of another survey. */
function isMissingFrom(records: unknown[] | undefined, id: string): boolean {
	if (!records || records.length === 0) return false;
	return records.every(
		(record) => isObject(record) && ![undefined, id].includes(lowerCaseId(record)),
	);
}

function lowerCaseId({ id }: JsonObject): string | undefined {
	return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** Whether an answer shows another value than was sent; an object in place of a text is only another form. */
export function contradicts(shown: unknown, sent: unknown): boolean {
	if (isObject(shown) && isObject(sent)) {
		const isHidden = (key: string) => shown.anonymous === true && shown[key] === null;
		return Object.keys(sent).some((key) => !isHidden(key) && contradicts(shown[key], sent[key]));
	}
	if (shown === undefined || sent === undefined) return false;
	// What null makes of a number, or of an ID, is not known.
	if (sent === null) return typeof shown === 'string' && shown.trim() !== '' && !isUuid(shown);
	const isPlain = [shown, sent]
		.flat()
		.every((value) => typeof value !== 'object' || value === null);
	return isPlain && Array.isArray(shown) === Array.isArray(sent) && !isSameValue(shown, sent);
}

/** Whether a value is the one that was sent, as services may write it. */
export const isSameValue = (shown: unknown, sent: unknown): boolean =>
	shown !== undefined && comparable(shown) === comparable(sent);

/** One form of values that differ in case, blanks, order or how an instant, a number or an address is written. */
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
