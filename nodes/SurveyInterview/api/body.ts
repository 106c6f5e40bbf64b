import { isObject, type JsonObject } from '../records/json';

/** A body that was read, or why it could not be. */
export type ReadBody =
	| { kind: 'json'; value: unknown }
	| { kind: 'empty' }
	/** `breaksOff`: it began as JSON, so another try may bring all of it. */
	| { kind: 'unreadable'; reason: string; breaksOff: boolean };

/** Reads the text of an answer as JSON; says in words what it is when it is something else. */
export function readBody(text: string): ReadBody {
	const trimmed = text.trim();
	if (trimmed === '') return { kind: 'empty' };
	try {
		return { kind: 'json', value: JSON.parse(trimmed) as unknown };
	} catch {
		return { kind: 'unreadable', ...unreadable(trimmed) };
	}
}

function unreadable(text: string): { reason: string; breaksOff: boolean } {
	if (/^<(!doctype|html|\?xml|head|body)/i.test(text)) {
		return { reason: 'a web page instead of JSON', breaksOff: false };
	}
	if (/^[[{"]/.test(text)) return { reason: 'JSON that breaks off or is damaged', breaksOff: true };
	return { reason: 'text instead of JSON', breaksOff: false };
}

/**
 * Whether a body is an error (interface-spec, Errors) and not a record, whatever the status says; fields
 * beside it may be added at any time.
 */
export function isErrorBody(body: unknown): boolean {
	if (!isObject(body) || body.id !== undefined) return false;
	const { error, detail } = body;
	const isInvalid = Array.isArray(detail) && Object.keys(body).length === 1;
	return isInvalid || (isObject(error) && typeof error.code === 'string');
}

/** What an operation without an answer puts out: n8n users expect an item after a delete. */
export function doneItem(id: string | undefined): JsonObject {
	return id === undefined ? { success: true } : { success: true, id };
}
