import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { SurveyInterviewError } from '../api/errors';
import type { Given } from './items';
import { reportOf, type Fate } from './report';

/** What became of one item: its output, or the error that a person reads. */
export type Result =
	| ({ fate: 'done'; maybeDoneBefore?: true } & Given)
	| { fate: 'failed' | 'maybeDone'; error: SurveyInterviewError | NodeOperationError };

/** The error of a run that stopped at an item, with a line on what became of every item. */
export function withReport(
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
export function canceled(context: IExecuteFunctions): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'The execution was canceled before this item was started.',
	);
}

/** The items that a result becomes; a failed one says why and what to do, with code and status. */
export function outputOf(
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
			hint: known ? known.facts.hint : (error.description ?? undefined),
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
