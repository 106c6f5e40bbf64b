import { FORBIDDEN_KEYS, isPlainObject, type JsonObject } from '../records/json';
import { display } from './problem';
import { unfitCharacter, unfitNumber, unfitText } from './unfit';

/**
 * Reads n8n's rows `{values: [{key, value}]}`, or a plain object from an expression. A problem is the rest of a
 * sentence that says why it cannot be sent.
 */
export function readMap(value: unknown): { sent: Record<string, string> } | { problem: string } {
	if (!isPlainObject(value)) {
		const problem = `must be keys with one text each, but it is ${display(value)}: map each key to one value.`;
		return { problem };
	}
	const texts: Record<string, string> = {};
	for (const [rawKey, entry] of mapEntries(value)) {
		const key = typeof rawKey === 'number' ? String(rawKey) : rawKey;
		if (typeof key !== 'string' || key.trim() === '') {
			return { problem: 'has a value without a key: enter the key of the property.' };
		}
		const unfitKey = typeof rawKey === 'number' ? unfitNumber(rawKey) : unfitCharacter(key);
		if (unfitKey !== undefined) return { problem: `has a key that ${unfitKey}` };
		if (FORBIDDEN_KEYS.includes(key)) {
			return { problem: `has the key ${key}, which no property may have: rename it.` };
		}
		if (Object.hasOwn(texts, key)) return { problem: duplicateKey(key) };
		const unfit = unfitText(entry);
		if (unfit !== undefined) return { problem: `→ ${display(key)} ${unfit}` };
		texts[key] = String(entry);
	}
	return { sent: texts };
}

/** The rest of a sentence about a duplicate key: one of its values would be lost. */
export function duplicateKey(key: string): string {
	return `has the key ${display(key)} twice: keep one.`;
}

/** Whether there is neither a row nor a key. */
export function isEmptyMap(value: unknown): boolean {
	return isPlainObject(value) && mapEntries(value).length === 0;
}

/** The keys and values of a map; a row that is not an object has neither. */
function mapEntries(map: JsonObject): unknown[][] {
	const { values: rows } = map;
	if (!Array.isArray(rows)) return Object.entries(map);
	return rows.map((row: unknown) => (isPlainObject(row) ? [keyIn(row), row.value] : []));
}

/** The key of a row, as text or chosen from a list. */
export function keyIn({ key }: JsonObject): unknown {
	return isPlainObject(key) && '__rl' in key ? key.value : key;
}
