/**
 * Decides whether an answer proves that a request was done. A status of success is no proof: proxies, login pages and
 * error handlers answer 200 as well.
 */
import { isErrorBody } from '../http/errorBody';
import { isDenial, isPending } from '../service/denial';
import { idKey, isUuid } from '../service/identifiers';
import { isObject, type JsonObject } from '../service/json';
import { CONVERSATION_KIND } from '../service/kinds';
import { interviewOf, RESPONDENT } from '../service/respondents';
import { withoutEnvelope } from '../service/simplified';
import { type EndpointOperation, type Identifiers, isCreate, recordIdOf } from './operation';

/** Where the record may stand in an answer, if not at its top. */
const CONTAINER =
	/^(data|result|record|response|payload|item|created|updated|survey|property|theme|(topic_?)?category|invitation|respondent|mailing)$/i;

/**
 * Makes the test for the answers of an operation. An error proves nothing. If the path names a record, the answer must
 * have its ID; a new record must have an ID, and in a survey not that of the survey. Other things that are read have no
 * ID, such as an overview, topics or a conversation. An entry can decide otherwise with `proof`.
 */
export function proofOf(
	operation: EndpointOperation,
	identifiers: Identifiers,
): (answer: unknown) => boolean {
	const { method, path, proof, items, simplified } = operation;
	const isRead = method === 'GET';
	const readsOneRecord = isRead && path.endsWith('}');
	// The messages of a conversation may be a bare array.
	const mayBeList = items !== undefined || simplified?.kind === CONVERSATION_KIND;
	const isExpectedId = idTestOf(operation, identifiers);
	const passesRule = (answer: JsonObject): boolean => {
		if (!isRead) return idsIn(answer).some(isExpectedId);
		if (isErrorBody(answer)) return false;
		const { id } = withoutEnvelope(answer);
		return !readsOneRecord || !isUuid(id) || isExpectedId(idKey(id));
	};
	return (answer) => {
		if (Array.isArray(answer)) return isRead && !readsOneRecord && mayBeList;
		// A record that is read may have a field such as `error`; in the answer to a write it says that the write failed.
		if (!isObject(answer) || (!isRead && isDenial(answer))) return false;
		return proof ? proof(answer, passesRule(answer)) : passesRule(answer);
	};
}

function idTestOf(operation: EndpointOperation, identifiers: Identifiers) {
	const pathId = idKey(recordIdOf(operation, identifiers) ?? '');
	if (!isCreate(operation)) return (id: string) => id === pathId;
	// The ID of the survey in which something is created is no proof. A reissued invitation may keep its ID.
	const isInSurvey = operation.identifiers.at(-1) === 'survey_id';
	return (id: string) => !(isInSurvey && id === pathId);
}

function idsIn(answer: JsonObject): string[] {
	const ownId = answer.id ?? answer.uuid;
	if (isUuid(ownId)) return [idKey(ownId)];
	const innerIds = Object.entries(answer).flatMap(([key, inner]) =>
		isObject(inner) && CONTAINER.test(key) ? [inner.id ?? inner.uuid] : [],
	);
	return innerIds.filter(isUuid).map(idKey);
}

/**
 * For SendInviteEmailResult, which the interface does not show: any answer with a status or a flag is one, and any
 * other that has neither an error nor a message. It is never answered with a list, so an empty one is none. Whether an
 * email was sent is read later, as the fact `sent`.
 */
export function isAboutEmail(answer: JsonObject, passesGeneralRule: boolean): boolean {
	const { sent, success, ok, status, message, detail } = answer;
	const hasStatus =
		typeof status === 'string' || [sent, success, ok].some((flag) => typeof flag === 'boolean');
	const hasMessage = (message ?? detail ?? null) !== null;
	const isError = isErrorBody(answer, { isListExpected: false });
	return passesGeneralRule || hasStatus || !(hasMessage || isError);
}

const readRespondent = RESPONDENT.read;

/**
 * For an erasure. A person who still has a name, address or external ID, or whose erasure is pending, is not erased. A
 * record that says that it is erased may have another ID than the path.
 */
export function isErased(answer: JsonObject, passesGeneralRule: boolean): boolean {
	const record = withoutEnvelope(answer);
	const { name, email, external_id: externalId } = readRespondent(record);
	const isNamed = [name, email, externalId].some(
		(value) => typeof value === 'string' && !WORD_FOR_ERASED.test(value),
	);
	if (isNamed) return false;
	const isDenied = record.erased === false || isPending(record);
	return interviewOf(record).erased || (passesGeneralRule && !isDenied);
}

/** What services write in place of an erased name, such as `Erased respondent`. */
const WORD_FOR_ERASED = /eras|delet|remov|redact|anonym|forgotten|gdpr/i;
