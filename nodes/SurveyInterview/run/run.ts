/** Runs an operation for all input items, and says meanwhile how far it is. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openSessions, type Session, type SessionLimits } from '../http/session';
import { inOrder, mapInTurns, pause } from '../http/timing';
import { readOptions } from '../input/options';
import { FieldChecker } from '../input/fieldChecker';
import { isTool, parametersOf } from '../input/parameters';
import { InputError } from '../input/problem';
import { findOperation, RESOURCES } from '../operations';
import { RUN_OPTIONS } from '../fields/nodeFields';
import { type Operation, concurrencyField } from '../operations/operation';
import { counted } from '../records/scalars';
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
import { effectOf, sentencesOf } from './remarks';
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

interface ItemSteps<Request> {
	/** Reads and checks the parameters of an item. Nothing is sent before all items have passed. */
	read: (item: number) => Request;
	/** Adds what the service must be asked for. Nothing is written before all items have passed. */
	complete?: (request: Request, item: number) => Promise<Request>;
	/** Keys of a request; items that share one go one after the other. */
	turnsOf?: (request: Request) => readonly string[];
	/** Sends what the item asks for. A failure is a result, even if it is thrown. */
	work: (request: Request, item: number) => Promise<Result>;
}

/**
 * Runs an operation for every input item; the output keeps their order.
 *
 * @param start called once, with what all items share
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
		const options = readRunOptions(context, operation, checker);
		const { session, sessionOf } = await openSessions(context, options);
		const steps = start({ session, checker });
		ready = { session, sessionOf, steps, checker, concurrency: options.concurrency };
	} catch (error) {
		return refuseAll(context, error);
	}
	const { concurrency, session, sessionOf, steps, checker } = ready;
	const results: Array<Result | undefined> = Array.from({ length: count });
	const refuse = (item: number, error: unknown) => {
		results[item] = { status: 'failed', error: itemRefusal(context, error, item) };
	};
	/** If an item was refused, nothing is sent, unless the node continues on fail. */
	const stopIfRefused = () => {
		const refused = results.find((result) => result !== undefined);
		if (!continueOnFail && refused && refused.status !== 'done') throw refused.error;
	};
	const isCanceled = () => session.signal?.aborted === true;
	const stepsOfSession = new Map([[session, steps]]);
	const ownSteps: Array<ItemSteps<Request>> = [];
	for (let item = 1; sessionOf && item < count && !isCanceled(); item++) {
		try {
			const own = await sessionOf(item);
			const stepsOfOwn = stepsOfSession.get(own) ?? start({ session: own, checker });
			stepsOfSession.set(own, stepsOfOwn);
			ownSteps[item] = stepsOfOwn;
		} catch (error) {
			refuse(item, error);
		}
	}
	const stepsOf = (item: number) => ownSteps[item] ?? steps;
	const readOne = (refused: Result | undefined, item: number) => {
		if (refused) return undefined;
		try {
			return stepsOf(item).read(item);
		} catch (error) {
			return refuse(item, error);
		}
	};
	const requests = await mapInTurns([...results], readOne, () => !isCanceled());
	if (isCanceled()) throw canceledError(context);
	stopIfRefused();
	const completeOne = async (item: number) => {
		const { complete } = stepsOf(item);
		if (results[item] !== undefined || !complete) return true;
		try {
			requests[item] = await complete(requests[item] as Request, item);
			return true;
		} catch (error) {
			refuse(item, error);
			return continueOnFail;
		}
	};
	const isRead = !('retry' in operation) || operation.retry === 'read';
	const retryClass = isRead ? 'read' : 'irreversible';
	const workOn = async (item: number) => {
		if (results[item] !== undefined) return true;
		if (isCanceled()) return false;
		const working = stepsOf(item).work(requests[item] as Request, item);
		const result = await working.catch((error: unknown) =>
			failureOf(session, { retryClass }, error),
		);
		results[item] = result;
		// An end that an earlier run left open does not keep the other items from being done now.
		const isOfTryBefore = result.status === 'maybeDone' && result.isOfTryBefore;
		return continueOnFail || result.status === 'done' || isOfTryBefore === true;
	};
	const turnsOfItem = (item: number) =>
		results[item] === undefined ? (stepsOf(item).turnsOf?.(requests[item] as Request) ?? []) : [];
	const soFar = () => progressOf(session, operation, results);
	await withSignsOfLife(context, soFar, async () => {
		if (steps.complete) await inOrder(count, concurrency, completeOne);
		stopIfRefused();
		await inOrder(count, concurrency, workOn, turnsOfItem);
	});
	if (isCanceled()) {
		const resource = RESOURCES.find(({ operations }) => operations.includes(operation))?.name;
		logLine(context, `${resource} → ${soFar()}, canceled`);
	}
	// If an item waited for its turn when another failed, the failure says more than "not started".
	const failed = results.findIndex((result) => result !== undefined && result.status !== 'done');
	const unstarted = results.indexOf(undefined);
	const stopped = continueOnFail || failed === -1 ? unstarted : failed;
	if (stopped !== -1) throw withReport(context, results, stopped);
	giveHints(context, sentencesOf(session, operation, results, context.getInputData()));
	return (await mapInTurns(results, (one, item) => itemOutput(context, one, item))).flat();
}

