import { deepCopy } from 'n8n-workflow';
import { mapWithPauses } from '../http/pauses';
import type { JsonObject } from '../service/json';
import type { Result } from './itemResult';
import type { Remarks } from './remarks';

/**
 * Makes equal requests of a run one request: n8n runs an operation for each input item, so fifty items would ask fifty
 * times for one list, or send one mailing fifty times. The others get copies, because other nodes may change an item.
 */
export class EqualRequests {
	private readonly sent = new Map<string, Promise<Result>>();

	/**
	 * @param request plain values and sets. Functions in it are not compared: filters with equal values are equal.
	 * @param copyRemarks the remarks of an item that gets a copy
	 */
	async sendOnce(
		request: object,
		copyRemarks: Remarks,
		send: () => Promise<Result>,
	): Promise<Result> {
		const key = JSON.stringify(request, (_key, value: unknown) =>
			value instanceof Set ? [...value] : value,
		);
		const earlier = this.sent.get(key);
		const sending = earlier ?? send();
		this.sent.set(key, sending);
		const result = await sending;
		// The first item gets the result itself. All items get the same failure.
		if (!earlier || result.status !== 'done') return result;
		const items = await mapWithPauses(result.items, (item): JsonObject => deepCopy(item));
		return { status: 'done', items, remarks: copyRemarks };
	}
}
