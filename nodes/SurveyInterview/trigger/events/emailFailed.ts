import { asSentence, isNotFound, SurveyInterviewError } from '../../http/errors';
import { readPages } from '../../http/pages';
import type { Session } from '../../http/session';
import { DAY_MS } from '../../input/dates';
import { isObject, type JsonObject } from '../../service/json';
import { millis, shortHash } from '../../service/scalars';
import { listIn, totalIn } from '../../service/lists';
import { hasFailed, MAILING, MAILING_RECIPIENT } from '../../service/mailings';
import { emailFailedMessage, withMessage } from '../../service/messages';
import { toId } from '../../service/values';
import { type Draft, type Looked, oldestFirst, type SurveyPoll, type TriggerEvent } from '../event';
import {
	affectsAllRequests,
	factsInList,
	notUnderstood,
	ofService,
	readAnswer,
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
		request: (surveyId) => ({ path: `/surveys/${surveyId}/mailings`, listNames: ['mailings'] }),
		look: async (poll, answer) => await look(poll, answer as JsonObject[], output === 'everything'),
	}),
};

/** A mailing that has begun. */
interface Mailing {
	id: string;
	facts: JsonObject;
	/** Changes when somebody's email fails, or its status does. */
	mark: string;
}

/** Of each mailing, `values` has the mark that it had when its recipients were last read, and who had failed then. */
async function look(
	poll: SurveyPoll,
	records: readonly JsonObject[],
	isEverything: boolean,
): Promise<Looked> {
	const { session, survey, memory, room, isBeginning } = poll;
	const values = { ...memory.values };
	const { survey_name } = factsInList(session, survey);
	const due = dueMailings(records, values, poll);
	const events: Draft[] = [];
	const remarks: string[] = [];
	let isDone = due.length <= MAX_MAILINGS;
	for (const mailing of due.slice(-MAX_MAILINGS)) {
		const { id, facts, mark } = mailing;
		const isFull = room > 0 && events.length >= room;
		if (session.budget.remainingMs() <= 0 || isFull) {
			isDone = false;
			break;
		}
		const failed = await failedRecipients(session, mailing).catch((caught: unknown) => {
			const error = ofService(caught);
			if (affectsAllRequests(error) && events.length === 0) throw error;
			return error;
		});
		if (failed instanceof SurveyInterviewError) {
			// A mailing that was deleted meanwhile is no problem.
			if (isNotFound(failed.facts)) continue;
			isDone = false;
			remarks.push(
				`survey ${surveyLabel(survey)}: the recipients of mailing ${id} could not be read: ${asSentence(failed.message)}`,
			);
			if (affectsAllRequests(failed)) break;
			continue;
		}
		const before = values[id]?.toString().split(' ')[1];
		const known = await identitiesIn(before ?? '');
		const drafts = new Map<string, Draft>();
		for (const record of failed.recipients) {
			const recipient = readRecipient(record, {});
			const identity = toId(recipient.id) ?? toId(recipient.invitation_id) ?? toId(recipient.email);
			const hash = shortHash(identity ?? '');
			if (identity === undefined || known.has(hash)) continue;
			const at = millis(recipient.sent_at ?? facts.started_at ?? facts.completed_at);
			const meeting = before === undefined ? memory.met : undefined;
			if (meeting && isOldWhenMet(meeting, at, isBeginning)) {
				known.add(hash);
				continue;
			}
			const message = emailFailedMessage(recipient, survey_name);
			const own = isEverything ? withMessage(message, record) : { message, ...recipient };
			const json = {
				...own,
				mailing_id: id,
				subject_override: facts.subject_override ?? null,
				...{ survey_id: survey.id, survey_name },
			};
			drafts.set(hash, { json, at: millis(recipient.sent_at), survey: survey.record });
		}
		const taken = [...drafts].slice(0, room - events.length);
		for (const [hash, draft] of taken) {
			known.add(hash);
			events.push(draft);
		}
		const isWhole = taken.length === drafts.size && !failed.hasGap;
		values[id] = `${isWhole ? mark : ''} ${[...known].join('')}`;
		isDone &&= isWhole;
	}
	const { known, met } = memory;
	const next = isDone ? { entry: survey.entry } : { entry: '', ...(met && { met }) };
	return { events: oldestFirst(events), remarks, memory: { ...next, known, values } };
}

const readMailing = MAILING.reader();
const readRecipient = MAILING_RECIPIENT.reader();

/** The mailings whose counts have changed and, in a full check, those whose emails may still bounce; the oldest first. */
function dueMailings(
	records: readonly JsonObject[],
	values: NonNullable<SurveyPoll['memory']['values']>,
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
		const isChanged = values[id]?.toString().split(' ')[0] !== mark;
		const mayBounce = isCheck && (millis(completed_at) ?? Infinity) > now - BOUNCES_FOR_MS;
		if (isChanged || mayBounce) due.set(id, { id, facts, mark });
	}
	const beganAt = ({ facts }: Mailing) => millis(facts.started_at ?? facts.created_at) ?? 0;
	return [...due.values()].sort((one, other) => beganAt(one) - beganAt(other));
}

/** The recipients of a mailing whose email failed; `hasGap`: some may be missing, because the list changed meanwhile. */
async function failedRecipients(session: Session, { id, facts }: Mailing) {
	const path = `/mailings/${encodeURIComponent(id)}`;
	const readPage = async (limit: number, offset: number) => {
		const answer = await readAnswer(session, { path, query: { limit, offset } });
		const found = listIn(answer, ['recipients']);
		if (found.kind !== 'list') throw notUnderstood(session, 'a list of recipients');
		// Most emails have not failed, and of these recipients only the ID is kept, to save memory.
		const records = found.records.map((one) => (isFailed(one) ? one : { id: one.id }));
		return { records, total: totalIn(found, ['recipients_total']) };
	};
	const idOf = (record: unknown) => (isObject(record) ? record.id : undefined);
	const { records, hasGap } = await readPages(
		{ pageSize: PAGE_SIZE, limit: Infinity },
		readPage,
		idOf,
	);
	const recipients = records.filter(isObject).filter(isFailed);
	const counted = Number(facts.failed_count ?? 0) + Number(facts.skipped_count ?? 0);
	return { recipients, hasGap: hasGap && recipients.length < counted };
}

const isFailed = (record: JsonObject): boolean => hasFailed(readRecipient(record, {}));
