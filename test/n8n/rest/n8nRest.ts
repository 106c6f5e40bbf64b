import { parse as parseFlatted } from 'flatted';
import { omit } from 'lodash';
import { RestSession } from './session';

export type Json = Record<string, unknown>;

/** A node as a workflow is saved with it; what is left out is as the editor fills it in. */
export interface NodeDraft {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: Json;
	credentials?: Json;
	[setting: string]: unknown;
}

export interface WorkflowDraft {
	name?: string;
	/** Each feeds the next one, unless `connections` says otherwise. */
	nodes: NodeDraft[];
	connections?: Json;
	settings?: Json;
	/** Items that a node gives instead of being run, by its name. */
	pinData?: Json;
}

export interface Execution {
	id: string;
	status: string;
	finished: boolean;
	mode: string;
	data: Json;
}

/** What people do in the editor, as the calls that it makes. */
export class N8nRest extends RestSession {
	async saveCredential(type: string, name: string, data: Json): Promise<string> {
		const { id } = await this.call<{ id: string }>('POST', '/rest/credentials', {
			name,
			type,
			data,
		});
		return id;
	}

	async changeCredential(id: string, type: string, name: string, data: Json): Promise<void> {
		await this.call('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	/** @returns what a person sees after saving a credential */
	async testCredential(
		type: string,
		data: Json,
		id = '',
	): Promise<{ status: string; message: string }> {
		const credentials = { id, name: 'Test', type, data };
		return await this.call('POST', '/rest/credentials/test', { credentials });
	}

	/** @returns the workflow's id */
	async saveWorkflow({ name = 'Test', nodes, ...others }: WorkflowDraft): Promise<string> {
		// The editor makes the tags of a file by name, and takes no ID from it; this call wants IDs of tags.
		const rest = omit(others, 'tags', 'id');
		const complete = nodes.map((node, place) => ({
			id: `node-${place}`,
			typeVersion: 1,
			position: [220 * place, 0],
			parameters: {},
			...node,
		}));
		const { id } = await this.call<{ id: string }>('POST', '/rest/workflows', {
			name,
			connections: inARow(nodes),
			settings: { executionOrder: 'v1' },
			active: false,
			pinData: {},
			...rest,
			nodes: complete,
		});
		return id;
	}

	async workflow(id: string): Promise<Json> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	/** Runs a saved workflow from a trigger, as the button in the editor does. @returns the execution, when it is over */
	async run(id: string, triggerName: string): Promise<Execution> {
		return await this.finished(await this.begin(id, triggerName));
	}

	/** The same, but does not wait for the end: the workflow may wait for somebody. @returns the execution's id */
	async begin(id: string, triggerName: string): Promise<string> {
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${id}/run`,
			// Older versions want the workflow as well; newer ones take the saved one.
			{ triggerToStartFrom: { name: triggerName }, workflowData: await this.workflow(id) },
		);
		return executionId;
	}

	/**
	 * What the button "Retry" does with a failed execution.
	 *
	 * @param loadWorkflow whether with the workflow as it is saved now, or as it was then
	 * @returns the new one, when it is over
	 */
	async retry(executionId: string, loadWorkflow = true): Promise<Execution> {
		return await this.finished(await this.beginRetry(executionId, loadWorkflow));
	}

	/** Asks n8n to retry; it answers when the retry is over. Where n8n keeps no execution that succeeded, nothing else tells of it. */
	async requestRetry(executionId: string, loadWorkflow = true): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/retry`, { loadWorkflow });
	}

	/** The same, but does not wait for the end. @returns the new execution's id, where n8n keeps it */
	async beginRetry(executionId: string, loadWorkflow = true): Promise<string> {
		const retries = async () => {
			const filter = encodeURIComponent(JSON.stringify({ retryOf: executionId }));
			const path = `/rest/executions?filter=${filter}&limit=100`;
			const { results } = await this.call<{ results: Execution[] }>('GET', path);
			return results.map(({ id }) => id);
		};
		const before = await retries();
		// In queue mode n8n was seen not to answer at all.
		const refusal = this.requestRetry(executionId, loadWorkflow).then(() => undefined);
		const begun = until('the retry to begin', async () =>
			(await retries()).find((id) => !before.includes(id)),
		);
		return (await Promise.race([begun, refusal])) ?? (await begun);
	}

	async finished(executionId: string, withinMs?: number): Promise<Execution> {
		const look = async () => {
			const execution = await this.execution(executionId);
			const { status, data } = execution;
			if (['crashed', 'canceled'].includes(status)) return execution;
			// n8n 1.123 writes the end of an execution first, and then what came of it.
			return ['success', 'error'].includes(status) && data ? execution : undefined;
		};
		return await until(`execution ${executionId} to end`, look, withinMs);
	}

	async execution(executionId: string): Promise<Execution> {
		const answer = await this.call<Execution & { data: unknown }>(
			'GET',
			`/rest/executions/${executionId}`,
		);
		const { data } = answer;
		return { ...answer, data: (typeof data === 'string' ? parseFlatted(data) : data) as Json };
	}

	/** The executions of a workflow, oldest first, without their data. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Execution[] }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=100`,
		);
		return results.reverse();
	}

	/** Publishes a workflow and waits until n8n says whether that worked. @returns `published` or `failed` */
	async publish(id: string): Promise<string> {
		const { versionId } = await this.workflow(id);
		await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
		return await this.publicationOf(id);
	}

	async publicationOf(id: string, ends = ['published', 'failed']): Promise<string> {
		const path = `/rest/workflows/${id}/publication-status`;
		return await until(`the publication of ${id}`, async () => {
			const answer = await this.raw('GET', path);
			// Older versions have activated it when they answer, and have no such address.
			if (answer.status === 404) return (await this.workflow(id)).active ? 'published' : 'failed';
			const { status } = (answer.data as { data: { status: string } }).data;
			return ends.includes(status) ? status : undefined;
		});
	}

	/** Unpublishes a workflow and waits for it: until then its webhooks are in the way of another's. */
	async unpublish(id: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`, {});
		await this.publicationOf(id, ['not_published', 'failed', 'partial']);
	}
}

export interface Item {
	json: Json;
	pairedItem?: unknown;
}

/** The items that a node gave in its last run, for each of its outputs. */
export function outputsOf(
	execution: Pick<Execution, 'data'>,
	node: string,
	type = 'main',
): Item[][] {
	const last = runsOf(execution, node).at(-1);
	return (last?.data?.[type] ?? []).map((items) => items ?? []);
}

/** The records that a node gave at its first output. */
export const itemsOf = (execution: Pick<Execution, 'data'>, node: string): Json[] =>
	(outputsOf(execution, node)[0] ?? []).map(({ json }) => json);

/** The error that the editor shows of a failed execution. */
export function errorOf({ data }: Pick<Execution, 'data'>): Json | undefined {
	return resultOf(data).error;
}

/** One run of a node: what it gave, and what the editor shows beside it. */
interface NodeRun {
	data?: Record<string, Array<Item[] | null>>;
	hints?: Json[];
}

/** The runs of a node. */
export function runsOf({ data }: Pick<Execution, 'data'>, node: string): NodeRun[] {
	return resultOf(data).runData[node] ?? [];
}

interface Result {
	runData: Record<string, NodeRun[]>;
	error?: Json;
}

const resultOf = (data: Json) => data.resultData as Result;

/** Asks again until there is an answer. */
export async function until<T>(
	what: string,
	ask: () => Promise<T | undefined>,
	withinMs = 120_000,
): Promise<T> {
	const last = Date.now() + withinMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > last) throw new Error(`Waited in vain for ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

function inARow(nodes: readonly NodeDraft[]): Json {
	const connections: Json = {};
	nodes.slice(1).forEach(({ name }, place) => {
		const from = nodes[place];
		if (from) connections[from.name] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return connections;
}
