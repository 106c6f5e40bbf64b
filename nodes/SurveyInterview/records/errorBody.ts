import type { z as Zod } from 'zod';

import { isObject } from './json';

/** What a refused request's body says, as far as the specification names it. */
export interface ErrorBody {
	code?: string;
	message?: string;
	/** A validation failure's items, each as `field: reason`. */
	details: string[];
}

/**
 * Reads `{error: {code, message}}` or, for a 422, `{detail: [items]}` (interface-spec, Errors). The
 * items' fields are not shown, so `loc`/`msg`, `path`/`message` and plain strings are all read.
 */
export function readErrorBody(z: typeof Zod, body: unknown): ErrorBody {
	const text = z.string().min(1).optional().catch(undefined);
	const envelope = z.object({ error: z.object({ code: text, message: text }) }).safeParse(body);
	if (envelope.success) return { ...envelope.data.error, details: [] };
	const validation = z.object({ detail: z.array(z.unknown()) }).safeParse(body);
	if (validation.success) return { details: validation.data.detail.map(detailLine) };
	const loose = z.object({ detail: text, message: text, code: text, error: text }).safeParse(body);
	if (!loose.success) return { details: [] };
	const { detail, message, code, error } = loose.data;
	return { code, message: message ?? detail ?? error, details: [] };
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
