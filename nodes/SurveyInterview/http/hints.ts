/** What a person can do about a request that failed. */
import type { ServiceRequest } from './attempt';
import type { ErrorBody } from './errorBody';
import type { Hints, RequestTraits } from './errors';
import type { NoConnection } from './outcome';
import { ruleOfStatus } from './policy';
import type { Redact } from './redact';

export interface ExplainedRequest
	extends Pick<ServiceRequest, 'path'>,
		Pick<RequestTraits, 'hints' | 'refusedWhen'> {
	/** The address in front of `path`. */
	api: string;
	redact?: Redact;
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

/** Statuses with which something between n8n and the service asks for a login. */
const NETWORK_LOGIN: Hints = {
	407: 'The proxy through which n8n goes asks for a login: the administrator of n8n can enter it in n8n’s proxy settings (HTTPS_PROXY).',
	511: 'The network of n8n asks for a login, as a hotel does: its administrator must let n8n’s requests through.',
};

const RECORD_NOT_FOUND =
	'The record does not exist, or the token cannot access it. Choose it from the list, or check its ID and its survey.';

/** What to do about a refusal. Hints of the operation come before general ones, and the code before the status. */
export function hintForRefusal(refusal: Refusal): string {
	const { status, errorBody } = refusal;
	const networkLogin = errorBody?.isFromService ? undefined : hintIn(NETWORK_LOGIN, status);
	if (networkLogin !== undefined) return networkLogin;
	const isNotFound = status === 404 || status === 410;
	const hint =
		operationHint(refusal) ??
		hintIn(HINTS_BY_CODE, errorBody?.code ?? '') ??
		(isNotFound ? hintIfNotFound(refusal) : withRefusedWhen(refusal, hintForStatus(refusal)));
	return isNotFound ? withAddress(hint, refusal) : hint;
}

/** The service does not say which of several IDs is wrong, so the whole address is named. */
const withAddress = (hint: string, { api, path }: ExplainedRequest) =>
	`${hint} The request was for ${api}${path}.`;

/** Words of a service about a field that it does not know. */
const UNKNOWN_FIELD =
	/extra|unknown|unexpected|unrecogni|additional|no such|not (permitted|allowed|known|expected)/i;

/** The operation's own hint for the code, or else for the status, unless that would mislead. */
function operationHint({ status, errorBody, hints = {} }: Refusal): string | undefined {
	const hintForCode = hintIn(hints, errorBody?.code ?? '');
	if (hintForCode !== undefined) return hintForCode;
	// A 404 without an error of the service says nothing about a record.
	if (status === 404 && !errorBody) return undefined;
	const { details = [] } = errorBody ?? {};
	// An operation's hint for 422 is about the names of fields. A service that refuses a value knows its field, so the
	// hint would mislead.
	const refusesValue =
		status === 422 && details.length > 0 && !details.some((detail) => UNKNOWN_FIELD.test(detail));
	return refusesValue ? undefined : hintIn(hints, status);
}

/** A code comes from the service, and may be a name that every object has, such as `constructor`. */
const hintIn = (hints: Hints, name: string | number): string | undefined =>
	Object.hasOwn(hints, name) ? hints[name] : undefined;

/** Unless the service itself says that the record is missing, the address may be wrong, and not the ID. */
function hintIfNotFound({ errorBody, path, api }: Refusal): string {
	const wrongAddress = `The address does not know this path. Check ${baseUrlIn(api)}: something else may answer there.`;
	const hasIdInPath = /[\da-f]{8}-/i.test(path);
	if (errorBody === undefined || !hasIdInPath) return wrongAddress;
	return errorBody.code === undefined ? `${RECORD_NOT_FOUND} ${wrongAddress}` : RECORD_NOT_FOUND;
}

function hintForStatus({ status, errorBody, api }: Refusal): string {
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
	const mayBeGateway = [401, 403, 451].includes(status) && errorBody?.isFromService !== true;
	return mayBeGateway
		? `${hint} If that is as it should be, something else may have answered at ${new URL(api).host} or on the way there, such as a firewall or a proxy.`
		: hint;
}

/** Puts the operation's own sentence about when it is refused in place of the general hint, or before it. */
function withRefusedWhen({ status, refusedWhen }: Refusal, generalHint: string): string {
	// Outages, tokens and billing mean the same for every operation.
	const { cause } = ruleOfStatus(status);
	const isSameForAll =
		cause === 'temporarily-unavailable' || cause === 'credential-invalid' || status === 402;
	if (refusedWhen === undefined || isSameForAll) return generalHint;
	// With these the reason may be that of the operation or the general one.
	return status === 403 || status === 422 ? `${refusedWhen} ${generalHint}` : refusedWhen;
}

/** The Base URL as people type it in the credential: without `/api`. */
export const baseUrlOf = (api: string) => api.replace(/\/api$/, '');

/** For hints that the address may be wrong: they name the one that was called. */
export const baseUrlIn = (api: string) => `the Base URL in the credential (${baseUrlOf(api)})`;

/** What to do if a page answered that does not come from the service. */
export function hintForPage(request: ExplainedRequest, status: number): string {
	const networkLogin = hintIn(NETWORK_LOGIN, status);
	if (networkLogin !== undefined) return networkLogin;
	const { api } = request;
	const hint = `Something other than the service answered at ${new URL(api).host} or on the way there, such as a firewall, a proxy or a login page. Check ${baseUrlIn(api)}. If it is correct, ask the administrator of n8n’s network, or of the service, to let n8n’s requests through.`;
	if (status === 404) return withAddress(hint, request);
	// A service that crashes answers in plain text with a 500 or the like; 502, 503 and 504 come from gateways.
	const isCrash = status >= 500 && ![502, 503, 504].includes(status);
	return isCrash ? `${HINTS_BY_STATUS[500]} ${hint}` : hint;
}

/** What to do if no connection was made. */
export const hintForNoConnection = (trouble: NoConnection, api: string): string =>
	`Check ${baseUrlIn(api)}${ADVICE_IF_NOT_SENT[trouble]}`;

/** What to do besides checking the address: each continues the sentence before it. */
const ADVICE_IF_NOT_SENT: Record<NoConnection, string> = {
	connection: ', and whether n8n may reach that address, directly or through its proxy.',
	tls: '. Nothing else can be said from here: ask the administrator of the service.',
	certificate:
		'. If it is correct, the administrator of the service must fix its certificate, or the administrator of n8n must make n8n trust the issuer (NODE_EXTRA_CA_CERTS).',
	forbidden: '. If it is correct, the administrator of n8n must allow requests to it.',
};
