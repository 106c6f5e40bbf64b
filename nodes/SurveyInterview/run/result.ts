import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import type { ItemsOfAnswer } from './items';

/** What became of one item: its output, or the error that a person reads. */
export type Result =
	| ({ fate: 'done'; maybeDoneBefore?: true } & ItemsOfAnswer)
	| { fate: 'failed' | 'maybeDone'; error: SurveyInterviewError | NodeOperationError };

/** The error of a run that stopped at an item, with a line on what became of every item. */
export function withReport(
	context: IExecuteFunctions,
	results: Array<Result | undefined>,
	failed: number,
): SurveyInterviewError | NodeOperationError {
	const result = results[failed];
	const error = result && result.fate !== 'done' ? result.error : canceledError(context);
	error.context.itemIndex = failed;
	if (results.length > 1) {
		const fates = results.map((one): ItemStatus => one?.fate ?? 'notStarted');
		error.description = [error.description, reportOf(fates)].filter(Boolean).join(' ');
	}
	return error;
}

/** n8n tells a stop from a failure by this word, and retries also after a stop. */
export function canceledError(context: IExecuteFunctions): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'The execution was canceled before this item was started.',
	);
}

/** The items that a result becomes; a failed one says why and what to do, with code and status. */
export function itemOutput(
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

/** What became of one item of a run. */
export type ItemStatus = 'done' | 'failed' | 'maybeDone' | 'notStarted';

const WORDS: Record<ItemStatus, string> = {
	done: 'done',
	failed: 'failed',
	maybeDone: 'may have been done',
	notStarted: 'not started',
};

/**
 * What a failed run did, in one line: `Items 0–3: done. Item 4: failed. Items 5–9: not started.`
 * n8n counts items from 0, and so does this.
 */
export function reportOf(fates: ItemStatus[]): string {
	const lines: string[] = [];
	for (let start = 0; start < fates.length; ) {
		let end = start;
		while (fates[end + 1] === fates[start]) end++;
		const which = start === end ? `Item ${start}` : `Items ${start}–${end}`;
		lines.push(`${which}: ${WORDS[fates[start] ?? 'notStarted']}.`);
		start = end + 1;
	}
	// A batch in which every other item fails would fill the screen.
	const shown = lines.slice(0, 20);
	return lines.length > shown.length
		? `${shown.join(' ')} … and ${lines.length - shown.length} more groups.`
		: shown.join(' ');
}

/**
 * Says in the editor that a list is not whole, where the service says so itself: its records are handed
 * out, but nobody would see that there are more.
 */
export function hintPartialLists(
	context: IExecuteFunctions,
	results: Array<Result | undefined>,
): void {
	const parts = results.filter((result) => result?.fate === 'done' && result.isPartial).length;
	if (parts === 0) return;
	const where = results.length === 1 ? '' : ` for ${parts} of ${results.length} items`;
	const hint = {
		message: `The service gave only a part of the list${where}, and says itself that there are more. The others are not in this output. The service may have changed: please report this.`,
		type: 'warning',
		location: 'outputPane',
	} as const;
	// An n8n without hints, or what stands in for it, must not fail for want of one.
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	addExecutionHints?.call(context, hint);
}
