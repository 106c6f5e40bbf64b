import { EXAMPLE_ID, isUuid } from '../records/identifiers';
import { foreignKind, isObject } from '../records/json';
import { oneLine } from '../records/scalars';

/**
 * A refused input: one sentence that says which field, why, and what to do. Nothing was sent. Whatever reads
 * parameters, fields and options throws it.
 */
export class InputError extends Error {}

/** A value as it is shown in a sentence. */
export function display(value: unknown): string {
	return oneLine(asText(value), 60);
}

const escaped = (sign: string) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

function asText(value: unknown): string {
	if (typeof value === 'number') return String(value);
	const kind = foreignKind(value);
	if (kind !== undefined) return kind;
	try {
		// A person must see what is wrong, and nobody else's text may turn theirs around.
		const start = (JSON.stringify(value) ?? 'undefined').slice(0, 1000);
		return start.replace(/[\p{DI}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
	} catch {
		// It holds itself, or something that JSON does not have.
		return Array.isArray(value) ? 'a list' : 'an object';
	}
}

/** The id that a resource locator or an expression holds, in lower case. */
export function uuidIn(value: unknown): string | undefined {
	const id = isObject(value) && 'value' in value ? value.value : value;
	const typed = typeof id === 'string' ? id.trim().toLowerCase() : id;
	return isUuid(typed) ? typed : undefined;
}

/** Why a value is not an identifier, in one sentence. */
export function notUuid(label: string, value: unknown): string {
	const id = (isObject(value) && 'value' in value ? value.value : value) ?? '';
	return id === ''
		? `${label} is empty: choose one from the list or enter its ID. If an expression gives the ID, filter out the items that have none.`
		: `${label} is not an ID: ${display(id)}; choose from the list, or enter a UUID such as ${EXAMPLE_ID}.`;
}
