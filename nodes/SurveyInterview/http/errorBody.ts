import type { z as Zod } from 'zod';

import { isObject } from '../records/json';
import { oneLine } from '../records/scalars';

/** What a refused request's body says, as far as the specification names it. */
export interface ErrorBody {
	/** Whether it has the shape of the service's errors: a gateway has others. */
	isOfService?: true;
	code?: string;
	message?: string;
	/** A validation failure's items, each as `field: reason`. */
	details: string[];
}

/** The longest code, and the longest item of a list of refused values, in characters. */
const MAX_CODE = 100;
const MAX_DETAIL = 200;

/**
 * Reads `{error: {code, message}}` or, for a 422, `{detail: [items]}` (interface-spec, Errors). The
 * items' fields are not shown, so `loc`/`msg`, `path`/`message` and plain strings are all read.
 */
export function readErrorBody(z: typeof Zod, body: unknown): ErrorBody {
	const textOf = (maxLength?: number) =>
		z
			.string()
			.transform((said) => oneLine(said, maxLength) || undefined)
			.optional()
			.catch(undefined);
	const text = textOf();
	const codeText = textOf(MAX_CODE);
	const envelope = z
		.object({ error: z.object({ code: codeText, message: text }) })
		.or(z.object({ detail: z.object({ code: codeText, message: text }) }))
		.safeParse(body);
	if (envelope.success) {
		const said = 'error' in envelope.data ? envelope.data.error : envelope.data.detail;
		const isOfService = 'error' in envelope.data && said.code !== undefined;
		return { ...said, details: [], ...(isOfService ? { isOfService } : {}) };
	}
	const items = z.array(z.unknown());
	const loose = z
		.object({
			detail: items.or(text),
			errors: items.optional().catch(undefined),
			message: text,
			code: codeText,
			error: text,
		})
		.safeParse(body);
	if (!loose.success) return { details: [] };
	const { detail, errors, message, code, error } = loose.data;
	const list = Array.isArray(detail) ? detail : (errors ?? []);
	const sentence = message ?? (typeof detail === 'string' ? detail : undefined) ?? error;
	return {
		code,
		message: sentence,
		details: list.map((item) => oneLine(detailLine(item), MAX_DETAIL)),
	};
}

/** One validation item as `field: reason`; whatever it is, it is shown. */
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
