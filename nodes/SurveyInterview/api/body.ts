import type { JsonObject } from '../records/json';

/** A body that was read, or why it could not be. */
export type ReadBody =
	| { kind: 'json'; value: unknown }
	| { kind: 'empty' }
	| { kind: 'unreadable'; reason: string };

/** Reads the text of an answer as JSON; says in words what it is when it is something else. */
export function readBody(text: string): ReadBody {
	const trimmed = text.trim();
	if (trimmed === '') return { kind: 'empty' };
	try {
		return { kind: 'json', value: JSON.parse(trimmed) as unknown };
	} catch {
		return { kind: 'unreadable', reason: unreadableReason(trimmed) };
	}
}

function unreadableReason(text: string): string {
	if (/^<(!doctype|html|\?xml|head|body)/i.test(text)) return 'a web page instead of JSON';
	if (/^[[{"]/.test(text)) return 'JSON that breaks off or is damaged';
	return 'text instead of JSON';
}

/** What an operation without an answer puts out: n8n users expect an item after a delete. */
export function doneItem(id: string | undefined): JsonObject {
	return id === undefined ? { success: true } : { success: true, id };
}
