import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { call } from '../api/call';
import { SurveyInterviewError } from '../api/errors';
import { openSession, type Session } from '../api/session';
import { readItem, type ItemRequest } from '../input/request';
import { FieldChecker, InputProblem } from '../input/values';
import { findOperation } from '../operations';
import type { Operation } from '../operations/operation';
import { inOrder } from './inOrder';
import { itemsOf, pagedItems } from './items';
import { entryKey, type Ledger } from './ledger';
import { canceled, outputOf, withReport, type Result } from './result';
import { openLedger } from './retryOnFail';
import { serviceCallOf } from './serviceCall';
import { settingsOf } from './settings';

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
		if (goOn && error instanceof NodeOperationError) return error;
		throw error;
	});
	if (ready instanceof NodeOperationError) {
		// Thrown here, n8n would hand the input on as if every item had been done.
		const result: Result = { fate: 'failed', error: ready };
		return Array.from({ length: count }, (_unused, item) =>
			outputOf(result, item, toErrorOutput),
		).flat();
	}
	const { operation, ledger, settings, session } = ready;
	const requests = await readItems(context, operation, count);
	if (session.signal?.aborted) throw canceled(context);
	const results: Array<Result | undefined> = requests.map((request) =>
		request instanceof NodeOperationError ? { fate: 'failed', error: request } : undefined,
	);
	const refused = results.find((result) => result !== undefined);
	if (refused && !goOn && refused.fate !== 'done') throw refused.error;
	await inOrder(count, settings.width, async (item) => {
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

/** What is the same for every item, in the order in which it may refuse. */
async function prepare(context: IExecuteFunctions) {
	const operation = chosenOperation(context);
	const ledger = openLedger(context, operation);
	const settings = settingsOf(context, operation);
	const session = await openSession(context, settings);
	return { operation, ledger, settings, session };
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

/** Every item's input is read and checked before the first request: a bad item sends nothing. */
async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	count: number,
): Promise<Array<ItemRequest | NodeOperationError>> {
	const { z } = await import('zod');
	const checker = new FieldChecker(z, context.getTimezone());
	const node = context.getNode();
	return Array.from({ length: count }, (_unused, item) => {
		try {
			return readItem(context, operation, checker, item);
		} catch (error) {
			const known = error instanceof InputProblem;
			return new NodeOperationError(node, known ? error.message : (error as Error), {
				itemIndex: item,
				description: 'Nothing was sent for this item.',
			});
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
