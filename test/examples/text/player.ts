/**
 * Plays a few nodes of a workflow file in n8n's engine: n8n itself evaluates the expressions that stand
 * in the file. The nodes of n8n that carry the texts along are done here in small; the suites under
 * `test/n8n` run the real ones.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { createEngine, SOURCE_NAME, type NodeSpec } from '../../harness/engine';
import { workflowIn } from '../n8n/file';

/** What nodes gave that are not played, by their names. */
export type Given = Record<string, IDataObject[]>;

export interface Scene {
	file: string;
	given: Given;
	/** The nodes that are played after the given ones, in their order. A given one may stand among them. */
	played: string[];
	/** Parameters that somebody sets after the import, by the node's name. */
	settings?: Record<string, IDataObject>;
}

/** @returns what the last node hands on, or shows where it is one that shows something */
export async function play({ file, given, played, settings = {} }: Scene): Promise<IDataObject[]> {
	const { nodes } = workflowIn(file);
	const extraNodes: Record<string, INodeType> = {};
	const first = Object.keys(given).filter((name) => !played.includes(name));
	const names = [...first, ...played];
	const spec = (name: string): NodeSpec => {
		const node = nodes.find((one) => one.name === name);
		if (!node) throw new Error(`${file} has no node "${name}"`);
		const type = `played.${Object.keys(extraNodes).length}`;
		const parameters = { ...node.parameters, ...settings[name] } as INode['parameters'];
		const items = given[name];
		extraNodes[type] = nodeType(Object.keys(parameters), items ? () => items : CARRIERS[node.type]);
		return { name, type, parameters };
	};
	// An expression may ask whether a node was executed, or what is set in it.
	const others = nodes.map(({ name }) => name).filter((name) => !names.includes(name));
	const connections = Object.fromEntries(
		names.map((name, place) => [
			names[place - 1] ?? SOURCE_NAME,
			{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
		]),
	);
	const all = [...others, ...names].map(spec);
	const engine = await createEngine({ extraNodes });
	try {
		const run = await engine.runWorkflow({ nodes: all, connections });
		if (run.error) throw run.error;
		return run.items.map(({ json }) => json);
	} finally {
		engine.close();
	}
}

type Carrier = (
	this: IExecuteFunctions,
	items: INodeExecutionData[],
	names: string[],
) => IDataObject[];

function nodeType(names: string[], carrier: Carrier = showParameters): INodeType {
	return {
		description: {
			displayName: 'Played',
			name: 'played',
			group: ['transform'],
			version: 1,
			description: 'A node of the workflow',
			defaults: { name: 'Played' },
			inputs: ['main'],
			outputs: ['main'],
			// n8n drops the parameters that a node does not declare.
			properties: names.map((name) => ({ displayName: name, name, type: 'json', default: '' })),
		},
		async execute() {
			const items = this.getInputData();
			const made = carrier.call(this, items, names);
			const place = (index: number) => (made.length === items.length ? index : 0);
			return [made.map((json, index) => ({ json, pairedItem: place(index) }))];
		},
	};
}

const showParameters: Carrier = function (items, names) {
	return items.map((_, index) =>
		Object.fromEntries(names.map((name) => [name, this.getNodeParameter(name, index) as never])),
	);
};

const CARRIERS: Record<string, Carrier> = {
	'n8n-nodes-base.set'(items) {
		return items.map((_, index) => {
			if (this.getNodeParameter('mode', index, '') === 'raw')
				return this.getNodeParameter('jsonOutput', index) as unknown as IDataObject;
			const { assignments } = this.getNodeParameter('assignments', index) as {
				assignments: Array<{ name: string; value: never }>;
			};
			return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
		});
	},
	'n8n-nodes-base.aggregate'(items) {
		const name = this.getNodeParameter('destinationFieldName', 0) as string;
		return [{ [name]: items.map(({ json }) => json) }];
	},
	'n8n-nodes-base.splitOut'(items) {
		const name = this.getNodeParameter('fieldToSplitOut', 0) as string;
		return items.flatMap(({ json }) => json[name] as IDataObject[]);
	},
	'n8n-nodes-base.html'(items) {
		return items.map((_, index) => {
			const html = this.getNodeParameter('html', index) as string;
			return { html: this.evaluateExpression(`=${html}`, index) as string };
		});
	},
};
