import { EXAMPLE_ID, isUuid } from '../records/identifiers';
import { isObject } from '../records/json';
import { display } from './problem';

/** The id that a resource locator or an expression holds, in lower case. */
export function uuidIn(value: unknown): string | undefined {
	const id = isObject(value) && 'value' in value ? value.value : value;
	const typed = typeof id === 'string' ? id.trim().toLowerCase() : id;
	return isUuid(typed) ? typed : undefined;
}

/** What is wrong with an identifier. */
export function notUuid(label: string, value: unknown): string {
	const given = (isObject(value) && 'value' in value ? value.value : value) ?? '';
	return given === ''
		? `${label} is empty: choose one from the list or enter its ID.`
		: `${label} is not an ID: ${display(given)}; choose from the list, or enter a UUID such as ${EXAMPLE_ID}.`;
}
