import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowDataProxyAdditionalKeys,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { NO_OP } from './built-in-nodes';
import type { NodeTypes } from './package';

type Values = ICredentialDataDecryptedObject;

/** n8n keeps these although no property declares them. */
const UNDECLARED = ['oauthTokenData', 'allowedHttpRequestDomains', 'allowedDomains'];

/** Saved values, and the defaults of the properties that they lack. */
export function withDefaults(properties: INodeProperties[], data: Values): Values {
	const filled = NodeHelpers.getNodeParameters(
		properties,
		data as INodeParameters,
		true,
		false,
		null,
		null,
	) as Values;
	for (const key of UNDECLARED) {
		if (filled[key] === undefined && data[key] !== undefined) filled[key] = data[key];
	}
	return filled;
}

/** Resolves expressions as of one item of an execution. */
export function resolveWithin(
	within: ICredentialsExpressionResolveValues,
	values: Values,
	mode: WorkflowExecuteMode,
	keys: IWorkflowDataProxyAdditionalKeys,
	executeData?: IExecuteData,
): Values {
	return within.workflow.expression.getParameterValue(
		values as INodeParameters,
		within.runExecutionData,
		within.runIndex,
		within.itemIndex,
		within.node.name,
		within.connectionInputData,
		mode,
		keys,
		executeData,
		false,
		values as INodeParameters,
	) as Values;
}

/** Resolves expressions without an execution. */
export function resolveAlone(
	values: Values,
	mode: WorkflowExecuteMode,
	keys: IWorkflowDataProxyAdditionalKeys,
	nodeTypes: NodeTypes,
): Values {
	const node: INode = {
		id: 'placeholder',
		name: 'Placeholder',
		type: NO_OP,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getComplexParameterValue(
		node,
		values as INodeParameters,
		mode,
		keys,
		undefined,
		undefined,
		values as INodeParameters,
	) as Values;
}
