/** Runs an operation for all input items. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Session, SessionLimits } from '../http/session';
import { openSessions } from '../http/sessions';
import { processInOrder, mapWithPauses, Pauses } from '../http/timing';
import { readOptions } from '../input/options';
import { FieldChecker } from '../input/fieldChecker';
import { isTool, parameterReader } from '../input/parameters';
import { InputError } from '../input/problem';
import { findOperation } from '../operations';
import { RUN_OPTIONS } from '../operations/nodeFields';
import { type Operation, concurrencyField } from '../operations/operation';
import {
	canceledError,
	failureOf,
	giveHints,
	itemOutput,
	itemRefusal,
	refuseAll,
	type Result,
	withReport,
} from './itemResult';
import { sentencesOf } from './remarks';
import { runAsTool } from './toolAnswer';

type Kind = Operation['kind'];
type Runner<K extends Kind> = (
	context: IExecuteFunctions,
	operation: Extract<Operation, { kind: K }>,
) => Promise<INodeExecutionData[]>;

/** Runs the operation that the node's parameters name, with the runner of its kind. */
export async function runChosen(
	context: IExecuteFunctions,
	runners: { [K in Kind]: Runner<K> },
): Promise<INodeExecutionData[]> {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = findOperation(resource, name);
	if (operation) {
		// The compiler cannot see that the entry and the runner are of the same kind.
		const runner = runners[operation.kind] as Runner<Kind>;
		const run = async () => await runner(context, operation);
		return isTool(context) ? await runAsTool(context, operation, resource, run) : await run();
	}
	const error = `Operation "${name}" of resource "${resource}" does not exist in this version of the node: choose one from the list.`;
	return refuseAll(context, new InputError(error));
}

export interface Run {
	session: Session;
	checker: FieldChecker;
}

export interface ItemSteps<Request> {
	/** Reads and checks the parameters of an item. Nothing is sent before all items have passed. */
	read(item: number): Request;
	/** Adds what the service must be asked for. Nothing is written before all items have passed. */
	complete?(request: Request, item: number): Promise<Request>;
	/** Keys of a request; items that share one go one after the other. */
	inTurnKeysOf?(request: Request): readonly string[];
	/** Sends what the item asks for. A failure is a result, even if it is thrown. */
	work(request: Request, item: number): Promise<Result>;
}

/**
 * Runs an operation for every input item; the output keeps their order.
 *
 * @param start called once for each credential, with what its items share
 * @throws {NodeOperationError | SurveyInterviewError} unless the node continues on fail; it says for each item
 *   whether it is done, may have been done, or was not started
 */
