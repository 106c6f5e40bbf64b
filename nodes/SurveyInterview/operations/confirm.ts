import { isObject, type JsonObject } from '../records/json';
import type { Confirm } from './operation';

/** The record with this id anywhere in an answer, whatever the container. */
export function recordWithId(answer: unknown, id: string): JsonObject | undefined {
	const values = Array.isArray(answer) ? answer : isObject(answer) ? Object.values(answer) : [];
	if (isObject(answer) && answer.id === id) return answer;
	for (const value of values) {
		const found = recordWithId(value, id);
		if (found) return found;
	}
	return undefined;
}

/** Done when the record is nowhere in what was read. */
export const isAbsent: Confirm['isDone'] = (answer, { id }) => {
	if (recordWithId(answer, id)) return false;
	// Named under another key than `id`: it cannot be told whether that is the record itself.
	return JSON.stringify(answer).includes(id) ? undefined : true;
};

/** Done when every key that was sent has the value that was sent. */
export const hasSentValues: Confirm['isDone'] = (answer, { id, body }) => {
	const record = recordWithId(answer, id);
	const same = record && Object.entries(body).every(([key, value]) => isSame(record[key], value));
	return same ? true : undefined;
};

/**
 * Done when the record's key has this value; other values show that it was not.
 *
 * @param unset what an absent key means: the specification's default
 */
export const hasValue =
	(key: string, wanted: unknown, unset: unknown): Confirm['isDone'] =>
	(answer, { id }) => {
		const record = recordWithId(answer, id);
		return record && (record[key] ?? unset) === wanted;
	};

/** Done when the status is this word, in any case; other words may mean the same. */
export const hasStatus =
	(word: string): Confirm['isDone'] =>
	(answer, { id }) => {
		const status = recordWithId(answer, id)?.status;
		return typeof status === 'string' && status.toLowerCase() === word ? true : undefined;
	};

/** Dates compare as points in time, everything else as JSON. */
function isSame(left: unknown, right: unknown): boolean {
	if (JSON.stringify(left) === JSON.stringify(right)) return true;
	if (typeof left !== 'string' || typeof right !== 'string') return false;
	return /^\d{4}-/.test(left) && Date.parse(left) === Date.parse(right);
}
