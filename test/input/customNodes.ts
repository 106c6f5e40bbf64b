/** The nodes of this folder as a real n8n loads them: as classes that need nothing. */
import fc from 'fast-check';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { anyItem, Person } from './oddItems';
import { readingNode } from './readingNodes';

export class ReadingNode implements INodeType {
	description = readingNode.description;
	execute = readingNode.execute;
}

/** What n8n keeps in an execution's data, which must become JSON in the end. */
const foreign = (kind: number): unknown =>
	[
		new Date('2026-05-01T12:00:00Z'),
		new Date(NaN),
		new Person(),
		new Map([['a', 1]]),
		Object.assign(Object.create(null) as object, { a: 1 }),
		Object.defineProperty({}, 'a', { get: () => 'got', enumerable: true }),
	][kind] ?? kind;

/** Gives the odd items of a seed; the same seed gives the same items. */
export class OddItemsNode implements INodeType {
	description = {
		...readingNode.description,
		displayName: 'oddItems',
		name: 'oddItems',
		properties: ['seed', 'count'].map((name) => ({
			displayName: name,
			name,
			type: 'number' as const,
			default: 1,
		})),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const seed = Number(this.getNodeParameter('seed', 0));
		const numRuns = Number(this.getNodeParameter('count', 0));
		const items = fc.sample(anyItem(foreign), { seed, numRuns });
		return await Promise.resolve([
			items.map((json) => ({ json: json as INodeExecutionData['json'] })),
		]);
	}
}
