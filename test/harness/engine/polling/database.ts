import {
	UnexpectedError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

interface WorkflowRow {
	id: string;
	name: string;
	/** What the editor saved; JSON, as everything here, so that nothing is shared with a process. */
	nodes: string;
	/** What n8n runs: empty while the workflow is not active. */
	published?: string;
	staticData: string;
	/** Ids of the nodes whose activation failed: n8n leaves them alone until someone activates anew. */
	failed: string[];
}

interface CursorRow {
	cursor: string;
	consecutiveErrors: number;
}

export interface Failure {
	name: string;
	message: string;
	description?: string;
	failure?: unknown;
}

/** One row of n8n's executions: what the trigger handed over, or the error of a poll. */
export interface Execution {
	id: string;
	workflowId: string;
	nodeId: string;
	mode: 'trigger';
	status: 'success' | 'error';
	startedAt: number;
	items: INodeExecutionData[][];
	error?: Failure;
}

const key = (workflowId: string, nodeId: string) => `${workflowId}:${nodeId}`;

/** What is left when n8n's process is gone. */
export class Database {
	private readonly workflows = new Map<string, WorkflowRow>();
	private readonly cursors = new Map<string, CursorRow>();
	private readonly jobs = new Set<string>();
	readonly executions: Execution[] = [];

	workflow(id: string): WorkflowRow {
		const row = this.workflows.get(id);
		if (!row) throw new UnexpectedError(`There is no workflow ${id}`);
		return row;
	}

	get activeIds(): string[] {
		return [...this.workflows.values()].filter((row) => row.published).map(({ id }) => id);
	}

	isActive(id: string): boolean {
		return this.workflows.get(id)?.published !== undefined;
	}

	/** Saving in the editor changes neither what runs nor the static data. */
	saveWorkflow(id: string, name: string, nodes: INode[], staticData?: IDataObject): void {
		const known = this.workflows.get(id) ?? { staticData: '{}', failed: [] };
		this.workflows.set(id, { ...known, id, name, nodes: JSON.stringify(nodes) });
		if (staticData) this.saveStaticData(id, staticData);
	}

	/** The nodes as the editor has them, or as they run. */
	nodes(id: string, which: 'nodes' | 'published' = 'nodes'): INode[] {
		return JSON.parse(this.workflow(id)[which] ?? '[]') as INode[];
	}

	staticData(id: string): IDataObject {
		return JSON.parse(this.workflow(id).staticData) as IDataObject;
	}

	saveStaticData(id: string, staticData: IDataObject): void {
		const row = this.workflows.get(id);
		if (row) row.staticData = JSON.stringify(staticData);
	}

	/** The durable engine's state of one node; `null` without a row. */
	cursor(workflowId: string, nodeId: string): IDataObject | null {
		const row = this.cursors.get(key(workflowId, nodeId));
		return row ? (JSON.parse(row.cursor) as IDataObject) : null;
	}

	cursorRow(workflowId: string, nodeId: string): CursorRow | undefined {
		return this.cursors.get(key(workflowId, nodeId));
	}

	getOrCreateCursor(workflowId: string, nodeId: string, initial: IDataObject): IDataObject {
		const id = key(workflowId, nodeId);
		if (!this.cursors.has(id)) {
			const cursor = JSON.stringify(initial);
			this.cursors.set(id, { cursor, consecutiveErrors: 0 });
		}
		return this.cursor(workflowId, nodeId) ?? {};
	}

	/** `false` when there is no row. */
	advanceCursor(workflowId: string, nodeId: string, cursor: IDataObject): boolean {
		const row = this.cursorRow(workflowId, nodeId);
		if (row) row.cursor = JSON.stringify(cursor);
		return row !== undefined;
	}

	/** Whether the job is new: only then does the durable engine run an activation poll. */
	addJob(workflowId: string, nodeId: string): boolean {
		const job = key(workflowId, nodeId);
		const isNew = !this.jobs.has(job);
		this.jobs.add(job);
		return isNew;
	}

	hasJob(workflowId: string, nodeId: string): boolean {
		return this.jobs.has(key(workflowId, nodeId));
	}

	removeJob(workflowId: string, nodeId: string): void {
		this.jobs.delete(key(workflowId, nodeId));
	}

	addExecution(row: Omit<Execution, 'id' | 'mode'>): void {
		const { items: live, ...rest } = row;
		const text = JSON.stringify(live);
		let parsed: INodeExecutionData[][] | undefined;
		this.executions.push({
			...rest,
			id: String(this.executions.length + 1),
			mode: 'trigger',
			get items() {
				return (parsed ??= JSON.parse(text) as INodeExecutionData[][]);
			},
		});
	}
}
