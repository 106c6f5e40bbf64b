import type { IDataObject } from 'n8n-workflow';
import type { NodeRunOptions, Run } from '../../harness/engine';

/** Items that name a record each: `count` of them, over and over through the given ids. */
export function itemsFor(ids: readonly string[], count: number): IDataObject[] {
	return Array.from({ length: count }, (_unused, place) => ({ id: ids[place % ids.length] }));
}

/** The node as it reads one invitation for each item: the plainest GET there is. Without `output` as sent. */
export function reading(
	items: IDataObject[],
	concurrency = 20,
	output: 'everything' | 'simplified' = 'everything',
): NodeRunOptions {
	return {
		items,
		parameters: {
			resource: 'invitation',
			operation: 'get',
			output,
			invitationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			options: { concurrency },
		},
	};
}

/**
 * A bench of something that went wrong would be worth nothing.
 *
 * @throws {Error} unless every item has its own answer, at its own place
 */
export function expectAll(items: readonly IDataObject[], run: Run): void {
	if (run.error) throw run.error;
	if (run.items.length !== items.length) {
		throw new Error(`${items.length} items went in and ${run.items.length} came out`);
	}
	const wrong = items.findIndex(({ id }, place) => run.items[place]?.json.id !== id);
	if (wrong !== -1) throw new Error(`The answer to item ${wrong} is another record's`);
}
