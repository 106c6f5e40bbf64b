import { isTooDeep } from '../records/json';
import { oneLine } from '../records/scalars';
import { failureFor, type ErrorFacts } from './errors';
import { readErrorBody, type ErrorBody } from './errorBody';
import { baseUrlIn, baseUrlOf, hintFor, type Refusal } from './hints';
import type { Outcome, ReadBody } from './outcome';
import { retryAfterMs } from './retry';

type AnswerOutcome = Extract<Outcome, { kind: 'answer' }>;

/** What an explanation needs to know of the request. */
export type ExplainedRequest = Pick<Refusal, 'path' | 'api' | 'hints' | 'refusedWhen'>;

/** Puts into words how a request ended that was not accepted. */
export function explainOutcome(request: ExplainedRequest, outcome: Outcome): ErrorFacts {
	switch (outcome.kind) {
		case 'cancelled':
			return {
				message: `The execution was canceled before this was ${outcome.sent ? 'answered' : 'sent'}`,
			};
		case 'notSent':
			return explainNotSent(request, outcome);
		case 'unclear':
			return {
				message: `The service gave no answer: ${outcome.reason}`,
				hint: `If this continues, check ${baseUrlIn(request.api)} and the network between n8n and the service.`,
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'answer':
			return outcome.status < 400
				? explainRedirect(request, outcome.status, outcome.headers.location)
				: explainRefusal(request, outcome);
	}
}

/** A request that never reached the service: the address is the trouble, or the request itself. */
function explainNotSent(
	request: ExplainedRequest,
	{ reason, trouble }: Extract<Outcome, { kind: 'notSent' }>,
): ErrorFacts {
	if (trouble === 'request') {
		return {
			message: `This cannot be sent: ${reason}`,
			hint: 'An expression returns an object that contains itself: correct it.',
			failure: { cause: 'configuration-invalid' },
		};
	}
	return {
		message: `The service could not be reached: ${reason}`,
		hint: `Check ${baseUrlIn(request.api)}${WAYS_OUT[trouble]}`,
		failure: { cause: 'temporarily-unavailable' },
	};
}

/** What to do where a connection was not made, after a look at the address. */
const WAYS_OUT = {
	connection: ', and whether n8n may reach that address.',
	certificate:
		'. If it is correct, the administrator of the service must fix its certificate, or the administrator of n8n must make n8n trust the issuer (NODE_EXTRA_CA_CERTS).',
	forbidden: '. If it is correct, the administrator of n8n must allow requests to it.',
};

function explainRefusal(
	request: ExplainedRequest,
	{ status, headers, body }: AnswerOutcome,
): ErrorFacts {
	const isReadable = body.kind === 'json' && !isTooDeep(body.value);
	const read: ErrorBody = isReadable ? readErrorBody(body.value) : { details: [] };
	const isError = read.message !== undefined || read.code !== undefined || read.details.length > 0;
	return {
		message: messageFor(status, read, body),
		hint: hintFor({ ...request, status, errorBody: isError ? read : undefined }),
		status,
		code: read.code,
		isOfService: read.isOfService,
		failure: failureFor(status, retryAfterMs(headers['retry-after'], Date.now())),
	};
}

/** One sentence for a refusal, in the service's own words where it has any. */
function messageFor(status: number, errorBody: ErrorBody, body: ReadBody): string {
	const { details, message, code } = errorBody;
	if (details.length > 0) return oneLine(`The service refused the input: ${details.join('; ')}`);
	if (message !== undefined) return message;
	if (code !== undefined) return `The service refused this (${code})`;
	if (body.kind === 'unreadable') return `The address answered ${status} with ${body.reason}`;
	return `The service answered ${status} without saying why`;
}

/** A redirect, of which only the host is named: the rest of the address may hold anything. */
function explainRedirect(request: ExplainedRequest, status: number, location: unknown): ErrorFacts {
	const target = typeof location === 'string' && URL.canParse(location) ? new URL(location) : null;
	const where = target?.host ? ` to ${target.host}` : '';
	const words =
		location === undefined
			? {
					message: `The address answered ${status} instead of a record`,
					hint: 'If this continues, contact the support of the service, or the administrator of the proxy in front of it.',
				}
			: {
					message: `The address answered ${status} with a redirect${where}, which was not followed`,
					hint: `In the credential, enter the address of the service itself as Base URL. It is now ${baseUrlOf(request.api)}.`,
				};
	return { ...words, status, failure: { cause: 'configuration-invalid' } };
}

/** Puts into words that an answer has a status of success, and its body is not a record. */
export function explainUnusableBody(api: string, status: number, body: ReadBody): ErrorFacts {
	const isUnreadable = body.kind === 'unreadable';
	const isTooLarge = isUnreadable && body.isTooLarge;
	return {
		message: `The address answered ${status} with ${isUnreadable ? body.reason : insteadOfRecord(body)}`,
		hint: isTooLarge
			? `Request less data, for example with a filter. If this answer should be small, check ${baseUrlIn(api)}; something else may answer there.`
			: isUnreadable
				? `Check ${baseUrlIn(api)}; a proxy or a login page may stand in between.`
				: `Check ${baseUrlIn(api)}; something else may answer there. If it is correct, contact the support of the service.`,
		status,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function insteadOfRecord(body: ReadBody): string {
	if (body.kind !== 'json') return 'an empty body';
	if (body.value === null) return 'null instead of a record';
	return typeof body.value === 'object'
		? 'an error instead of a record'
		: `a ${typeof body.value} instead of a record`;
}
