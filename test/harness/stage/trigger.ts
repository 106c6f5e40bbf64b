/** The workflow of one trigger, as the suites without a real n8n have it. */
import type { INodeParameters } from 'n8n-workflow';
import type { NodeSpec } from '../engine';
import type { Installation } from '../engine/polling';
import { EVERYTHING, NEW_TRIGGER, TRIGGER, TRIGGER_NAME } from '../support/names';

/** Id of the workflow. */
export const WORKFLOW = 'workflow';
/** Id of the trigger's node. */
export const NODE_ID = 'node-of-the-trigger';

/** The trigger as somebody places it and fills it in; its output is Everything, unless it is said. */
export function triggerNode(
	parameters: INodeParameters = {},
	node: Partial<NodeSpec> = {},
): NodeSpec {
	return {
		id: NODE_ID,
		name: TRIGGER_NAME,
		type: TRIGGER,
		parameters: { ...NEW_TRIGGER, ...EVERYTHING, ...parameters },
		...node,
	};
}

/** What n8n's database holds of a trigger's state: in the workflow's data, and as the node's own. */
export function savedState({ database }: Installation, workflowId = WORKFLOW, nodeId = NODE_ID) {
	return {
		ofWorkflow: database.staticData(workflowId),
		ofNode: database.cursor(workflowId, nodeId),
	};
}
