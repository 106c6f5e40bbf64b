import cloneDeep from 'lodash/cloneDeep';
import isEqual from 'lodash/isEqual';
import { PollContext } from 'n8n-core';
import {
	UnexpectedError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { additionalData } from '../additional-data';
import type { Failure } from './database';
import { polls, type PollRecord } from './poll-record';
import type { N8nProcess } from './process';

export interface PollSetup {
	process: N8nProcess;
	workflow: Workflow;
	node: INode;
	activation: WorkflowActivateMode;
	/** A scheduled poll of the durable engine: it holds a lease, and has less time. */
	leased?: boolean;
	/** The state that was read before the poll began. */
	prefetched?: IDataObject;
}

const DURABLE_BUDGET_MS = 36_000;

/** What n8n's command line puts around a poll: where its state comes from, and where its result goes. */
export function createPollContext(setup: PollSetup): PollContext {
	const { process, workflow, node, activation, leased } = setup;
	const { budgetMs } = process.settings;
	const budget = budgetMs ?? (leased ? DURABLE_BUDGET_MS : undefined);
	return new PollContext(
		workflow,
		node,
		additionalData(process.credentials, { mode: 'trigger', workflowId: workflow.id }),
		'trigger',
		activation,
		(items) => handOver(setup, items),
		(error) => recordError(setup, error),
		async () => commitAlone(setup),
		async (poll) => {
			currentPoll().staged = stage(setup);
			return await poll();
		},
		() => currentPoll().staged?.snapshot ?? workflow.getStaticData('node', node),
		budget === undefined ? undefined : () => budget,
	);
}

function currentPoll(): PollRecord {
	const poll = polls.getStore();
	if (!poll) throw new UnexpectedError('Static data was read outside of a poll');
	return poll;
}

/** The default engine stages nothing, unless a row is left from times of the durable one. */
function stage({ process, workflow, node, prefetched }: PollSetup): PollRecord['staged'] {
	const { database, engine } = process;
	const stored =
		engine === 'default'
			? database.cursor(workflow.id, node.id)
			: (prefetched ??
				database.getOrCreateCursor(
					workflow.id,
					node.id,
					workflow.getStaticData('node', node) as IDataObject,
				));
	return stored === null ? undefined : { snapshot: cloneDeep(stored), seed: stored };
}

/** What the poll staged, if it is something new. */
function takeStaged({ staged }: PollRecord): IDataObject | undefined {
	if (!staged || isEqual(staged.snapshot, staged.seed)) return undefined;
	staged.seed = cloneDeep(staged.snapshot);
	return staged.seed;
}

/** State, then execution. Only the durable engine writes cursor and execution together. */
function handOver(setup: PollSetup, items: INodeExecutionData[][]) {
	const { process, workflow, node } = setup;
	if (process.diesAt('after poll')) return;
	const poll = currentPoll();
	const cursor = takeStaged(poll);
	process.saveStaticData(workflow);
	if (process.engine === 'durable' && process.diesAt('between state and execution')) return;

	const refused = cursor && commit(setup, cursor);
	if (refused) {
		poll.outcome.result = refused;
		return;
	}
	if (process.diesAt('between state and execution')) return;
	const startedAt = (process.settings.now ?? Date.now)();
	process.database.addExecution({
		workflowId: workflow.id,
		nodeId: node.id,
		status: 'success',
		startedAt,
		items,
	});
	poll.outcome.result = 'events';
	process.diesAt('after execution');
}

/** A failed poll is an execution too. Its state is not saved, in neither engine. */
function recordError({ process, workflow, node }: PollSetup, error: Error) {
	if (process.diesAt('after poll')) return;
	process.database.addExecution({
		workflowId: workflow.id,
		nodeId: node.id,
		status: 'error',
		startedAt: (process.settings.now ?? Date.now)(),
		items: [],
		error: describe(error),
	});
	currentPoll().outcome.result = 'error';
	process.diesAt('after execution');
}

/** After a scheduled poll without events. */
function commitAlone(setup: PollSetup) {
	if (setup.process.diesAt('after poll')) return;
	const poll = currentPoll();
	const cursor = takeStaged(poll);
	poll.outcome.result = (cursor && commit(setup, cursor)) ?? 'nothing';
	setup.process.diesAt('after execution');
}

/** Why the cursor could not be written: the lease is lost, or there is no row. */
function commit({ process, workflow, node, leased }: PollSetup, cursor: IDataObject) {
	if (leased && currentPoll().fenceLost) return 'fenced';
	return process.database.advanceCursor(workflow.id, node.id, cursor) ? undefined : 'discarded';
}

function describe(error: Error): Failure {
	const { name, message, description, failure } = error as Failure;
	return structuredClone({ name, message, description, failure });
}
