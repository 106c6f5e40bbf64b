import { deepCopy } from 'n8n-workflow';

import { mapInTurns } from '../http/turns';
import type { ItemRequest } from '../input/request';
import type { JsonObject } from '../records/json';
import type { Result } from './output';

/**
 * Equal reads of a run are one request: n8n runs a node for each item that comes in, so fifty items ask fifty times
 * for one list. The first one says what there is to say of it; the others get a copy, because n8n's nodes may change
 * an item.
 */
export class EqualReads {
	private readonly first = new Map<string, Promise<Result>>();

	async of(request: ItemRequest, read: () => Promise<Result>): Promise<Result> {
		// Functions are left out: filters with equal values are equal.
		const key = JSON.stringify(request);
		const known = this.first.get(key);
		if (known === undefined) {
			const reading = read();
			this.first.set(key, reading);
			return await reading;
		}
		const result = await known;
		if (result.status !== 'done') return result;
		const items = await mapInTurns(result.items, (item): JsonObject => deepCopy(item));
		return { status: 'done', items };
	}
}
