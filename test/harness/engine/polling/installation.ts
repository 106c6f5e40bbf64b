/**
 * An n8n that polls: n8n-core's own poll classes in both engines, around them a model of what n8n's
 * command line does (activation, saved state, crashes, restarts), and no timers: a test is the clock.
 */
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeType,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { PROJECT } from '../project';
import { completeNode, type CredentialData, type NodeSpec } from '../workflow';
import { activate, deactivate, difference, pollNodes, type Publication } from './activation';
import { Database, type Execution } from './database';
import type { Clock } from './fresh-modules';
import { polls, type CrashPoint, type PollOutcome, type PollRecord } from './poll-record';
import { N8nProcess, type EngineKind, type Settings } from './process';
import { runScheduledPoll, type ScheduledPoll } from './scheduled-poll';
import { fetchTestEvent, type TestEvent } from './test-event';

export { ENGINES } from './process';
export type { Clock, CrashPoint, EngineKind, Execution, PollOutcome, Publication, TestEvent };

export interface InstallationOptions extends Clock {
	engine: EngineKind;
	/** As for `createEngine`, `PROJECT` by default; `null` for no package at all. */
	packageDir?: string | null;
	credentials?: CredentialData;
	/** More node types by full name; a function makes them anew for each process. */
	extraNodes?: Record<string, INodeType> | (() => Record<string, INodeType>);
	/** What `getPollBudgetMs` says: the engine's own by default. */
	budgetMs?: number;
	/** Between the tries of an activation that fails; nobody waits by default. */
	pause?: (ms: number) => Promise<void>;
}

export interface WorkflowToSave {
	id: string;
	name?: string;
	nodes: NodeSpec[];
	/** As of an import; left out, what is there stays. */
	staticData?: IDataObject;
}

export interface PublishOptions {
	/** `activate` for a workflow that does not run yet, else `update`. */
	mode?: WorkflowActivateMode;
	/** Also starts these unchanged nodes again, alone, on a Workflow object of their own. */
	again?: string[];
	crash?: CrashPoint;
}

export interface TickOptions extends Pick<ScheduledPoll, 'cursor' | 'abandon'> {
	crash?: CrashPoint;
	/** The poll loses its lease before it can commit. */
	fenceLost?: boolean;
}

export const createInstallation = (options: InstallationOptions) => new Installation(options);

/** What survives a restart, and the process that runs, if one does. */
export class Installation {
	readonly database = new Database();
	private readonly settings: Settings;
	private running?: N8nProcess;

	constructor(options: InstallationOptions) {
		this.settings = {
			packageDir: PROJECT,
			extraNodes: {},
			pause: async () => {},
			...options,
			credentials: { ...options.credentials },
		};
	}

	get executions(): Execution[] {
		return this.database.executions;
	}

	get isRunning(): boolean {
		return this.running?.alive === true;
	}

	private get process(): N8nProcess {
		if (!this.running?.alive) throw new Error('n8n is not running: boot it first');
		return this.running;
	}

	/** Starts n8n, after the end of the one that ran, and activates what is active. */
	async boot(): Promise<Publication[]> {
		this.crash();
		this.running = new N8nProcess({ ...this.settings }, this.database);
		return await this.activateAll('init');
	}

	/** The same process lost the lead and has it again: module state stays, Workflow objects do not. */
	async leadershipChange(): Promise<Publication[]> {
		await this.process.triggers.removeAllNonWebhookTriggerWorkflows();
		return await this.activateAll('leadershipChange');
	}

	/** The end of the process, at any time; a shutdown saves no more than `kill -9`. */
	crash(): void {
		this.running?.end();
	}

	/** From the next boot on. */
	switchTo(engine: EngineKind): void {
		this.settings.engine = engine;
	}

	async setCredential(type: string, data: ICredentialDataDecryptedObject): Promise<void> {
		this.settings.credentials[type] = data;
		if (this.isRunning) await this.process.updateCredential(type, data);
	}

