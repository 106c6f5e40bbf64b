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

/**
 * Makes the test for the answers of an operation. An entry can decide otherwise with `proof`; it is asked only about
 * objects, and not about a write that says that it failed.
 */
export function proofOf(
	operation: EndpointOperation,
	identifiers: Identifiers,
): (answer: unknown) => boolean {
	const { proof } = operation;
	const isRead = operation.method === 'GET';
	const pathId = idKey(recordIdOf(operation, identifiers) ?? '');
	const provesRequest = isRead ? provesRead : provesWrite;
	return (answer) => {
		if (Array.isArray(answer)) return mayBeList(operation);
		// A record that is read may have a field such as `error`; in the answer to a write it says that the write failed.
		if (!isObject(answer) || (!isRead && isDenial(answer))) return false;
		const passesGeneralRule = provesRequest(operation, pathId, answer);
		return proof ? proof(answer, passesGeneralRule) : passesGeneralRule;
	};
}

/** Whether an answer may be a bare array: it is a list, or the messages of a conversation. */
function mayBeList(operation: EndpointOperation): boolean {
	const { method, items, simplified } = operation;
	if (method !== 'GET' || readsOneRecord(operation)) return false;
	return items !== undefined || simplified?.kind === CONVERSATION_KIND;
}

/**
 * What is read need only be no error: an overview or a conversation has no ID, and the interface does not show every
 * record. But if one record was asked for, an answer with the ID of another is refused.
 */
function provesRead(operation: EndpointOperation, pathId: string, answer: JsonObject): boolean {
	if (isErrorBody(answer)) return false;
	const { id } = withoutEnvelope(answer);
	const isOtherRecord = isUuid(id) && idKey(id) !== pathId;
	return !(readsOneRecord(operation) && isOtherRecord);
}

/** Whether a path ends in the ID of the record to read, such as `/surveys/{survey_id}`. */
const readsOneRecord = ({ path }: EndpointOperation) => path.endsWith('}');

/** The answer to a write must have the ID of the record in the path, and that to a create the ID of a new record. */
function provesWrite(operation: EndpointOperation, pathId: string, answer: JsonObject): boolean {
	const ids = idsIn(answer);
	if (!isCreate(operation)) return ids.includes(pathId);
	// What is created in a survey has another ID than the survey. A reissue is a create as well: its path has the
	// invitation's ID, which the invitation may keep.
	const isInSurvey = operation.identifiers.at(-1) === 'survey_id';
	return ids.some((id) => !isInSurvey || id !== pathId);
}

/** Keys under which the record may stand in an answer that has no ID itself. */
const CONTAINER =
	/^(data|result|record|response|payload|item|created|updated|survey|property|theme|(topic_?)?category|invitation|respondent|mailing)$/i;

/** The ID of the answer itself, or else those of the records in it; one under a key such as `previous` does not count. */
function idsIn(answer: JsonObject): string[] {
	const ownId = answer.id ?? answer.uuid;
	if (isUuid(ownId)) return [idKey(ownId)];
	const innerIds = Object.entries(answer).flatMap(([key, inner]) =>
		isObject(inner) && CONTAINER.test(key) ? [inner.id ?? inner.uuid] : [],
	);
	return innerIds.filter(isUuid).map(idKey);
}

/**
 * Whether an answer is SendInviteEmailResult, which the interface does not show: it is if it has a status or a flag, or
 * else if it is no error and has no message, such as that of a login page. `{data: []}` is no such answer, because an
 * email is never answered with a list. Whether an email was sent is read later, as the fact `sent`.
 */
export function isAboutEmail(answer: JsonObject, passesGeneralRule: boolean): boolean {
	const { sent, success, ok, status, message, detail } = answer;
	const hasStatus =
		typeof status === 'string' || [sent, success, ok].some((flag) => typeof flag === 'boolean');
	const hasMessage = (message ?? detail ?? null) !== null;
	const isError = isErrorBody(answer, { isListExpected: false });
	return passesGeneralRule || hasStatus || !(hasMessage || isError);
}

/**
 * Whether an answer shows that a person is erased. Whoever still has a name, address or external ID, or whose erasure
 * is pending, is not. A record that says that it is erased proves it even with another ID than the path.
 */
export function isErased(answer: JsonObject, passesGeneralRule: boolean): boolean {
	const record = withoutEnvelope(answer);
	const { name, email, external_id: externalId } = RESPONDENT.read(record);
	const isNamed = [name, email, externalId].some(
		(value) => typeof value === 'string' && !WORD_FOR_ERASED.test(value),
	);
	if (isNamed) return false;
	const isDenied = record.erased === false || isPending(record);
	return interviewOf(record).erased || (passesGeneralRule && !isDenied);
}

/** What services write in place of an erased name, such as `Erased respondent`. */
const WORD_FOR_ERASED = /eras|delet|remov|redact|anonym|forgotten|gdpr/i;
