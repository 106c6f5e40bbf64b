import { asSentence, isNotFound } from '../../http/errors';
import { readPages } from '../../http/pages';
import type { Session } from '../../http/session';
import { DAY_MS } from '../../input/dates';
import type { JsonObject } from '../../service/json';
import { millis, shortHash } from '../../service/scalars';
import { listIn, totalIn } from '../../service/lists';
import { hasFailed, MAILING, MAILING_RECIPIENT } from '../../service/mailings';
import { emailFailedMessage, withMessage } from '../../service/messages';
import { toId } from '../../service/values';
import { type Draft, type Looked, oldestFirst, type SurveyPoll, type TriggerEvent } from '../event';
import {
	affectsAllRequests,
	notUnderstood,
	ofService,
	readMailings,
	requestAnswer,
	surveyLabel,
} from '../reading';
import { identitiesIn, isOldWhenMet } from '../whatIsNew';

/** For so long after its end, a full check reads a mailing again: emails bounce later, and its counts may not show it. */
const BOUNCES_FOR_MS = 3 * DAY_MS;
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
	configure: (_given, _checker, output) => ({
		read: async ({ session, survey }) => await readMailings(session, survey.id),
		look: async (poll, answer: JsonObject[]) => await look(poll, answer, output === 'everything'),
	}),
};

/** A mailing that has begun. */
interface Mailing {
	id: string;
	facts: JsonObject;
	/** Changes when somebody's email fails, or its status does. */
	mark: string;
}

async function look(
	poll: SurveyPoll,
	records: readonly JsonObject[],
	isEverything: boolean,
): Promise<Looked> {
	const { session, survey, memory, room, isBeginning } = poll;
	const mailings = { ...memory.mailings };
	const due = dueMailings(records, mailings, poll);
	const events: Draft[] = [];
	const remarks: string[] = [];
	let isDone = due.length <= MAX_MAILINGS;
	for (const mailing of due.slice(-MAX_MAILINGS)) {
		// An activation has no room: it delivers nothing, and takes all failures as known.
		const isFull = room > 0 && events.length >= room;
		if (isFull || session.budget.remainingMs() <= 0) {
			isDone = false;
			break;
		}
		let read: Awaited<ReturnType<typeof failedRecipients>>;
		try {
			read = await failedRecipients(session, mailing);
		} catch (caught) {
			const error = ofService(caught);
			if (affectsAllRequests(error) && events.length === 0) throw error;
			// A mailing that was deleted meanwhile is no problem.
			if (isNotFound(error.facts)) continue;
			isDone = false;
			remarks.push(
				`survey ${surveyLabel(survey)}: the recipients of mailing ${mailing.id} could not be read: ${asSentence(error.message)}`,
			);
			if (affectsAllRequests(error)) break;
			continue;
		}
		const before = mailings[mailing.id];
		const known = await identitiesIn(before?.failed ?? '');
		// What failed before the watch began is known as soon as its mailing is read for the first time.
		const baseline = before === undefined ? memory.met : undefined;
		const failures = new Map<string, Draft>();
		for (const record of read.recipients) {
			const recipient = readRecipient(record, {});
			const identity = toId(recipient.id) ?? toId(recipient.invitation_id) ?? toId(recipient.email);
			if (identity === undefined) continue;
			const hash = shortHash(identity);
			if (known.has(hash)) continue;
			const { started_at, completed_at } = mailing.facts;
			const at = millis(recipient.sent_at ?? started_at ?? completed_at);
			if (baseline && isOldWhenMet(baseline, at, isBeginning)) known.add(hash);
			else failures.set(hash, draftOf(record, recipient, mailing, poll, isEverything));
		}
		const taken = [...failures].slice(0, room - events.length);
		for (const [hash, draft] of taken) {
			known.add(hash);
			events.push(draft);
		}
		const isWhole = taken.length === failures.size && !read.hasGap;
		// Without its mark, the mailing is read again in the next poll.
		mailings[mailing.id] = { mark: isWhole ? mailing.mark : '', failed: [...known].join('') };
		isDone &&= isWhole;
	}
	const { known, met } = memory;
	const next = isDone ? { entry: survey.entry } : { entry: '', ...(met && { met }) };
	return { events: oldestFirst(events), remarks, memory: { ...next, known, mailings } };
}

function draftOf(
	record: JsonObject,
	recipient: JsonObject,
	mailing: Mailing,
	{ survey }: SurveyPoll,
	isEverything: boolean,
): Draft {
	const message = emailFailedMessage(recipient, survey.name);
	const json = {
		...(isEverything ? withMessage(message, record) : { message, ...recipient }),
		mailing_id: mailing.id,
		subject_override: mailing.facts.subject_override ?? null,
		survey_id: survey.id,
		survey_name: survey.name,
	};
	return { json, at: millis(recipient.sent_at), survey: survey.record };
}

const readMailing = MAILING.reader();
const readRecipient = MAILING_RECIPIENT.reader();

/** The mailings whose counts have changed and, in a full check, those whose emails may still bounce; the oldest first. */
function dueMailings(
	records: readonly JsonObject[],
	read: NonNullable<SurveyPoll['memory']['mailings']>,
	{ isCheck, now }: SurveyPoll,
): Mailing[] {
	const due = new Map<string, Mailing>();
	for (const record of records) {
		const facts = readMailing(record, {});
		const { status, failed_count, skipped_count, sent_count, started_at, completed_at } = facts;
		const id = toId(facts.id);
		// The interface names these two statuses as the end of a mailing.
		const hasEnded = status === 'sent' || status === 'failed' || completed_at !== null;
		const hasBegun = hasEnded || started_at !== null || Number(sent_count ?? 0) > 0;
		if (id === undefined || due.has(id) || !hasBegun) continue;
		const mark = shortHash(JSON.stringify([status, failed_count, skipped_count]));
		const isChanged = read[id]?.mark !== mark;
		const mayBounce = isCheck && (millis(completed_at) ?? Infinity) > now - BOUNCES_FOR_MS;
		if (isChanged || mayBounce) due.set(id, { id, facts, mark });
	}
	const startOf = ({ facts }: Mailing) => millis(facts.started_at ?? facts.created_at) ?? 0;
	return [...due.values()].sort((one, other) => startOf(one) - startOf(other));
}

/** The recipients of a mailing whose email failed; `hasGap`: some may be missing, because the list changed meanwhile. */
async function failedRecipients(session: Session, { id, facts }: Mailing) {
	const path = `/mailings/${encodeURIComponent(id)}`;
	const readPage = async (limit: number, offset: number) => {
		const answer = await requestAnswer(session, { path, query: { limit, offset } });
		const found = listIn(answer, ['recipients']);
		if (found.kind !== 'list') throw notUnderstood(session, 'a list of recipients');
		// Most emails have not failed, and of these recipients only the ID is kept, to save memory.
		const records = found.records.map((one) => (isFailed(one) ? one : { id: one.id }));
		return { records, total: totalIn(found, ['recipients_total']) };
	};
	const { records, hasGap } = await readPages(
		{ pageSize: PAGE_SIZE, limit: Infinity },
		readPage,
		({ id }) => id,
	);
	const recipients = records.filter(isFailed);
	const counted = Number(facts.failed_count ?? 0) + Number(facts.skipped_count ?? 0);
	return { recipients, hasGap: hasGap && recipients.length < counted };
}

const isFailed = (record: JsonObject): boolean => hasFailed(readRecipient(record, {}));
