import type { IDataObject, INode, INodeType } from 'n8n-workflow';
import { createEngine, SOURCE_NAME } from '../../harness/engine';
import { workflowIn } from '../n8n/file';

/**
 * What the parameters of one node of a workflow file are, as n8n's engine evaluates them. The node itself, and n8n's
 * nodes before it, are not run.
 *
 * @param given what nodes before it gave, by their names; the last one leads to it
 */
export async function parametersOf(
	file: string,
	name: string,
	given: Record<string, IDataObject>,
): Promise<IDataObject> {
	const node = workflowIn(file).nodes.find((one) => one.name === name);
	if (!node) throw new Error(`${file} has no node "${name}"`);
	const parameters = (node.parameters ?? {}) as INode['parameters'];
	const extraNodes: Record<string, INodeType> = {
		'played.it': nodeType(Object.keys(parameters), async function () {
			const shown = Object.keys(parameters).map((key) => [key, this.getNodeParameter(key, 0)]);
			return [[{ json: Object.fromEntries(shown) as IDataObject }]];
		}),
	};
	const nodes = Object.entries(given).map(([of, json], place) => {
		const type = `played.given${place}`;
		extraNodes[type] = nodeType([], async () => [[{ json, pairedItem: 0 }]]);
		return { name: of, type, parameters: {} };
	});
	const all = [...nodes, { name, type: 'played.it', parameters }];
	const connections = Object.fromEntries(
		all.map((to, place) => [
			all[place - 1]?.name ?? SOURCE_NAME,
			{ main: [[{ node: to.name, type: 'main' as const, index: 0 }]] },
		]),
	);
	const engine = await createEngine({ extraNodes });
	try {
		const run = await engine.runWorkflow({ nodes: all, connections });
		if (run.error) throw run.error;
		return run.items[0]?.json ?? {};
	} finally {
		engine.close();
	}
}

function nodeType(names: string[], execute: INodeType['execute']): INodeType {
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
		execute,
	};
}
