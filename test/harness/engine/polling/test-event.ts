import { WorkflowExecute } from 'n8n-core';
import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { additionalData } from '../additional-data';
import type { N8nProcess } from './process';

export interface TestEvent {
	items: INodeExecutionData[];
	error?: Error;
	/** What the node left in static data, if it touched any; n8n throws it away. */
	changedStaticData?: IDataObject;
}

/** "Fetch Test Event": the node as the editor has it, in a manual execution. */
export async function fetchTestEvent(
	process: N8nProcess,
	workflowId: string,
	nodeName: string,
): Promise<TestEvent> {
	const workflow = process.buildWorkflow(workflowId, 'nodes');
	const node = workflow.getNode(nodeName) ?? undefined;
	if (!node) throw new Error(`Workflow ${workflowId} has no node ${nodeName}`);
	const data = additionalData(process.credentials, { mode: 'manual', workflowId });
	const { data: run } = await new WorkflowExecute(data, 'manual').run({
		workflow,
		startNode: node,
		destinationNode: { nodeName, mode: 'inclusive' },
	});
	const task = run.resultData.runData[nodeName]?.at(-1);
	const { staticData } = workflow;
	return {
		items: task?.data?.main?.[0] ?? [],
		error: run.resultData.error ?? task?.error,
		changedStaticData: staticData.__dataChanged ? deepCopy(staticData) : undefined,
	};
}
