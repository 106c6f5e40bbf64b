/** For Email Failed: which mailings are read, and what is remembered of each. */
import { hasFailed, MAILING, MAILING_RECIPIENT } from '../service/mailings';
import { toId } from '../service/values';
import { listIn, totalIn } from '../service/lists';
import { call } from '../http/call';
import { asSentence } from '../http/errors';
import { readPages } from '../http/pages';
import type { Session } from '../http/session';
import { DAY_MS } from '../input/periods';
import { isObject, type JsonObject } from '../records/json';
import { millis, shortHash } from '../records/scalars';
import type { Task } from './pollPlan';
import { affectsAllRequests, notUnderstood, outcomeOf } from './reading';
import { hashesIn } from './seen';
import type { RememberedValues } from './state';

/** For so long after its end, a full check reads a mailing again: emails bounce later, and its counts may not show it. */
const BOUNCES_FOR_MS = 3 * DAY_MS;
/**
 * A mailing that ended so long before the newest one of its survey is not read any more, and a week later nothing of it
 * is remembered. n8n’s clock, which may be wrong, only limits which time counts as the newest.
 */
const LOOKED_AT_MS = 90 * DAY_MS;
const REMEMBERED_MS = LOOKED_AT_MS + 7 * DAY_MS;
/** How many mailings of a survey one poll reads. */
const MAX_MAILINGS = 20;
/** The most recipients that a request gives (docs/interface.md, Mailings). */
const PAGE_SIZE = 500;

/** What is remembered of a mailing, as one text in the state. */
interface KnownMailing {
	/** When it ended; until then, the time of the newest mailing in the list. In milliseconds since 1970. */
	at: number;
	/** The mark that it had when its recipients were last read; empty: they must be read again. */
	mark: string;
	/** The recipients whose failure is settled, as hashes. */
	settled: ReadonlySet<string>;
}

/** The mark of a mailing whose recipients were never read: those whose email has failed by then are old. */
export const BASELINE = 'baseline';

export function knownMailing(values: RememberedValues = {}, id: string): KnownMailing | undefined {
	const text = values[id];
	if (typeof text !== 'string') return undefined;
	const [at, mark = '', settled] = text.split(' ');
	return { at: Number(at), mark, settled: new Set(hashesIn(settled)) };
}

/** What `knownMailing` reads. */
export const mailingText = ({ at, mark, settled }: KnownMailing): string =>
	`${at} ${mark} ${[...settled].join('')}`;

/** A mailing of the list that has begun. */
interface BegunMailing {
	id: string;
	facts: JsonObject;
	/** Changes when somebody's email fails, or its status does. */
	mark: string;
	endedAt?: number;
	/** The recipients whose email failed; undefined where they were not read. */
	failed?: JsonObject[];
	/** Recipients may be missing, because their list changed while it was read; so it must be read again. */
	isOpen?: boolean;
}

/** The mailings of a survey, with the recipients whose email failed where these were read. */
export class MailingsRead {
	/** A sentence for n8n's log, where recipients could not be read or do not agree with the counts. */
	problem?: string;
	constructor(
		readonly mailings: readonly BegunMailing[],
		/** The latest time in the list, in milliseconds since 1970. */
		readonly newest: number,
		/** Those whose recipients must be read. */
		readonly due: readonly BegunMailing[],
	) {}
}

/** The mailings that have begun, the newest first, without those that ended long ago. */
function begunMailings(records: readonly JsonObject[], now: number) {
	const read = MAILING.reader();
	const mailings = new Map<string, BegunMailing>();
	let newest = 0;
	for (const record of records) {
		const facts = read(record, {});
		const { status, started_at, completed_at, created_at, sent_count } = facts;
		const { failed_count, skipped_count } = facts;
		const id = toId(facts.id);
		// The interface names these two statuses as the end of a mailing.
		const hasEnded = (completed_at ?? null) !== null || status === 'sent' || status === 'failed';
		const endedAt = hasEnded ? millis(completed_at ?? started_at ?? created_at) : undefined;
		const hasBegun = hasEnded || (started_at ?? null) !== null || Number(sent_count ?? 0) > 0;
		newest = Math.max(newest, millis(created_at) ?? 0, millis(started_at) ?? 0, endedAt ?? 0);
		if (id === undefined || mailings.has(id) || !hasBegun) continue;
		const mark = shortHash(JSON.stringify([status, failed_count, skipped_count]));
		mailings.set(id, { id, facts, mark, endedAt });
	}
	// A wrong date far in the future must not make all other mailings old.
	newest = Math.min(newest, now + DAY_MS);
	const beganAt = ({ facts }: BegunMailing) => millis(facts.started_at ?? facts.created_at) ?? 0;
	const isOver = ({ endedAt = newest }: BegunMailing) => endedAt < newest - LOOKED_AT_MS;
	const begun = [...mailings.values()].filter((one) => !isOver(one));
	return { begun: begun.sort((a, b) => beganAt(b) - beganAt(a)), newest };
}

