import type { NodeOperationError } from 'n8n-workflow';

import type { JsonObject } from '../records/json';
import { WRITE_ACTIONS, type Revocation, type Step, type SurveyPlan } from './steps';

/** The result of a write. A write that was not started has none. */
export type WriteResult = WriteDone | WriteFailed;

export interface WriteDone {
	done: true;
	answer: JsonObject;
	/** What a person should know about it although it was done. */
	remark?: string;
	/** Nothing was created: the service returned an invitation that existed already. */
	returnedExisting?: true;
	/** An earlier try of this run, whose answer was lost, may have done it. */
	maybeDoneBefore?: true;
}

export interface WriteFailed {
	done: false;
	error: Error;
	maybeDone: boolean;
	/** What to do, where it ends the run although the error is about a single record. */
	advice?: string;
	/** An invitation that was created without a recipient. */
	withoutRecipient?: JsonObject;
}

export type Progress = Map<Step | Revocation, WriteResult>;

/** Why the run stopped before the end of its plans, and at which step. */
export interface Stop {
	error: Error;
	step?: Step | Revocation;
}

/** The error that stopped a sync, with a summary of what was done and what was not. */
export function withSummary(
	error: NodeOperationError,
	{ step }: Stop,
	plans: SurveyPlan[],
	progress: Progress,
): NodeOperationError {
	const all = plans.flatMap(({ steps, revocations }) => [...steps, ...revocations]);
	const counts = WRITE_ACTIONS.flatMap((action) => {
		const planned = all.filter((one) => one.action === action);
		const done = planned.filter((one) => progress.get(one)?.done).length;
		return planned.length === 0 ? [] : [`${done} of ${planned.length} ${action}`];
	});
	const undone = [...progress.values()].filter((result) => !result.done);
	const withoutRecipient = undone.filter((result) => result.withoutRecipient).length;
	const unclear = undone.filter(({ maybeDone }) => maybeDone).length - withoutRecipient;
	const failed = undone.length - unclear - withoutRecipient;
	const stopped = step && progress.get(step);
	const advice = stopped?.done === false ? stopped.advice : undefined;
	error.description = [
		error.description,
		`The sync stopped${step ? ` at ${stepLabel(step)}` : ''}: ${counts.join(', ')}.`,
		failed > 0 ? `${failed} failed.` : '',
		unclear > 0 ? `${unclear} more may have been done.` : '',
		// The next run cannot match an invitation without a recipient, and would create another.
		withoutRecipient > 0
			? `${withoutRecipient} created without a recipient.`
			: (advice ?? 'Run it again to finish. It does not repeat what is already done.'),
	]
		.filter(Boolean)
		.join(' ');
	if (step && 'item' in step) error.context.itemIndex = step.item;
	return error;
}

/** n8n logs errors, so none names a person. */
function stepLabel(step: Step | Revocation): string {
	return 'item' in step ? `item ${step.item}` : `invitation ${step.recipient.id}`;
}
