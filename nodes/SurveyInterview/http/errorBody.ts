/** The service's errors: their shape, and what a refused request's body says. */
import { isObject, type JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';

/** What a refused request's body says, as far as the interface names it. */
export interface ErrorBody {
	/** Whether it has the shape of the service's errors: a gateway has others. */
	isOfService?: true;
	code?: string;
	message?: string;
	/** The first items of a validation failure, each as `field: reason`. */
	details: string[];
	/** How many more of them there are. */
	more?: number;
}

/** The longest code, and the longest item of a validation failure, in characters; and how many are read. */
const MAX_CODE_LENGTH = 100;
const MAX_DETAIL_LENGTH = 200;
const MAX_DETAILS = 10;

/**
 * Whether a body is an error (docs/interface.md, Errors) and not a record, whatever the status says; fields
 * beside it may be added at any time. An object that only tells how a request went is no record either.
 *
 * @param isListDue whether an empty list in the object is one of no records
 */
export function isErrorBody(body: unknown, isListDue = true): boolean {
	if (!isObject(body)) return false;
	const { id, error, success, ok } = body;
	const isOfRecord = id !== undefined && id !== null && id !== '';
	if (!isOfRecord && isObject(error) && typeof error.code === 'string') return true;
	if (success === false || ok === false) return true;
	return (!isOfRecord || Boolean(error)) && isReport(body, isListDue);
}

/** Whether a body is no error: what proves an answer to a request that says nothing else. */
export const isNoError = (body: unknown): boolean => !isErrorBody(body);

/** Whether an object tells of a request, and nothing of a record. */
export const isReport = (body: JsonObject, isListDue = true): boolean =>
	Object.entries(body).every((entry) => isOfReport(entry, isListDue));

/** Whether a key and its value tell of a request, and nothing of a record. */
function isOfReport([key, value]: [string, unknown], isListDue: boolean): boolean {
	if (REPORT_WORDS.has(key.toLowerCase())) return true;
	if (!CONTAINERS.has(key)) return false;
	if (isObject(value)) return isReport(value, isListDue);
	return value === null || (!isListDue && Array.isArray(value) && value.length === 0);
}

/** What gateways, frameworks and login pages tell of a request, `application/problem+json` included. */
const REPORT_WORDS = new Set(
	(
		'id error errors error_description detail details message msg reason code status statuscode status_code ' +
		'success ok type title instance path timestamp request_id requestid trace_id traceid correlation_id ' +
		'hint help docs documentation_url redirect login maintenance jsonrpc meta extensions'
	).split(' '),
);
/** What may stand around a record. */
const CONTAINERS = new Set(['data', 'result']);

/**
 * Reads `{error: {code, message}}` or, for a 422, `{detail: [items]}` (docs/interface.md, Errors). The
 * items' fields are not shown, so `loc`/`msg`, `path`/`message` and plain strings are all read.
 */
export function readErrorBody(body: unknown, conceal = (text: string) => text): ErrorBody {
	/** A text as one line; undefined for an empty one, and for what is not a text. */
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

/** A value as JSON, of which only the beginning is shown: its texts may be long. */
function asShortJson(value: unknown): string {
	return JSON.stringify(value, (_key, one: unknown) =>
		typeof one === 'string' ? one.slice(0, 10 * MAX_DETAIL_LENGTH) : one,
	);
}
