/** Values that are none: left empty, or from an expression that gave nothing. */
import { isObject, isPlainObject, type JsonObject } from '../records/json';

/** Whether there is neither a value nor a text. An empty list or object is a value. */
export const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** `null`, `undefined` or `empty` for a control that was added and has no value; undefined where it has one. */
export function emptinessOf(value: unknown): string | undefined {
	if (value === undefined || value === null) return String(value);
	if (isObject(value) && '__rl' in value) return emptinessOf(value.value);
	const isEmpty = Array.isArray(value) ? value.length === 0 : isNothing(value) || isEmptyMap(value);
	return isEmpty ? 'empty' : undefined;
}

/**
 * Why a filter, or a part of an audience, cannot be without a value: the service would take it for none, and
 * everybody would be meant.
 */
export function emptyFilterProblem(label: string, value: unknown): string | undefined {
	const what = emptinessOf(value);
	return what === undefined
		? undefined
		: `${label} is ${what}, and an empty filter would match everything: enter a value or correct its expression, or remove the filter.`;
}

/** Whether an object has neither a row nor a key. */
export function isEmptyMap(value: unknown): boolean {
	return isPlainObject(value) && mapEntries(value).length === 0;
}

/** The keys and values of n8n's rows `{values: [{key, value}]}`, or of a plain object; a row that is none has neither. */
export function mapEntries(map: JsonObject): unknown[][] {
	const { values: rows } = map;
	if (!Array.isArray(rows)) return Object.entries(map);
	return rows.map((row: unknown) => (isPlainObject(row) ? [keyIn(row), row.value] : []));
}

/** The key of a row, as text or chosen from a list. */
export function keyIn({ key }: JsonObject): unknown {
	return isPlainObject(key) && '__rl' in key ? key.value : key;
}
