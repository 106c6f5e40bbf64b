import { isObject, type JsonObject } from '../records/json';

/**
 * The keys and values of a map as n8n gives it: its rows `{values: [{key, value}]}`, or a plain object from
 * an expression. A key that is a number is its text; a row that is none has neither key nor value.
 */
export function mapEntries(map: JsonObject): unknown[][] {
	const rows: unknown = map.values;
	if (!Array.isArray(rows)) return Object.entries(map);
	return rows.map((row: unknown) =>
		isObject(row) ? [typeof row.key === 'number' ? String(row.key) : row.key, row.value] : [],
	);
}
