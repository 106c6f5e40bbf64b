import {
	type IBinaryKeyData,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeExecutionHint,
	NodeOperationError,
} from 'n8n-workflow';

import { type RequestTraits, serviceError, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import type { JsonObject } from '../records/json';
import { asHtml } from '../records/scalars';
import type { Remarks, RunSentence } from './remarks';
import { rowOf } from './rows';

/** What became of one item: its output, or the error that a person reads. */
export type Result = Done | NotDone;

interface Done {
	status: 'done';
	items: JsonObject[];
	/** The files of each of them. */
	binary?: IBinaryKeyData;
	remarks?: Remarks;
}

/** `maybeDone`: a write that nobody answered, or whose answer could not be read. */
export type NotDone =
	| { status: 'failed'; error: SurveyInterviewError | NodeOperationError }
	| { status: 'maybeDone'; error: SurveyInterviewError; isOfTryBefore?: true };

/** An error as a result. One that is a defect leaves open whether a write was done. */
export function failureOf(session: Session, request: RequestTraits, error: unknown): NotDone {
	if (error instanceof SurveyInterviewError) {
		return error.maybeDone ? { status: 'maybeDone', error } : { status: 'failed', error };
	}
	if (request.retryClass === 'read') {
		return { status: 'failed', error: new NodeOperationError(session.node, error as Error) };
	}
	const facts = { message: (error as Error).message };
	return { status: 'maybeDone', error: serviceError(session, request, facts, true) };
}

/** The error of a run that stopped at an item, with a line on what became of every item. */
export function withReport(
	context: IExecuteFunctions,
	results: Array<Result | undefined>,
	failed: number,
): SurveyInterviewError | NodeOperationError {
	const result = results[failed];
	const error = result && result.status !== 'done' ? result.error : canceledError(context);
	error.context.itemIndex = failed;
	const isUnsent = results.every(
		(one) =>
			one === undefined ||
			(one.status === 'failed' && (one.error as Partial<SurveyInterviewError>).facts?.neverLeft),
	);
	const statuses = results.map((one) => one?.status ?? 'notStarted');
	const input = context.getInputData();
	const ofSeveral = results.length > 1 ? reportOf(statuses, input) : undefined;
	const report = isUnsent ? nothingSent(results.length) : ofSeveral;
	error.description = [error.description, report].filter(Boolean).join(' ');
	return error;
}

/** What a person wants to know first of a run that ended before its first request. */
function nothingSent(items: number): string {
	return items > 1 ? `Nothing was sent for any of the ${items} rows.` : 'Nothing was sent.';
}

/** n8n tells a stop from a failure by the word "canceled", and retries after a stop as well. */
export function canceledError(context: IExecuteFunctions): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'The execution was canceled before this item was started.',
	);
}

/** The items that a result becomes; a failed one says why and what to do, with code and status. */
export function itemOutput(
	context: IExecuteFunctions,
	result: Result | undefined,
	item: number,
): INodeExecutionData[] {
	if (result === undefined) return [];
	const pairedItem = { item };
	if (result.status === 'done') {
		const { items, binary } = result;
		return items.map((json) => ({
			json: json as INodeExecutionData['json'],
			...(binary && { binary }),
			pairedItem,
		}));
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
	const json =
		context.getNode().onError === 'continueErrorOutput'
			? { error: error.message, details }
			: { error: error.message, ...details };
	return [{ json, pairedItem }];
}

const STATUS_LABELS = {
	done: 'done',
	failed: 'failed',
	maybeDone: 'may have been done',
	notStarted: 'not started',
};

/**
 * What a failed run did, in one line: `Rows 1–4: done. Row 5: failed. Rows 6–10: not started.` n8n logs errors, so it
 * names nobody.
 */
export function reportOf(
	statuses: ReadonlyArray<keyof typeof STATUS_LABELS>,
	input: readonly INodeExecutionData[],
): string {
	const row = (item: number) => rowOf(input, item);
	const lines: string[] = [];
	for (let start = 0; start < statuses.length; ) {
		let end = start;
		while (statuses[end + 1] === statuses[start]) end++;
		const which = start === end ? `Row ${row(start)}` : `Rows ${row(start)}–${row(end)}`;
		lines.push(`${which}: ${STATUS_LABELS[statuses[start] ?? 'notStarted']}.`);
		start = end + 1;
	}
	// A batch in which every other item fails would fill the screen.
	const shown = lines.slice(0, 20);
	return lines.length > shown.length
		? `${shown.join(' ')} … and ${lines.length - shown.length} more groups.`
		: shown.join(' ');
}

/** The refusal of an item, before anything was sent for it, or in a run that stops at once: for any. */
export function itemRefusal(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
	isOfItem = context.continueOnFail(),
) {
	const description = isOfItem
		? 'Nothing was sent for this row.'
		: nothingSent(context.getInputData().length);
	return new NodeOperationError(context.getNode(), reasonOf(error), { itemIndex, description });
}

/** Refuses every item. Thrown in a node that continues on fail, n8n would hand the input on as if all were done. */
export function refuseAll(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	const input = context.getInputData();
	const description = error instanceof InputError ? nothingSent(input.length) : undefined;
	const refusal = new NodeOperationError(context.getNode(), reasonOf(error), { description });
	if (!context.continueOnFail()) throw refusal;
	giveHints(context, [{ sentence: refusal.message, isWarning: true }]);
	return input.flatMap((_unused, item) =>
		itemOutput(context, { status: 'failed', error: refusal }, item),
	);
}

/** Of an input error the sentence alone: its stack is of no use to the user. */
const reasonOf = (error: unknown) =>
	error instanceof InputError ? error.message : (error as Error);

/** Says sentences in the editor, beside the output. The editor takes a hint for HTML. */
export function giveHints(context: IExecuteFunctions, said: readonly RunSentence[]): void {
	// An n8n without hints, or what stands in for it, must not fail for want of one.
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	for (const { sentence, isWarning } of said) {
		const hint: NodeExecutionHint = {
			message: asHtml(sentence),
			type: isWarning ? 'warning' : 'info',
			location: 'outputPane',
		};
		addExecutionHints?.call(context, hint);
	}
}
