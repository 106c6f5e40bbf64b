import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { type RequestTraits, serviceError, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import { withoutUndefined, type JsonObject } from '../service/json';
import { asHtml } from '../service/scalars';
import type { RunSentence } from '../operations/operation';
import type { Remarks } from './remarks';
import { rowOf, rowsReport } from './rows';

/** The end of one item: its output, or the error that a person reads. */
export type Result = Done | NotDone;

interface Done {
	status: 'done';
	items: JsonObject[];
	/** The record in the answer to a write, as the service sent it: Sync and the sentences of a run read it. */
	record?: JsonObject;
	remarks?: Remarks;
	/** The request was sent again after a try without an answer, which may have done it already. */
	maybeDoneByEarlierTry?: true;
}

/**
 * `maybeDone`: a write without an answer, or with one that could not be read. `isFromEarlierRun`: an earlier run of the
 * node sent it, and this run sent nothing.
 */
export type NotDone =
	| { status: 'failed'; error: SurveyInterviewError | NodeOperationError }
	| { status: 'maybeDone'; error: SurveyInterviewError; isFromEarlierRun?: true };

/** An error as a result. After one that this package does not expect, a write may have been done. */
export function failureOf(session: Session, request: RequestTraits, error: unknown): NotDone {
	if (error instanceof SurveyInterviewError) {
		return error.maybeDone ? { status: 'maybeDone', error } : { status: 'failed', error };
	}
	if (request.retryClass === 'read') {
		return { status: 'failed', error: new NodeOperationError(session.node, error as Error) };
	}
	const facts = { message: (error as Error).message };
	return { status: 'maybeDone', error: serviceError(session, request, facts, { maybeDone: true }) };
}

/** The error of a run that stopped at an item, with a line that says what became of all items. */
export function withReport(
	context: IExecuteFunctions,
	results: Array<Result | undefined>,
	stoppedAt: number,
): SurveyInterviewError | NodeOperationError {
	const result = results[stoppedAt];
	const error = result && result.status !== 'done' ? result.error : canceledError(context);
	const statuses = results.map((entry) => entry?.status ?? 'notStarted');
	const input = context.getInputData();
	const reportOnRows = results.length > 1 ? rowsReport(statuses, input) : undefined;
	const report = results.every(wasNotSent)
		? nothingSentSentence(input, rowOf(input, stoppedAt))
		: reportOnRows;
	error.description = [error.description, report].filter(Boolean).join(' ');
	return error;
}

/** Whether no request of an item has left for the service. */
function wasNotSent(result: Result | undefined): boolean {
	if (result === undefined) return true;
	if (result.status !== 'failed') return false;
	const { facts } = result.error as Partial<SurveyInterviewError>;
	return facts?.neverReachedService === true;
}

/** Names the row, if the error is about one, because n8n itself would count items from 0. */
function nothingSentSentence({ length }: readonly INodeExecutionData[], row?: number): string {
	if (length <= 1) return 'Nothing was sent.';
	const which = row === undefined ? '' : `This is row ${row}. `;
	return `${which}Nothing was sent for any of the ${length} rows.`;
}

/** n8n recognises a stop by the word "canceled" in the message, and may retry the run after a stop as well. */
export function canceledError(context: IExecuteFunctions): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		'The execution was canceled before this item was started.',
	);
}

/** The output items of a result; that of a failure says why, and what to do. */
export function itemOutput(
	context: IExecuteFunctions,
	result: Result | undefined,
	item: number,
): INodeExecutionData[] {
	if (result === undefined) return [];
	const pairedItem = { item };
	if (result.status === 'done') {
		return result.items.map((json) => ({ json: json as INodeExecutionData['json'], pairedItem }));
	}
	const { error } = result;
	const fromService = error instanceof SurveyInterviewError ? error : undefined;
	const details = withoutUndefined({
		hint: fromService ? fromService.facts.hint : (error.description ?? undefined),
		code: fromService?.code,
		status: fromService?.status,
		maybeDone: fromService?.maybeDone,
	});
	// n8n sends an item to the error output only if it has no other keys than error, message and details.
	const json =
		context.getNode().onError === 'continueErrorOutput'
			? { error: error.message, details }
			: { error: error.message, ...details };
	return [{ json, pairedItem }];
}

/**
 * The refusal of an item before anything was sent.
 *
 * @param isOnlyThisRow whether the other rows go on; otherwise nothing was sent for any row
 */
export function itemRefusal(
	context: IExecuteFunctions,
	error: unknown,
	item: number,
	isOnlyThisRow = context.continueOnFail(),
) {
	const input = context.getInputData();
	const description = isOnlyThisRow
		? 'Nothing was sent for this row.'
		: nothingSentSentence(input, rowOf(input, item));
	return new NodeOperationError(context.getNode(), reasonOf(error), { description });
}

/** Refuses every item. A node that continues on fail must not throw: n8n would pass its input on as if all were done. */
export function refuseAll(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	const input = context.getInputData();
	// Any other error brings its own description.
	const description = error instanceof InputError ? nothingSentSentence(input) : undefined;
	const refusal = new NodeOperationError(context.getNode(), reasonOf(error), { description });
	if (!context.continueOnFail()) throw refusal;
	giveHints(context, [{ sentence: refusal.message, isWarning: true }]);
	return input.flatMap((_unused, item) =>
		itemOutput(context, { status: 'failed', error: refusal }, item),
	);
}

/** For an input error only the sentence, because its stack is of no use to the user. */
const reasonOf = (error: unknown) =>
	error instanceof InputError ? error.message : (error as Error);

/** Shows sentences beside the output in the editor, which reads a hint as HTML. */
export function giveHints(context: IExecuteFunctions, sentences: readonly RunSentence[]): void {
	shownSentences.set(context, [
		...shownSentencesOf(context),
		...sentences.map(({ sentence }) => sentence),
	]);
	for (const { sentence, isWarning } of sentences) {
		// A context without hints, such as that of an older n8n, is no reason to fail.
		(context as Partial<IExecuteFunctions>).addExecutionHints?.({
			message: asHtml(sentence),
			type: isWarning ? 'warning' : 'info',
			location: 'outputPane',
		});
	}
}

const shownSentences = new WeakMap<IExecuteFunctions, string[]>();

/** The sentences that a run has shown, for a model: it sees no hints. */
export const shownSentencesOf = (context: IExecuteFunctions): readonly string[] =>
	shownSentences.get(context) ?? [];
