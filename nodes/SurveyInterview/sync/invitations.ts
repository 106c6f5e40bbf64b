/** Reads the invitations of a survey, and whom they are for. */
import { read } from '../http/read';
import type { Session } from '../http/session';
import { runWithPauses } from '../http/pauses';
import { InputError } from '../input/problem';
import { fillPath } from '../service/identifiers';
import type { JsonObject } from '../service/json';
import { hasNoRecipient, isMasked } from '../service/person';
import { counted, millis } from '../service/scalars';
import { partialListError, requireList } from '../run/requireList';
import { SurveyRecords } from '../run/surveyRecords';
import { readInvitation } from '../service/invitations';
import { listIn } from '../service/lists';
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

/** A survey with its invitations, sorted. It yields, so that n8n can do other work meanwhile. */
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
	return await runWithPauses(surveyOf(id, await readWholeList(session, path, 'invitations')));
}

export const NOTHING_CHANGED = 'Nothing was changed.';

/** @throws {SurveyInterviewError} if the service shows only a part of the list */
export async function readWholeList(
	session: Session,
	path: string,
	listName: string,
): Promise<JsonObject[]> {
	const answer = await read(session, path);
	const found = listIn(answer, [listName]);
	const list = requireList(session, answer, found, 'compared', NOTHING_CHANGED);
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
