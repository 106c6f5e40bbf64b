import { readErrorBody, type ErrorBody } from './errorBody';
import { isTooDeep } from '../records/json';
import type { ReadBody, Outcome } from './outcome';
import { failureFor, messageFor, type ErrorFacts } from './errors';
import { retryAfterMs } from './retry';

/** What is needed of a request to explain its refusal. */
type Asked = Pick<Refusal, 'path' | 'api' | 'hints' | 'refusedWhen'>;

/** Puts into words how a request ended that was not accepted. */
export async function explainOutcome(asked: Asked, outcome: Outcome): Promise<ErrorFacts> {
	switch (outcome.kind) {
		case 'cancelled':
			return { message: 'The execution was canceled before this was answered' };
		case 'notSent':
			return {
				message: `The service could not be reached: ${outcome.reason}`,
				hint: 'Check the Base URL in the credential, and whether n8n may reach that address.',
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'unclear':
			return {
				message: `The service gave no answer: ${outcome.reason}`,
				hint: 'If it goes on, check the Base URL in the credential, and what stands between n8n and the service.',
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'answer':
			return await factsOfRefusal(asked, outcome.status, outcome);
	}
}

async function factsOfRefusal(
	asked: Asked,
	status: number,
	{ headers, body }: { headers: Record<string, unknown>; body: ReadBody },
): Promise<ErrorFacts> {
	if (status < 400) return notFollowed(status, headers.location);
	const { z } = await import('zod');
	const isReadable = body.kind === 'json' && !isTooDeep(body.value);
	const said = isReadable ? readErrorBody(z, body.value) : undefined;
	const isSaid = said?.message !== undefined || said?.code !== undefined || !!said?.details.length;
	return {
		message: messageFor(
			status,
			said ?? { details: [] },
			body.kind === 'unreadable' ? body.reason : undefined,
		),
		hint: hintFor({ ...asked, status, said: isSaid ? said : undefined }),
		status,
		code: said?.code,
		isOfService: said?.isOfService,
		failure: failureFor(status, retryAfterMs(headers['retry-after'], Date.now())),
	};
}

/** A redirect, of which only the host is named: the rest of the address may hold anything. */
function notFollowed(status: number, location: unknown): ErrorFacts {
	const target = typeof location === 'string' && URL.canParse(location) ? new URL(location) : null;
	const where = target?.host ? ` to ${target.host}` : '';
	const message =
		location === undefined
			? `The address answered ${status} instead of a record`
			: `The address answered ${status} with a redirect${where}, which was not followed`;
	return {
		message,
		hint:
			location === undefined
				? 'If it goes on, tell the support of the service, or whoever runs what stands before it.'
				: 'Enter the address of the service itself as Base URL in the credential.',
		status,
		failure: { cause: 'configuration-invalid' },
	};
}

/** What to do about a refusal of one operation, by status or code. */
export type Hints = { [statusOrCode: string]: string };

/** A request that was refused, as far as its hint depends on it. */
export interface Refusal {
	status: number;
	/** What the body says, as far as it is an error of the service; undefined where it is something else. */
	said: ErrorBody | undefined;
	/** Path below `/api`. */
	path: string;
	/** The address below which the path lies. */
	api?: string;
	hints?: Hints;
	/** When the specification says that this operation is refused; it gives no status or code for that. */
	refusedWhen?: string;
}

const BY_CODE: Hints = {
	insufficient_scope:
		'The token lacks a scope that this operation needs. Ask a workspace administrator for a token with it (Token > Get shows the scopes of this one).',
	segment_suppressed:
		'The survey is anonymous and too few people are in this segment. Choose a longer period or a wider filter.',
};

const BY_STATUS: Hints = {
	400: 'The service refuses these values as they are. Compare them with the record as it stands.',
	401: 'Check the token in the credential: it may be mistyped, revoked or expired.',
	402: 'Billing blocks this: an invoice is outstanding, or the plan’s allowance is used up. A workspace administrator can settle it in the application.',
	403: 'The token may not do this: it may lack a scope, or be restricted to another survey.',
	405: 'The address does not take such a request. Check the Base URL in the credential.',
	409: 'The record is not in a state that allows this. Read it to see its state.',
	500: 'The service failed. If it goes on, tell its support when it happened.',
};

const REFUSED =
	'The service refuses this request. If it goes on, tell its support what was asked for.';
const NO_RECORD =
	'There is no such record, or the token may not see it. Check the ID and the survey it belongs to.';
const WRONG_ADDRESS =
	'The address does not know this path. Check the Base URL in the credential: something else may answer there.';

/** What to do about a refusal: the operation's own advice first, by code where the code is known. */
export function hintFor(refusal: Refusal): string | undefined {
	const { status, said, hints = {} } = refusal;
	const code = said?.code ?? '';
	// A 404 that is no error of the service says nothing of a record.
	const isOwn = status !== 404 || said !== undefined;
	const own = hintIn(hints, code) ?? (isOwn ? hintIn(hints, status) : undefined);
	if (own !== undefined) return status === 404 ? `${own} ${askedFor(refusal)}` : own;
	return hintIn(BY_CODE, code) ?? byStatus(refusal);
}

/** A code comes from the service, and may be the name of anything that every object has. */
function hintIn(hints: Hints, name: string | number): string | undefined {
	return Object.hasOwn(hints, name) ? hints[name] : undefined;
}

function byStatus(refusal: Refusal): string | undefined {
	const { status, said, refusedWhen } = refusal;
	if (status === 404 || status === 410) return `${ofMissing(refusal)} ${askedFor(refusal)}`;
	const general =
		status === 422 ? ofInvalid(said) : (hintIn(BY_STATUS, status >= 500 ? 500 : status) ?? REFUSED);
	// These say for themselves why, and mean the same for every operation.
	if (refusedWhen === undefined || status >= 500 || [401, 402].includes(status)) return general;
	// What the status says may be the reason as well, because which status this refusal has is not shown.
	return [403, 422].includes(status) ? `${refusedWhen} ${general}` : refusedWhen;
}

/** Which of several ids is wrong cannot be told, so the whole path is named. */
function askedFor({ path, api = '' }: Refusal): string {
	return `Asked for ${api}${path}.`;
}

/** Where the service does not say so itself, it may be the address that is wrong and not the record's ID. */
function ofMissing({ said, path }: Refusal): string {
	if (said === undefined || !/[\da-f]{8}-/i.test(path)) return WRONG_ADDRESS;
	return said.code === undefined ? `${NO_RECORD} ${WRONG_ADDRESS}` : NO_RECORD;
}

function ofInvalid(said: ErrorBody | undefined): string {
	return (said?.details ?? []).length > 0
		? 'Correct what the service names, and run it again.'
		: 'The service does not say which value it refuses. Compare all of them with the record as it stands.';
}
