import '../instance';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import {
	ActiveWorkflowTriggers,
	ErrorReporter,
	Tracing,
	type PollJobManager,
	type ScheduledTaskManager,
} from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeType,
} from 'n8n-workflow';
import type { Credentials } from '../credentials';
import { NodeTypes } from '../package';
import type { CredentialData } from '../workflow';
import type { Database } from './database';
import type { Clock } from './fresh-modules';
import { loadPackageFresh, withPollTimes } from './load-fresh';
import { polls, type CrashPoint } from './poll-record';
import { Executor, MortalCredentials, never, Pollers } from './process-parts';
import { Schedule } from './schedule';

/** n8n's two poll engines. */
export const ENGINES = ['default', 'durable'] as const;
export type EngineKind = (typeof ENGINES)[number];

export interface Settings extends Clock {
	engine: EngineKind;
	/** `null`: no package, only `extraNodes`. */
	packageDir: string | null;
	credentials: CredentialData;
	extraNodes: Record<string, INodeType> | (() => Record<string, INodeType>);
	/** Instead of the engine's own. */
	budgetMs?: number;
	/** Between the tries of an activation; nobody waits by default. */
	pause: (ms: number) => Promise<void>;
}

/** One run of n8n, from start to end: all that lives in memory. Its death undoes nothing and saves nothing. */
export class N8nProcess {
	readonly engine: EngineKind;
	readonly nodeTypes: NodeTypes;
	readonly credentials: Credentials;
	readonly schedule = new Schedule();
	readonly pollers = new Pollers();
	readonly triggers: ActiveWorkflowTriggers;
	private readonly executor: Executor;
	private readonly stored: Record<string, { id: string; name: string }>;
	private readonly mourners = new Set<() => void>();
	private ended = false;

	constructor(
		readonly settings: Settings,
		readonly database: Database,
	) {
		const { packageDir, extraNodes } = settings;
		this.engine = settings.engine;
		const loaded = packageDir
			? loadPackageFresh(packageDir, this.clock())
			: { name: '', nodeTypes: {}, credentialTypes: {}, nodeNames: [] };
		const extra = typeof extraNodes === 'function' ? extraNodes() : extraNodes;
		for (const node of Object.values(extra)) withPollTimes(node);
		this.nodeTypes = new NodeTypes(loaded, extra);
		this.credentials = new MortalCredentials(
			loaded.credentialTypes,
			this.nodeTypes,
			() => this.alive,
		);
		this.stored = Object.fromEntries(
			Object.entries(settings.credentials).map(([type, data]) => [
				type,
				this.credentials.store(type, data),
			]),
		);

		const [logger, errors] = [Container.get(Logger), Container.get(ErrorReporter)];
		this.executor = new Executor(logger, this.pollers, Container.get(Tracing), errors);
		this.triggers = new ActiveWorkflowTriggers(
			logger,
			this.schedule as unknown as ScheduledTaskManager,
			this.pollers,
			errors,
			this.executor,
		);
		// n8n-core asks its container, which is one for all the installations of a test.
		Object.assign(this.triggers, { getPollJobManager: () => this.jobs() });
	}

	get alive(): boolean {
		return !this.ended;
	}

	/** Ends the process at once, as `kill -9` does. What still runs in it can do nothing any more. */
	end(): void {
		this.ended = true;
		for (const mourn of this.mourners) mourn();
		this.mourners.clear();
	}

	/** Waits for work, but not beyond the death of the process. */
	async unlessItEnds(work: Promise<unknown>): Promise<void> {
		if (this.ended) {
			work.catch(() => {});
			return;
		}
		await new Promise<void>((resolve, reject) => {
			this.mourners.add(resolve);
			work
				.then(() => resolve(), reject)
				.finally(() => this.mourners.delete(resolve))
				.catch(() => {});
		});
	}

	/** Dies here if the running poll is meant to, and says whether the process is dead. */
	diesAt(point: CrashPoint): boolean {
		if (!this.ended && polls.getStore()?.crash === point) this.end();
		return this.ended;
	}

	/** Runs a scheduled poll of the default engine; `undefined` when the node is not registered. */
	tick(workflowId: string, nodeId: string): Promise<void> | undefined {
		const onTick = this.schedule.find(workflowId, nodeId);
		if (!onTick) return undefined;
		onTick();
		return this.executor.latest;
	}

	buildWorkflow(id: string, which: 'nodes' | 'published' = 'published'): Workflow {
		return new Workflow({
			id,
			name: this.database.workflow(id).name,
			active: which === 'published',
			nodes: this.database.nodes(id, which),
			connections: {},
			nodeTypes: this.nodeTypes,
			staticData: this.database.staticData(id),
			settings: { executionOrder: 'v1' },
		});
	}

	/** The installation's credentials for a node that does not name its own. */
	credentialsOf(node: Pick<INode, 'type' | 'typeVersion'>): INode['credentials'] {
		const { description } = this.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const names = (description.credentials ?? []).map(({ name }) => name);
		return Object.fromEntries(
			names.flatMap((name) => (this.stored[name] ? [[name, this.stored[name]]] : [])),
		);
	}

	async updateCredential(type: string, data: ICredentialDataDecryptedObject): Promise<void> {
		const details = (this.stored[type] ??= this.credentials.store(type, data));
		await this.credentials.updateCredentials(details, type, data);
	}

	/** n8n saves static data only when its observable noticed a change. */
	saveStaticData(workflow: Workflow): void {
		const { staticData } = workflow;
		if (this.ended || staticData.__dataChanged !== true) return;
		this.database.saveStaticData(workflow.id, staticData);
		staticData.__dataChanged = false;
	}

	private jobs(): PollJobManager | undefined {
		if (this.engine === 'default') return undefined;
		return {
			register: async (workflowId, { id }) => ({
				inserted: !this.ended && this.database.addJob(workflowId, id),
			}),
			remove: async (workflowId, nodeId) => {
				if (!this.ended) this.database.removeJob(workflowId, nodeId);
			},
		};
	}

	/** Nobody wakes up in a process that is dead. */
	private clock(): Clock {
		const { now, monotonic, sleep } = this.settings;
		if (!sleep) return { now, monotonic };
		const mortalSleep: Clock['sleep'] = async (ms, signal) => {
			await sleep(ms, signal);
			if (this.ended) await never();
		};
		return { now, monotonic, sleep: mortalSleep };
	}
}
