/** The invitations of the run's surveys, and with Not Invited Within (Days) those of all other surveys. */
import { isNotFound, SurveyInterviewError } from '../http/errors';
import { read } from '../http/read';
import type { Session } from '../http/session';
import { runWithPauses } from '../http/pauses';
import { mapInOrder } from '../http/concurrency';
import { DAY_MS } from '../input/dates';
import { InputError } from '../input/problem';
import { fillPath, isUuid } from '../service/identifiers';
import type { JsonObject } from '../service/json';
import { hasNoRecipient, isMasked } from '../service/person';
import { counted, millis, oneLine } from '../service/scalars';
import { clockIn } from '../service/timeZone';
import { partialListError, requireList } from '../run/requireList';
import { SurveyRecords } from '../run/surveyRecords';
import { readInvitation } from '../service/invitations';
import { listIn } from '../service/lists';
import { SURVEY } from '../service/surveys';
import { fieldsOfFacts, type PersonKeys, personKeys } from './contact';

/** An existing invitation that names a person. */
export interface Recipient extends PersonKeys {
	id: string;
	invitation: JsonObject;
	/** Its facts, under the names of the service's fields. */
	facts: JsonObject;
	/** When it was created, in milliseconds since 1970; 0 where that is not known. */
	createdMs: number;
}

/** A survey, and what the list of its invitations shows. */
export interface Survey {
	id: string;
	/** Those that name a person, the preferred ones first. */
	recipients: Recipient[];
	/** How many others may be for a person, but do not show for whom. */
	hidden: number;
	/** Whether one of those has a mask in place of its person, such as `***`: the service hides for whom they are. */
	isMasked: boolean;
	/** The IDs of all invitations. */
	knownIds: ReadonlySet<unknown>;
}

/** The order in which Sync prefers the invitations of one person. An unknown status comes last. */
const PREFERRED_STATUSES: unknown[] = ['open', 'used', 'expired'];

/** Sorts the invitations of a survey. It yields, so that n8n can do other work meanwhile. */
export function* surveyOf(id: string, invitations: readonly JsonObject[]): Generator<void, Survey> {
	const recipients: Recipient[] = [];
	const survey = { id, recipients, hidden: 0, isMasked: false };
	const knownIds = new Set<unknown>();
	for (const invitation of invitations) {
		yield;
		const facts = fieldsOfFacts(readInvitation(invitation));
		const createdMs = millis(facts.created_at) ?? 0;
		// A list that changed while the service wrote it may have an invitation twice.
		if (typeof facts.id === 'string' && knownIds.has(facts.id)) continue;
		if (typeof facts.id === 'string') knownIds.add(facts.id);
		if (hasNoRecipient(facts.type)) continue;
		const keys = shownKeys(facts);
		if (keys.email === undefined && keys.externalId === undefined) {
			survey.hidden++;
			survey.isMasked ||= hasMaskedKey(facts);
			continue;
		}
		// One without an ID cannot be changed, but its person must not be invited again.
		const invitationId = String(facts.id ?? '');
		survey.recipients.push({ id: invitationId, invitation, facts, createdMs, ...keys });
	}
	// The ID decides between equals, because the order of the list may differ in the next run.
	survey.recipients.sort(
		(a, b) => rankOf(a) - rankOf(b) || b.createdMs - a.createdMs || (a.id < b.id ? -1 : 1),
	);
	return { ...survey, knownIds };
}

function rankOf({ facts }: Recipient): number {
	const rank = PREFERRED_STATUSES.indexOf(facts.status);
	return rank === -1 ? PREFERRED_STATUSES.length : rank;
}

/** The keys that an invitation shows: one with hidden letters, such as `a***@example.com`, identifies nobody. */
function shownKeys(facts: JsonObject): PersonKeys {
	const { email, externalId } = personKeys(facts);
	const shown = (key = '') => (key === '' || isMasked(key) ? undefined : key);
	return { email: shown(email), externalId: shown(externalId) };
}

const hasMaskedKey = (facts: JsonObject): boolean =>
	[facts.recipient_email, facts.recipient_external_id, facts.recipient_name].some(
		(key) => typeof key === 'string' && isMasked(key),
	);

/** All invitations of a survey, in one request (docs/interface.md, Invitations). */
export async function readInvitations(session: Session, id: string): Promise<Survey> {
	const path = fillPath('/surveys/{survey_id}/invitations', { survey_id: id });
	return await runWithPauses(surveyOf(id, await readWhole(session, path, 'invitations')));
}

const NOTHING_CHANGED = 'Nothing was changed.';

async function readWhole(session: Session, path: string, listName: string): Promise<JsonObject[]> {
	const answer = await read(session, path);
	const list = requireList(
		session,
		answer,
		listIn(answer, [listName]),
		'compared',
		NOTHING_CHANGED,
	);
	if (!list.isPartial) return list.records;
	throw partialListError(session, list, 'which does not show who is missing', NOTHING_CHANGED);
}

