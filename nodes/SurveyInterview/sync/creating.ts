import { isObject, type JsonObject } from '../records/json';
import { invitationStatus } from '../records/status';
import { millis } from '../records/time';
import { changesOf } from './changes';
import type { Contact } from './contact';
import type { Written } from './progress';
import type { SyncOptions } from './options';
import type { SurveyPlan } from './surveys';

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
export function givenBack(
	answer: JsonObject,
	contact: Contact,
	{ known, newest }: Pick<SurveyPlan, 'known' | 'newest'>,
	{ maybeDoneBefore }: Pick<Written & { done: true }, 'maybeDoneBefore'> = {},
): Pick<Written & { done: true }, 'answer' | 'remark' | 'isGivenBack'> {
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
