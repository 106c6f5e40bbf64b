import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

export const KEEP_NODE = 'demo.keep';

/** Stands in for n8n's own Filter node, which comes with a package of 400 nodes that the demo lacks. */
export const keepNode: INodeType = {
	description: {
		displayName: 'Keep',
		name: 'keep',
		group: ['transform'],
		version: 1,
		description: 'Keeps the items for which the condition is true',
		defaults: { name: 'Keep' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Condition', name: 'condition', type: 'boolean', default: true }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const isKept = (_item: INodeExecutionData, place: number) =>
			this.getNodeParameter('condition', place) === true;
		return [this.getInputData().filter(isKept)];
	},
};
