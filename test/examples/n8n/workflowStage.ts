import { CREDENTIAL, TRIGGER } from '../../harness/support/names';
import { startService, type Service, type ServiceOptions } from '../../harness/service';
import { startDestinations, type Destinations } from '../destinations';
import { openAccounts, type Accounts } from '../destinations/accounts';
import { CREDENTIAL_NAME } from '../../n8n/furnish';
import { outputsOf, until, type Execution, type Json, type N8nRest } from '../../n8n/rest/n8nRest';
import { useStand, type Stand } from '../../n8n/stand';
import { importWorkflow, workflowIn, type Settings, type WorkflowFile } from './file';
import { Imported } from './imported';
import { NodeTypes } from './nodeTypes';
import { withExtraFields } from './extraFields';
import { triggerMemory } from './triggerMemory';

export interface WorkflowStageOptions {
	/** What the workflow's notes tell people to set. */
	settings?: (destinations: Destinations, service: Service) => Settings;
	service?: ServiceOptions;
	/** Settings of n8n besides those that lead to the recorders. */
	env?: Record<string, string>;
}

/** One of the workflows of this package in a real n8n, as somebody has imported it and set it up. */
export class WorkflowStage {
	/** What n8n kept for the trigger when nothing had been delivered yet. */
	private atFirst?: string;

	private constructor(
		readonly stand: Stand,
		readonly destinations: Destinations,
		readonly accounts: Accounts,
		readonly workflow: WorkflowFile,
		readonly workflowId: string,
		private readonly types: NodeTypes,
		private readonly settings: Settings,
	) {}

	static async set(
		stand: Stand,
		destinations: Destinations,
		file: string,
		settings: Settings = {},
	): Promise<WorkflowStage> {
		const { rest, credentialId } = stand;
		const own = { [CREDENTIAL]: { id: credentialId, name: CREDENTIAL_NAME } };
		const accounts = { ...own, ...(await openAccounts(rest, destinations)) };
		const workflow = workflowIn(file);
		const types = await NodeTypes.of(rest);
		const id = await importWorkflow(rest, types, workflow, accounts, settings);
		return new WorkflowStage(stand, destinations, accounts, workflow, id, types, settings);
	}

	get rest(): N8nRest {
		return this.stand.rest;
	}

	get service(): Service {
		return this.stand.service;
	}

	/** The node that starts the published workflow, where one of this package's does. */
	get triggerName(): string {
		const node = this.workflow.nodes.find(({ type }) => type === TRIGGER);
		if (!node) throw new Error(`${this.workflow.name} has no trigger of this package`);
		return node.name;
	}

	async publish(): Promise<void> {
		expect(await this.rest.publish(this.workflowId)).toBe('published');
		this.atFirst ??= await triggerMemory(this.stand, this.workflowId);
	}

	/** Runs it from a trigger, as the button in the editor does: from this package's trigger, with the latest events. */
	async run(triggerName = this.triggerName): Promise<Execution> {
		return await this.rest.run(this.workflowId, triggerName);
	}

	/**
	 * Has a copy of the workflow read another service, which is there as long as the visit lasts. Its records have
	 * unknown fields of misleading names. `run` uses the latest events.
	 */
	async elsewhere(
		options: ServiceOptions,
		visit: (service: Service, run: () => Promise<void>) => Promise<void>,
	): Promise<void> {
		const service = await startService(options);
		try {
			withExtraFields(service);
			await visit(service, async () => {
				const copy = await Imported.for(this, service, this.settings);
				expect((await copy.run(this.triggerName)).status).toBe('success');
			});
		} finally {
			await service.stop();
		}
	}

	/** Imports it once more, set up a little differently. @returns the id */
	async importAgain(more: Settings): Promise<string> {
		const { rest, types, workflow, accounts, settings } = this;
		const own = Object.entries(more).map(([node, values]) => [
			node,
			{ ...settings[node], ...values },
		]);
		const both = { ...settings, ...(Object.fromEntries(own) as Settings) };
		return await importWorkflow(rest, types, workflow, accounts, both);
	}

	/** The executions that the trigger started and that are over, oldest first. */
	async executions(): Promise<Execution[]> {
		const all = await this.rest.executions(this.workflowId);
		const over = all.filter(
			({ mode, status }) => mode === 'trigger' && !['new', 'running'].includes(status),
		);
		return await Promise.all(over.map(async ({ id }) => await this.rest.execution(id)));
	}

	/** All events that the trigger delivered, and that were worked on to the end. */
	async delivered(): Promise<Json[]> {
		const executions = await this.executions();
		return executions.flatMap((one) =>
			outputsOf(one, this.triggerName).flatMap((items) => items.map(({ json }) => json)),
		);
	}

	/** Waits until so many events have been delivered in all; at most a minute passes from poll to poll. */
	async deliveries(count: number): Promise<Json[]> {
		return await until(`${count} events`, async () => {
			const events = await this.delivered();
			return events.length >= count ? events : undefined;
		});
	}

	/** Waits for an execution that the trigger starts after those, and for its end. */
	async executionAfter(before: readonly Execution[]): Promise<Execution> {
		return await until('an execution', async () => (await this.executions())[before.length]);
	}

	/** What the button "Retry" does with a failed execution. @returns the new one, when it is over */
	async retry(executionId: string): Promise<Execution> {
		return await this.rest.retry(executionId);
	}

	/** Starts n8n anew with a trigger that has forgotten all that it delivered, and waits until all of that came again. */
	async deliverAgain(): Promise<void> {
		await WorkflowStage.deliverAgain([this]);
	}

	/** The same for several workflows of one stand. */
	static async deliverAgain(stages: readonly WorkflowStage[]): Promise<void> {
		const before = await Promise.all(stages.map(async (one) => await one.delivered()));
		const n8n = stages[0]?.stand.n8n;
		await n8n?.stop('SIGKILL');
		for (const one of stages) await triggerMemory(one.stand, one.workflowId, one.atFirst);
		await n8n?.start();
		const ids = (some: Json[]) => some.map(({ completion_id }) => completion_id).sort();
		for (const [place, one] of stages.entries()) {
			const first = before[place] ?? [];
			const events = await one.deliveries(2 * first.length);
			expect(ids(events.slice(first.length))).toEqual(ids(first));
		}
	}

	/** What failed of all executions, in the words that a person reads. */
	async failures(): Promise<string[]> {
		const all = await this.executions();
		return all.flatMap(({ data }) => {
			const { error } = data.resultData as { error?: { message: string } };
			return error ? [error.message] : [];
		});
	}
}

/**
 * One n8n, one imported workflow and the recorders, for all tests of a describe block.
 *
 * @param file the workflow's name in the folder `workflows`
 */
export function useWorkflowStage(
	file: string,
	{ settings, service, env }: WorkflowStageOptions = {},
): () => WorkflowStage {
	let destinations: Destinations | undefined;
	let stage: WorkflowStage | undefined;
	const stand = useStand(async () => {
		destinations = await startDestinations();
		return { service, env: { ...destinations.env, ...env } };
	});
	beforeAll(async () => {
		if (!destinations) throw new Error('There are no recorders');
		const chosen = settings?.(destinations, stand().service);
		stage = await WorkflowStage.set(stand(), destinations, file, chosen);
	});
	afterAll(async () => {
		await destinations?.stop();
	});
	return () => {
		if (!stage) throw new Error('The stage is not set');
		return stage;
	};
}
