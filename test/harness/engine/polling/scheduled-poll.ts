import { commitStagedCursor, runPollInStagingScope } from 'n8n-core';
import { OperationalError, type IDataObject } from 'n8n-workflow';
import { backoffAfter, type Backoff } from './backoff';
import { createPollContext } from './poll-context';
import type { PollRecord } from './poll-record';
import type { N8nProcess } from './process';

export interface ScheduledPoll {
	workflowId: string;
	nodeId: string;
	/** Handed to the poll instead of the row's: a state that was read too early. */
	cursor?: IDataObject;
	/** The poll outlives its limit, so that its result is thrown away. */
	abandon?: boolean;
}

/** A scheduled poll of the durable engine: workflow, context and state are read anew for each. */
export async function runScheduledPoll(
	process: N8nProcess,
	poll: ScheduledPoll,
	record: PollRecord,
): Promise<void> {
	const { workflowId, nodeId } = poll;
	const { database, pollers } = process;
	const { outcome } = record;
	const now = process.settings.now ?? Date.now;
	const workflow = process.buildWorkflow(workflowId);
	const node = Object.values(workflow.nodes).find(({ id }) => id === nodeId);
	if (!node || node.disabled) throw new OperationalError(`Workflow ${workflowId} has no ${nodeId}`);
	const prefetched = poll.cursor ? structuredClone(poll.cursor) : undefined;
	const context = createPollContext({
		process,
		workflow,
		node,
		activation: 'update',
		leased: true,
		prefetched: prefetched ?? database.cursor(workflowId, nodeId) ?? undefined,
	});
	const isActive = () => database.isActive(workflowId);
	const failed = (error: unknown): Backoff | undefined => {
		const row = database.cursorRow(workflowId, nodeId);
		if (!row || !process.alive || !isActive()) return undefined;
		row.consecutiveErrors += 1;
		return backoffAfter(error, row.consecutiveErrors, now());
	};

	await runPollInStagingScope(context, async () => {
		await workflow.expression.acquireIsolate();
		let polled = false;
		try {
			const running = pollers.runPollFunction(workflow, node, context);
			if (poll.abandon) {
				await running.catch(() => {});
				outcome.result = 'abandoned';
				outcome.backoff = failed(new PollTimeoutError());
				return;
			}
			const items = await running;
			polled = true;
			const row = database.cursorRow(workflowId, nodeId);
			if (row && process.alive) row.consecutiveErrors = 0;
			// Nothing was handed over and nothing committed until one of the two says otherwise.
			if (!isActive()) return;
			if (items !== null) context.__emit(items);
			else await commitStagedCursor(context);
		} catch (error) {
			if (!polled) outcome.backoff = failed(error);
			context.__emitError(error as Error);
		} finally {
			await workflow.expression.releaseIsolate();
		}
	});
}

/** What n8n records when a poll outlives its limit. */
class PollTimeoutError extends OperationalError {
	readonly failure = { cause: 'temporarily-unavailable' };

	constructor() {
		super('Poll exceeded its timeout and was abandoned');
	}
}
