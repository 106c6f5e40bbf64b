/** Running an operation for all items that come in, and saying meanwhile how far it is. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openSession, type Session, type SessionLimits } from '../http/session';
import { inOrder, mapInTurns, pause } from '../http/timing';
import { allRead, readOptions } from '../input/options';
import { FieldChecker } from '../input/fieldChecker';
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
import { isTool, runAsTool } from './toolAnswer';

type Kind = Operation['kind'];
type OperationOfKind<K extends Kind> = Extract<Operation, { kind: K }>;
type Runner<K extends Kind> = (
	context: IExecuteFunctions,
	operation: OperationOfKind<K>,
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
		// The entry and the runner are of the same kind, which the compiler cannot see.
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
	/** Reads and checks the parameters of an item; nothing is sent before every item passed. */
	read: (item: number) => Request;
	/** Completes a request with what must be read first; nothing that writes is sent before every item passed. */
	complete?: (request: Request, item: number) => Promise<Request>;
	/** What the item has that no other may have that is worked on at the same time. */
	turnsOf?: (request: Request) => readonly string[];
	/** Sends what the item asks for. A failure is a result, also one that is thrown. */
	work: (request: Request, item: number) => Promise<Result>;
}

/**
 * Runs an operation for every input item; the output keeps their order.
 *
 * @param start called once, when all that the items share is ready
 * @throws {NodeOperationError | SurveyInterviewError} unless the node continues on fail; it says for each
 *   item whether it is done, may have been done, or was not started
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
		ready = await prepare(context, operation, start);
	} catch (error) {
		return refuseAll(context, error);
	}
	const { concurrency, session, read, complete, turnsOf, work } = ready;
	const results: Array<Result | undefined> = Array.from({ length: count });
	const refuse = (item: number, error: unknown) => {
		results[item] = { status: 'failed', error: itemRefusal(context, error, item) };
	};
	/** Once an item is refused, nothing is sent, unless the node continues on fail. */
	const stopIfRefused = () => {
		const refused = results.find((result) => result !== undefined);
		if (!continueOnFail && refused && refused.status !== 'done') throw refused.error;
	};
	const isCanceled = () => session.signal?.aborted === true;
	const readOne = (_unused: unknown, item: number) => {
		try {
			return read(item);
		} catch (error) {
			return refuse(item, error);
		}
	};
	const requests = await mapInTurns([...results], readOne, () => !isCanceled());
	if (isCanceled()) throw canceledError(context);
	stopIfRefused();
	const completeOne = async (item: number) => {
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
		const result = await work(requests[item] as Request, item).catch((error: unknown) =>
			failureOf(session, { retryClass }, error),
		);
		results[item] = result;
		// What a try before left open does not keep the others from being done now.
		const isOfTryBefore = result.status === 'maybeDone' && result.isOfTryBefore;
		return continueOnFail || result.status === 'done' || isOfTryBefore === true;
	};
	const turnsOfItem = (item: number) =>
		turnsOf && results[item] === undefined ? turnsOf(requests[item] as Request) : [];
	const soFar = () => progressOf(session, operation, results);
	await withSignsOfLife(context, soFar, async () => {
		if (complete) await inOrder(count, concurrency, completeOne);
		stopIfRefused();
		await inOrder(count, concurrency, workOn, turnsOfItem);
	});
	if (isCanceled()) {
		const resource = RESOURCES.find(({ operations }) => operations.includes(operation))?.name;
		logLine(context, `${resource} → ${soFar()}, canceled`);
	}
	// An item that waited for its turn was not started because another failed: that one says why.
	const failed = results.findIndex((result) => result !== undefined && result.status !== 'done');
	const unstarted = results.indexOf(undefined);
	const stopped = continueOnFail || failed === -1 ? unstarted : failed;
	if (stopped !== -1) throw withReport(context, results, stopped);
	giveHints(context, sentencesOf(session, operation, results, context.getInputData()));
	return (await mapInTurns(results, (one, item) => itemOutput(context, one, item))).flat();
}

/** How far a run is: `Get: 12 of 40 done`. */
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

/** What is the same for every item, in the order in which it may refuse. */
async function prepare<Request>(
	context: IExecuteFunctions,
	operation: Operation,
	start: (run: Run) => ItemSteps<Request>,
) {
	const checker = new FieldChecker(context.getTimezone());
	const options = readRunOptions(context, operation, checker);
	const session = await openSession(context, options);
	return { session, concurrency: options.concurrency, ...start({ session, checker }) };
}

/** Reads the options that every operation has: those of the first item, because the items share a session. */
export function readRunOptions(
	context: IExecuteFunctions,
	operation: Operation,
	checker: FieldChecker,
): SessionLimits & { concurrency: number } {
	const options: unknown = context.getNodeParameter('options', 0, {});
	const { maxWait, timeout, ...unread } = readOptions(RUN_OPTIONS, options, checker);
	allRead(unread);
	const field = concurrencyField(operation);
	const { concurrency } = field ? readOptions([field], options, checker) : { concurrency: 1 };
	return { maxWaitMs: maxWait * 1000, timeoutMs: timeout * 1000, concurrency };
}

/** How often a run that lasts says how far it is. */
const EVERY_MS = 10_000;

/**
 * Does work, and says every ten seconds how far it is while it lasts, whatever it waits for: in n8n's log and, in
 * a run by hand, in the editor’s browser. A run that ends earlier says nothing.
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
	// A sign that cannot be given is no reason to fail.
	speak().catch(() => {});
	try {
		return await work();
	} finally {
		end.abort();
	}
}

/** One line about a run in n8n's log. Of a canceled one n8n keeps no report: it saves the execution before the node ends. */
export function logLine(context: IExecuteFunctions, line: string): void {
	const { id: workflowId } = context.getWorkflow();
	context.logger.info(line, { workflowId, executionId: context.getExecutionId() });
}

/** For what a run waits now, as the end of a sentence; empty where it does not wait. */
export function waitNow({ budget, rateLimiter }: Session): string {
	const seconds = Math.ceil(rateLimiter.waitMs() / 1000);
	if (budget.isWaiting('rateLimit') && seconds > 0)
		return `, waiting ${seconds} s for the rate limit`;
	return budget.isWaiting('outage') ? ', waiting because the service is not available' : '';
}