/**
 * Refuses a survey in which no invitation shows for whom it is: Sync would find nobody, and invite everybody again in
 * every run.
 */
export async function refuseIfRecipientsAreHidden(session: Session, survey: Survey): Promise<void> {
	if (survey.recipients.length > 0 || survey.hidden === 0) return;
	const { anonymous } = await new SurveyRecords(session).factsOf(survey.id);
	// They may really have neither address nor ID. If the service hides these, the first create shows that (write.ts).
	if (anonymous === false && !survey.isMasked) return;
	throw new InputError(
		`None of the survey’s ${counted(survey.hidden, 'invitation')} shows whom it is for, as in an anonymous survey, so Sync cannot tell who is invited already and would invite everybody again in each run. Invite these people with Mailing > Create or Invitation > Create Personal, or choose a survey that is not anonymous.`,
	);
}

/** Somebody who gets no new invitation because another survey has invited them, with a sentence that says so. */
export interface Invited extends PersonKeys {
	reason: string;
}

export interface InvitedLately {
	/** Who must not be invited to this survey, the latest first. */
	excludedFrom(surveyId: string): Invited[];
	/** Adds whom a survey of the run is to invite, so that the next surveys of the list leave them out. */
	add(surveyId: string, invited: readonly PersonKeys[]): void;
}

/**
 * Reads the invitations of the token's other surveys. Where those of one cannot be read, the run stops before its
 * first write, because nobody knows whom that survey has invited. A survey that was deleted has invited nobody.
 *
 * @param days undefined where the option was not added
 */
export async function readInvitedLately(
	session: Session,
	surveyIds: readonly string[],
	days: number | undefined,
	concurrency: number,
): Promise<InvitedLately> {
	if (days === undefined) return { excludedFrom: () => [], add() {} };
	const since = Date.now() - days * DAY_MS;
	const dayAndMonth = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
	const dayFormat = new Intl.DateTimeFormat('en-GB', dayAndMonth);
	const names = await surveyNames(session);
	// A survey leaves out the people of the others, so the only survey of a run need not be read.
	const isOnlySurveyOfRun = (id: string) => surveyIds.every((surveyId) => surveyId === id);
	const surveysToRead = [...names].filter(([id]) => !isOnlySurveyOfRun(id));
	const allInvited: Array<Invited & { surveyId: string; at: number }> = [];
	await mapInOrder(surveysToRead, concurrency, async ([surveyId, name]) => {
		const survey = await readInvitations(session, surveyId).catch((error: unknown) => {
			if (error instanceof SurveyInterviewError && isNotFound(error.facts)) return undefined;
			throw withConsequence(session, `The invitations of “${name}” could not be read`, error);
		});
		for (const { createdMs: at, email, externalId } of survey?.recipients ?? []) {
			if (at < since) continue;
			const reason = `Invited to “${name}” on ${dayFormat.format(clockIn(session.timeZone, at))}.`;
			allInvited.push({ email, externalId, surveyId, at, reason });
		}
	});
	allInvited.sort((a, b) => b.at - a.at);
	return {
		excludedFrom: (surveyId) => allInvited.filter((person) => person.surveyId !== surveyId),
		add(surveyId, people) {
			const reason = `Invited to “${names.get(surveyId) ?? surveyId}” by this list.`;
			// The list is sorted already, so their time only has to be one that counts as recent.
			for (const { email, externalId } of people)
				allInvited.push({ email, externalId, surveyId, at: since, reason });
		},
	};
}

/** The names of the token's surveys, by ID. */
async function surveyNames(session: Session): Promise<Map<string, string>> {
	const records = await readWhole(session, '/surveys', 'surveys').catch((error: unknown) => {
		throw withConsequence(session, 'The list of surveys could not be read', error);
	});
	const readFacts = SURVEY.read;
	const named = records.map((record) => readFacts(record));
	return new Map(
		named.flatMap(({ id, name }) =>
			isUuid(id) ? [[id, typeof name === 'string' ? oneLine(name, 80) : id]] : [],
		),
	);
}

function withConsequence(session: Session, problem: string, error: unknown): unknown {
	if (!(error instanceof SurveyInterviewError)) return error;
	const { facts, message: why } = error;
	const message = `${problem}, so nobody knows who was invited lately: ${why}`;
	// `readWhole` may have said it already.
	const remedy = (facts.hint ?? '').replace(NOTHING_CHANGED, '').trim();
	const hint = `${NOTHING_CHANGED} ${remedy} Or remove the option Not Invited Within (Days).`;
	return new SurveyInterviewError(session.node, { ...facts, message, hint });
}
