import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { openSession } from '../http/session';
import { readItem, type ItemRequest } from '../input/request';
import { InputError } from '../input/problem';
import { FieldChecker } from '../input/values';
import { findOperation } from '../operations';
import { concurrencyOf, retryClassOf, type Operation } from '../operations/operation';
import { inOrder } from './inOrder';
import { lookUp, runItem } from './item';
import { hintPartialLists, canceledError, itemOutput, withReport, type Result } from './result';
import { ListSearches } from '../find/runner';
import { protectionOf, retryRefusal, type RetryProtection } from './retryOnFail';
import { readRunOptions } from './settings';

/**
 * Runs the chosen operation for every input item; the output keeps their order.
 *
 * @throws {NodeOperationError | SurveyInterviewError} unless the node continues on fail; it says for each
 *   item whether it is done, may have been done, or was not started
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const goOn = context.continueOnFail();
	const count = context.getInputData().length;
	const toErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const ready = await prepare(context).catch((error: unknown) => {
		const refusal = wrapped(context, error);
		if (goOn) return refusal;
		throw refusal;
	});
	if (ready instanceof NodeOperationError) {
		// Thrown here, n8n would hand the input on as if every item had been done.
		const result: Result = { fate: 'failed', error: ready };
		return Array.from({ length: count }, (_unused, item) =>
			itemOutput(result, item, toErrorOutput),
		).flat();
	}
	const { operation, protection, settings, session } = ready;
	const nothing = goOn
		? 'Nothing was sent for this item.'
		: `Nothing was sent${count > 1 ? ` for any of the ${count} items` : ''}.`;
	const requests = await readItems(context, operation, protection, nothing);
	if (session.signal?.aborted) throw canceledError(context);
	const results: Array<Result | undefined> = requests.map((request) =>
		request instanceof NodeOperationError ? { fate: 'failed', error: request } : undefined,
	);
	const refused = results.find((result) => result !== undefined);
	if (refused && !goOn && refused.fate !== 'done') throw refused.error;
	const lookups = operation.find && new ListSearches(session, operation, operation.find);
	await inOrder(count, settings.concurrency, async (item) => {
		const request = requests[item];
		if (request === undefined || request instanceof NodeOperationError) return true;
		if (session.signal?.aborted) return false;
		const result = lookups
			? await lookUp(session, lookups, request)
			: await runItem(session, operation, request, protection, item);
		results[item] = result;
		return goOn || result.fate === 'done';
	});
	const failed = results.findIndex((result) => result === undefined || result.fate !== 'done');
	if (failed !== -1 && (!goOn || results[failed] === undefined)) {
		throw withReport(context, results, failed);
	}
	hintPartialLists(context, results);
	return results.flatMap((result, item) => itemOutput(result, item, toErrorOutput));
}

function wrapped(context: IExecuteFunctions, error: unknown): NodeOperationError {
	return error instanceof NodeOperationError
		? error
		: new NodeOperationError(context.getNode(), error as Error);
}

/** What is the same for every item, in the order in which it may refuse. */
async function prepare(context: IExecuteFunctions) {
	const operation = chosenOperation(context);
	const protection = protectionOf(context);
	const settings = readRunOptions(context, concurrencyOf(operation));
	const session = await openSession(context, settings);
	return { operation, protection, settings, session };
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

/**
 * Every item's input is read and checked before the first request: a bad item sends nothing.
 *
 * @param description what an item's error says of what was sent
 */
async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	protection: RetryProtection,
	description: string,
): Promise<Array<ItemRequest | NodeOperationError>> {
	const { z } = await import('zod');
	const checker = new FieldChecker(z, context.getTimezone());
	const node = context.getNode();
	const refuse = (item: number, why: string | Error) =>
		new NodeOperationError(node, why, { itemIndex: item, description });
	return context.getInputData().map((_unused, item) => {
		try {
			const request = readItem(context, operation, checker, item);
			const retryClass = retryClassOf(operation, request.body ?? {});
			const refusal = retryRefusal(protection, retryClass, operation.name);
			return refusal === undefined ? request : refuse(item, refusal);
		} catch (error) {
			return refuse(item, error instanceof InputError ? error.message : (error as Error));
		}
	});
}
