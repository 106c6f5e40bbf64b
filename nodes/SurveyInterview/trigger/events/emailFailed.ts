import { isNotFound } from '../../http/errors';
import { readPages } from '../../http/pages';
import type { Session } from '../../http/session';
import { DAY_MS } from '../../input/dates';
import type { JsonObject } from '../../service/json';
import { asSentence, millis, hashesIn, shortHash } from '../../service/scalars';
import { listIn, totalIn } from '../../service/lists';
import { hasFailed, MAILING, MAILING_RECIPIENT } from '../../service/mailings';
import { emailFailedMessage, withMessage } from '../../service/messages';
import { toId } from '../../service/values';
import {
	type NewEvent,
	type LookResult,
	oldestFirst,
	type SurveyPoll,
	type TriggerEvent,
} from '../event';
import {
	affectsAllRequests,
	unexpectedAnswer,
	asServiceError,
	readMailings,
	requestAnswer,
	surveyLabel,
} from '../reading';
import { isBeforeWatch } from '../whatIsNew';

/** Full checks read a mailing until so long after its end: emails bounce later, and its counts may not show it. */
const MAY_BOUNCE_MS = 3 * DAY_MS;
/** How many mailings of a survey one poll reads. */
const MAX_MAILINGS = 20;
/** The most recipients that a request gives (docs/interface.md, Mailings). */
const PAGE_SIZE = 500;

export const emailFailed: TriggerEvent = {
	value: 'emailFailed',
	label: 'Email Failed',
	description: 'An email of a mailing bounced, failed or was skipped; once for each recipient',
	readsEverySurvey: true,
	noTestEvent:
		'No email of a mailing has bounced, failed or been skipped yet: publish the workflow without a test event.',
	item: 'each recipient of a mailing whose email bounced, failed or was skipped',
	output: {
		fields: {
			message: 'string',
			...MAILING_RECIPIENT.fields,
			subject_override: 'string?',
			survey_id: 'string',
			survey_name: 'string?',
		},
	},
	options: [],
	filters: [],
	configure: (_collections, _checker, output) => ({
		read: async ({ session, survey }) => await readMailings(session, survey.id),
		look: async (poll, answer: JsonObject[]) => await look(poll, answer, output === 'everything'),
	}),
};

/** A mailing that has begun. */
interface Mailing {
	id: string;
	facts: JsonObject;
	/** A hash of its status and counts, so it changes when somebody's email fails. */
	mark: string;
}

async function look(
	poll: SurveyPoll,
	records: readonly JsonObject[],
	isEverything: boolean,
): Promise<LookResult> {
	const { session, survey, memory, room } = poll;
	const mailings = { ...memory.mailings };
	const due = dueMailings(records, mailings, poll);
	const events: NewEvent[] = [];
	const remarks: string[] = [];
	// If there are too many, only the newest are read now. The others keep their old mark, so the next poll still finds
	// them changed.
	let isDone = due.length <= MAX_MAILINGS;
	for (const mailing of due.slice(-MAX_MAILINGS)) {
		// An activation has a room of 0. It delivers nothing, but reads all mailings to remember who has failed.
		const isFull = room > 0 && events.length >= room;
		if (isFull || session.budget.remainingMs() <= 0) {
			isDone = false;
			break;
		}
		const read = await failedRecipients(session, mailing).catch(asServiceError);
		if (read instanceof Error) {
			// Events that were found are delivered, and the rest waits for the next poll.
			if (affectsAllRequests(read) && events.length === 0) throw read;
			// A mailing that was deleted meanwhile is no problem.
			if (isNotFound(read.facts)) continue;
			isDone = false;
			remarks.push(
				`survey ${surveyLabel(survey)}: the recipients of mailing ${mailing.id} could not be read: ${asSentence(read.message)}`,
			);
			if (affectsAllRequests(read)) break;
			continue;
		}
		const { found, seen } = newFailures(read.recipients, mailing, poll, isEverything);
		const delivered = [...found].slice(0, room - events.length);
		for (const [hash, event] of delivered) {
			seen.add(hash);
			events.push(event);
		}
		const isWhole = delivered.length === found.size && !read.hasGap;
		// Without its mark, the mailing is read again in the next poll.
		mailings[mailing.id] = { mark: isWhole ? mailing.mark : '', failed: [...seen].join('') };
		isDone &&= isWhole;
	}
	// `known` is passed on as it was. Until all mailings were read once, the baseline stays pending, so the next poll
	// still takes old failures as old; and with an empty hash, it reads the survey again.
	const { known, pendingBaseline } = memory;
	const next = isDone
		? { entryHash: survey.entryHash }
		: { entryHash: '', ...(pendingBaseline && { pendingBaseline }) };
	return { events: oldestFirst(events), remarks, memory: { ...next, known, mailings } };
}