	/** Saves a workflow as the editor does: nothing that runs changes before it is published. */
	async save({ id, name = `Workflow ${id}`, nodes, staticData }: WorkflowToSave): Promise<void> {
		const { nodeTypes, credentials } = this.process;
		const complete = nodes.map((spec): INode => {
			const node = completeNode(spec, nodeTypes, credentials, {});
			return { ...node, credentials: spec.credentials ?? this.process.credentialsOf(node) };
		});
		this.database.saveWorkflow(id, name, complete, staticData);
	}

	/** A copy of a workflow: another id, the same node ids, not active. */
	async copy(id: string, newId: string, { staticData = false } = {}): Promise<void> {
		const nodes = this.database.nodes(id);
		const taken = staticData ? this.database.staticData(id) : undefined;
		await this.save({ id: newId, nodes, staticData: taken });
	}

	/** Makes the saved version run: nodes that changed are stopped and started, the others are left alone. */
	async publish(id: string, options: PublishOptions = {}): Promise<Publication> {
		const { process, database } = this;
		const row = database.workflow(id);
		const { mode = row.published ? 'update' : 'activate', again = [], crash } = options;
		const before = pollNodes(process, database.nodes(id, 'published'));
		const after = pollNodes(process, database.nodes(id));
		const { stop, start } = difference(before, after);
		const restarted = [...again, ...row.failed].filter((nodeId) =>
			after.some((node) => node.id === nodeId),
		);
		await deactivate(process, id, [...new Set([...stop, ...restarted])]);
		row.published = row.nodes;
		row.failed = row.failed.filter((nodeId) => restarted.includes(nodeId));
		const nodeIds = [...new Set([...start, ...restarted])];
		return await activate(process, id, nodeIds, mode, crash);
	}

	async unpublish(id: string): Promise<void> {
		const row = this.database.workflow(id);
		const nodeIds = this.database.nodes(id, 'published').map((node) => node.id);
		row.published = undefined;
		row.failed = [];
		await deactivate(this.process, id, nodeIds);
	}

	/** One scheduled poll of a node, by default of the only one. Do not await it to let polls overlap. */
	async tick(id: string, nodeId?: string, options: TickOptions = {}): Promise<PollOutcome> {
		const { process, database } = this;
		const node = nodeId ?? this.onlyPollNode(id);
		const { crash, fenceLost, ...scheduled } = options;
		const record: PollRecord = { crash, fenceLost, outcome: { result: 'discarded' } };
		const work = polls.run(record, () => {
			if (process.engine === 'default') return process.tick(id, node);
			if (!database.isActive(id) || !database.hasJob(id, node)) return undefined;
			return runScheduledPoll(process, { workflowId: id, nodeId: node, ...scheduled }, record);
		});
		if (!work) return { result: 'inactive' };
		await process.unlessItEnds(work);
		return process.alive ? record.outcome : { ...record.outcome, result: 'crashed' };
	}

	async fetchTestEvent(id: string, nodeName: string): Promise<TestEvent> {
		return await fetchTestEvent(this.process, id, nodeName);
	}

	private async activateAll(mode: WorkflowActivateMode) {
		const { process, database } = this;
		const publications: Publication[] = [];
		for (const id of database.activeIds) {
			if (!process.alive) break;
			const { failed } = database.workflow(id);
			const nodes = pollNodes(process, database.nodes(id, 'published'));
			const nodeIds = nodes.map((node) => node.id).filter((nodeId) => !failed.includes(nodeId));
			publications.push(await activate(process, id, nodeIds, mode));
		}
		return publications;
	}

	private onlyPollNode(id: string): string {
		const [node, another] = pollNodes(this.process, this.database.nodes(id, 'published'));
		if (another) throw new Error(`Workflow ${id} has several polling triggers: name one`);
		return node?.id ?? '';
	}
}