/** `Get: 12 of 40 done`. */
function progressOf(
	session: Session,
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
): string {
	const { recordsRead } = session;
	const countOf = (status: Result['status']) =>
		results.filter((result) => result?.status === status).length;
	const maybeDone = countOf('maybeDone');
	const soFar = [
		results.length > 1 && `${counted(countOf('done'))} of ${counted(results.length)} done`,
		maybeDone > 0 && `${counted(maybeDone)} may have been ${effectOf(operation)}`,
		recordsRead > 0 && `${counted(recordsRead, 'record')} read`,
	].filter(Boolean);
	return `${operation.name}: ${soFar.join(', ') || 'still running'}${waitNow(session)}`;
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
	const options = parametersOf(context)(0)('options', {});
	const field = concurrencyField(operation);
	const fields = [...RUN_OPTIONS, ...(field ? [field] : [])];
	const { maxWait, timeout, concurrency = 1 } = readOptions<RunOptions>(fields, options, checker);
	return { maxWaitMs: maxWait * 1000, timeoutMs: timeout * 1000, concurrency };
}

const EVERY_MS = 10_000;

/**
 * Says every ten seconds how far some work is: in n8n's log and, in a manual run, in the console of the editor's
 * browser.
 *
 * @param soFar gives one line without anything personal
 */
export async function withSignsOfLife<T>(
	context: IExecuteFunctions,
	soFar: () => string,
	work: () => Promise<T>,
	wait = pause,
): Promise<T> {
	const end = new AbortController();
	const speak = async () => {
		while (await wait(EVERY_MS, end.signal)) {
			const line = soFar();
			logLine(context, line);
			context.sendMessageToUI(line);
		}
	};
	// A line that cannot be written is no reason to fail.
	speak().catch(() => {});
	try {
		return await work();
	} finally {
		end.abort();
	}
}

/** A line in n8n's log. A canceled run has no other report: n8n saves the execution before the node ends. */
export function logLine(context: IExecuteFunctions, line: string): void {
	const { id: workflowId } = context.getWorkflow();
	context.logger.info(line, { workflowId, executionId: context.getExecutionId() });
}

/** What a run waits for now, as the end of a sentence; empty if it does not wait. */
export function waitNow({ budget, rateLimiter }: Session): string {
	const seconds = Math.ceil(rateLimiter.waitMs() / 1000);
	if (budget.isWaiting('rateLimit') && seconds > 0)
		return `, waiting ${seconds} s for the rate limit`;
	return budget.isWaiting('outage') ? ', waiting because the service is not available' : '';
}
