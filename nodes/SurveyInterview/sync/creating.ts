import { isObject, type JsonObject } from '../records/json';
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

/** The invitation in the public create's answer, whose record is not shown; the answer whole without one. */
export function invitationIn(answer: JsonObject): JsonObject {
	if (typeof answer.id === 'string') return answer;
	const inside = Object.values(answer).find(
		(value) => isObject(value) && typeof value.id === 'string',
	);
	return isObject(inside) ? { ...answer, ...inside } : answer;
}

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
): Pick<Written & { done: true }, 'answer' | 'remark' | 'isGivenBack'> {
	const isOlder = Date.parse(String(answer.created_at)) < newest - CLOCKS_DIFFER_MS;
	if (known.has(answer.id) || isOlder) {
		const remark = `The service gave back an invitation that it had already (${String(answer.id)}), and created none: look whose it is.`;
		return { answer, remark, isGivenBack: true };
	}
	const differing = changesOf(contact, answer, { properties: 'merge' })
		.map(({ key }) => key)
		.filter((key) => key in answer);
	if (differing.length === 0) return { answer };
	const remark = `The service’s answer has another ${differing.join(', ')} than the contact: it had this invitation already, or did not take that over.`;
	return { answer, remark };
}
