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

import { additionalData, buildWorkflow, type Engine } from '../engine';
import type { Service } from '../service';
import { ACTION, byId, CREDENTIAL, smallService, useEngine, useForEach } from '../support';

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

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

/** The action node as a tool of an AI agent, called once. */
async function callTool(parameters: INodeParameters, node: Partial<INode> = {}): Promise<string> {
	const data = { [CREDENTIAL]: { baseUrl: service.url, token: service.token } };
	const spec = { nodes: [{ name: 'Tool', type: ACTION, parameters, ...node }] };
	const workflow = buildWorkflow(spec, engine.nodeTypes, engine.credentials, data, true);
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
	const nodeType = engine.nodeTypes.getByNameAndVersion(ACTION);
	return await makeHandleToolInvocation(contextOf, tool, nodeType, runData)({}).catch(String);
}

const invitation = () => {
	const [survey] = service.world.surveys();
	return service.world.createInvitation(survey?.id ?? '', 'personal', {
		recipientEmail: 'ann@example.com',
	});
};
const sendEmail = () => ({
	resource: 'invitation',
	operation: 'sendEmail',
	invitationId: byId(invitation().id),
});

it('a tool reads, and sends an e-mail once', async () => {
	expect(await callTool({ resource: 'survey', operation: 'getAll' })).toContain('Customer');
	await callTool(sendEmail());
	expect(service.effects.emails).toHaveLength(1);
});

it('with Retry On Fail, whose tries n8n counts as other runs, it does not start what must not be repeated', async () => {
	service.faults.inject({ fault: { kind: 'reset', when: 'after' }, times: Infinity });
	const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
	expect(await callTool(sendEmail(), retry)).toContain('cannot run with Retry On Fail here');
	const [survey] = service.world.surveys();
	const create = {
		resource: 'invitation',
		operation: 'createPersonal',
		surveyId: byId(survey?.id ?? ''),
		recipient_name: 'Ann',
	};
	expect(await callTool(create, retry)).toContain('cannot run with Retry On Fail here');
	expect(service.log).toEqual([]);
});
