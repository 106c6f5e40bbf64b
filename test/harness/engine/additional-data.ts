import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import { Container } from '@n8n/di';
import {
	UnexpectedError,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Credentials } from './credentials';

const INSTANCE = 'http://127.0.0.1:5678';

export interface ExecutionIdentity {
	mode: WorkflowExecuteMode;
	/** Missing in some of n8n's executions, so a node cannot rely on it. */
	executionId?: string;
	workflowId?: string;
}

/** What n8n's command line gives to the engine with every execution; the addresses look real and serve nothing. */
export function additionalData(
	credentials: Credentials,
	{ mode, executionId, workflowId }: ExecutionIdentity,
): IWorkflowExecuteAdditionalData {
	const notHere = async (): Promise<never> => {
		throw new UnexpectedError('The test engine runs no sub-workflows and no task runners');
	};
	return {
		credentialsHelper: credentials,
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		executeWorkflow: notHere,
		startRunnerTask: notHere,
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		currentNodeExecutionIndex: 0,
		variables: {},
		userId: 'user-of-the-tests',
		executionId,
		workflowId,
		restApiUrl: `${INSTANCE}/rest`,
		instanceBaseUrl: `${INSTANCE}/`,
		formBaseUrl: `${INSTANCE}/form`,
		formWaitingBaseUrl: `${INSTANCE}/form-waiting`,
		formTestBaseUrl: `${INSTANCE}/form-test`,
		webhookBaseUrl: `${INSTANCE}/webhook`,
		webhookWaitingBaseUrl: `${INSTANCE}/webhook-waiting`,
		webhookTestBaseUrl: `${INSTANCE}/webhook-test`,
		mcpBaseUrl: `${INSTANCE}/mcp`,
		mcpTestBaseUrl: `${INSTANCE}/mcp-test`,
		hooks: new ExecutionLifecycleHooks(mode, executionId ?? '', {
			id: workflowId ?? '',
			name: 'Workflow of the tests',
			active: mode !== 'manual',
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: [],
			connections: {},
		}),
	};
}
