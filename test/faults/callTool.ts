import { createRequire } from 'node:module';
import { SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	type INode,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
	type ISupplyDataFunctions,
} from 'n8n-workflow';

import { additionalData, buildWorkflow, type Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { ACTION, CREDENTIAL } from '../harness/support';
import { TOOL } from '../harness/support/names';

type Invoke = (args: object) => Promise<string>;
type MakeInvoke = (
	contextOf: (runIndex: number) => ISupplyDataFunctions,
	node: INode,
	nodeType: INodeType,
	data: IRunExecutionData,
) => Invoke;

// n8n-core does not export what an AI agent calls, so it is taken from its file.
const { makeHandleToolInvocation } = createRequire(__filename)(
	'../../node_modules/n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js',
) as { makeHandleToolInvocation: MakeInvoke };

/** The engine's node types with the tool that n8n makes of the action node: its description has another name. */
function withTool(types: Engine['nodeTypes']): Engine['nodeTypes'] {
	const action = types.getByNameAndVersion(ACTION);
	const description = { ...action.description, name: TOOL };
	const tool = Object.create(action, { description: { value: description } }) as INodeType;
	return Object.create(types, {
		getByNameAndVersion: {
			value: (name: string, version?: number) =>
				name === TOOL ? tool : types.getByNameAndVersion(name, version),
		},
	}) as Engine['nodeTypes'];
}

/**
 * The action node as a tool of an AI agent that calls its tools itself.
 *
 * @param calls how often its model calls it in one execution
 * @returns what the model hears at last
 */
export async function callTool(
	engine: Engine,
	{
		url,
		token,
		participantLink = '',
	}: Pick<Service, 'url' | 'token'> & { participantLink?: string },
	parameters: INodeParameters,
	node: Partial<INode> = {},
	calls = 1,
): Promise<string> {
	const data = { [CREDENTIAL]: { baseUrl: url, token, participantLink } };
	const spec = { nodes: [{ name: 'Tool', type: TOOL, parameters, ...node }] };
	const nodeTypes = withTool(engine.nodeTypes);
	const workflow = buildWorkflow(spec, nodeTypes, engine.credentials, data, true);
	const tool = workflow.getNode('Tool') as INode;
	const runData = createRunExecutionData({});
	const more = additionalData(engine.credentials, { mode: 'trigger', executionId: '1' });
	const contextOf = (runIndex: number) =>
		new SupplyDataContext(
			workflow,
			tool,
			more,
			'trigger',
			runData,
			runIndex,
			[{ json: {} }],
			{},
			'ai_tool',
			{ data: {}, node: tool, source: null },
			[],
		) as unknown as ISupplyDataFunctions;
	const nodeType = nodeTypes.getByNameAndVersion(TOOL);
	const invoke = makeHandleToolInvocation(contextOf, tool, nodeType, runData);
	let heard = '';
	for (let call = 0; call < calls; call++) heard = await invoke({}).catch(String);
	return heard;
}
