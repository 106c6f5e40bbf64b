/**
 * Whether a client can tell that an answer with 200 or 201 is not what was asked for. One rule: a write names no
 * error and carries the ID of the path's record, or a new one where a record is created; a read is no error.
 * What this leaves open nobody can tell, and no client is blamed for believing it.
 */
import type { About } from './about';
import type { Json } from './specified';

export type Verdict = 'a lie' | 'nobody can tell';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The keys of a report of a request, whether it went well or not. */
const REPORT =
	/^(errors?|fault|message|msg|code|status|statusCode|title|type|detail|request_id|trace_id|timestamp)$/;
const BAD_WORD = /^(error|fail(ed|ure)?|unauthori[sz]ed|forbidden|denied)$/i;
/** Where a list may come alone. */
const MAY_BE_LIST = /\.get(All|Topics|Quotes|OverTime|Conversation|Scores)$/;
const READS_ONE = /\.get(Topic)?$/;

export function verdictOn(about: About, text: string): Verdict {
	const answer = parsed(text);
	const mayPass = about.method === 'GET' ? mayBeRead(about, answer) : mayBeDone(about, answer);
	return mayPass ? 'nobody can tell' : 'a lie';
}

function mayBeRead({ operation, kind, ids }: About, answer: unknown): boolean {
	if (Array.isArray(answer)) return MAY_BE_LIST.test(operation);
	if (!isObject(answer) || isError(answer, true)) return false;
	if (kind === 'list') return holdsList(answer);
	const own = READS_ONE.test(operation) ? Object.values(ids).at(-1) : undefined;
	const named = [answer, answer.data].filter(isObject).map(({ id }) => id);
	return !own || !named.some((id) => isUuid(id) && id !== own);
}

function mayBeDone(about: About, answer: unknown): boolean {
	const { method, operation, kind, own, fresh, ids } = about;
	// Only a 204 says that something is deleted.
	if (method === 'DELETE' || !isObject(answer)) return false;
	// Of an email, a word may say how it went.
	const { status, ...rest } = answer;
	const isWord = kind === 'email result' && typeof status === 'string' && !BAD_WORD.test(status);
	if (isWord && !isError({ ...rest, sent: true })) return true;
	if (isError(answer)) return false;
	if (kind === 'email result') return saysSomething(answer);
	const name = kind.replace('public ', '');
	const records = [answer, answer.data, answer.result, answer[name]].filter(isObject);
	if (operation === 'respondent.erase' && records.some(isErased)) return true;
	if (kind === 'public invitation' && records.some(hasLink)) return true;
	const named = records.map((one) => one.id ?? one[`${name}_id`]).filter(isUuid);
	if (operation === 'invitation.reissue') return named.length > 0;
	return named.some((id) => (fresh ? !Object.values(ids).includes(id) : id === own));
}

const isErased = ({ status, erased_at: at }: Json) => /^erased$/i.test(String(status)) || given(at);

const hasLink = (record: Json) =>
	Object.entries(record).some(
		([key, one]) => /^(participant_)?(link|url|token)$/.test(key) && given(one),
	);

const holdsList = (value: unknown): boolean =>
	Array.isArray(value) || (isObject(value) && Object.values(value).some(holdsList));

/** A read record has an id and more in it: then one of its fields may be called an error. */
function isError(answer: Json, isRead = false): boolean {
	const { id, error, errors, fault, detail, success, ok, status, statusCode, code } = answer;
	const keys = Object.keys(answer).filter((key) => key !== 'id');
	const isReport = keys.length > 0 && keys.every((key) => REPORT.test(key));
	if (success === false || ok === false) return true;
	if ([status, statusCode, code].some((one) => typeof one === 'number' && one >= 400)) return true;
	if (!hasId(answer) && (isReport || (given(detail) && (!isRead || Array.isArray(detail)))))
		return true;
	if (isRead && isUuid(id) && !isReport) return false;
	return [error, errors, fault].some(given) || BAD_WORD.test(String(status));
}

/** Whether there is more in it than a report of a request. */
const saysSomething = (value: unknown): boolean =>
	isObject(value)
		? Object.entries(value).some(([key, one]) => !REPORT.test(key) && saysSomething(one))
		: value === false || given(value);

const hasId = (answer: Json): boolean =>
	[answer, ...Object.values(answer).flat()]
		.flatMap((one) => (isObject(one) ? Object.entries(one) : []))
		.some(([key, one]) => /(^|_)id$/.test(key) && !REPORT.test(key) && isUuid(one));

const given = (value: unknown): boolean =>
	Boolean(value) && !(typeof value === 'object' && Object.keys(value as Json).length === 0);

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
