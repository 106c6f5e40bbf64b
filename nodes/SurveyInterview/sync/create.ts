import { isObject, type JsonObject } from '../records/json';
import { invitationStatus } from '../records/record';
import { millis } from '../records/scalars';
import { changesOf } from './changes';
import { type Contact, recipientOf } from './contact';
import type { WriteResult } from './progress';
import type { SyncOptions } from './options';
import type { SurveyPlan } from './surveys';
import { read } from '../http/call';
import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { recordWithId } from '../operations/verification';
import { fillPath, isUuid } from '../records/identifiers';

/** The body of a create, as far as the contact fills it. */
export function createBody(contact: Contact, options: SyncOptions): JsonObject {
	const body: JsonObject = { ...contact.fields };
	return options.createWith === 'public' ? { ...body, on_duplicate: 'skip' } : body;
}

/**
 * The invitation in the public create's answer, whose record is not shown, with what stands beside it; the
 * answer whole where none can be told.
 */
export function invitationIn(answer: JsonObject): JsonObject {
	const { invitation } = answer;
	const inside = Object.entries(answer).flatMap(([key, value]) =>
		isObject(value) && !OTHER_RECORDS.includes(key) ? [value] : [],
	);
	const candidates = [answer, ...inside];
	const found = isObject(invitation)
		? invitation
		: (candidates.find((one) => isInvitation(one) && hasId(one)) ??
			candidates.find(isInvitation) ??
			candidates.find(hasId) ??
			answer);
	const id = found.id ?? found.invitation_id ?? answer.invitation_id;
	const whole: JsonObject = { ...answer, ...found, id };
	// An id of the answer around the invitation may be that of anything.
	if (id === undefined) delete whole.id;
	return whole;
}

/** What may stand beside the invitation, and has an id of its own. */
const OTHER_RECORDS = ['survey', 'workspace', 'company', 'mailing', 'respondent'];

const hasId = ({ id, invitation_id: other }: JsonObject) =>
	typeof id === 'string' || typeof other === 'string';

const isInvitation = (one: JsonObject) =>
	Object.keys(one).some((key) => key === 'token' || key.startsWith('recipient_'));

/** Servers of one service may have clocks that differ so much. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * What an answer to a create tells besides: that there was one already, which the list did not show or the
 * service knows by another reading of an address; or that it is not what was asked for.
 */
export function readCreated(
	answer: JsonObject,
	contact: Contact,
	{ known, newest }: Pick<SurveyPlan, 'known' | 'newest'>,
	{ maybeDoneBefore }: Pick<WriteResult & { done: true }, 'maybeDoneBefore'> = {},
): Pick<WriteResult & { done: true }, 'answer' | 'remark' | 'isGivenBack'> {
	const isOlder = Date.parse(String(answer.created_at)) < newest - CLOCKS_DIFFER_MS;
	// After an answer that was lost, what there is already is most likely what the lost one had created.
	const isOld = answer.created === false && !maybeDoneBefore;
	// An answer without an id is none of those in the list that have none.
	const isKnown = answer.id !== undefined && known.has(answer.id);
	if (isOld || isKnown || isOlder || isSpent(answer, contact)) {
		const which = typeof answer.id === 'string' ? ` (${answer.id})` : '';
		const remark = `The service gave back an invitation that it had already${which}, and created none: look whose it is.`;
		return { answer, remark, isGivenBack: true };
	}
	const differing = changesOf(contact, answer, { properties: 'merge' })
		.map(({ key }) => key)
		.filter((key) => key in answer);
	if (differing.length === 0) return { answer };
	const remark = `The service’s answer has another ${differing.join(', ')} than the contact: it had this invitation already, or did not take that over.`;
	return { answer, remark };
}

/** Whether it cannot be new, for nobody can have used its link, nor can it have expired of itself. */
function isSpent(answer: JsonObject, { fields }: Contact): boolean {
	const status = invitationStatus(answer);
	if (status !== 'expired') return status === 'used';
	if (fields.expires_at === undefined) return true;
	const expiresAt = millis(fields.expires_at);
	// One that was asked for with a time that is over is born so.
	return expiresAt !== undefined && expiresAt > Date.now() + CLOCKS_DIFFER_MS;
}

/**
 * What a created invitation shows of whom it is for. The names of the fields of a create are assumptions, and
 * a service that ignores unknown names would make a nameless invitation of each contact at every run.
 */
export type RecipientCheck = 'named' | 'nameless' | 'unknown' | 'unread';

/** After so many invitations in vain that could not be read, the run goes on without a look. */
export const MAX_UNREAD = 3;

/** Looks at the answer to a create, and where that does not tell, at the invitation itself. */
export async function checkRecipient(
	session: Session,
	contact: Contact,
	answer: JsonObject,
): Promise<RecipientCheck> {
	const look = recipientIn(contact, answer);
	const { id } = answer;
	if (look === 'named' || !isUuid(id)) return look;
	const path = fillPath('/invitations/{invitation_id}', { invitation_id: id });
	const seen = await read(session, path).catch(() => undefined);
	// That it cannot be read says nothing of it, nor of the next one.
	if (seen === undefined && look === 'unknown') return 'unread';
	return recipientIn(contact, { ...answer, ...recordWithId(seen, id.toLowerCase()) });
}

const KEYS = ['recipient_email', 'recipient_external_id'] as const;

function recipientIn({ fields }: Contact, invitation: JsonObject): RecipientCheck {
	const shown = KEYS.filter((key) => fields[key] !== undefined && key in invitation);
	if (shown.some((key) => String(invitation[key] ?? '').trim() !== '')) return 'named';
	// In an anonymous survey the service may hide whom an invitation is for.
	return shown.length === 0 || invitation.anonymous === true ? 'unknown' : 'nameless';
}

/** The error of a sync whose first invitation in a survey is nobody's. */
export function namelessError(
	session: Session,
	{ fields }: Contact,
	{ id }: JsonObject,
	{ createWith }: SyncOptions,
): SurveyInterviewError {
	const which = typeof id === 'string' ? `Invitation ${id}` : 'An invitation';
	const instead =
		createWith === 'public'
			? 'choose Create With: Create Personal'
			: fields.recipient_email === undefined
				? 'give the contacts an e-mail address, which Create Personal takes by the service’s description'
				: 'report this, because by the service’s description Create Personal takes an e-mail address';
	return new SurveyInterviewError(session.node, {
		message: `${which} was created for ${recipientOf({ ...fields })}, but it carries neither e-mail address nor external ID: revoke it, and ${instead}`,
		maybeDone: true,
	});
}

/** What else to do about a refusal that may be about the names of the fields; undefined about another. */
export function adviceOn(
	{ status, message }: { status?: number; message: string },
	body: JsonObject,
	{ createWith }: SyncOptions,
): string | undefined {
	const namesField = Object.keys(body).some((name) => message.includes(name));
	const isAboutFields = status === 422 || (status === 400 && namesField);
	if (createWith !== 'public' || !isAboutFields) return undefined;
	return 'The service’s description does not show the fields of Create (Public API): if the service does not know one of them, choose Create With: Create Personal.';
}
