import { type Failure, type INode, NodeApiError } from 'n8n-workflow';

import { MAX_RECORD_DEPTH } from '../records/json';
import type { Hints } from './explain';
import { isRepeatable, ruleOfStatus, type RetryClass } from './policy';
import type { Session } from './session';

/** What a person and a workflow can know of a request that failed. */
export interface ErrorFacts {
	/** One sentence: what went wrong. */
	message: string;
	hint?: string;
	status?: number;
	/** The service's stable code, which workflows branch on. */
	code?: string;
	/** Whether the work may have been done all the same. */
	maybeDone?: boolean;
	/** Whether no try of the request reached the service, so that nothing at all was sent. */
	neverLeft?: boolean;
	/** Whether the service itself says so, and not a gateway before it. */
	isOfService?: boolean;
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
		const { hint, status, code, failure } = facts;
		const message = asSentence(facts.message);
		const answer = [status, code].filter((part) => part !== undefined).join(' ');
		const answered = answer && `The service answered ${answer}.`;
		const description = [hint, answered].filter(Boolean).join(' ') || undefined;
		const httpCode = status === undefined ? undefined : String(status);
		super(node, {}, { message, description, httpCode, failure });
		this.status = status;
		this.code = code;
		this.maybeDone = facts.maybeDone ?? false;
		// n8n replaces messages that mention words such as ENOENT; a service's own words are kept.
		this.message = message;
	}
}

/** A message as a sentence; the service's own words come with a full stop or without. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

export interface RequestTraits {
	retryClass: RetryClass;
	hints?: Hints;
	/** When the interface says that this is refused; it gives no status or code for that. */
	refusedWhen?: string;
	/** What may have happened, where it is not known: `sent`, `created`, `erased`, `done`. */
	effect?: string;
	/** How a person can find out whether it happened. */
	howToCheck?: string;
}

/** The error as thrown; where the work may have been done, that comes first, with how to check. */
export function serviceError(
	{ node }: Session,
	request: RequestTraits,
	facts: ErrorFacts,
	maybeDone: boolean,
): SurveyInterviewError {
	if (!maybeDone) return new SurveyInterviewError(node, facts);
	const { retryClass, effect = retryClass === 'create' ? 'created' : 'done' } = request;
	const repeated = isRepeatable(retryClass) ? '' : ', and was not repeated';
	const message = `This may have been ${effect}${repeated}. ${facts.message}`;
	const { howToCheck = 'Check the record in the service before you run it again.' } = request;
	const hint = [howToCheck, facts.hint].filter((part) => part !== undefined).join(' ');
	return new SurveyInterviewError(node, { ...facts, message, hint, maybeDone: true });
}

/** Why a poll or run failed, in n8n's terms (docs/development/architecture.md, When something fails). */
export function failureFor(status: number, waitMs?: number): Failure {
	const { cause } = ruleOfStatus(status);
	const isTimed = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return isTimed ? { cause, retryAfterMs: waitMs } : { cause };
}

/**
 * Whether the service itself says that a record does not exist, in the shape of its errors
 * (docs/interface.md, Errors). A gateway answers 404 as well, for an address that it does not know.
 */
export function isNotFound({ status, isOfService }: ErrorFacts): boolean {
	return (status === 404 || status === 410) && isOfService === true;
}

/** What an error says of an answer that is nested too deep for n8n to store or walk. */
export const TOO_DEEP: ErrorFacts = {
	message: `The service answered with a record that is nested more than ${MAX_RECORD_DEPTH} levels deep, which n8n cannot handle`,
	hint: 'Correct the record in the service, or contact its support.',
};
