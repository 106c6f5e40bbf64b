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
	/** `true` throws the result away when the poll ends; a promise, when it settles first. */
	abandon?: true | Promise<unknown>;
	respectBackoff?: boolean;
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
	const state = database.cursorRow(workflowId, nodeId);
	if (poll.respectBackoff && state && state.backoffUntil > now()) {
		outcome.result = 'backing off';
		return;
	}
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
		const backoff = backoffAfter(error, row.consecutiveErrors, now());
		row.backoffUntil = Math.max(row.backoffUntil, now() + backoff.delayMs);
		return backoff;
	};

	await runPollInStagingScope(context, async () => {
		await workflow.expression.acquireIsolate();
		let polled = false;
		try {
			const running = pollers.runPollFunction(workflow, node, context);
			const items = await withDeadline(running, poll.abandon);
			if (items === ABANDONED) {
				outcome.result = 'abandoned';
				outcome.backoff = failed(new PollTimeoutError());
				return;
			}
			polled = true;
			const row = database.cursorRow(workflowId, nodeId);
			if (row && process.alive) Object.assign(row, { consecutiveErrors: 0, backoffUntil: 0 });
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

const ABANDONED = Symbol('abandoned');

async function withDeadline<T>(
	running: Promise<T>,
	abandon: ScheduledPoll['abandon'],
): Promise<T | typeof ABANDONED> {
	if (!abandon) return await running;
	const deadline = abandon === true ? running : abandon;
	const abandoned = deadline.then(
		(): typeof ABANDONED => ABANDONED,
		(): typeof ABANDONED => ABANDONED,
	);
	running.catch(() => {});
	return await (abandon === true ? abandoned : Promise.race([running, abandoned]));
}

/** What n8n records when a poll outlives its limit. */
class PollTimeoutError extends OperationalError {
	readonly failure = { cause: 'temporarily-unavailable' };

	constructor() {
		super('Poll exceeded its timeout and was abandoned');
	}
}
