/**
 * Judges whether an answer proves that its request was done, or is what was asked for. A status of success proves
 * neither: proxies, login pages and error handlers answer 200 as well.
 */
import { RecordReader } from '../service/reader';
import { INVITATION, readInvitation, saysNotSent } from '../service/invitations';
import {
	hasCounter,
	MAILING,
	MAILING_RECIPIENT,
	MAILING_WITH_RECIPIENTS,
} from '../service/mailings';
import { interviewOf, RESPONDENT } from '../service/respondents';
import type { Simplified } from '../service/simplified';
import { CONVERSATION, SENT_EMAIL } from '../service/kinds';
import { isErrorBody, isReport } from '../http/errors';
import { IDENTIFIERS, isUuid, type IdentifierName } from '../records/identifiers';
import { isDenial, isToCome } from '../records/denial';
import { isObject, type JsonObject } from '../records/json';
import type { EndpointOperation } from './operation';
import { contradicts, isSameValue } from './verification';

/** A key that the interface requires in the records that it shows, and that other records do not have. */
const REQUIRED = new Map<unknown, string>([
	[INVITATION, 'token'],
	[MAILING, 'template_id'],
	[MAILING_WITH_RECIPIENTS, 'template_id'],
	[MAILING_RECIPIENT, 'template_id'],
]);

/**
 * Makes the test for the answers of an operation. The proof is
 *
 * - for a record that the path names, its ID;
 * - for a new record, an ID that is not in the path;
 * - for a record without any ID, if the interface does not show this record, a value that was sent;
 * - for anything else that is read, that it is no error, and no record of another survey or person.
 *
 * An entry can decide otherwise with `proof`, and exclude answers with `unless`.
 */
export function proofOf(
	operation: EndpointOperation,
	identifiers: Partial<Record<IdentifierName, string>>,
	body: JsonObject = {},
): (answer: unknown) => boolean {
	const { method, path, identifiers: names } = operation;
	const isRead = method === 'GET';
	// The list of a mailing's recipients stands in the mailing's own record.
	const isWithin = operation.items?.from === 'pages' && path.endsWith('}');
	const isListDue =
		operation.items !== undefined && operation.items.from !== 'pagesWithin' && !isWithin;
	const isNew = operation.retry === 'create' || typeof operation.retry === 'function';
	const own = isNew || (isRead && !path.endsWith('}')) ? undefined : names.at(-1);
	// A new survey may have its own ID under the name of the survey in the path.
	const isItsId = (record: JsonObject, name: IdentifierName) =>
		isNew && idsIn(record, undefined).every((id) => isSameValue(id, record[name]));
	const isOfOther = (record: JsonObject) =>
		names.some((name) => {
			const { [IDENTIFIERS[name].record]: named } = record;
			const ids = [record[name], isNew || !isObject(named) ? undefined : named.id];
			const isOther = ids.some((id) => isUuid(id) && !isSameValue(id, identifiers[name]));
			return isOther && !isItsId(record, name);
		});
	const isWanted = (id: string) =>
		isNew
			? !names.some((name) => isSameValue(id, identifiers[name]))
			: own !== undefined && isSameValue(id, identifiers[own]);
	const saysOtherwise =
		method === 'PATCH' ? contradicts : operation.retry === 'create' ? isOfAnother : undefined;
	const kind = kindIn(path);
	const isRecord = (key: string, record: JsonObject) =>
		CONTAINER.test(key) ||
		kind.test(key) ||
		(isUuid(record.id) && holdsOneOf(body, record)) ||
		(!isNew && idsIn(record, own).some(isWanted));
	const isProved = (answer: JsonObject, records: JsonObject[]) => {
		if (isErrorBody(answer, isListDue)) return false;
		if (isRead && own === undefined) return true;
		// All IDs are UUIDs (docs/interface.md, Identifiers), so something else has answered.
		if (own !== undefined && (answer.id ?? null) !== null && !isUuid(answer.id)) return false;
		const required = REQUIRED.get(operation.simplified);
		if (required && !records.some((record) => required in record)) return false;
		// If the interface does not show the record, IDs of other records may stand in it.
		const isShown = own === undefined || required !== undefined;
		const roots =
			isRead && !isShown ? [answer[IDENTIFIERS[own].record], answer.data, answer.result] : records;
		const ids = [answer, ...roots.filter(isObject)].flatMap((record) => idsIn(record, own));
		if (ids.length > 0) return ids.some(isWanted);
		if (isRead) return !isShown;
		// A record with a message may only repeat what was sent.
		return records.some((record) => holdsOneOf(body, record) && !tellsInWords(record));
	};
	return (answer) => {
		// A conversation may be a bare list of its messages.
		const mayBeList = isListDue || operation.simplified?.kind === CONVERSATION;
		if (Array.isArray(answer) && mayBeList) return true;
		if (!isObject(answer)) return false;
		const records = recordsIn(answer, isRecord);
		if (records.some(isOfOther)) return false;
		if (!isRead && records.some((one) => isDenial(one) || (!isNew && isNotice(one)))) return false;
		if (records.some((one) => saysOtherwise?.(one, body))) return false;
		const { proof = (_record: JsonObject, byDefault: boolean) => byDefault } = operation;
		if (records.some((one) => operation.unless?.(one, body))) return false;
		const byDefault = isProved(answer, records);
		return records.some((record) => proof(record, byDefault));
	};
}

/** Whether an answer only has a message about the request. */
function isNotice(record: JsonObject): boolean {
	const { message = record.detail, success, ok } = record;
	const isInWords = typeof message === 'string' && !/^(ok|success\w*|done)[.!]?$/i.test(message);
	return isInWords && success !== true && ok !== true && isReport(record);
}

