import { CREDENTIAL, EVERYTHING, TRIGGER, TRIGGER_NAME } from '../harness/support/names';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import {
	itemsOf,
	until,
	type Execution,
	type Json,
	type N8nRest,
	type NodeDraft,
} from './rest/n8nRest';
import { DURABLE } from './servers/n8n';
import { everySeconds, useStand, type Stand } from './stand';

/** n8n's two poll engines, and the settings that choose them. */
export const DEFAULT_ENGINE = { engine: 'default', env: {} } as const;
export const DURABLE_ENGINE = {
	engine: 'durable',
	// Its scheduler looks every five seconds for what is due, which would only make the suite slower.
	env: { ...DURABLE, N8N_SCHEDULER_EXECUTOR_INTERVAL: '1' },
} as const;
export const ENGINE_SETTINGS = [DEFAULT_ENGINE, DURABLE_ENGINE] as const;

export const NEXT_NAME = 'What follows';

export interface Failure {
	message: string;
	description?: string;
}

/** A workflow of the trigger and a node that does nothing, and the people whose completions come through it. */
export class TriggerStage {
	/** Whoever completed since it was published, in that order: all of them, each once, are to arrive. */
	private readonly due: string[] = [];
	private readonly over = new Map<string, Execution>();

	private constructor(
		readonly stand: Stand,
		readonly workflowId: string,
		readonly surveyId: string,
	) {}

	/** @param own what the trigger's node has besides, such as another type */
	static async set(stand: Stand, own: Partial<NodeDraft> = {}): Promise<TriggerStage> {
		const { service, rest } = stand;
		const { id } = service.world.createSurvey({ name: 'Moving in' });
		for (const name of ['Old', 'Older', 'Oldest']) {
			service.world.interview({ surveyId: id }, { name, score: 5 });
		}
		const workflowId = await rest.saveWorkflow({ nodes: nodes(stand, own) });
		const stage = new TriggerStage(stand, workflowId, id);
		await stage.publish();
		return stage;
	}

	/** Somebody completes an interview. @returns the respondent's id */
	async complete(name: string, surveyId = this.surveyId): Promise<string> {
		const { world, clock } = this.stand.service;
		const last = clock.now();
		// Those who complete in the same millisecond come in any order.
		await until('the next millisecond', async () => clock.now() > last || undefined);
		const answers = { name, score: 9, messages: [`I am ${name}.`] };
		const { id } = world.interview({ surveyId }, answers);
		this.due.push(id);
		return id;
	}

	/** Somebody completes the first interview of a survey that is made for it. */
	async completeNewSurvey(name: string): Promise<string> {
		const { id } = this.stand.service.world.createSurvey({ name: `For ${name}` });
		return await this.complete(name, id);
	}

	async publish(): Promise<void> {
		expect(await this.stand.rest.publish(this.workflowId)).toBe('published');
	}

	/** Saves the workflow with other parameters of the trigger; published is still the version before. */
	async change(parameters: Json): Promise<void> {
		const { rest } = this.stand;
		const { nodes, versionId } = (await rest.workflow(this.workflowId)) as Json & {
			nodes: Array<{ name: string; parameters: Json }>;
		};
		const changed = nodes.map((node) =>
			node.name === TRIGGER_NAME
				? { ...node, parameters: { ...node.parameters, ...parameters } }
				: node,
		);
		const path = `/rest/workflows/${this.workflowId}`;
		await rest.call('PATCH', path, { nodes: changed, versionId });
	}

	/** Waits until it does not poll any more. */
	async unpublish(): Promise<void> {
		const { rest } = this.stand;
		await rest.unpublish(this.workflowId);
		await until('the end of the publication', async () => {
			const { status } = await publicationOf(rest, this.workflowId);
			return status === 'not_published' || undefined;
		});
	}