export async function runItems<Request>(
	context: IExecuteFunctions,
	operation: Operation,
	start: (run: Run) => ItemSteps<Request>,
): Promise<INodeExecutionData[]> {
	const continueOnFail = context.continueOnFail();
	const count = context.getInputData().length;
	let ready;
	try {
		const checker = new FieldChecker(context.getTimezone());
		const { concurrency, ...limits } = readRunOptions(context, operation, checker);
		const sessions = await openSessions(context, limits);
		const stepsOfFirst = start({ session: sessions.session, checker });
		ready = { ...sessions, stepsOfFirst, checker, concurrency };
	} catch (error) {
		return refuseAll(context, error);
	}
	const { concurrency, session, sessionOf, stepsOfFirst, checker } = ready;
	/** The steps of items whose credential is not the first item's. */
	const otherSteps = new Map<number, ItemSteps<Request>>();
	const stepsOf = (item: number) => otherSteps.get(item) ?? stepsOfFirst;
	const requests: Request[] = [];
	const results: Array<Result | undefined> = Array.from({ length: count });
	const isCanceled = () => session.signal?.aborted === true;

	/** Prepares an item, unless it was refused; an error refuses it. Resolves to whether the next items may follow. */
	const prepare = async (item: number, work: () => Promise<void>) => {
		if (results[item] !== undefined) return true;
		try {
			await work();
			return true;
		} catch (error) {
			results[item] = { status: 'failed', error: itemRefusal(context, error, item) };
			return continueOnFail;
		}
	};
	/** If an item was refused, nothing is sent, unless the node continues on fail. */
	const stopIfRefused = () => {
		const refused = results.find((result) => result !== undefined);
		if (!continueOnFail && refused && refused.status !== 'done') throw refused.error;
	};
	const stepsOfSession = new Map([[session, stepsOfFirst]]);
	const pauses = new Pauses();
	const read = async (item: number) => {
		if (pauses.isDue && (await pauses.takeIfDue()) && isCanceled()) return false;
		return await prepare(item, async () => {
			if (sessionOf && item > 0) {
				const itemSession = await sessionOf(item);
				const steps = stepsOfSession.get(itemSession) ?? start({ session: itemSession, checker });
				stepsOfSession.set(itemSession, steps);
				otherSteps.set(item, steps);
			}
			requests[item] = stepsOf(item).read(item);
		});
	};
	const complete = async (item: number) =>
		await prepare(item, async () => {
			const steps = stepsOf(item);
			if (steps.complete) requests[item] = await steps.complete(requests[item] as Request, item);
		});
	await processInOrder(count, 1, read);
	if (isCanceled()) throw canceledError(context);
	stopIfRefused();

	const isRead = !('retry' in operation) || operation.retry === 'read';
	const retryClass = isRead ? 'read' : 'irreversible';
	const workOn = async (item: number) => {
		if (results[item] !== undefined) return true;
		if (isCanceled()) return false;
		const pending = stepsOf(item).work(requests[item] as Request, item);
		const result = await pending.catch((error: unknown) =>
			failureOf(session, { retryClass }, error),
		);
		results[item] = result;
		// An item that an earlier try left open (it may be done) does not keep the other items from being done now.
		const isOfTryBefore = result.status === 'maybeDone' && result.isOfTryBefore;
		return continueOnFail || result.status === 'done' || isOfTryBefore === true;
	};
	const turnsOfItem = (item: number) =>
		results[item] === undefined
			? (stepsOf(item).inTurnKeysOf?.(requests[item] as Request) ?? [])
			: [];
	if (stepsOfFirst.complete) await processInOrder(count, concurrency, complete);
	stopIfRefused();
	await processInOrder(count, concurrency, workOn, turnsOfItem);
	// Where the run stopped, or -1. If an item waited for its turn when another failed, the failure says more than it.
	const failed = results.findIndex((result) => result !== undefined && result.status !== 'done');
	const unstarted = results.indexOf(undefined);
	const stopped = continueOnFail || failed === -1 ? unstarted : failed;
	if (stopped !== -1) {
		const error = withReport(context, results, stopped);
		if (isCanceled()) logCanceled(context, operation, error.description);
		throw error;
	}
	giveHints(context, sentencesOf(session, operation, results, context.getInputData()));
	return (await mapWithPauses(results, (result, item) => itemOutput(context, result, item))).flat();
}

interface RunOptions {
	maxWait: number;
	timeout: number;
	concurrency?: number;
}

/** Reads the options of every operation; those of the first item count, because all items share a session. */
export function readRunOptions(
	context: IExecuteFunctions,
	operation: Operation,
	checker: FieldChecker,
): SessionLimits & { concurrency: number } {
	const options = parameterReader(context)(0)('options', {});
	const field = concurrencyField(operation);
	const fields = [...RUN_OPTIONS, ...(field ? [field] : [])];
	const { maxWait, timeout, concurrency = 1 } = readOptions<RunOptions>(fields, options, checker);
	return { maxWaitMs: maxWait * 1000, timeoutMs: timeout * 1000, concurrency };
}

/** Tells n8n's log of a canceled run, which has no other report: n8n saves the execution before the node ends. */
export function logCanceled(
	context: IExecuteFunctions,
	{ name }: Operation,
	report: string | null | undefined,
): void {
	const { id: workflowId } = context.getWorkflow();
	const line = `${name} was canceled. ${report ?? ''}`;
	context.logger.info(line, { workflowId, executionId: context.getExecutionId() });
}
