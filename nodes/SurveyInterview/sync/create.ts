import { PUBLIC_INVITATION, recipientIn } from '../facts/invitation';
import { withoutEnvelope } from '../facts/simplified';
import type { Facts } from '../facts/values';
import { read } from '../http/call';
import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { recordWithId } from '../operations/verification';
import { fillPath, isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { millis } from '../records/scalars';
import { changesOf } from './changes';
import type { Contact } from './contact';
import type { CreateWith } from './options';
import type { WriteDone, SurveyPlan } from './steps';

/** The body of a create, with the values that the contact has. */
export function createBody(contact: Contact, createWith: CreateWith): JsonObject {
	const body: JsonObject = { ...contact.fields };
	return createWith === 'public' ? { ...body, on_duplicate: 'skip' } : body;
}

/**
 * The invitation in the answer of the public create, together with the values beside it. The service's
 * description does not show this answer; where no invitation is found, the answer itself is returned.
 */
export function invitationIn(answer: JsonObject): JsonObject {
	const record = withoutEnvelope(answer);
	const { id } = readAnswer(record, {});
	const inner = isObject(record.invitation) ? record.invitation : record;
	return { ...answer, ...inner, ...(id === null ? {} : { id }) };
}

const readAnswer = PUBLIC_INVITATION.reader();

/** How far the clocks of the service's servers, and ours, may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Reads the answer to a create. Its remark says that the service returned an existing invitation, which the
 * list did not show or whose address the service compares in another way; or that a value differs from
 * what was asked for.
 */
export function readCreated(
	answer: JsonObject,
	contact: Contact,
	{ knownIds, newestMs }: Pick<SurveyPlan, 'knownIds' | 'newestMs'>,
	{ maybeDoneBefore }: Pick<WriteDone, 'maybeDoneBefore'> = {},
): Pick<WriteDone, 'answer' | 'remark' | 'returnedExisting'> {
	const facts = readAnswer(answer, {});
	const isOlder = Date.parse(String(facts.created_at)) < newestMs - CLOCK_TOLERANCE_MS;
	// After a lost answer, "not created" most likely means that the lost request created it.
	const saysExisting = answer.created === false && !maybeDoneBefore;
	// The list may hold invitations without an ID; an answer without one is none of them.
	const isKnown = facts.id !== null && knownIds.has(facts.id);
	if (saysExisting || isKnown || isOlder || isSpent(facts, contact)) {
		const which = typeof facts.id === 'string' ? ` (${facts.id})` : '';
		const remark = `The service returned an existing invitation${which} instead of a new one. Check whose it is.`;
		return { answer, remark, returnedExisting: true };
	}
	const said = Object.entries(facts).filter(([, fact]) => fact !== null);
	const invitation = { ...answer, ...Object.fromEntries(said) };
	const differing = changesOf(contact, invitation, { propertiesMode: 'merge' })
		.map(({ key }) => key)
		.filter((key) => key in invitation);
	if (differing.length === 0) return { answer };
	const remark = `The contact and the service’s answer differ in ${differing.join(', ')}: either the invitation existed before, or the service ignored the value.`;
	return { answer, remark };
}

/** Whether an invitation is used or expired, which a new one cannot be. */
function isSpent({ status }: Facts, { fields }: Contact): boolean {
	if (status !== 'expired') return status === 'used';
	if (fields.expires_at === undefined) return true;
	const expiresAt = millis(fields.expires_at);
	// A new invitation with an expiry in the past has expired at once.
	return expiresAt !== undefined && expiresAt > Date.now() + CLOCK_TOLERANCE_MS;
}

/**
 * Whether a created invitation carries its recipient. The names of the fields of a create are assumptions,
 * and a service that ignored unknown names would create an invitation without a recipient for each contact,
 * in every run.
 */
type RecipientCheck = 'present' | 'missing' | 'unknown' | 'unreadable';

/** Checks the answer to a create for its recipient; where that is not enough, reads the invitation itself. */
export async function checkRecipient(
	session: Session,
	contact: Contact,
	answer: JsonObject,
): Promise<RecipientCheck> {
	const check = checkOf(contact, answer);
	const { id } = answer;
	if (check === 'present' || !isUuid(id)) return check;
	const path = fillPath('/invitations/{invitation_id}', { invitation_id: id });
	const invitation = await read(session, path).catch(() => undefined);
	// A failed read says nothing about this invitation or the next one.
	if (invitation === undefined && check === 'unknown') return 'unreadable';
	return checkOf(contact, { ...answer, ...recordWithId(invitation, id.toLowerCase()) });
}

function checkOf({ fields }: Contact, invitation: JsonObject): RecipientCheck {
	const { emails, externalIds } = recipientIn(invitation);
	const shown = [
		...(fields.recipient_email === undefined ? [] : emails),
		...(fields.recipient_external_id === undefined ? [] : externalIds),
	];
	if (shown.some((value) => String(value ?? '').trim() !== '')) return 'present';
	// In an anonymous survey the service may hide the recipient.
	return shown.length === 0 || invitation.anonymous === true ? 'unknown' : 'missing';
}

/** The error of a sync whose first invitation in a survey has no recipient. */
export function noRecipientError(
	session: Session,
	{ item }: Contact,
	{ id }: JsonObject,
	createWith: CreateWith,
): SurveyInterviewError {
	const which = typeof id === 'string' ? `Invitation ${id}` : 'An invitation';
	return new SurveyInterviewError(session.node, {
		message: `${which} was created for item ${item}, but it has neither an email address nor an external ID: revoke it, and choose Create With: ${otherCreate(createWith)}`,
		maybeDone: true,
	});
}

/** What else creates invitations: the remedy where the service does not know the fields of one. */
const otherCreate = (createWith: CreateWith) =>
	createWith === 'public' ? 'Create Personal' : 'Create or Get';

/**
 * What to do where the service refused the first create of a run for what it says, as it would perhaps refuse
 * every other one; undefined where it refused it for something else.
 */
export function firstRefused(
	error: Error,
	{ item }: Contact,
	createWith: CreateWith,
): string | undefined {
	if (!(error instanceof SurveyInterviewError && [400, 422].includes(error.status ?? 0)))
		return undefined;
	return `It was the first to be created, so no other was sent: correct item ${item}, or choose Create With: ${otherCreate(createWith)}.`;
}
