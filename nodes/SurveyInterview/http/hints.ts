import type { ErrorBody } from './errorBody';

/** What to do about a refusal of one operation, by status or code. */
export type Hints = { [statusOrCode: string]: string };

/** A request that was refused, as far as its hint depends on it. */
export interface Refusal {
	status: number;
	/** What the service says; undefined where the body is not an error of the service. */
	errorBody: ErrorBody | undefined;
	path: string;
	/** The address below which the path lies. */
	api: string;
	hints?: Hints;
	/** When the interface says that this operation is refused; it gives no status or code for that. */
	refusedWhen?: string;
}

const BY_CODE: Hints = {
	insufficient_scope:
		'The token lacks a scope that this operation needs. Ask a workspace administrator for a token that has it (Token > Get shows the scopes of this one).',
	segment_suppressed:
		'The survey is anonymous and too few people are in this segment. Choose a longer period or a wider filter.',
};

const BY_STATUS: Hints = {
	400: 'The service refused these values. Compare them with the current record.',
	401: 'Check the token in the credential: it may be mistyped, revoked or expired.',
	402: 'Billing blocks this: an invoice is outstanding, or the plan’s allowance is used up. A workspace administrator can resolve this in the application.',
	403: 'The token is not allowed to do this: it may lack a scope or be restricted to another survey.',
	409: 'The current status of the record does not allow this. Get the record to see its status.',
	500: 'The service failed. If this continues, tell its support when it happened.',
};

const REFUSED =
	'The service refused this request. If this continues, tell its support what was requested.';
const RECORD_NOT_FOUND =
	'The record does not exist, or the token cannot access it. Choose it from the list, or check its ID and its survey.';

/** The Base URL as it stands in the credential: people do not type the `/api` at its end. */
export const baseUrlOf = (api: string) => api.replace(/\/api$/, '');

/** Where the address may be the trouble, a person must see which one was called. */
export const baseUrlIn = (api: string) => `the Base URL in the credential (${baseUrlOf(api)})`;

/** What to do about a refusal: the operation's own hint first, by code where the code is known. */
export function hintFor(refusal: Refusal): string | undefined {
	const { status, errorBody, hints = {} } = refusal;
	const code = errorBody?.code ?? '';
	// A 404 that is not an error of the service says nothing about a record.
	const isOfRecord = status !== 404 || errorBody !== undefined;
	const isKnown = isOfRecord && !(status === 422 && namesWrongValue(errorBody));
	const own = hintIn(hints, code) ?? (isKnown ? hintIn(hints, status) : undefined);
	if (own !== undefined) return status === 404 ? `${own} ${askedFor(refusal)}` : own;
	return hintIn(BY_CODE, code) ?? hintByStatus(refusal);
}

/** A code comes from the service, and may be the name of a member that every object has. */
function hintIn(hints: Hints, name: string | number): string | undefined {
	return Object.hasOwn(hints, name) ? hints[name] : undefined;
}

function hintByStatus(refusal: Refusal): string | undefined {
	const { status, refusedWhen } = refusal;
	if (status === 404 || status === 410) return `${hintIfNotFound(refusal)} ${askedFor(refusal)}`;
	const general = generalHint(refusal);
	// These give the reason themselves, and mean the same for every operation.
	if (refusedWhen === undefined || status >= 500 || [401, 402].includes(status)) return general;
	// The interface does not show which status this refusal has, so the status may give another reason.
	return [403, 422].includes(status) ? `${refusedWhen} ${general}` : refusedWhen;
}

function generalHint({ status, errorBody, api }: Refusal): string {
	if (status === 405) return `The address does not accept this request. Check ${baseUrlIn(api)}.`;
	if (status === 422) {
		return errorBody?.details.length
			? 'Correct the values that the service names, and run it again.'
			: 'The service does not say which value it refuses. Compare all values with the current record.';
	}
	return hintIn(BY_STATUS, status >= 500 ? 500 : status) ?? REFUSED;
}

/** The service does not say which of several ids is wrong, so the whole path is named. */
const askedFor = ({ path, api }: Refusal) => `The request was for ${api}${path}.`;

/** Where the service does not say so itself, the address may be wrong and not the record's ID. */
function hintIfNotFound({ errorBody, path, api }: Refusal): string {
	const wrongAddress = `The address does not know this path. Check ${baseUrlIn(api)}: something else may answer there.`;
	if (errorBody === undefined || !/[\da-f]{8}-/i.test(path)) return wrongAddress;
	return errorBody.code === undefined ? `${RECORD_NOT_FOUND} ${wrongAddress}` : RECORD_NOT_FOUND;
}

/** What a service says of a field that it does not know. */
const UNKNOWN_FIELD =
	/extra|unknown|unexpected|unrecogni|additional|no such|not (permitted|allowed|known|expected)/i;

/** Whether the service knows the fields and names a value, so that advice about the names would mislead. */
function namesWrongValue(errorBody: ErrorBody | undefined): boolean {
	const details = errorBody?.details ?? [];
	return details.length > 0 && !details.some((detail) => UNKNOWN_FIELD.test(detail));
}
