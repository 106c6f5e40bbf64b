import { CREDENTIAL, TRIGGER } from '../../harness/support/names';
import type { Service } from '../../harness/service';
import { startDestinations, type Destinations } from '../destinations';
import { openAccounts, type Accounts } from '../destinations/accounts';
import { CREDENTIAL_NAME, credentialFor } from '../../n8n/furnish';
import {
	errorOf,
	itemsOf,
	until,
	type Execution,
	type Json,
	type N8nRest,
} from '../../n8n/rest/n8nRest';
import { useStand, type Stand } from '../../n8n/stand';
import { importWorkflow, workflowIn, type Settings } from './file';
import { NodeTypes } from './nodeTypes';
import { triggerMemory } from './triggerMemory';

/** Where `CHANNEL` is a parameter, Slack's channel is chosen. */
export const CHANNEL = { channelId: { __rl: true, mode: 'id', value: 'C0FEEDBACK' } };

/** A record of the service, as somebody chooses it from a list. */
export const chosen = (value: string) => ({ __rl: true, mode: 'list', value });

/** An n8n whose only way out leads to the recorders, with an account of each service that workflows send to. */
export interface Office {
	stand: Stand;
	destinations: Destinations;
	accounts: Accounts;
	types: NodeTypes;
}

interface Import {
	/** What the workflow's notes tell people to set. */
	settings?: Settings;
	/** Another one than the stand's. */
	service?: Service;
	/** Besides those of the office. */
	accounts?: Accounts;
}

/** A workflow of this package in a real n8n, as somebody has imported it and set it up. */
export class WorkflowStage {
	/** What n8n kept for the trigger when nothing had been delivered yet. */
	private atFirst?: string;

	private constructor(
		readonly office: Office,
		readonly file: string,
		readonly service: Service,
		readonly workflowId: string,
		private readonly settings: Settings,
	) {}

	static async import(office: Office, file: string, given: Import = {}): Promise<WorkflowStage> {
		const { stand, types } = office;
		const { settings = {}, service = stand.service, accounts = {} } = given;
		const { rest } = stand;
		let own = stand.credentialId;
		if (service !== stand.service)
			own = await rest.saveCredential(CREDENTIAL, CREDENTIAL_NAME, credentialFor(service));
		const account = { [CREDENTIAL]: { id: own, name: CREDENTIAL_NAME } };
		const all = { ...office.accounts, ...accounts, ...account };
		const id = await importWorkflow(rest, types, workflowIn(file), all, settings);
		return new WorkflowStage(office, file, service, id, settings);
	}

	/** Imports it once more, set up a little differently. */
	async copy(more: Settings, service = this.service): Promise<WorkflowStage> {
		const settings = { ...this.settings };
		for (const [node, values] of Object.entries(more)) {
			settings[node] = { ...settings[node], ...values };
		}
		return await WorkflowStage.import(this.office, this.file, { settings, service });
	}

	get rest(): N8nRest {
		return this.office.stand.rest;
	}

	get destinations(): Destinations {
		return this.office.destinations;
	}

	/** The node that starts it: the one of this package, or the only one. */
	get start(): string {
		const { nodes } = workflowIn(this.file);
		const own = nodes.find(({ type }) => type === TRIGGER);
		const [start, ...more] = own ? [own] : nodes.filter(({ type }) => /trigger$/i.test(type));
		if (!start || more.length > 0) throw new Error(`More than one node starts ${this.file}`);
		return start.name;
	}

	async publish(): Promise<void> {
		expect(await this.rest.publish(this.workflowId)).toBe('published');
		this.atFirst ??= await triggerMemory(this.office.stand, this.workflowId);
	}

	/** Presses "Execute workflow"; a trigger of this package gives the latest events. @returns the execution, when it is over */
	async run(start = this.start): Promise<Execution> {
		return await this.rest.run(this.workflowId, start);
	}

	async succeeds(start = this.start): Promise<void> {
		const execution = await this.run(start);
		expect([execution.status, errorOf(execution)?.message]).toEqual(['success', undefined]);
	}

	/** The same, and does not wait for the end. @returns the id of the execution */
	async begin(): Promise<string> {
		return await this.rest.begin(this.workflowId, this.start);
	}

	/** What the button "Retry" does with a failed execution. @returns the new one, when it is over */
	async retry({ id }: Pick<Execution, 'id'>): Promise<Execution> {
		return await this.rest.retry(id);
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
		return executions.flatMap((one) => itemsOf(one, this.start));
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

	/** What failed of all executions, in the words that a person reads. */
	async failures(): Promise<unknown[]> {
		return (await this.executions()).flatMap((one) => errorOf(one)?.message ?? []);
	}

	/** Ends n8n as a power cut does, and starts it again. @param meanwhile what is done while it is down */
	async crash(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
		const { n8n } = this.office.stand;
		await n8n.stop('SIGKILL');
		await meanwhile();
		await n8n.start();
	}

	/**
	 * Has n8n end as it sends a certain message.
	 *
	 * @param recorder who is told to refuse what it gets, or to have whoever sends it wait
	 * @param begin makes the events for which messages are sent
	 * @returns the execution that was under way
	 */
	async crashAt<T>(
		recorder: { refuses: (message: T) => boolean | Promise<boolean> },
		isIt: (message: T) => boolean,
		begin: () => void,
	): Promise<Execution> {
		const before = await this.executions();
		const isReached = new Promise<void>((resolve) => {
			recorder.refuses = (message) => {
				if (!isIt(message)) return false;
				resolve();
				return new Promise(() => {});
			};
		});
		begin();
		await isReached;
		await this.crash();
		recorder.refuses = () => false;
		return await this.executionAfter(before);
	}

	/** Starts n8n anew with triggers that have forgotten all that they delivered, and waits until all of that came again. */
	static async deliverAgain(stages: readonly WorkflowStage[]): Promise<void> {
		const before = await Promise.all(stages.map(async (one) => await one.delivered()));
		await stages[0]?.crash(async () => {
			for (const { office, workflowId, atFirst } of stages)
				await triggerMemory(office.stand, workflowId, atFirst);
		});
		const ids = (some: Json[]) => some.map(({ completion_id }) => completion_id).sort();
		for (const [place, one] of stages.entries()) {
			const first = before[place] ?? [];
			const events = await one.deliveries(2 * first.length);
			expect(ids(events.slice(first.length))).toEqual(ids(first));
		}
	}
}

/** One n8n and the recorders, for all tests of a describe block; nothing may be sent anywhere else. */
export function useOffice(): () => Office {
	let destinations: Destinations;
	let office: Office | undefined;
	const stand = useStand(async () => {
		destinations = await startDestinations();
		return { env: destinations.env };
	});
	beforeAll(async () => {
		const { rest } = stand();
		const accounts = await openAccounts(rest, destinations);
		office = { stand: stand(), destinations, accounts, types: await NodeTypes.of(rest) };
	});
	afterEach(() => expect(destinations.strange).toEqual([]));
	afterAll(async () => await destinations.stop());
	return () => {
		if (!office) throw new Error('n8n is not there');
		return office;
	};
}

/**
 * The same, with one imported workflow.
 *
 * @param file the workflow's name in the folder `workflows`
 */
export function useWorkflowStage(
	file: string,
	settings: (office: Office) => Settings = () => ({}),
): () => WorkflowStage {
	const office = useOffice();
	let stage: WorkflowStage | undefined;
	beforeAll(async () => {
		stage = await WorkflowStage.import(office(), file, { settings: settings(office()) });
	});
	return () => {
		if (!stage) throw new Error('The workflow is not imported');
		return stage;
	};
}
