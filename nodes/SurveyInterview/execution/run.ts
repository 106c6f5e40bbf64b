import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { call } from '../api/call';
import { SurveyInterviewError } from '../api/errors';
import { DEFAULT_MAX_WAIT_S, DEFAULT_TIMEOUT_S, openSession, type Session } from '../api/session';
import { readItem, type ItemRequest } from '../input/request';
import { FieldChecker, InputProblem } from '../input/values';
import { findOperation } from '../operations';
import { concurrencyOf, type Operation } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import { inOrder } from './inOrder';
import { itemsOf, pagedItems } from './items';
import { dropLedgers, entryKey, ledgerOf, type Ledger } from './ledger';
import { reportOf, type Fate } from './report';
import { serviceCallOf } from './serviceCall';

/** What became of one item: its output, or the error that a person reads. */
type Result =
	| { fate: 'done'; items: JsonObject[] }
	| { fate: 'failed' | 'maybeDone'; error: SurveyInterviewError | NodeOperationError };

/**
 * Runs the chosen operation for every input item; the output keeps their order.
 *
 * @throws {NodeOperationError | SurveyInterviewError} unless the node continues on fail; it says for each
 *   item whether it is done, may have been done, or was not started
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const count = context.getInputData().length;
	const ledger = openLedger(context, operation);
	const options = optionsOf(context);
	const session = await openSession(context, options);
	const requests = await readItems(context, operation, count);
	if (session.signal?.aborted) throw canceled(context);
	const results: Array<Result | undefined> = requests.map((request) =>
		request instanceof NodeOperationError ? { fate: 'failed', error: request } : undefined,
	);
	const goOn = context.continueOnFail();
	const toErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const refused = results.find((result) => result !== undefined);
	if (refused && !goOn && refused.fate !== 'done') throw refused.error;
	await inOrder(count, widthOf(operation, options.concurrency), async (item) => {
		const request = requests[item];
		if (request === undefined || request instanceof NodeOperationError) return true;
		if (session.signal?.aborted) return false;
		const result = await runItem(session, operation, request, ledger, item);
		results[item] = result;
		return goOn || result.fate === 'done';
	});
	const failed = results.findIndex((result) => result === undefined || result.fate !== 'done');
	if (failed !== -1 && (!goOn || results[failed] === undefined)) {
		throw withReport(context, results, failed);
	}
	return results.flatMap((result, item) => outputOf(result, item, toErrorOutput));
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = findOperation(resource, name);
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`Operation "${name}" of resource "${resource}" does not exist in this version of the node: choose one from the list.`,
	);
}

function openLedger(context: IExecuteFunctions, operation: Operation): Ledger | undefined {
	const node = context.getNode();
	if (node.retryOnFail !== true || operation.retry === 'read') return undefined;
	const executionId = context.getExecutionId() as string | undefined;
	if (executionId) {
		context.onExecutionFinish?.(() => dropLedgers(executionId));
		return ledgerOf(executionId, node.id, Number(context.getWorkflowDataProxy(0).$runIndex));
	}
	if (operation.retry !== 'irreversible') return undefined;
	throw new NodeOperationError(
		node,
		`${operation.name} cannot run with Retry On Fail here: this run has no execution ID, so a repeat could not be told from a first time. Turn off Retry On Fail in the node’s settings.`,
		{ description: 'Nothing was sent.' },
	);
}

function optionsOf(context: IExecuteFunctions) {
	const given: unknown = context.getNodeParameter('options', 0, {});
	const options = isObject(given) ? given : {};
	const atLeast = (value: unknown, least: number, usual: number) => {
		const number = Number(value ?? usual);
		return Number.isFinite(number) ? Math.max(least, number) : usual;
	};
	return {
		maxWaitMs: atLeast(options.maxWait, 0, DEFAULT_MAX_WAIT_S) * 1000,
		timeoutMs: atLeast(options.timeout, 0.001, DEFAULT_TIMEOUT_S) * 1000,
		concurrency: options.concurrency === undefined ? undefined : atLeast(options.concurrency, 1, 1),
	};
}

function widthOf(operation: Operation, wanted: number | undefined): number {
	const { default: usual, most } = concurrencyOf(operation);
	return Math.min(Math.floor(wanted ?? usual), most);
}

/** Every item's input is read and checked before the first request: a bad item sends nothing. */
async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	count: number,
): Promise<Array<ItemRequest | NodeOperationError>> {
	const { z } = await import('zod');
	const checker = new FieldChecker(z, context.getTimezone());
	return Array.from({ length: count }, (_unused, item) => {
		try {
			return readItem(context, operation, checker, item);
		} catch (error) {
			if (error instanceof InputProblem) {
				return new NodeOperationError(context.getNode(), error.message, {
					itemIndex: item,
					description: 'Nothing was sent for this item.',
				});
			}
			throw new NodeOperationError(context.getNode(), error as Error, { itemIndex: item });
		}
	});
}

async function runItem(
	session: Session,
	operation: Operation,
	request: ItemRequest,
	ledger: Ledger | undefined,
	item: number,
): Promise<Result> {
	const key = entryKey(item, request);
	const known = ledger?.get(key);
	if (known?.state === 'maybeDone') {
		return { fate: 'maybeDone', error: new SurveyInterviewError(session.node, known.error.facts) };
	}
	try {
		const service = serviceCallOf(operation, request);
		if (operation.items && operation.items.from !== 'list') {
			const items = await pagedItems(session, operation.items, request, service);
			return { fate: 'done', items };
		}
		const answer = known?.answer ?? (await call(session, service));
		ledger?.set(key, { state: 'done', answer });
		return { fate: 'done', items: itemsOf(operation, request, answer) };
	} catch (error) {
		const known = error instanceof SurveyInterviewError;
		if (!known)
			return { fate: 'failed', error: new NodeOperationError(session.node, error as Error) };
		if (!error.maybeDone) return { fate: 'failed', error };
		// An idempotent request may be repeated by n8n as well; the others not.
		if (serviceCallOf(operation, request).retryClass !== 'idempotent') {
			ledger?.set(key, { state: 'maybeDone', error });
		}
		return { fate: 'maybeDone', error };
	}
}

function withReport(
	context: IExecuteFunctions,
	results: Array<Result | undefined>,
	failed: number,
): SurveyInterviewError | NodeOperationError {
	const result = results[failed];
	const error = result && result.fate !== 'done' ? result.error : canceled(context);
	error.context.itemIndex = failed;
	if (results.length > 1) {
		const fates = results.map((one): Fate => one?.fate ?? 'notStarted');
		error.description = [error.description, reportOf(fates)].filter(Boolean).join(' ');
	}
	return error;
}

/** n8n tells a stop from a failure by this word, and retries also after a stop. */
function canceled(context: IExecuteFunctions): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'The execution was canceled before this item was started.',
	);
}

function outputOf(
	result: Result | undefined,
	item: number,
	toErrorOutput: boolean,
): INodeExecutionData[] {
	const pairedItem = { item };
	if (result === undefined) return [];
	if (result.fate === 'done') {
		return result.items.map((json) => ({ json: json as INodeExecutionData['json'], pairedItem }));
	}
	const { error } = result;
	const known = error instanceof SurveyInterviewError ? error : undefined;
	const details = Object.fromEntries(
		Object.entries({
			code: known?.code,
			status: known?.status,
			maybeDone: known?.maybeDone,
		}).filter(([, value]) => value !== undefined),
	);
	// n8n sends an item to the error output only when it has no keys but error, message and details.
	const json = toErrorOutput
		? { error: error.message, details }
		: { error: error.message, ...details };
	return [{ json, pairedItem }];
}
