/** The bodies of refusals, as the service and gateways write them. */
import { isErrorKey } from '../service/denial';
import { isObject, type JsonObject } from '../service/json';
import { oneLine } from '../service/scalars';

/** What the body of a refusal says. */
export interface ErrorBody {
	/** Whether it has the shape of the service's errors; those of gateways differ. */
	isFromService?: true;
	code?: string;
	message?: string;
	/** The first items of a validation failure, each as `field: reason`. */
	details: string[];
	/** How many items there are besides those in `details`. */
	more?: number;
}

/** In characters. */
const MAX_CODE_LENGTH = 100;
/** Of one item of a validation failure, in characters. */
const MAX_DETAIL_LENGTH = 200;
/** How many items of a validation failure are shown. */
const MAX_DETAILS = 10;

/**
 * Whether a body is an error, or only reports how the request went, such as `{message: 'maintenance'}`. Then it is no
 * record, although the status may be 200.
 *
 * @param isListExpected whether the answer may be a list: then `{data: []}` is an empty list, and otherwise a report
 */
export function isErrorBody(body: unknown, { isListExpected = true } = {}): boolean {
	if (!isObject(body)) return false;
	const { id, error, success, ok, detail } = body;
	if (success === false || ok === false) return true;
	const hasId = id !== undefined && id !== null && id !== '';
	// A record may have a field `error`. So a body with an ID is an error only if it has no field of a record besides, as
	// in JSON-RPC: `{jsonrpc: '2.0', id: 1, error: {…}}`.
	if (hasId) return Boolean(error) && isReport(body, isListExpected);
	// The service's own errors (docs/interface.md, Errors). It may add other fields to them at any time.
	if (isObject(error) && typeof error.code === 'string') return true;
	if (Array.isArray(detail) && detail.length > 0) return true;
	return isReport(body, isListExpected);
}

/** Whether an object only reports how a request went: `{status: 'ok', data: null}`. */
const isReport = (body: JsonObject, isListExpected: boolean): boolean =>
	Object.entries(body).every(([key, value]) => {
		if (REPORT_WORDS.has(key.toLowerCase()) || isErrorKey(key)) return true;
		if (key === 'result' && typeof value === 'string') return true;
		// Any other key shows that the body is a record, except `data` and `result`, in which a record may stand.
		if (key !== 'data' && key !== 'result') return false;
		if (isObject(value)) return isReport(value, isListExpected);
		const isUnexpectedList = !isListExpected && Array.isArray(value) && value.length === 0;
		return value === null || isUnexpectedList;
	});

/** Keys in the reports of gateways, frameworks and login pages, and in `application/problem+json`. */
const REPORT_WORDS = new Set(
	(
		'id error errors detail details message msg reason code status statuscode status_code ' +
		'success ok type title instance path timestamp request_id requestid trace_id traceid correlation_id ' +
		'hint help docs documentation_url redirect login maintenance jsonrpc meta extensions ' +
		'httpcode httpmessage moreinformation __type login_url loginurl incident_id support_id'
	).split(' '),
);

/**
 * Reads `{error: {code, message}}` or, for a 422, `{detail: [items]}` (docs/interface.md, Errors). What
 * fields an item has is not said there, so `loc`/`msg`, `path`/`message` and plain strings are all read.
 *
 * @param conceal takes secrets and addresses of people out of a text
 */
export function readErrorBody(body: unknown, conceal = (text: string) => text): ErrorBody {
	if (!isObject(body)) return { details: [] };
	const { error, detail, errors } = body;
	/** Undefined for an empty text, and for a value that is no text. */
	const lineOf = (value: unknown, maxLength?: number) =>
		typeof value === 'string' ? oneLine(conceal(value), maxLength) || undefined : undefined;
	const itemLine = (item: unknown) => oneLine(conceal(detailLine(item)), MAX_DETAIL_LENGTH);
	const errorObject = [error, detail].find(isObject);
	if (errorObject) {
		const code = lineOf(errorObject.code, MAX_CODE_LENGTH);
		const isFromService = errorObject === error && code !== undefined;
		const message = lineOf(errorObject.message);
		// An object in `detail` without a message is the only item of a validation failure.
		const details = errorObject === detail && message === undefined ? [itemLine(detail)] : [];
		return { code, message, details, ...(isFromService ? { isFromService } : {}) };
	}
	const items: unknown[] = [detail, errors].find((candidate) => Array.isArray(candidate)) ?? [];
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
	const path = item.loc ?? item.path ?? item.field ?? item.name;
	const reason = item.msg ?? item.message ?? item.reason ?? item.error;
	if (typeof reason !== 'string') return asShortJson(item);
	const field = fieldAt(path);
	return field === '' ? reason : `${field}: ${reason}`;
}

/** The field at `['body', 'label']` or `body.label`; empty for anything else. */
function fieldAt(path: unknown): string {
	if (typeof path === 'string') return path.replace(/^(body|query)\./, '');
	if (!Array.isArray(path)) return '';
	return path.filter((part) => part !== 'body' && part !== 'query').join('.');
}

/** A value as JSON with its long texts cut, because only the beginning of the JSON is shown. */
function asShortJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'string' ? inner.slice(0, 10 * MAX_DETAIL_LENGTH) : inner,
	);
}
