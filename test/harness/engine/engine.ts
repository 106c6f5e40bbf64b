/**
 * n8n's own engine without n8n: runs the nodes of a built package in `WorkflowExecute` of n8n-core, over
 * real HTTP, with credentials, expressions, retries and cancellation, from jest and from tsx alike.
 */
import './instance';

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	ResourceMapperFields,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData } from './additional-data';
import { Credentials } from './credentials';
import { testCredential } from './credential-test';
import { Editor, type OpenNode, type Search } from './editor';
import { collectLogs, type LogEntry } from './logs';
import { loadPackage, NodeTypes } from './package';
import { PROJECT } from './project';
import { startRun, type PendingRun } from './run';
import { buildWorkflow, type CredentialData, type WorkflowSpec } from './workflow';

export type { LogEntry, OpenNode, PendingRun, Search, WorkflowSpec };
export type { NodeResult, Run } from './run';
export { SOURCE_NAME, type NodeSpec } from './workflow';

export interface EngineOptions {
	/** A folder with a package.json whose `n8n` section names built files; `PROJECT` by default. */
	packageDir?: string;
	/** Credential data by credential type; given to every node that names the type. */
	credentials?: CredentialData;
	/** More node types, by full name. */
	extraNodes?: Record<string, INodeType>;
}

export interface RunOptions {
	/** What the source hands on; one empty item by default. */
	items?: IDataObject[];
	/** `null`, or `undefined` when it is written out, runs without an id; left out, each run has its own. */
	executionId?: string | null;
	mode?: WorkflowExecuteMode;
	/** Cancels the execution when it aborts. */
	signal?: AbortSignal;
	/** Instead of the engine's credentials, in this run. */
	credentials?: CredentialData;
}

export interface NodeRunOptions extends RunOptions {
	/** Full name of the node type; the package's first node by default. */
	type?: string;
	parameters?: INodeParameters;
	/** The node's settings: `retryOnFail`, `maxTries`, `onError`, `executeOnce`, `name`, `id` … */
	node?: Partial<INode>;
	workflowId?: string;
}

export interface Engine {
	/** Runs one node after a source. */
	runNode(options?: NodeRunOptions): PendingRun;
	/** Runs several nodes after a source; the run's own result is that of the last one. */
	runWorkflow(workflow: WorkflowSpec, options?: RunOptions): PendingRun;
	/** What a resource locator's list shows. Rejects with the node's error, as the editor would show it. */
	listSearch(method: string, options?: Partial<OpenNode> & Search): Promise<INodeListSearchResult>;
	/** The fields that a resource mapper shows. */
	resourceMapping(method: string, node?: Partial<OpenNode>): Promise<ResourceMapperFields>;
	/** What a drop-down's list shows. */
	loadOptions(method: string, node?: Partial<OpenNode>): Promise<INodePropertyOptions[]>;
	/** Tests credential data as n8n does on saving it; the package's first credential type by default. */
	testCredential(
		data: ICredentialDataDecryptedObject,
		type?: string,
	): Promise<INodeCredentialTestResult>;
	/** Everything that the process logged through n8n since this engine was made. */
	logs: LogEntry[];
	nodeTypes: NodeTypes;
	credentials: Credentials;
	/** Stops listening to the log. */
	close(): void;
}

let executions = 0;

/** Makes an engine around one package. Cheap after the first: the package and n8n-core stay loaded. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
	const data = options.credentials ?? {};
	const loaded = await loadPackage(options.packageDir ?? PROJECT);
	const nodeTypes = new NodeTypes(loaded, options.extraNodes ?? {});
	const credentials = new Credentials(loaded.credentialTypes, nodeTypes);
	const editor = new Editor(nodeTypes, credentials, data);
	const logs = collectLogs();

	const first = (names: string[], what: string): string => {
		if (!names[0]) throw new Error(`${loaded.name} has no ${what}`);
		return names[0];
	};
	const firstNode = () => first(loaded.nodeNames, 'node');

	const runWorkflow: Engine['runWorkflow'] = (spec, run = {}) => {
		const { mode = 'trigger', items = [{}], signal } = run;
		const executionId = 'executionId' in run ? run.executionId : String(++executions);
		const used = run.credentials ?? data;
		const workflow = buildWorkflow(spec, nodeTypes, credentials, used, mode !== 'manual');
		return startRun({
			workflow,
			mode,
			items,
			signal,
			resultOf: spec.nodes.at(-1)?.name ?? '',
			additionalData: additionalData(credentials, {
				mode,
				executionId: executionId ?? undefined,
				workflowId: workflow.id,
			}),
		});
	};

	return {
		runWorkflow,
		runNode: ({ type = firstNode(), parameters, node, workflowId, ...run } = {}) =>
			runWorkflow(
				{ id: workflowId, nodes: [{ name: 'Node', type, parameters: parameters ?? {}, ...node }] },
				run,
			),
		listSearch: async (method, { filter, paginationToken, type = firstNode(), ...node } = {}) =>
			await editor.listSearch(method, { type, ...node }, { filter, paginationToken }),
		resourceMapping: async (method, { type = firstNode(), ...node } = {}) =>
			await editor.resourceMapping(method, { type, ...node }),
		loadOptions: async (method, { type = firstNode(), ...node } = {}) =>
			await editor.loadOptions(method, { type, ...node }),
		testCredential: async (values, type) => {
			const name = type ?? first(Object.keys(loaded.credentialTypes), 'credential type');
			return await testCredential(values, name, credentials, nodeTypes);
		},
		logs: logs.entries,
		nodeTypes,
		credentials,
		close: logs.stop,
	};
}
