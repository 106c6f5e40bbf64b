import { foreignKind } from '../records/json';

/** A refused input: one sentence that says which field, why, and what to do. Nothing was sent. */
export class InputError extends Error {}

/** A value as it is shown in a sentence. */
export function display(value: unknown): string {
	const text = asText(value);
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function asText(value: unknown): string {
	if (typeof value === 'number') return String(value);
	const kind = foreignKind(value);
	if (kind !== undefined) return kind;
	try {
		return JSON.stringify(value) ?? 'undefined';
	} catch {
		// It holds itself, or something that JSON does not have.
		return Array.isArray(value) ? 'a list' : 'an object';
	}
}
