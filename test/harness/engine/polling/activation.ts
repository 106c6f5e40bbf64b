import isEqual from 'lodash/isEqual';
import pick from 'lodash/pick';
import {
	UnexpectedError,
	type INode,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { additionalData } from '../additional-data';
import { createPollContext } from './poll-context';
import { polls, type CrashPoint, type PollOutcome, type PollRecord } from './poll-record';
import type { N8nProcess } from './process';

const TRIES = 5;
const WHAT_COUNTS = ['name', 'type', 'typeVersion', 'webhookId', 'credentials', 'parameters'];

export interface Publication {
	workflowId: string;
	state: 'published' | 'failed' | 'crashed';
	/** n8n's `WorkflowActivationError`; the node's own error is in `polls`. */
	error?: Error;
	/** What each activation poll gave, by node id; nothing where none ran. */
	polls: Record<string, PollOutcome>;
}

/**
 * Activates some of a workflow's nodes, side by side, on one Workflow object. Static data is saved at
 * the end, whatever became of them, as n8n's publication does.
 */
export async function activate(
	process: N8nProcess,
	workflowId: string,
	nodeIds: string[],
	mode: WorkflowActivateMode,
	crash?: CrashPoint,
): Promise<Publication> {
	const { database } = process;
	const workflow = process.buildWorkflow(workflowId);
	const publication: Publication = { workflowId, state: 'published', polls: {} };
	const failed = new Set(database.workflow(workflowId).failed);

	const one = async (nodeId: string) => {
		const record: PollRecord = { crash, outcome: { result: 'nothing' } };
		publication.polls[nodeId] = record.outcome;
		try {
			await polls.run(record, async () => await tryAgain(process, workflow, nodeId, mode));
			failed.delete(nodeId);
		} catch (error) {
			failed.add(nodeId);
			publication.error ??= error as Error;
			record.outcome.result = 'error';
		}
	};
	await workflow.expression.acquireIsolate();
	await process.unlessItEnds(Promise.all(nodeIds.map(one)));
	await workflow.expression.releaseIsolate();

	// After a poll without events, this is where the process dies before it saved anything.
	if (crash === 'after poll' || crash === 'between state and execution') process.end();
	process.saveStaticData(workflow);
	if (process.alive) database.workflow(workflowId).failed = [...failed];
	if (crash === 'after execution') process.end();
	if (failed.size > 0) publication.state = 'failed';
	if (!process.alive) publication.state = 'crashed';
	return publication;
}

async function tryAgain(
	process: N8nProcess,
	workflow: Workflow,
	nodeId: string,
	mode: WorkflowActivateMode,
): Promise<void> {
	const noTriggers = () => {
		throw new UnexpectedError('Only polling triggers are run here');
	};
	for (let attempt = 1; ; attempt++) {
		try {
			await process.triggers.addTriggers(
				workflow.id,
				workflow,
				[nodeId],
				additionalData(process.credentials, { mode: 'trigger', workflowId: workflow.id }),
				'trigger',
				mode,
				noTriggers,
				(_workflow, node) => createPollContext({ process, workflow, node, activation: mode }),
			);
			return;
		} catch (error) {
			if (attempt === TRIES || !process.alive) throw error;
			await process.settings.pause(1000 * 2 ** (attempt - 1));
		}
	}
}

/** Stops the polls of some nodes; what they are doing is discarded. */
export async function deactivate(process: N8nProcess, workflowId: string, nodeIds: string[]) {
	await process.triggers.removeTriggers(workflowId, new Set(nodeIds));
	for (const nodeId of nodeIds) process.database.removeJob(workflowId, nodeId);
}

export function pollNodes(process: N8nProcess, nodes: INode[]): INode[] {
	return nodes.filter(
		({ type, typeVersion, disabled }) =>
			!disabled && process.nodeTypes.getByNameAndVersion(type, typeVersion).poll,
	);
}

/** Which nodes a new version stops and starts: those that are unchanged keep running as they are. */
export function difference(before: INode[], after: INode[]) {
	const same = (node: INode, others: INode[]) =>
		others.some(
			(other) => other.id === node.id && isEqual(pick(other, WHAT_COUNTS), pick(node, WHAT_COUNTS)),
		);
	return {
		stop: before.filter((node) => !same(node, after)).map(({ id }) => id),
		start: after.filter((node) => !same(node, before)).map(({ id }) => id),
	};
}
