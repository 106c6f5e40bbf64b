/** The service's errors: their shape, and what a refused request's body says. */
import { isObject } from '../records/json';
import { oneLine } from '../records/scalars';

/** What a refused request's body says, as far as the interface names it. */
export interface ErrorBody {
	/** Whether it has the shape of the service's errors: a gateway has others. */
	isOfService?: true;
	code?: string;
	message?: string;
	/** The items of a validation failure, each as `field: reason`. */
	details: string[];
}

/** The longest code, and the longest item of a validation failure, in characters. */
const MAX_CODE_LENGTH = 100;
const MAX_DETAIL_LENGTH = 200;

/**
 * Whether a body is an error (docs/interface.md, Errors) and not a record, whatever the status says; fields
 * beside it may be added at any time.
 */
export function isErrorBody(body: unknown): boolean {
	if (!isObject(body) || body.id !== undefined) return false;
	const { error, detail } = body;
	const isInvalid = Array.isArray(detail) && Object.keys(body).length === 1;
	return isInvalid || (isObject(error) && typeof error.code === 'string');
}

/**
 * Reads `{error: {code, message}}` or, for a 422, `{detail: [items]}` (docs/interface.md, Errors). The
 * items' fields are not shown, so `loc`/`msg`, `path`/`message` and plain strings are all read.
 */
export function readErrorBody(body: unknown): ErrorBody {
	if (!isObject(body)) return { details: [] };
	const { error, detail, errors } = body;
	const inner = [error, detail].find(isObject);
	if (inner) {
		const code = lineOf(inner.code, MAX_CODE_LENGTH);
		const isOfService = inner === error && code !== undefined;
		const message = lineOf(inner.message);
		return { code, message, details: [], ...(isOfService ? { isOfService } : {}) };
	}
	const items: unknown[] = [detail, errors].find((one) => Array.isArray(one)) ?? [];
	return {
		code: lineOf(body.code, MAX_CODE_LENGTH),
		message: lineOf(body.message) ?? lineOf(detail) ?? lineOf(error),
		details: items.map((item) => oneLine(detailLine(item), MAX_DETAIL_LENGTH)),
	};
}

/** A text as one line; undefined for an empty one, and for what is not a text. */
function lineOf(value: unknown, maxLength?: number): string | undefined {
	return typeof value === 'string' ? oneLine(value, maxLength) || undefined : undefined;
}

/** One validation item as `field: reason`; an item of another shape is shown as JSON. */
function detailLine(item: unknown): string {
	if (!isObject(item)) return typeof item === 'string' ? item : JSON.stringify(item);
	const place = item.loc ?? item.path ?? item.field ?? item.name;
	const reason = item.msg ?? item.message ?? item.reason ?? item.error;
	if (typeof reason !== 'string') return JSON.stringify(item);
	const field = Array.isArray(place)
		? place.filter((part) => part !== 'body' && part !== 'query').join('.')
		: typeof place === 'string'
			? place.replace(/^(body|query)\./, '')
			: '';
	return field === '' ? reason : `${field}: ${reason}`;
}