/** The failures that are events (`found`), and the identities of recipients who need no event any more (`seen`). */
function newFailures(
	records: readonly JsonObject[],
	{ id, facts }: Mailing,
	{ survey, memory, isBeginning }: SurveyPoll,
	isEverything: boolean,
) {
	const remembered = memory.mailings?.[id];
	// At the first read of a mailing, what failed before the watch began is only remembered.
	const baseline = remembered === undefined ? memory.pendingBaseline : undefined;
	const seen = new Set(hashesIn(remembered?.failed ?? ''));
	const found = new Map<string, NewEvent>();
	for (const record of records) {
		const recipient = readRecipient(record);
		const identity = toId(recipient.id) ?? toId(recipient.invitation_id) ?? toId(recipient.email);
		// One without an ID, an invitation or an address could not be recognised in the next poll.
		if (identity === undefined) continue;
		const hash = shortHash(identity);
		if (seen.has(hash)) continue;
		const sentAt = millis(recipient.sent_at);
		// An email that was never sent has no time of its own, but that of its mailing shows whether it is old.
		const failedAt = sentAt ?? millis(facts.started_at ?? facts.completed_at);
		if (baseline && isBeforeWatch(baseline, failedAt, isBeginning)) {
			seen.add(hash);
			continue;
		}
		const message = emailFailedMessage(recipient, survey.name);
		const json = {
			...(isEverything ? withMessage(message, record) : { message, ...recipient }),
			mailing_id: id,
			subject_override: facts.subject_override ?? null,
			survey_id: survey.id,
			survey_name: survey.name,
		};
		found.set(hash, { json, at: sentAt, survey: survey.record });
	}
	return { found, seen };
}

const readMailing = MAILING.read;
const readRecipient = MAILING_RECIPIENT.read;

/** The mailings whose counts have changed and, in full checks, those whose emails may still bounce; oldest first. */
function dueMailings(
	records: readonly JsonObject[],
	remembered: NonNullable<SurveyPoll['memory']['mailings']>,
	{ isCheck, now }: SurveyPoll,
): Mailing[] {
	const due = new Map<string, Mailing>();
	for (const record of records) {
		const facts = readMailing(record);
		const { status, failed_count, skipped_count, sent_count, started_at, completed_at } = facts;
		const id = toId(facts.id);
		// The interface names these two statuses as the end of a mailing.
		const hasEnded = status === 'sent' || status === 'failed' || completed_at !== null;
		const hasBegun = hasEnded || started_at !== null || Number(sent_count ?? 0) > 0;
		if (id === undefined || due.has(id) || !hasBegun) continue;
		const mark = shortHash(JSON.stringify([status, failed_count, skipped_count]));
		const isChanged = remembered[id]?.mark !== mark;
		const endedAt = millis(completed_at ?? (hasEnded ? started_at : null)) ?? Infinity;
		const mayBounce = isCheck && endedAt > now - MAY_BOUNCE_MS;
		if (isChanged || mayBounce) due.set(id, { id, facts, mark });
	}
	const startOf = ({ facts }: Mailing) => millis(facts.started_at ?? facts.created_at) ?? 0;
	return [...due.values()].sort((a, b) => startOf(a) - startOf(b));
}

/** The recipients of a mailing whose email failed. `hasGap`: some may be missing, as the list changed meanwhile. */
async function failedRecipients(session: Session, { id, facts }: Mailing) {
	const path = `/mailings/${encodeURIComponent(id)}`;
	const readPage = async (limit: number, offset: number) => {
		const answer = await requestAnswer(session, { path, query: { limit, offset } });
		const found = listIn(answer, ['recipients']);
		if (found.kind !== 'list') throw unexpectedAnswer(session, 'a list of recipients');
		// Most emails have not failed, and of these recipients only the ID is kept, to save memory.
		const records = found.records.map((record) => (isFailed(record) ? record : { id: record.id }));
		return { records, total: totalIn(found, ['recipients_total']) };
	};
	const idOf = (record: JsonObject) => record.id;
	const limits = { pageSize: PAGE_SIZE, limit: Infinity };
	const { records, hasGap } = await readPages(limits, readPage, idOf);
	const recipients = records.filter(isFailed);
	const failedCount = Number(facts.failed_count ?? 0) + Number(facts.skipped_count ?? 0);
	return { recipients, hasGap: hasGap && recipients.length < failedCount };
}

const isFailed = (record: JsonObject): boolean => hasFailed(readRecipient(record));
