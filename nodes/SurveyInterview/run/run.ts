/** Runs an operation for all input items. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openSessions, type Session, type SessionLimits } from '../http/session';
import { processInOrder } from '../http/concurrency';
import { mapWithPauses, Pauses } from '../http/pauses';
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
	let items;
	try {
		const checker = new FieldChecker(context.getTimezone());
		const { concurrency, ...limits } = readRunOptions(context, operation, checker);
		const sessions = await openSessions(context, limits);
		const startWith = (session: Session) => start({ session, checker });
		items = new ItemsRun(context, operation, concurrency, sessions, startWith);
	} catch (error) {
		return refuseAll(context, error);
	}
	await items.read();
	await items.complete();
	await items.work();
	return await items.output();
}

/** The items of a run, and what became of each: all are read and completed before anything is written. */
class ItemsRun<Request> {
	private readonly requests: Request[] = [];
	private readonly results: Array<Result | undefined>;
	/** The steps of an item, if its credential is not the first item's. */
	private readonly stepsOfItem = new Map<number, ItemSteps<Request>>();
	private readonly stepsOfSession = new Map<Session, ItemSteps<Request>>();
	private readonly firstSteps: ItemSteps<Request>;
	private readonly continueOnFail: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly concurrency: number,
		private readonly sessions: Awaited<ReturnType<typeof openSessions>>,
		private readonly start: (session: Session) => ItemSteps<Request>,
	) {
		this.results = Array.from({ length: context.getInputData().length });
		this.continueOnFail = context.continueOnFail();
		this.firstSteps = this.stepsWith(sessions.session);
	}

	async read(): Promise<void> {
		const { sessionOf } = this.sessions;
		const pauses = new Pauses();
		await processInOrder(this.results.length, 1, async (item) => {
			if (pauses.isDue) {
				await pauses.takeIfDue();
				// Only in a pause can n8n cancel the run.
				if (this.isCanceled) return false;
			}
			return await this.prepare(item, async () => {
				if (sessionOf && item > 0)
					this.stepsOfItem.set(item, this.stepsWith(await sessionOf(item)));
				this.requests[item] = this.stepsOf(item).read(item);
			});
		});
		if (this.isCanceled) throw canceledError(this.context);
		this.stopIfRefused();
	}

	async complete(): Promise<void> {
		if (!this.firstSteps.complete) return;
		await processInOrder(this.results.length, this.concurrency, async (item) =>
			this.prepare(item, async () => {
				const request = await this.stepsOf(item).complete?.(this.requestOf(item), item);
				if (request) this.requests[item] = request;
			}),
		);
		this.stopIfRefused();
	}

	async work(): Promise<void> {
		const inTurnKeysOf = (item: number) => {
			const isRefused = this.results[item] !== undefined;
			return isRefused ? [] : (this.stepsOf(item).inTurnKeysOf?.(this.requestOf(item)) ?? []);
		};
		await processInOrder(
			this.results.length,
			this.concurrency,
			async (item) => await this.workOn(item),
			inTurnKeysOf,
		);
	}

	async output(): Promise<INodeExecutionData[]> {
		const { context, operation, results, sessions } = this;
		const stopped = this.stoppedAt();
		if (stopped !== undefined) {
			const error = withReport(context, results, stopped);
			if (this.isCanceled) logCanceled(context, operation, error.description);
			throw error;
		}
		giveHints(context, sentencesOf(sessions.session, operation, results, context.getInputData()));
		const outputs = await mapWithPauses(results, (result, item) =>
			itemOutput(context, result, item),
		);
		return outputs.flat();
	}

	private get isCanceled(): boolean {
		return this.sessions.session.signal?.aborted === true;
	}

	private stepsWith(session: Session): ItemSteps<Request> {
		const steps = this.stepsOfSession.get(session) ?? this.start(session);
		this.stepsOfSession.set(session, steps);
		return steps;
	}

	private stepsOf(item: number): ItemSteps<Request> {
		return this.stepsOfItem.get(item) ?? this.firstSteps;
	}

	private requestOf(item: number): Request {
		return this.requests[item] as Request;
	}

	/** Prepares an item, unless it was refused; an error refuses it. Resolves to whether the next items may follow. */
	private async prepare(item: number, step: () => Promise<void>): Promise<boolean> {
		if (this.results[item] !== undefined) return true;
		try {
			await step();
			return true;
		} catch (error) {
			const refusal = itemRefusal(this.context, error, item);
			this.results[item] = { status: 'failed', error: refusal };
			return this.continueOnFail;
		}
	}

	/** If an item was refused, nothing is sent, unless the node continues on fail. */
	private stopIfRefused(): void {
		const refused = this.results.find((result) => result !== undefined);
		if (!this.continueOnFail && refused && refused.status !== 'done') throw refused.error;
	}

	/** Resolves to whether the next items may follow. */
	private async workOn(item: number): Promise<boolean> {
		if (this.results[item] !== undefined) return true;
		if (this.isCanceled) return false;
		const { operation, sessions } = this;
		// Operations of other kinds than an endpoint only read.
		const isRead = !('retry' in operation) || operation.retry === 'read';
		// `work` returns its failures, so an error that is thrown is unexpected. It may come after a write.
		const retryClass = isRead ? 'read' : 'irreversible';
		const pending = this.stepsOf(item).work(this.requestOf(item), item);
		const result = await pending.catch((error: unknown) =>
			failureOf(sessions.session, { retryClass }, error),
		);
		this.results[item] = result;
		// An item that an earlier try left open (it may be done) does not keep the other items from being done now.
		const isFromEarlierTry = result.status === 'maybeDone' && result.isFromEarlierTry;
		return this.continueOnFail || result.status === 'done' || isFromEarlierTry === true;
	}

	/** The item with which the run stopped; undefined if it reached its end. */
	private stoppedAt(): number | undefined {
		const { results } = this;
		const failed = results.findIndex((result) => result !== undefined && result.status !== 'done');
		const unstarted = results.indexOf(undefined);
		// If an item waited for its turn when another failed, the failure says more than "not started".
		const stopped = this.continueOnFail || failed === -1 ? unstarted : failed;
		return stopped === -1 ? undefined : stopped;
	}
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
