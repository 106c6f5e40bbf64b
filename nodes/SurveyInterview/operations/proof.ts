/**
 * Whether an answer is what was asked for. A status of success does not say it: proxies, login pages and error handlers
 * answer 200 as well.
 */
import { isErrorBody } from '../http/errorBody';
import { isDenial, isPending } from '../service/denial';
import { idKey, isUuid, type IdentifierName } from '../service/identifiers';
import { isObject, type JsonObject } from '../service/json';
import { CONVERSATION_KIND } from '../service/kinds';
import { interviewOf, RESPONDENT } from '../service/respondents';
import { readInvitation } from '../service/invitations';
import { withoutEnvelope } from '../service/simplified';
import { type EndpointOperation, isCreate } from './operation';

/** Where the record may stand in an answer, if not at its top. */
const CONTAINER =
	/^(data|result|record|response|payload|item|created|updated|survey|property|theme|(topic_?)?category|invitation|respondent|mailing)$/i;

/**
 * Makes the test for the answers of an operation. An error proves nothing. A record that the path names has its ID, a
 * new one has an ID that the path does not name. Whatever else is read carries no ID: an overview, topics, a
 * conversation. An entry can decide otherwise with `proof`.
 */
export function proofOf(
	operation: EndpointOperation,
	identifiers: Partial<Record<IdentifierName, string>>,
): (answer: unknown) => boolean {
	const { path, identifiers: names, proof, items, simplified } = operation;
	const pathIds = names.map((name) => idKey(identifiers[name] ?? ''));
	const isRead = operation.method === 'GET';
	const readsOneRecord = isRead && path.endsWith('}');
	// The messages of a conversation may be a bare array.
	const mayBeList = items !== undefined || simplified?.kind === CONVERSATION_KIND;
	const isExpectedId = (id: string) => {
		if (!isCreate(operation)) return id === pathIds.at(-1);
		// The survey in which something is created is not what was created. A fresh link may be one of the same invitation.
		return names.at(-1) !== 'survey_id' || !pathIds.includes(id);
	};
	const passesRule = (answer: JsonObject): boolean => {
		if (!isRead) return idsIn(answer).some(isExpectedId);
		if (isErrorBody(answer)) return false;
		const { id } = withoutEnvelope(answer);
		return !readsOneRecord || !isUuid(id) || isExpectedId(idKey(id));
	};
	return (answer) => {
		if (Array.isArray(answer)) return isRead && !readsOneRecord && mayBeList;
		if (!isObject(answer) || (!isRead && isDenial(answer))) return false;
		return proof ? proof(answer, passesRule(answer)) : passesRule(answer);
	};
}

function idsIn(answer: JsonObject): string[] {
	const own = answer.id ?? answer.uuid;
	if (isUuid(own)) return [idKey(own)];
	const inside = Object.entries(answer).flatMap(([key, inner]) =>
		isObject(inner) && CONTAINER.test(key) ? [inner.id ?? inner.uuid] : [],
	);
	return inside.filter(isUuid).map(idKey);
}

/** PublicInvitationResponse, which the interface does not show, returns the link (docs/interface.md, Invitations). */
export const hasIdOrLink = (answer: JsonObject, passesRule: boolean): boolean =>
	passesRule || typeof readInvitation(answer, {}).link === 'string';

/** SendInviteEmailResult is not shown: what is no error means sent, unless the fact `sent` says otherwise. */
export function isOfEmail(answer: JsonObject, passesRule: boolean): boolean {
	const { sent, success, ok, status, message, detail } = answer;
	const saysHow =
		typeof status === 'string' || [sent, success, ok].some((flag) => typeof flag === 'boolean');
	return (
		passesRule || saysHow || (!isErrorBody(answer, false) && (message ?? detail ?? null) === null)
	);
}

/** MailingStats, in which an absent counter is 0, so all of them may be absent (docs/interface.md, Mailings). */
export const mayBeEmpty = (answer: JsonObject, passesRule: boolean): boolean =>
	passesRule || Object.keys(answer).length === 0;

const readRespondent = RESPONDENT.reader();

/**
 * A person who still has a name, address or ID, or whose erasure is pending, is not erased. The erased record may have
 * another ID.
 */
export function isErased(answer: JsonObject, passesRule: boolean): boolean {
	const record = withoutEnvelope(answer);
	const { name, email, external_id: externalId } = readRespondent(record, {});
	const isNamed = [name, email, externalId].some(
		(value) => typeof value === 'string' && !FOR_ERASED.test(value),
	);
	if (isNamed) return false;
	const isOpen = record.erased === false || isPending(record);
	return interviewOf(record).erased || (passesRule && !isOpen);
}
/** What services write in place of a name. */
const FOR_ERASED = /eras|delet|remov|redact|anonym|forgotten|gdpr/i;
