import { deepCopy } from 'n8n-workflow';
import { mapInTurns } from '../http/timing';
import type { JsonObject } from '../service/json';
import type { Result } from './itemResult';
import type { Remarks } from './remarks';

/**
 * Makes equal requests of a run one request: n8n runs an operation for each input item, so fifty items would ask fifty
 * times for one list, or send one mailing fifty times. The others get copies, because other nodes may change an item.
 */
export class EqualRequests {
	private readonly first = new Map<string, Promise<Result>>();

	/**
	 * @param request in plain values and sets. Its functions do not count: filters with equal values are equal.
	 * @param ofCopy what is said of a copy
	 */
	async of(request: object, ofCopy: Remarks, send: () => Promise<Result>): Promise<Result> {
		const key = JSON.stringify(request, (_key, value: unknown) =>
			value instanceof Set ? [...value] : value,
		);
		const first = this.first.get(key);
		const sending = first ?? send();
		this.first.set(key, sending);
		const result = await sending;
		if (!first || result.status !== 'done') return result;
		const items = await mapInTurns(result.items, (item): JsonObject => deepCopy(item));
		return { status: 'done', items, remarks: ofCopy };
	}
}
