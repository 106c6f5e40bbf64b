/** The errors of requests, as n8n shows them. */
import { type Failure, type INode, NodeApiError } from 'n8n-workflow';

import { isRepeatable, ruleOfStatus, type RetryClass } from './policy';
import type { Session } from './session';
import { asSentence } from '../service/scalars';

/** What a person and a workflow can know of a request that failed. */
export interface ErrorFacts {
	/** One sentence: what went wrong. */
	message: string;
	hint?: string;
	status?: number;
	/** The service's stable code, which workflows branch on. */
	code?: string;
	/** Whether the work may have been done in spite of the error. */
	maybeDone?: boolean;
	/** Whether no try of the request reached the service. */
	neverReachedService?: boolean;
	/** Whether the service itself answered, and not a gateway in front of it. */
	isFromService?: boolean;
	/** A web page or a text answered, and not the service. */
	isPage?: true;
	/** It looks like an outage, but lasts until a person changes something, such as a certificate. */
	isLasting?: true;
	/** The reason in n8n's own terms, by which n8n delays the next polls. */
	failure?: Failure;
}

/**
 * A failed request as n8n shows it. It is built from plain facts and has no cause: n8n's and axios's
 * own errors carry the request's headers, and with them the token.
 */
export class SurveyInterviewError extends NodeApiError {
	readonly status: number | undefined;
	readonly code: string | undefined;
	readonly maybeDone: boolean;

	constructor(
		node: INode,
		readonly facts: ErrorFacts,
	) {
		const { hint, status, code, failure, isPage } = facts;
		const message = asSentence(facts.message);
		const answerSentence =
			status && !isPage && `The service answered ${[status, code].filter(Boolean).join(' ')}.`;
		const description = [hint, answerSentence].filter(Boolean).join(' ') || undefined;
		const httpCode = status === undefined ? undefined : String(status);
		super(node, {}, { message, description, httpCode, failure });
		this.status = status;
		this.code = code;
		this.maybeDone = facts.maybeDone ?? false;
		// n8n replaces messages that mention words such as ENOENT; a service's own words are kept.
		this.message = message;
	}
}

/** What to do about a refusal, by status or code. */
export type Hints = { [statusOrCode: string]: string };

/** What an error needs to know about its request. */
export interface RequestTraits {
	retryClass: RetryClass;
	hints?: Hints;
	/**
	 * A sentence about when the service refuses this. It is shown with a refusal of any status that may mean this, because
	 * the interface does not say which status it has.
	 */
	refusedWhen?: string;
	/** What the request does, for "This may have been sent": `sent`, `created`, `erased`, `done`. */
	effect?: string;
	/** How a person can find out whether it happened. */
	howToCheck?: string;
}

/**
 * Makes the error to throw. If the work may have been done, it says so first, and how to check.
 *
 * @param maybeDone whether this or an earlier try may have done it
 */
export function serviceError(
	{ node }: Session,
	request: RequestTraits,
	facts: ErrorFacts,
	{ maybeDone }: { maybeDone: boolean },
): SurveyInterviewError {
	if (!maybeDone) return new SurveyInterviewError(node, facts);
	const { retryClass, effect = retryClass === 'create' ? 'created' : 'done' } = request;
	// What may be repeated was repeated.
	const repeatNote = isRepeatable(retryClass) ? '' : ', and was not repeated';
	const message = `This may have been ${effect}${repeatNote}. ${facts.message}`;
	const { howToCheck = 'Check the record in the service before you run it again.' } = request;
	const hint = [howToCheck, facts.hint].filter(Boolean).join(' ');
	return new SurveyInterviewError(node, { ...facts, message, hint, maybeDone: true });
}

/** The cause in n8n's terms (docs/development/architecture.md, When something fails). */
export function failureFor(status: number, waitMs?: number): Failure {
	const { cause } = ruleOfStatus(status);
	const hasWait = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return hasWait ? { cause, retryAfterMs: waitMs } : { cause };
}

/**
 * Whether the service itself says that a record does not exist, in the shape of its errors
 * (docs/interface.md, Errors). A gateway answers 404 as well, for an address that it does not know.
 */
export function isNotFound({ status, isFromService }: ErrorFacts): boolean {
	return (status === 404 || status === 410) && isFromService === true;
}
