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
import {
	concurrencyField,
	showsProperties,
	PROPERTIES_AS_COLUMNS,
	RUN_OPTIONS,
} from '../operations/nodeFields';
import type { Operation } from '../operations/operation';
import {
	failureOf,
	giveHints,
	itemOutput,
	itemRefusal,
	refuseAll,
	type Result,
	withReport,
} from './itemResult';
import { withPropertyColumns } from './propertyColumns';
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

/** What the items of one credential share. */
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
	oneAtATimeKeysOf?(request: Request): readonly string[];
	/** Sends what the item asks for. A failure is a result, even if it is thrown. */
	work(request: Request, item: number): Promise<Result>;
}

/**
 * Runs an operation for every input item; the output keeps their order. All items are read and completed before
 * anything is written.
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
	const input = context.getInputData();
	const continueOnFail = context.continueOnFail();
	const checker = new FieldChecker(context.getTimezone());
	let options;
	let sessions;
	try {
		options = readRunOptions(context, operation, checker);
		sessions = await openSessions(context, options);
	} catch (error) {
		return refuseAll(context, error);
	}
	const { concurrency } = options;
	const { session, sessionOf } = sessions;
	const isCanceled = () => session.signal?.aborted === true;
	/** By item: its request, and the steps of its credential. An item that was refused may have none. */
	const requests = new Map<number, { steps: ItemSteps<Request>; request: Request }>();
	/** By item; undefined until it has ended. */
	const results: Array<Result | undefined> = Array.from({ length: input.length });

	const stepsBySession = new Map<Session, ItemSteps<Request>>();
	const stepsOf = async (item: number) => {
		const sessionOfItem = sessionOf ? await sessionOf(item) : session;
		const steps = stepsBySession.get(sessionOfItem) ?? start({ session: sessionOfItem, checker });
		stepsBySession.set(sessionOfItem, steps);
		return steps;
	};

	/**
	 * Does a step for each item before anything is written. An item that it refuses ends the run, unless the node
	 * continues on fail: then the run goes on without that item.
	 */
	const prepare = async (sideBySide: number, step: (item: number) => Promise<void>) => {
		const pauses = new Pauses();
		await processInOrder(input.length, sideBySide, async (item) => {
			// Only in a pause can n8n cancel the run.
			if (pauses.isDue) await pauses.takeIfDue();
			if (isCanceled()) return false;
			if (results[item]) return true;
			try {
				await step(item);
				return true;
			} catch (error) {
				results[item] = { status: 'failed', error: itemRefusal(context, error, item) };
				return continueOnFail;
			}
		});
		const refused = results.find((result) => result !== undefined);
		if (!continueOnFail && refused?.status === 'failed') throw refused.error;
	};
	await prepare(1, async (item) => {
		const steps = await stepsOf(item);
		requests.set(item, { steps, request: steps.read(item) });
	});
	await prepare(concurrency, async (item) => {
		const prepared = requests.get(item);
		if (!prepared?.steps.complete) return;
		prepared.request = await prepared.steps.complete(prepared.request, item);
	});

	/** Sends what an item asks for; resolves to whether the next items may follow. */
	const workOn = async (item: number) => {
		const prepared = requests.get(item);
		if (results[item]) return true;
		if (isCanceled() || !prepared) return false;
		const result = await prepared.steps.work(prepared.request, item).catch((error: unknown) => {
			// `work` returns its failures, so an error that is thrown is unexpected. It may come after a write.
			const retryClass = onlyReads(operation) ? 'read' : 'irreversible';
			return failureOf(session, { retryClass }, error);
		});
		results[item] = result;
		if (continueOnFail || result.status === 'done') return true;
		// What an earlier try left open (it may be done) does not keep the other items from being done now.
		return result.status === 'maybeDone' && result.isFromEarlierRun === true;
	};
	const oneAtATimeKeysOf = (item: number) => {
		const prepared = results[item] ? undefined : requests.get(item);
		return prepared?.steps.oneAtATimeKeysOf?.(prepared.request) ?? [];
	};
	await processInOrder(input.length, concurrency, workOn, oneAtATimeKeysOf);

	const stopped = stoppedAt(results, continueOnFail);
	if (stopped !== undefined) {
		const error = withReport(context, results, stopped);
		if (isCanceled()) logCanceled(context, operation, error.description);
		throw error;
	}
	giveHints(context, sentencesOf(session, operation, results, input, isTool(context)));
	const outputs = await mapWithPauses(results, (result, item) => itemOutput(context, result, item));
	const output = outputs.flat();
	if (!options.propertiesAsColumns) return output;
	return await withPropertyColumns(output, Object.keys(operation.simplified?.fields ?? {}));
}

/** Operations of other kinds than an endpoint only read. */
const onlyReads = (operation: Operation) =>
	operation.kind !== 'endpoint' || operation.retry === 'read';

/** The item with which the run stopped; undefined if it reached its end. */
function stoppedAt(
	results: ReadonlyArray<Result | undefined>,
	continueOnFail: boolean,
): number | undefined {
	const failed = results.findIndex((result) => result !== undefined && result.status !== 'done');
	const unstarted = results.indexOf(undefined);
	// If an item waited for its turn when another failed, the failure says more than "not started".
	const stopped = continueOnFail || failed === -1 ? unstarted : failed;
	return stopped === -1 ? undefined : stopped;
}

interface RunOptions {
	maxWait: number;
	timeout: number;
	concurrency?: number;
	propertiesAsColumns?: boolean;
}

/** Reads the options of every operation; those of the first item count for all, which share a session and a table. */
export function readRunOptions(
	context: IExecuteFunctions,
	operation: Operation,
	checker: FieldChecker,
): SessionLimits & { concurrency: number; propertiesAsColumns?: boolean } {
	const concurrencyOption = concurrencyField(operation);
	const {
		maxWait,
		timeout,
		concurrency = 1,
		propertiesAsColumns,
	} = readOptions<RunOptions>(
		[
			...RUN_OPTIONS,
			...(concurrencyOption ? [concurrencyOption] : []),
			...(showsProperties(operation) ? [PROPERTIES_AS_COLUMNS] : []),
		],
		parameterReader(context)(0)('options', {}),
		checker,
	);
	return {
		maxWaitMs: maxWait * 1000,
		timeoutMs: timeout * 1000,
		concurrency,
		propertiesAsColumns,
	};
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
