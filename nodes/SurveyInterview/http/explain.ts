/** Puts into words how a request failed. What to do about it is in `hints.ts`. */
import type { Failure } from 'n8n-workflow';

import { isDenial } from '../service/denial';
import type { JsonObject } from '../service/json';
import { oneLine, visible, counted } from '../service/scalars';
import { waitInWords } from '../service/timeInWords';
import type { ReadBody } from './body';
import { type ErrorBody, isErrorBody, readErrorBody } from './errorBody';
import { type ErrorFacts, failureFor } from './errors';
import {
	baseUrlIn,
	baseUrlOf,
	type ExplainedRequest,
	hintForNoConnection,
	hintForPage,
	hintForRefusal,
} from './hints';
import type { Outcome } from './outcome';
import type { LimitWait } from './pace';
import { retryAfterMs } from './policy';
import { withoutAddresses } from './redact';

type AnsweredOutcome = Extract<Outcome, { kind: 'answer' }>;

/** An outage that may end by itself, in n8n's own terms. */
const MAY_BE_OVER_SOON: Failure = { cause: 'temporarily-unavailable' };

/** The error of a request whose answer was no success. */
export function explainOutcome(request: ExplainedRequest, outcome: Outcome): ErrorFacts {
	switch (outcome.kind) {
		case 'canceled':
			return {
				message: `The execution was canceled before this was ${outcome.sent ? 'answered' : 'sent'}`,
			};
		case 'notSent':
			return {
				message: `The service could not be reached: ${outcome.reason}`,
				hint: hintForNoConnection(outcome.trouble, request.api),
				failure: MAY_BE_OVER_SOON,
				...(outcome.trouble === 'connection' ? {} : { isLasting: true }),
			};
		case 'unclear':
			return {
				message: `The service gave no answer: ${withoutAddresses(outcome.reason)}`,
				hint: `If this continues, check ${baseUrlIn(request.api)} and the network between n8n and the service.`,
				failure: MAY_BE_OVER_SOON,
			};
		case 'answer': {
			const { status, body } = outcome;
			// A success whose body broke off, is too large, or is no JSON.
			if (status < 300 && body.kind === 'unreadable') return explainUnusableBody(request, outcome);
			// A redirect, or a status of success that no operation has, such as 202.
			if (status < 400) return explainBelow400(request.api, outcome);
			// A refusal by something else than the service, such as a proxy's page.
			if (body.kind === 'unreadable' && body.isPage)
				return explainPage(request, outcome, body.reason);
			return explainRefusal(request, outcome);
		}
	}
}

/** A redirect, or another answer below 400 that has no record. Only the host is named: the rest may hold secrets. */
function explainBelow400(api: string, { status, headers }: AnsweredOutcome): ErrorFacts {
	const { location } = headers;
	const failure = failureFor(status);
	// A 202 may have `location` too: there it says where the work goes on, and is no redirect.
	if (status < 300 || location === undefined) {
		return {
			message: `The address answered ${status} instead of a record`,
			hint: 'If this continues, contact the support of the service, or the administrator of the proxy in front of it.',
			status,
			failure,
		};
	}
	const target = typeof location === 'string' && URL.canParse(location) ? new URL(location) : null;
	const where = target?.host ? ` to ${target.host}` : '';
	return {
		message: `The address answered ${status} with a redirect${where}, which was not followed`,
		hint: `In the credential, enter the address of the service itself as Base URL. It is now ${baseUrlOf(api)}.`,
		status,
		failure,
	};
}

/** The error of a page that does not come from the service: its status says nothing about the token or a record. */
function explainPage(
	request: ExplainedRequest,
	{ status, headers }: AnsweredOutcome,
	reason: string,
): ErrorFacts {
	const failure = failureFor(status, retryAfterMs(headers['retry-after']));
	const isAboutToken = failure.cause === 'credential-invalid';
	return {
		message: `The address answered ${status} with ${reason}`,
		hint: hintForPage(request, status),
		status,
		isPage: true,
		failure: isAboutToken ? { cause: 'configuration-invalid' } : failure,
	};
}

function explainRefusal(request: ExplainedRequest, answer: AnsweredOutcome): ErrorFacts {
	const { status, headers, body } = answer;
	const says = errorIn(request, body);
	const { message, code, details, isFromService } = says;
	const isError = message !== undefined || code !== undefined || details.length > 0;
	return {
		message: messageFor(status, says, body),
		hint: hintForRefusal({ ...request, status, errorBody: isError ? says : undefined }),
		status,
		code,
		isFromService,
		failure: failureFor(status, retryAfterMs(headers['retry-after'])),
	};
}

/**
 * At most this many characters of an error are searched for secrets: it may have megabytes, and a sentence shows a few
 * hundred.
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
	answer: AnsweredOutcome,
): ErrorFacts {
	const { status, body } = answer;
	if (body.kind === 'unreadable' && body.isPage) return explainPage(request, answer, body.reason);
	return {
		message: `The address answered ${status} with ${bodyInWords(request, body)}`,
		hint: hintForBody(baseUrlIn(request.api), body),
		status,
		failure: MAY_BE_OVER_SOON,
	};
}

function bodyInWords(request: ExplainedRequest, body: ReadBody): string {
	if (body.kind === 'unreadable') return body.reason;
	if (body.kind !== 'json') return 'an empty body';
	const { value } = body;
	if (value === null) return 'null instead of a record';
	if (Array.isArray(value)) return 'a list instead of a record';
	if (typeof value !== 'object') return `a ${typeof value} instead of a record`;
	if (!isErrorBody(value)) return 'something that is not the record';
	const { message } = errorIn(request, body);
	// `isErrorBody` is also true of a mere report, such as `{message: 'Hello'}`. A denial says itself that it is an error.
	const isError = isDenial(value as JsonObject);
	if (message === undefined)
		return `${isError ? 'an error' : 'something else'} instead of a record`;
	return `${isError ? 'an error' : 'a message'} instead of a record: ${message}`;
}

function hintForBody(address: string, body: ReadBody): string {
	if (body.kind !== 'unreadable')
		return `Check ${address}; something else may answer there. If it is correct, contact the support of the service.`;
	return body.isTooLarge
		? `Request less data, for example with a filter, or make the record smaller. If this answer should be small, check ${address}; something else may answer there.`
		: 'The service itself must correct this: if it continues, tell its support what was requested, and when.';
}

/**
 * The error of a wait that is longer than the run may wait.
 *
 * @param status that asked for the wait: 429, or one of an outage such as 503
 */
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
