import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

export const SOURCE = 'engine.source';
export const NO_OP = 'n8n-nodes-base.noOp';

function description(partial: Partial<INodeTypeDescription>): INodeTypeDescription {
	return {
		displayName: 'Built in',
		name: 'builtIn',
		group: ['transform'],
		version: 1,
		description: 'A node of the test engine itself',
		defaults: { name: 'Built In' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
		...partial,
	};
}

const passOn: INodeType['execute'] = async function (this: IExecuteFunctions) {
	return [this.getInputData()];
};

/** Starts a workflow with the items it is handed, in every execution mode, as a trigger would. */
const source: INodeType = {
	description: description({ name: 'source', group: ['trigger'], inputs: [] }),
	execute: passOn,
};

/** n8n runs a credential's own declarative test through this type. */
const noOp: INodeType = { description: description({ name: 'noOp' }), execute: passOn };

export const builtInNodes: Record<string, INodeType> = { [SOURCE]: source, [NO_OP]: noOp };
