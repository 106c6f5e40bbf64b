import { deepCopy } from 'n8n-workflow';
import { mapInTurns } from '../http/timing';
import type { JsonObject } from '../records/json';
import type { Result } from './itemResult';

/**
 * Makes equal reads of a run one request: n8n runs an operation for each input item, so fifty items would ask fifty
 * times for one list. Only the first read has remarks. The others get copies, because other nodes may change an item.
 */
export class EqualReads {
	private readonly first = new Map<string, Promise<Result>>();

	/** @param request in plain values and sets. Its functions do not count: filters with equal values are equal. */
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
