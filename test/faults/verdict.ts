/**
 * Whether an answer can be told from the one that the interface describes. It is written from
 * docs/interface.md alone: what nobody can tell apart (such as a complete record with the right id) is no
 * reason to blame a client that believes it without the work having been done.
 */
import type { About } from './about';
import { REQUIRED, type Json } from './specified';

export type Verdict = 'a lie' | 'nobody can tell';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function verdictOn(about: About, text: string): Verdict {
	return isLie(about, text) ? 'a lie' : 'nobody can tell';
}

function isLie(about: About, text: string): boolean {
	// An empty body is what a delete has: some gateways make a 200 of a 204.
	if (about.kind === 'nothing') return text.trim() !== '';
	const answer = parsed(text);
	if (answer === undefined || answer === null || typeof answer !== 'object') return true;
	// A list may stand in a container, and an empty one too.
	if (about.kind === 'list')
		return !Object.values(answer).some(Array.isArray) && !Array.isArray(answer);
	if (about.operation === 'mailing.getStats') return isNoStats(answer as Json);
	if (about.kind === 'email result') return isNoEmailResult(about, answer as Json);
	if (about.kind === 'result' || about.kind === 'token' || about.kind === 'conversation')
		return isNoFinding(about, answer as Json);
	return about.fresh ? isNoNewRecord(about, answer as Json) : isNotTheRecord(about, answer as Json);
}

/** The record that the path names carries its id; one that names another is another record. */
function isNotTheRecord({ own, operation, kind }: About, answer: Json): boolean {
	const { id } = answer;
	// The record of a survey is not shown: one that names nothing may be it, in words of its own.
	if (operation === 'survey.get' && identifiersIn(answer).length === 0) {
		return !saysSomething(answer, isError(answer) ? OF_AN_ERROR : undefined);
	}
	// Who was erased may be kept under a new id, so that the person cannot be followed.
	if (operation === 'respondent.erase' && isUuid(id) && !isError(answer)) {
		return answer.status === undefined;
	}
	if (isUuid(id) && id !== own) return true;
	const shown = REQUIRED[kind];
	if (shown && isUuid(id)) return !shown.every((key) => key in answer);
	return !identifiersIn(answer).includes(own ?? '');
}

/** A new record has an identifier that the request did not name, and is in the survey of the path. */
function isNoNewRecord({ kind, ids, surveyId, operation }: About, answer: Json): boolean {
	if (Array.isArray(answer) || isError(answer)) return true;
	const inside = withIdentifier(answer, kind === 'public invitation');
	if (!inside) return true;
	const contradicts = (one: Json) =>
		surveyId !== null && isUuid(one.survey_id) && one.survey_id !== surveyId;
	if (contradicts(answer) || contradicts(inside)) return true;
	// A fresh link may be one of the same invitation; anything else is no copy of what the path names.
	if (operation !== 'invitation.reissue' && Object.values(ids).includes(String(inside.id))) {
		return true;
	}
	return !(REQUIRED[kind] ?? []).every((key) => key in inside);
}

function withIdentifier(answer: Json, orLink: boolean, depth = 3): Json | undefined {
	if (isUuid(answer.id)) return answer;
	const links = [answer.invitation_id, answer.token, answer.link, answer.url];
	if (orLink && links.some((one) => typeof one === 'string')) return answer;
	if (depth === 0) return undefined;
	const inner = Object.values(answer).filter(isRecord);
	return inner.map((one) => withIdentifier(one, orLink, depth - 1)).find(Boolean);
}

const SENDING = /sent|send|accept|deliver|queue|message_id|mail|recipient|success|\bok\b/i;

/** A result whose fields are not shown: it says something of sending, of no other invitation, and no error. */
function isNoEmailResult({ own }: About, answer: Json): boolean {
	const named = identifiersIn(answer, /^invitation_id$/);
	if (Array.isArray(answer) || isError(answer) || named.some((id) => id !== own)) return true;
	if (identifiersIn(answer).includes(own ?? '')) return false;
	return !SENDING.test(JSON.stringify(answer));
}

const COUNTERS = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'total'];

/** Each counter has the default 0, so that an empty object may be counters that are all 0. */
function isNoStats(answer: Json): boolean {
	if (Array.isArray(answer)) return true;
	if (Object.keys(answer).length === 0) return false;
	return isError(answer) || !COUNTERS.some((key) => Number.isInteger(answer[key]));
}

/** Results of which the fields are not shown: no error, not of something else, and with something in them. */
function isNoFinding({ ids, operation }: About, answer: Json): boolean {
	const mayBeList = /getTopics|getQuotes|getOverTime/.test(operation);
	// The messages of a conversation may come alone.
	if (Array.isArray(answer) && operation === 'respondent.getConversation') {
		return answer.some((one) => !saysSomething(one));
	}
	if (Array.isArray(answer)) return !mayBeList;
	// What calls itself an error and tells of something besides may be a finding: its fields are not shown.
	if (isError(answer)) return !saysSomething(answer, OF_AN_ERROR);
	const named = operation === 'result.getTopic' ? { ...ids, id: ids.topic_id } : ids;
	const contradicts = Object.entries(named).some(
		([key, id]) => isUuid(answer[key]) && answer[key] !== id,
	);
	if (contradicts) return true;
	if (mayBeList && Object.values(answer).some(Array.isArray)) return false;
	return !saysSomething(answer);
}

const OF_THE_WAY =
	/^(success|ok|status|message|msg|code|meta|timestamp|version|.*(request|trace|correlation).*)$/i;

const OF_AN_ERROR = /^(errors?|detail|fault|reason|title|type|instance|jsonrpc|redirect|id)$/i;

function saysSomething(value: unknown, but?: RegExp): boolean {
	if (Array.isArray(value)) return value.some((one) => saysSomething(one));
	if (!isRecord(value))
		return typeof value === 'number' || (typeof value === 'string' && value !== '');
	return Object.entries(value).some(
		([key, one]) => !OF_THE_WAY.test(key) && !but?.test(key) && saysSomething(one),
	);
}

const BAD_WORD = /error|fail|unauth|forbidden|denied|invalid|expired|40\d/i;

/** An object that says of itself that it is an error, in one of the usual ways. */
export function isError(answer: Json): boolean {
	const { error, errors, detail, fault, success, ok, status, statusCode, code } = answer;
	const given = (one: unknown) => Boolean(one) && !(Array.isArray(one) && one.length === 0);
	if ([error, errors, detail, fault].some(given) || success === false || ok === false) return true;
	if ([status, statusCode, code].some((one) => typeof one === 'number' && one >= 400)) return true;
	if (typeof status === 'string' && BAD_WORD.test(status)) return true;
	const said = Object.keys(answer).filter((key) => !/(request|trace|correlation)/i.test(key));
	return said.length > 0 && said.every((key) => /^(message|msg|code|title|type)$/.test(key));
}

/** Everything that stands as an identifier anywhere in a value. */
function identifiersIn(value: unknown, name = /(^|_)id$/): string[] {
	if (Array.isArray(value)) return value.flatMap((one) => identifiersIn(one, name));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, one]) =>
		typeof one === 'string' && name.test(key) ? [one] : identifiersIn(one, name),
	);
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

function isRecord(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