	async setToken(token: string): Promise<void> {
		const { rest, service, credentialId } = this.stand;
		const data = { ...credentialFor(service), token };
		await rest.changeCredential(credentialId, CREDENTIAL, CREDENTIAL_NAME, data);
	}

	/** Waits for so many polls, while the service is well. */
	async polls(count: number): Promise<void> {
		const { service } = this.stand;
		const asked = () => service.requests({ operation: 'survey.getAll', status: 200 }).length;
		const last = asked() + count;
		await until(`${count} polls`, async () => asked() >= last || undefined);
	}

	/** Waits for so many more polls, while the token is refused. */
	async refusedPolls(count: number): Promise<void> {
		const { service } = this.stand;
		const refused = () => service.requests({ status: 401 }).length;
		const last = refused() + count;
		await until(`${count} refused polls`, async () => refused() >= last || undefined);
	}

	/** Waits until all have arrived, and for polls that might bring somebody again. @returns the events */
	async allArrive(): Promise<Json[]> {
		const everybody = async () => (await this.events()).length >= this.due.length || undefined;
		// When it is in vain, the comparison says more.
		if (await until('everybody to arrive', everybody).catch(() => false)) await this.polls(2);
		const events = await this.events();
		expect(events.map(({ id }) => id)).toEqual(this.due);
		return events;
	}

	/** What went through the workflow in executions that the trigger started, in that order. */
	async events(): Promise<Json[]> {
		return (await this.executions()).flatMap((execution) => itemsOf(execution, NEXT_NAME));
	}

	/** The executions that came of polls and are over, oldest first. */
	async executions(): Promise<Execution[]> {
		const { rest } = this.stand;
		for (const { id, mode, status } of await rest.executions(this.workflowId)) {
			if (mode !== 'trigger' || this.over.has(id) || status === 'new' || status === 'running')
				continue;
			this.over.set(id, await rest.execution(id));
		}
		return [...this.over.values()].sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** What a person reads of the polls that failed. */
	async failures(): Promise<Failure[]> {
		const executions = await this.executions();
		return executions.flatMap(({ status, data }) =>
			status === 'error' ? [(data.resultData as { error: Failure }).error] : [],
		);
	}

	/** Waits for a poll that fails after those that have failed before. */
	async failureAfter(before: readonly Failure[]): Promise<Failure> {
		return await until('a poll that fails', async () => (await this.failures())[before.length]);
	}

	/** Fetches a test event, and runs up to the node that follows when that is named. */
	async fetchTestEvent(destination?: string): Promise<Json[]> {
		const { rest } = this.stand;
		if (destination === undefined) {
			return itemsOf(await rest.run(this.workflowId, TRIGGER_NAME), NEXT_NAME);
		}
		const destinationNode = { nodeName: destination, mode: 'inclusive' };
		const { executionId } = await rest.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${this.workflowId}/run`,
			{ destinationNode },
		);
		return itemsOf(await rest.finished(executionId), destination);
	}
}

/** The trigger, which polls every three seconds, and a node that does nothing. */
export function nodes(stand: Stand, own: Partial<NodeDraft> = {}): NodeDraft[] {
	const polled = { ...EVERYTHING, pollTimes: everySeconds(3) };
	return [
		stand.trigger(polled, { name: TRIGGER_NAME, type: TRIGGER, ...own }),
		{ name: NEXT_NAME, type: 'n8n-nodes-base.noOp' },
	];
}

export interface Publication {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

export async function publicationOf(rest: N8nRest, workflowId: string): Promise<Publication> {
	return await rest.call('GET', `/rest/workflows/${workflowId}/publication-status`);
}

/** One n8n, one workflow and one crowd for all tests of a describe block. */
export function useTriggerStage(env: Record<string, string>): () => TriggerStage {
	const stand = useStand({ env });
	let stage: TriggerStage | undefined;
	beforeAll(async () => {
		stage = await TriggerStage.set(stand());
	});
	return () => {
		if (!stage) throw new Error('The stage is not set');
		return stage;
	};
}
