import type { AxiosError } from 'axios';
import { errorOf, outputsOf, runsOf, until, type Execution } from '../../n8n/rest/n8nRest';
import type { Json, NodeDraft } from '../../n8n/rest/n8nRest';
import type { Refusal } from '../../n8n/rest/session';
import { START, type Stand } from '../../n8n/stand';
import { savedExecution } from './database';
import type { Machine } from './machine';
import type { Usage } from './probed';

/** What the nodes of a workflow cost, from the start of the first to the end of the last. */
export interface Cost extends Usage {
	wallMs: number;
}

export interface Measured {
	/** Put in by hand; one empty item where there are none. */
	input?: Json[];
	/** Each feeds the next. */
	nodes: NodeDraft[];
	/** How many items the last one must give. */
	items: number;
}

/** Runs a workflow once, as a person does in the editor. @throws where it fails, or gives another number of items */
export async function measure(machine: Machine, measured: Measured): Promise<Cost> {
	const { stand, probe } = machine;
	const id = await saved(stand, measured);
	await probe.begin();
	const { start, end } = windowOf(measured, await runToEnd(stand, id));
	return { wallMs: end - start, ...(await probe.usage(start, end)) };
}

/** Runs several workflows at once. @returns milliseconds from the start of the first node to the end of the last */
export async function timeTogether({ stand }: Machine, all: Measured[]): Promise<number> {
	const ids = await Promise.all(all.map(async (measured) => await saved(stand, measured)));
	const executions = await Promise.all(ids.map(async (id) => await runToEnd(stand, id)));
	const windows = executions.map((execution, place) => windowOf(all[place] as Measured, execution));
	const [starts, ends] = [windows.map(({ start }) => start), windows.map(({ end }) => end)];
	return Math.max(...ends) - Math.min(...starts);
}

/** Of several runs, the one with the median of what is named. */
export function medianOf<T extends Cost>(costs: readonly T[], by: 'wallMs' | 'cpuMs'): T {
	const sorted = [...costs].sort((a, b) => a[by] - b[by]);
	const median = sorted[Math.floor(sorted.length / 2)];
	if (!median) throw new Error('Nothing was measured');
	return median;
}

async function saved(stand: Stand, { input, nodes }: Measured): Promise<string> {
	const pinData = input ? { [START.name]: input.map((json) => ({ json })) } : {};
	return await stand.rest.saveWorkflow({ nodes: [START, ...nodes], pinData });
}

/** Looks only at the list meanwhile: an execution with its data would keep n8n busy. */
async function runToEnd(stand: Stand, workflowId: string): Promise<Saved> {
	const { rest } = stand;
	const executionId = await rest.begin(workflowId, START.name);
	await isOver(async () =>
		(await rest.executions(workflowId)).find(({ id }) => id === executionId),
	);
	return await savedExecution(stand, executionId);
}

/** Waits until an execution has ended and is saved. */
export async function isOver(
	look: () => Promise<Execution | undefined>,
	every = 200,
): Promise<void> {
	await until(
		'the end of an execution',
		async () => {
			await new Promise((resolve) => setTimeout(resolve, every));
			const { status = 'new' } = (await patiently(look)) ?? {};
			return ['success', 'error', 'crashed', 'canceled'].includes(status) || undefined;
		},
		600_000,
	);
}

/** An n8n that is blocked for seconds closes connections, and takes its database for lost: ask again. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			const isBlocked =
				(error as AxiosError).code === 'ECONNRESET' || (error as Refusal).status === 503;
			if (!isBlocked) throw error;
			await new Promise((resolve) => setTimeout(resolve, 500));
		}
	}
}

/** As the database has it, too. */
type Saved = Pick<Execution, 'data'>;

interface TaskRun {
	startTime: number;
	executionTime: number;
}

/** From the start of the first node to the end of the last, by the clock that all processes share. */
export function windowOf({ nodes, items }: Measured, execution: Saved) {
	const error = errorOf(execution);
	if (error) throw new Error(String(error.message));
	const runs = nodes.map(
		({ name }) => runsOf(execution, name)[0] as unknown as TaskRun | undefined,
	);
	const [first, last] = [runs[0], runs.at(-1)];
	const name = nodes.at(-1)?.name ?? '';
	const count = outputsOf(execution, name)[0]?.length;
	if (!first || !last || count !== items) {
		throw new Error(`${name}: ${count} items came out, and not ${items}`);
	}
	return { start: first.startTime, end: last.startTime + last.executionTime };
}
