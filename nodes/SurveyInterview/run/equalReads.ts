import { deepCopy } from 'n8n-workflow';
import { mapInTurns } from '../http/timing';
import type { JsonObject } from '../records/json';
import type { Result } from './itemResult';

/**
 * Equal reads of a run are one request: n8n runs a node for each item that comes in, so fifty items ask fifty times
 * for one list. The first one says what there is to say of it; the others get a copy, because n8n's nodes may change
 * an item.
 */
export class EqualReads {
	private readonly first = new Map<string, Promise<Result>>();

	/** @param request what is asked for, as plain values and sets; functions are left out: filters with equal values are equal */
	async of(request: object, read: () => Promise<Result>): Promise<Result> {
		const key = JSON.stringify(request, (_key, value: unknown) =>
			value instanceof Set ? [...value] : value,
		);
		const first = this.first.get(key);
		const reading = first ?? read();
		this.first.set(key, reading);
		const result = await reading;
		if (!first || result.status !== 'done') return result;
		const items = await mapInTurns(result.items, (item): JsonObject => deepCopy(item));
		const binary = result.binary && deepCopy(result.binary);
		return { status: 'done', items, binary, remarks: { isCopy: true } };
	}
}
