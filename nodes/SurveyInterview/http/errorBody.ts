/** The service's errors: their shape, and what a refused request's body says. */
import type { z as Zod } from 'zod';

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
export function readErrorBody(z: typeof Zod, body: unknown): ErrorBody {
	const lineOf = (maxLength?: number) =>
		z
			.string()
			.transform((text) => oneLine(text, maxLength) || undefined)
			.optional()
			.catch(undefined);
	const line = lineOf();
	const codeLine = lineOf(MAX_CODE_LENGTH);
	const envelope = z
		.object({ error: z.object({ code: codeLine, message: line }) })
		.or(z.object({ detail: z.object({ code: codeLine, message: line }) }))
		.safeParse(body);
	if (envelope.success) {
		const inner = 'error' in envelope.data ? envelope.data.error : envelope.data.detail;
		const isOfService = 'error' in envelope.data && inner.code !== undefined;
		return { ...inner, details: [], ...(isOfService ? { isOfService } : {}) };
	}
	const items = z.array(z.unknown());
	const loose = z
		.object({
			detail: items.or(line),
			errors: items.optional().catch(undefined),
			message: line,
			code: codeLine,
			error: line,
		})
		.safeParse(body);
	if (!loose.success) return { details: [] };
	const { detail, errors, message, code, error } = loose.data;
	const list = Array.isArray(detail) ? detail : (errors ?? []);
	const sentence = message ?? (typeof detail === 'string' ? detail : undefined) ?? error;
	return {
		code,
		message: sentence,
		details: list.map((item) => oneLine(detailLine(item), MAX_DETAIL_LENGTH)),
	};
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