const tellsInWords = ({ message, detail }: JsonObject) =>
	[message, detail].some((words) => typeof words === 'string');

/** Whether a new record has another recipient, name or template than was sent. */
const isOfAnother = (record: JsonObject, sent: JsonObject) =>
	['recipient_email', 'name', 'template_id'].some(
		(key) => (record[key] ?? '') !== '' && contradicts(record[key], sent[key]),
	);

/** An answer, and the records in it that `isRecord` accepts; other objects in it are about the request. */
function recordsIn(
	answer: JsonObject,
	isRecord: (key: string, inner: JsonObject) => boolean,
	levels = 2,
): JsonObject[] {
	if ((answer.id ?? null) !== null || levels === 0) return [answer];
	const inside = Object.entries(answer).flatMap(([key, inner]) => {
		const isOne = isObject(inner) && Object.keys(inner).length > 0 && !ASIDE.test(key);
		return isOne && isRecord(key, inner) ? [inner] : [];
	});
	return [answer, ...inside.flatMap((record) => recordsIn(record, isRecord, levels - 1))];
}
const CONTAINER = /^(data|result|response|record|item|resource|attributes)$/i;
/** Keys of records that are not the answer: those of an error, of the request, or of an earlier record. */
const ASIDE =
	/^(errors?|details?|fault|request|query|param|echo|input|rejected|previous|before|conflict|existing|context)/i;

/** The kind of record of a path, as a pattern for keys. */
const kindIn = (path: string) => KINDS.find((kind) => kind.test(path)) ?? /survey/i;
const KINDS = [/propert/i, /topic|categor|theme/i, /invitation/i, /respondent/i, /mailing/i];

/** The ID of a record; without one, the IDs under the name that paths use for this kind, or for any kind. */
function idsIn(record: JsonObject, own: IdentifierName | undefined): string[] {
	const { id = record.uuid } = record;
	if (isUuid(id)) return [id];
	const names = own === undefined ? Object.keys(IDENTIFIERS) : [own];
	return names.map((name) => record[name]).filter(isUuid);
}

const holdsOneOf = (sent: JsonObject, record: JsonObject) =>
	Object.entries(sent).some(([key, value]) => (value ?? '') !== '' && holds(record[key], value));

/** Whether a value is the one that was sent, or an object that has all of it. */
function holds(value: unknown, sent: unknown): boolean {
	if (!isObject(sent) || !isObject(value)) return isSameValue(value, sent);
	const entries = Object.entries(sent);
	return entries.length > 0 && entries.every(([key, one]) => isSameValue(value[key], one));
}

/** InvitationRead with the secret part of its link (docs/interface.md, Invitations). */
export function isInvitationWithLink({ id, survey_id: surveyId, token }: JsonObject): boolean {
	return isUuid(id) && isUuid(surveyId) && typeof token === 'string' && token !== '';
}

/** PublicInvitationResponse, which the interface does not show, returns the link (docs/interface.md, Invitations). */
export function isInvitationOrLink(record: JsonObject, byDefault: boolean): boolean {
	// The answer of a login page may have an address and a token as well.
	const { link } = readInvitation(record, {});
	const isLink = typeof link === 'string' && !OF_LOGIN.test(link);
	return byDefault || (isLink && (record.url === undefined || record.token !== undefined));
}
const OF_LOGIN = /log-?in|sign-?in|sso|auth|account|session/i;

/** The record that an erasure leaves may have another ID (docs/interface.md, Respondents). */
export const saysErased = (record: JsonObject, byDefault: boolean): boolean =>
	byDefault || interviewOf(record).erased;

/** Whether a respondent still has a name, address or ID, or says that it is not erased yet. */
export function isNotErased(record: JsonObject): boolean {
	if (interviewOf(record).erased) return false;
	const { name, email, external_id: externalId } = readRespondent(record, {});
	if ((name ?? email ?? externalId ?? null) !== null) return true;
	return Object.keys(record).some((key) => OF_NO_ERASURE.test(key)) || isToCome(record);
}
const OF_NO_ERASURE = /^(is_?)?erased(_?(at|on))?$|^eras\w*(request|pend|queue|schedul)/i;

const readRespondent = RESPONDENT.reader();

/** Makes the test whether a fact has one of the values that the request would have changed. */
export function isStill({ reader }: Simplified, fact: string, ...others: unknown[]) {
	const read = reader();
	return (record: JsonObject): boolean => others.includes(read(record, {})[fact]);
}

/** MailingStats, in which an absent counter is 0, so all of them may be absent (docs/interface.md, Mailings). */
export function isStats(record: JsonObject): boolean {
	return Object.keys(record).length === 0 || (!isErrorBody(record) && hasCounter(record));
}

/** Whether an answer says something about an email, even that it was not sent. */
export function saysSent(record: JsonObject, byDefault: boolean): boolean {
	if (byDefault) return true;
	const { error, message, detail, success, ok, status } = record;
	if (isErrorBody(record)) {
		const said = success === true || ok === true || WAS_SENT.test(String(status));
		if (error) return false;
		if (message || detail) return said === true;
		return said === true || (saysNotSent(record) && !isDenial(record));
	}
	return (
		WAS_SENT.test(String(status)) ||
		saysNotSent(record) ||
		Object.values({ ...sentEmail.in(record), email: null }).some((fact) => fact !== null) ||
		Object.entries(record).some(([key, value]) => value !== null && OF_EMAIL.test(key))
	);
}
const sentEmail = new RecordReader(SENT_EMAIL);
const WAS_SENT = /^(sent|sending|queued|accepted|delivered|scheduled|pending|ok|success)$/i;
const OF_EMAIL =
	/(message|email|delivery|invitation)_?id$|^(e?mail_?)?(sent|queued|delivered|accepted)(_?(at|on|to|count))?$/i;
