import type { PairField } from '../fields/field';
import { isObject } from '../records/json';
import { keyIn } from './map';
import type { ReadResult } from './numbers';
import { unfitText } from './unfit';
import { emptyFilterProblem } from './widening';

/** One key with its value, as the row that n8n gives them in. */
export function readPair(value: unknown, { label, row }: PairField): ReadResult {
	const pair = isObject(value) ? value[row] : undefined;
	if (!isObject(pair)) {
		return { problem: `${label} has no key and value: enter both, or remove the filter.` };
	}
	const key = keyIn(pair);
	const parts = { Key: key, Value: pair.value };
	for (const [name, part] of Object.entries(parts)) {
		const partLabel = `${label} → ${name}`;
		const empty = emptyFilterProblem(partLabel, part);
		if (empty !== undefined) return { problem: empty };
		const unfit = unfitText(part);
		if (unfit !== undefined) return { problem: `${partLabel} ${unfit}` };
	}
	return { sent: { [String(key).trim()]: String(pair.value).trim() } };
}