/** The mailings that must be read: those that changed and, in a full check, those whose emails may still bounce. */
function dueMailings(task: Task, mailings: readonly BegunMailing[]): BegunMailing[] {
	const { known, now } = task;
	const isChanged = ({ id, mark }: BegunMailing) => knownMailing(known.values, id)?.mark !== mark;
	const mayBounce = ({ endedAt = now }: BegunMailing) =>
		known.rereads > 0 && endedAt >= now - BOUNCES_FOR_MS;
	const changed = mailings.filter(isChanged);
	return [...changed, ...mailings.filter((one) => !isChanged(one) && mayBounce(one))];
}

/** What stays in the state. A mailing that the list leaves out stays as well, because it may come back. */
export function stillRemembered(
	values: RememberedValues = {},
	{ mailings, newest }: MailingsRead,
): RememberedValues {
	const listed = new Set(mailings.map(({ id }) => id));
	const isRecent = (id: string) => (knownMailing(values, id)?.at ?? 0) >= newest - REMEMBERED_MS;
	const kept = Object.entries(values).filter(([id]) => listed.has(id) || isRecent(id));
	return Object.fromEntries(kept);
}

/**
 * Reads the recipients of the mailings of a list, where that is needed. A mailing that cannot be read does not stop the
 * others.
 *
 * @returns undefined where there is no list of mailings
 */
export async function readMailings(
	session: Session,
	task: Task,
	answer: unknown,
): Promise<MailingsRead | undefined> {
	if (!Array.isArray(answer)) return undefined;
	const { begun, newest } = begunMailings(answer as JsonObject[], task.now);
	const due = dueMailings(task, begun);
	const all = new MailingsRead(begun, newest, due);
	for (const mailing of due.slice(0, MAX_MAILINGS)) {
		if (session.budget.remainingMs() <= 0) break;
		const reading = await outcomeOf(failedRecipients(session, mailing.id));
		if ('body' in reading) {
			const { hasGap } = reading.body;
			mailing.failed = reading.body.failed;
			const { failed_count, skipped_count } = mailing.facts;
			const counted = Number(failed_count ?? 0) + Number(skipped_count ?? 0);
			mailing.isOpen = hasGap && mailing.failed.length < counted;
			if (mailing.failed.length < counted)
				all.problem = `mailing ${mailing.id} counts ${counted} emails that failed or were skipped, and its recipients show ${mailing.failed.length}: they may have a status in words that the package does not know.`;
			continue;
		}
		const { error } = reading;
		if (affectsAllRequests(error) && due.some(({ failed }) => failed)) break;
		if (affectsAllRequests(error)) throw error;
		// A mailing that was deleted meanwhile is no problem.
		if (error.status !== 404 && session.budget.remainingMs() > 0)
			all.problem = `the recipients of mailing ${mailing.id} could not be read: ${asSentence(error.message)}`;
	}
	return all;
}

async function failedRecipients(session: Session, mailingId: string) {
	const path = `/mailings/${encodeURIComponent(mailingId)}`;
	const read = MAILING_RECIPIENT.reader();
	const readPage = async (limit: number, offset: number) => {
		const query = { limit, offset };
		const { body } = await call(session, { method: 'GET', path, query, retryClass: 'read' });
		const found = listIn(body, ['recipients']);
		if (found.kind !== 'list') throw notUnderstood(session, 'a list of recipients');
		// Most emails have not failed, and of these recipients only the ID is kept, to save memory.
		const records = found.records.map((one) => (hasFailed(read(one, {})) ? one : { id: one.id }));
		return { records, total: totalIn(found, ['recipients_total']) };
	};
	const idOf = (record: unknown) => (isObject(record) ? record.id : undefined);
	const range = { pageSize: PAGE_SIZE, limit: Infinity };
	const { records, hasGap } = await readPages(range, readPage, idOf);
	const isFailed = (one: unknown): one is JsonObject => isObject(one) && hasFailed(read(one, {}));
	return { failed: records.filter(isFailed), hasGap };
}
