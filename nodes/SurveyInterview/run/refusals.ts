import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { InputError } from '../input/problem';
import { giveHints } from './hints';
import { itemOutput, nothingSent } from './output';

/** The refusal of an item, before anything was sent. */
export function itemRefusal(context: IExecuteFunctions, error: unknown, itemIndex: number) {
	const count = context.getInputData().length;
	const description = context.continueOnFail()
		? 'Nothing was sent for this item.'
		: nothingSent(count);
	return new NodeOperationError(context.getNode(), reasonOf(error), { itemIndex, description });
}

/** The refusal of a whole run, before anything was sent. */
export function runRefusal(context: IExecuteFunctions, error: unknown): NodeOperationError {
	const isInput = error instanceof InputError;
	const description = isInput ? nothingSent(context.getInputData().length) : undefined;
	return new NodeOperationError(context.getNode(), reasonOf(error), { description });
}

/** Of an input error the sentence alone: its stack is of no use to the user. */
export function reasonOf(error: unknown): string | Error {
	return error instanceof InputError ? error.message : (error as Error);
}

/** Refuses every item. Thrown in a node that continues on fail, n8n would hand the input on as if all were done. */
export function refuseAll(
	context: IExecuteFunctions,
	error: NodeOperationError,
): INodeExecutionData[] {
	if (!context.continueOnFail()) throw error;
	giveHints(context, [{ sentence: error.message, isWarning: true }]);
	const toErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return context
		.getInputData()
		.flatMap((_unused, item) => itemOutput({ status: 'failed', error }, item, toErrorOutput));
}
