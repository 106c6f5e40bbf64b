/** Puts into words how a request failed, and what to do about it. */
import type { Failure } from 'n8n-workflow';

import { isDenial } from '../service/denial';
import type { JsonObject } from '../service/json';
import { oneLine, visible, counted } from '../service/scalars';
import { type ErrorBody, isErrorBody, readErrorBody } from './errorBody';
import { type ErrorFacts, failureFor, type Hints, type RequestTraits } from './errors';
import type { ReadBody } from './body';
import type { Outcome } from './outcome';
import type { LimitWait } from './pace';
import { retryAfterMs } from './policy';
import { withoutAddresses, type Redact } from './redact';
import type { ServiceRequest } from './attempt';
import { waitInWords } from '../service/timeInWords';

interface ExplainedRequest
	extends Pick<ServiceRequest, 'path'>,
		Pick<RequestTraits, 'hints' | 'refusedWhen'> {
	/** The address in front of `path`. */
	api: string;
	redact?: Redact;
}

/** The error of a request whose answer was no success. */
export function explainOutcome(request: ExplainedRequest, outcome: Outcome): ErrorFacts {
	const address = baseUrlIn(request.api);
	switch (outcome.kind) {
		case 'canceled':
			return {
				message: `The execution was canceled before this was ${outcome.sent ? 'answered' : 'sent'}`,
			};
		case 'notSent':
			return {
				message: `The service could not be reached: ${outcome.reason}`,
				hint: `Check ${address}${ADVICE_IF_NOT_SENT[outcome.trouble]}`,
				failure: { cause: 'temporarily-unavailable' },
				...(outcome.trouble === 'connection' ? {} : { isLasting: true }),
			};
		case 'unclear':
			return {
				message: `The service gave no answer: ${withoutAddresses(outcome.reason)}`,
				hint: `If this continues, check ${address} and the network between n8n and the service.`,
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'answer': {
			const { status, headers, body } = outcome;
			if (status < 300 && body.kind === 'unreadable')
				return explainUnusableBody(request, status, body);
			if (status < 400) return explainBelow400(request.api, status, headers.location);
			if (body.kind === 'unreadable' && body.isPage) return explainPage(request, outcome, body);
			const errorBody = errorIn(request, body);
			const { message, code, details, isOfService } = errorBody;
			const isError = message !== undefined || code !== undefined || details.length > 0;
			return {
				message: messageFor(status, errorBody, body),
				hint: hintFor({ ...request, status, errorBody: isError ? errorBody : undefined }),
				status,
				code,
				isOfService,
				failure: failureFor(status, retryAfterMs(headers['retry-after'])),
			};
		}
	}
}

/** The Base URL as people type it in the credential: without `/api`. */
const baseUrlOf = (api: string) => api.replace(/\/api$/, '');

/** For hints that the address may be wrong: they name the one that was called. */
export const baseUrlIn = (api: string) => `the Base URL in the credential (${baseUrlOf(api)})`;

/** What to do besides checking the address if no connection was made, by the trouble. */
const ADVICE_IF_NOT_SENT = {
	connection: ', and whether n8n may reach that address, directly or through its proxy.',
	tls: '. Nothing else can be said from here: ask the administrator of the service.',
	certificate:
		'. If it is correct, the administrator of the service must fix its certificate, or the administrator of n8n must make n8n trust the issuer (NODE_EXTRA_CA_CERTS).',
	forbidden: '. If it is correct, the administrator of n8n must allow requests to it.',
};

/** A redirect, or another answer below 400 that has no record. Only the host is named: the rest may hold secrets. */
function explainBelow400(api: string, status: number, location: unknown): ErrorFacts {
	const target = typeof location === 'string' && URL.canParse(location) ? new URL(location) : null;
	const where = target?.host ? ` to ${target.host}` : '';
	// A 202 names with it where the work goes on.
	const isRedirect = status >= 300 && location !== undefined;
	const answerInWords = isRedirect
		? `with a redirect${where}, which was not followed`
		: 'instead of a record';
	const hint = isRedirect
		? `In the credential, enter the address of the service itself as Base URL. It is now ${baseUrlOf(api)}.`
		: 'If this continues, contact the support of the service, or the administrator of the proxy in front of it.';
	const message = `The address answered ${status} ${answerInWords}`;
	return { message, hint, status, failure: failureFor(status) };
}

/** The error of a page that does not come from the service: its status says nothing about the token or a record. */
function explainPage(
	{ api, path }: ExplainedRequest,
	{ status, headers }: Extract<Outcome, { kind: 'answer' }>,
	{ reason }: Extract<ReadBody, { kind: 'unreadable' }>,
): ErrorFacts {
	const failure = failureFor(status, retryAfterMs(headers['retry-after']));
	const isAboutToken = failure.cause === 'credential-invalid';
	// A service that crashes answers in plain text with a 500 or the like; 502, 503 and 504 come from gateways.
	const isCrash = status >= 500 && ![502, 503, 504].includes(status);
	const usualHint = isCrash ? `${HINTS_BY_STATUS[500]} ${pageHint(api)}` : pageHint(api);
	const hint = status === 407 || status === 511 ? LOGIN_HINTS[status] : usualHint;
	return {
		message: `The address answered ${status} with ${reason}`,
		hint: status === 404 ? `${hint} The request was for ${api}${path}.` : hint,
		status,
		isPage: true,
		failure: isAboutToken ? { cause: 'configuration-invalid' } : failure,
	};
}

const LOGIN_HINTS = {
	407: 'The proxy through which n8n goes asks for a login: the administrator of n8n can enter it in n8n’s proxy settings (HTTPS_PROXY).',
	511: 'The network of n8n asks for a login, as a hotel does: its administrator must let n8n’s requests through.',
};

const pageHint = (api: string) =>
	`Something other than the service answered at ${new URL(api).host} or on the way there, such as a firewall, a proxy or a login page. Check ${baseUrlIn(api)}. If it is correct, ask the administrator of n8n’s network, or of the service, to let n8n’s requests through.`;

const TELL_SUPPORT =
	'The service itself must correct this: if it continues, tell its support what was requested, and when.';

/** The error of a wait that is longer than the run may wait. */
export function explainLongWait(
	{ ms, fromService }: LimitWait,
	timeZone: string,
	isUnsent: boolean,
	status = 429,
): ErrorFacts {
	const why = status === 429 ? 'service’s rate limit is reached' : 'service is not available';
	const until = waitInWords(ms, timeZone);
	const when = fromService
		? `it asks to try again ${until}`
		: `it does not say for how long; the next attempt would be ${until}`;
	const message = `${isUnsent ? 'This was not sent, because the' : 'The'} ${why}; ${when}`;
	return { message, failure: failureFor(status, ms) };
}

/**
 * So many characters of an error are searched for secrets: it may have megabytes, and a sentence shows a few hundred.
 */
const MAX_SEARCHED = 4_000;

/** The error in a body; empty if it is no JSON. */
function errorIn({ redact = (text) => text }: ExplainedRequest, body: ReadBody): ErrorBody {
	if (body.kind !== 'json') return { details: [] };
	// Hidden characters go first: inside a secret they hide it from the search, but not from people.
	const conceal = (text: string) =>
		redact(withoutAddresses(visible(text.slice(0, MAX_SEARCHED).normalize('NFC'))));
	return readErrorBody(body.value, conceal);
}

/** One sentence for a refusal, in the service's own words if it gave any. */
function messageFor(status: number, errorBody: ErrorBody, body: ReadBody): string {
	const { details, message, code, more } = errorBody;
	if (details.length > 0) {
		const rest = more === undefined ? '' : ` (and ${counted(more)} more)`;
		return oneLine(`The service refused the input: ${details.join('; ')}`) + rest;
	}
	if (message !== undefined) return message;
	if (code !== undefined) return `The service refused this (${code})`;
	if (body.kind === 'unreadable') return `The address answered ${status} with ${body.reason}`;
	return `The service answered ${status} without saying why`;
}

/** The error of an answer with a status of success whose body is not a record. */
export function explainUnusableBody(
	request: ExplainedRequest,
	status: number,
	body: ReadBody,
): ErrorFacts {
	const address = baseUrlIn(request.api);
	let received: string;
	let hint = `Check ${address}; something else may answer there. If it is correct, contact the support of the service.`;
	if (body.kind === 'unreadable') {
		received = body.reason;
		hint = body.isTooLarge
			? `Request less data, for example with a filter, or make the record smaller. If this answer should be small, check ${address}; something else may answer there.`
			: body.isPage
				? pageHint(request.api)
				: TELL_SUPPORT;
	} else received = bodyInWords(request, body);
	const message = `The address answered ${status} with ${received}`;
	const isPage = body.kind === 'unreadable' && body.isPage;
	const failure: Failure = { cause: 'temporarily-unavailable' };
	return { message, hint, status, failure, ...(isPage && { isPage: true }) };
}

function bodyInWords(request: ExplainedRequest, body: ReadBody): string {
	if (body.kind !== 'json') return 'an empty body';
	const { value } = body;
	if (value === null) return 'null instead of a record';
	if (Array.isArray(value)) return 'a list instead of a record';
	if (typeof value !== 'object') return `a ${typeof value} instead of a record`;
	if (!isErrorBody(value)) return 'something that is not the record';
	const { message } = errorIn(request, body);
	const isError = isDenial(value as JsonObject);
	if (message === undefined)
		return `${isError ? 'an error' : 'something else'} instead of a record`;
	return `${isError ? 'an error' : 'a message'} instead of a record: ${message}`;
}

/** A request that the service refused, with what the answer says. */
interface Refusal extends ExplainedRequest {
	status: number;
	/** Undefined if the body is no error. */
	errorBody: ErrorBody | undefined;
}

const HINTS_BY_CODE: Hints = {
	insufficient_scope:
		'The token lacks a scope that this operation needs. Ask a workspace administrator for a token that has it (Token > Get shows the scopes of this one).',
	segment_suppressed:
		'The survey is anonymous and too few people are in this segment. Choose a longer period or a wider filter.',
};

const HINTS_BY_STATUS: Hints = {
	400: 'The service refused these values. Compare them with the current record.',
	401: 'Check the token in the credential: it may be mistyped, revoked or expired.',
	402: 'Billing blocks this: an invoice is outstanding, or the plan’s allowance is used up. A workspace administrator can resolve this in the application.',
	403: 'The token is not allowed to do this: it may lack a scope or be restricted to another survey.',
	409: 'The current status of the record does not allow this. Get the record to see its status.',
	500: 'The service failed. If this continues, tell its support when it happened.',
};

const RECORD_NOT_FOUND =
	'The record does not exist, or the token cannot access it. Choose it from the list, or check its ID and its survey.';

/** Words of a service about a field that it does not know. */
const UNKNOWN_FIELD =
	/extra|unknown|unexpected|unrecogni|additional|no such|not (permitted|allowed|known|expected)/i;

/** What to do about a refusal. Hints of the operation come before general ones, and the code before the status. */
export function hintFor(refusal: Refusal): string {
	const { status, errorBody, path, api, refusedWhen } = refusal;
	const code = errorBody?.code ?? '';
	const operationHint = operationHintFor(refusal);
	// The service does not say which of several IDs is wrong, so a 404 names the whole path.
	const requestedAddress = `The request was for ${api}${path}.`;
	if (operationHint !== undefined)
		return status === 404 ? `${operationHint} ${requestedAddress}` : operationHint;
	const codeHint = hintIn(HINTS_BY_CODE, code);
	if (codeHint !== undefined) return codeHint;
	if (status === 404 || status === 410) return `${hintIfNotFound(refusal)} ${requestedAddress}`;
	const general = generalHint(refusal);
	// Outages, tokens and billing mean the same for every operation.
	const { cause } = failureFor(status);
	const isOutageOrToken = ['temporarily-unavailable', 'credential-invalid'].includes(cause);
	if (refusedWhen === undefined || isOutageOrToken || status === 402) return general;
	// With 403 and 422 the reason may be that of the operation or the general one, so both are given.
	return [403, 422].includes(status) ? `${refusedWhen} ${general}` : refusedWhen;
}

/** The operation's own hint for the code, or else for the status, unless that would mislead. */
function operationHintFor({ status, errorBody, hints = {} }: Refusal): string | undefined {
	const hintForCode = hintIn(hints, errorBody?.code ?? '');
	if (hintForCode !== undefined) return hintForCode;
	// A 404 without an error of the service says nothing about a record.
	if (status === 404 && !errorBody) return undefined;
	const { details = [] } = errorBody ?? {};
	const namesUnknownField = details.some((detail) => UNKNOWN_FIELD.test(detail));
	// A service that refuses a value knows its field, so a hint about the names of fields would mislead.
	if (status === 422 && details.length > 0 && !namesUnknownField) return undefined;
	return hintIn(hints, status);
}

/** A code comes from the service, and may be a name that every object has, such as `constructor`. */
const hintIn = (hints: Hints, name: string | number): string | undefined =>
	Object.hasOwn(hints, name) ? hints[name] : undefined;

function generalHint({ status, errorBody, api }: Refusal): string {
	if (status === 405) return `The address does not accept this request. Check ${baseUrlIn(api)}.`;
	if (status === 422) {
		return errorBody?.details.length
			? 'Correct the values that the service names, and run it again.'
			: 'The service does not say which value it refuses. Check each value that is sent.';
	}
	const hint =
		hintIn(HINTS_BY_STATUS, status >= 500 ? 500 : status) ??
		'The service refused this request. If this continues, tell its support what was requested.';
	// Firewalls and proxies refuse with these statuses as well, but not in the shape of the service's errors.
	const mayBeGateway = [401, 403, 451].includes(status) && errorBody?.isOfService !== true;
	return mayBeGateway
		? `${hint} If that is as it should be, something else may have answered at ${new URL(api).host} or on the way there, such as a firewall or a proxy.`
		: hint;
}

/** Unless the service itself says that the record is missing, the address may be wrong, and not the ID. */
function hintIfNotFound({ errorBody, path, api }: Refusal): string {
	const wrongAddress = `The address does not know this path. Check ${baseUrlIn(api)}: something else may answer there.`;
	const hasIdInPath = /[\da-f]{8}-/i.test(path);
	if (errorBody === undefined || !hasIdInPath) return wrongAddress;
	return errorBody.code === undefined ? `${RECORD_NOT_FOUND} ${wrongAddress}` : RECORD_NOT_FOUND;
}
