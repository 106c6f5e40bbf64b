import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionError,
	type ExecutionStatus,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { SOURCE_NAME } from './workflow';

/** What one node of a finished run gave: its last run's outputs, and its error if it had one. */
export interface NodeResult {
	/** The first output. Each item has `json`, `pairedItem` and, after `continueOnFail`, `error`. */
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
	status?: ExecutionStatus;
	error?: ExecutionError;
}

export interface Run extends NodeResult {
	status: ExecutionStatus;
	/** n8n's record of the whole execution. */
	runData: IRun;
	/** The result of another node of the workflow; the run's own fields are those of the last one. */
	of(nodeName: string): NodeResult;
}

/** A run that has started: wait for its end, or cancel it as the Stop button does. */
export type PendingRun = Promise<Run> & { cancel(): void };

export interface Start {
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	items: IDataObject[];
	signal?: AbortSignal;
	/** The node whose result the run shows as its own. */
	resultOf: string;
}

/** Runs a workflow from its source in n8n's engine. Never rejects: an error is in the result, as in n8n. */
export function startRun(start: Start): PendingRun {
	const { signal, resultOf, mode } = start;
	let execution: ReturnType<WorkflowExecute['run']>;
	try {
		execution = execute(start);
	} catch (error) {
		// The engine refuses a workflow with issues before it starts; n8n makes a failed execution of it.
		return Object.assign(
			Promise.resolve(describe(refused(error as ExecutionError, mode), resultOf)),
			{
				cancel: () => {},
			},
		);
	}
	const cancel = () => execution.cancel();
	if (signal?.aborted) cancel();
	else signal?.addEventListener('abort', cancel, { once: true });

	const run = execution
		.then((record) => describe(record, resultOf))
		.finally(() => signal?.removeEventListener('abort', cancel));
	return Object.assign(run, { cancel });
}

function execute({ workflow, additionalData, mode, items }: Start) {
	const data = { main: [items.map((json) => ({ json: structuredClone(json) }))] };
	return new WorkflowExecute(additionalData, mode).run({
		workflow,
		startNode: workflow.getNode(SOURCE_NAME) ?? undefined,
		triggerToStartFrom: {
			name: SOURCE_NAME,
			data: { data, startTime: 0, executionTime: 0, executionIndex: 0, source: [] },
		},
	});
}

function refused(error: ExecutionError, mode: WorkflowExecuteMode): IRun {
	return {
		data: createRunExecutionData({ resultData: { error, runData: {} } }),
		mode,
		startedAt: new Date(),
		stoppedAt: new Date(),
		status: 'error',
		storedAt: 'db',
	};
}

function describe(runData: IRun, resultOf: string): Run {
	const { runData: byNode, error } = runData.data.resultData;
	const of = (nodeName: string): NodeResult => {
		const task = byNode[nodeName]?.at(-1);
		const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
		return { outputs, items: outputs[0] ?? [], status: task?.executionStatus, error: task?.error };
	};
	const result = of(resultOf);
	return { ...result, error: error ?? result.error, status: runData.status, runData, of };
}
