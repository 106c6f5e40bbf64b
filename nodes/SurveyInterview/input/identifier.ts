import { EXAMPLE_ID, isUuid } from '../records/identifiers';
import { isObject } from '../records/json';
import { display } from './problem';

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
