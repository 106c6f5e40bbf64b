/** The errors of requests: as the service writes them, and as n8n shows them. */
import { type Failure, type INode, NodeApiError } from 'n8n-workflow';

import { isErrorKey } from '../service/denial';
import { isObject, MAX_RECORD_DEPTH, type JsonObject } from '../service/json';
import { oneLine } from '../service/scalars';
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
	/** Whether the work may have been done in spite of the error. */
	maybeDone?: boolean;
	/** Whether no try of the request reached the service. */
	neverLeft?: boolean;
	/** Whether the service itself answered, and not a gateway in front of it. */
	isOfService?: boolean;
	/** A web page or a text answered, and not the service. */
	isPage?: true;
	/** It lasts until a person changes something, although it looks like an outage to n8n. */
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
		const answered =
			status && !isPage && `The service answered ${[status, code].filter(Boolean).join(' ')}.`;
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

/** A message with a full stop at its end; the service's own messages may have none. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What to do about a refusal, by status or code. */
export type Hints = { [statusOrCode: string]: string };

/** What an error says of its request. */
export interface RequestTraits {
	retryClass: RetryClass;
	hints?: Hints;
	/** When the service refuses this; the interface names no status or code for it. */
	refusedWhen?: string;
	/** What the request does, for "This may have been sent": `sent`, `created`, `erased`, `done`. */
	effect?: string;
	/** How a person can find out whether it happened. */
	howToCheck?: string;
}

/** The error to throw. If the work may have been done, it says so first, and how to check. */
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
	const hint = [howToCheck, facts.hint].filter(Boolean).join(' ');
	return new SurveyInterviewError(node, { ...facts, message, hint, maybeDone: true });
}

/** The cause in n8n's terms (docs/development/architecture.md, When something fails). */
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

/** The error of an answer that is nested too deep for n8n to store or walk. */
export const TOO_DEEP: ErrorFacts = {
	message: `The service answered with a record that is nested more than ${MAX_RECORD_DEPTH} levels deep, which n8n cannot handle`,
	hint: 'Correct the record in the service, or contact its support.',
};

/** What the body of a refusal says. */
export interface ErrorBody {
	/** Whether it has the shape of the service's errors; those of gateways differ. */
	isOfService?: true;
	code?: string;
	message?: string;
	/** The first items of a validation failure, each as `field: reason`. */
	details: string[];
	/** How many more of them there are. */
	more?: number;
}

/** In characters, and how many items of a validation failure are shown. */
const MAX_CODE_LENGTH = 100;
const MAX_DETAIL_LENGTH = 200;
const MAX_DETAILS = 10;

/**
 * Whether a body is an error (docs/interface.md, Errors) or only a report of how the request went, and so no record,
 * whatever the status says. Unknown fields do not matter: the service may add some at any time.
 *
 * @param isListDue whether an empty list in it is a list of no records
 */
export function isErrorBody(body: unknown, isListDue = true): boolean {
	if (!isObject(body)) return false;
	const { id, error, success, ok } = body;
	const isOfRecord = id !== undefined && id !== null && id !== '';
	if (!isOfRecord && isObject(error) && typeof error.code === 'string') return true;
	if (success === false || ok === false) return true;
	// The body of a refused input (docs/interface.md, Errors).
	if (!isOfRecord && Array.isArray(body.detail) && body.detail.length > 0) return true;
	return (!isOfRecord || Boolean(error)) && isReport(body, isListDue);
}

/** Whether an object only reports how a request went. */
export const isReport = (body: JsonObject, isListDue = true): boolean =>
	Object.entries(body).every(([key, value]) => {
		if (REPORT_WORDS.has(key.toLowerCase()) || isErrorKey(key)) return true;
		if (key === 'result' && typeof value === 'string') return true;
		// A record may stand in these.
		if (key !== 'data' && key !== 'result') return false;
		if (isObject(value)) return isReport(value, isListDue);
		return value === null || (!isListDue && Array.isArray(value) && value.length === 0);
	});

/** Keys in the reports of gateways, frameworks and login pages, and in `application/problem+json`. */
const REPORT_WORDS = new Set(
	(
		'id error errors detail details message msg reason code status statuscode status_code ' +
		'success ok type title instance path timestamp request_id requestid trace_id traceid correlation_id ' +
		'hint help docs documentation_url redirect login maintenance jsonrpc meta extensions'
	).split(' '),
);

/**
 * Reads `{error: {code, message}}` or, for a 422, `{detail: [items]}` (docs/interface.md, Errors). The
 * items' fields are not shown, so `loc`/`msg`, `path`/`message` and plain strings are all read.
 */
export function readErrorBody(body: unknown, conceal = (text: string) => text): ErrorBody {
	/** Undefined for an empty text, and for a value that is no text. */
	const lineOf = (value: unknown, maxLength?: number) =>
		typeof value === 'string' ? oneLine(conceal(value), maxLength) || undefined : undefined;
	if (!isObject(body)) return { details: [] };
	const { error, detail, errors } = body;
	const itemLine = (item: unknown) => oneLine(conceal(detailLine(item)), MAX_DETAIL_LENGTH);
	const inner = [error, detail].find(isObject);
	if (inner) {
		const code = lineOf(inner.code, MAX_CODE_LENGTH);
		const isOfService = inner === error && code !== undefined;
		const message = lineOf(inner.message);
		const details = inner === detail && message === undefined ? [itemLine(detail)] : [];
		return { code, message, details, ...(isOfService ? { isOfService } : {}) };
	}
	const items: unknown[] = [detail, errors].find((one) => Array.isArray(one)) ?? [];
	return {
		code: lineOf(body.code, MAX_CODE_LENGTH),
		message: lineOf(body.message) ?? lineOf(detail) ?? lineOf(error),
		details: items.slice(0, MAX_DETAILS).map(itemLine),
		...(items.length > MAX_DETAILS ? { more: items.length - MAX_DETAILS } : {}),
	};
}

/** One validation item as `field: reason`; an item of another shape is shown as JSON. */
function detailLine(item: unknown): string {
	if (!isObject(item)) return typeof item === 'string' ? item : asShortJson(item);
	const place = item.loc ?? item.path ?? item.field ?? item.name;
	const reason = item.msg ?? item.message ?? item.reason ?? item.error;
	if (typeof reason !== 'string') return asShortJson(item);
	const field = Array.isArray(place)
		? place.filter((part) => part !== 'body' && part !== 'query').join('.')
		: typeof place === 'string'
			? place.replace(/^(body|query)\./, '')
			: '';
	return field === '' ? reason : `${field}: ${reason}`;
}

/** A value as JSON, without the ends of long texts, because only its beginning is shown. */
function asShortJson(value: unknown): string {
	return JSON.stringify(value, (_key, one: unknown) =>
		typeof one === 'string' ? one.slice(0, 10 * MAX_DETAIL_LENGTH) : one,
	);
}
