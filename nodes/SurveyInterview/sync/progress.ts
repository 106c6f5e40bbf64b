import type { NodeOperationError } from 'n8n-workflow';

import type { JsonObject } from '../records/json';
import type { Step } from './plan';
import type { Revocation } from './revoke';
import { recipientOf } from './contact';
import type { SurveyPlan } from './surveys';

/** The actions that send something, in the order in which they are carried out. */
export const WRITES = ['updated', 'created', 'revoked'] as const;

type Write = { action: (typeof WRITES)[number] };

/** A step that sends something. */
export type PlannedWrite = Extract<Step | Revocation, Write>;

export function isWrite<T extends Step | Revocation>(step: T): step is Extract<T, Write> {
	return WRITES.some((action) => action === step.action);
}

/** What came of a step that writes. Absent for one that was not begun. */
export type WriteResult =
	| {
			done: true;
			answer: JsonObject;
			/** What is to be said of it all the same. */
			remark?: string;
			/** Nothing was created: the service gave back an invitation that it had. */
			isGivenBack?: boolean;
			/** An earlier try of this run, whose answer was lost, may have done it. */
			maybeDoneBefore?: true;
	  }
	| {
			done: false;
			error: Error;
			maybeDone: boolean;
			/** What to do about it, besides what the error says. */
			advice?: string;
			/** An invitation that was created, and is nobody's. */
			stray?: JsonObject;
	  };

/** What has been written of a plan so far, by step. */
export type Progress = Map<Step | Revocation, WriteResult>;

/** Why writing ended before its end, and where. */
export interface Stop {
	error: Error;
	step?: Step | Revocation;
}

/** The error that ended a sync, with an account of what is done and what is not. */
export function withSummary(
	error: NodeOperationError,
	{ step }: Stop,
	plans: SurveyPlan[],
	progress: Progress,
): NodeOperationError {
	const all = plans.flatMap(({ steps, revocations }) => [...steps, ...revocations]);
	const counts = WRITES.flatMap((action) => {
		const planned = all.filter((one) => one.action === action);
		const done = planned.filter((one) => progress.get(one)?.done).length;
		return planned.length === 0 ? [] : [`${done} of ${planned.length} ${action}`];
	});
	const undone = [...progress.values()].filter((one) => !one.done);
	const stray = undone.filter((one) => one.stray !== undefined).length;
	const unclear = undone.filter((one) => one.maybeDone).length - stray;
	const failed = undone.length - unclear - stray;
	error.description = [
		error.description,
		`The sync broke off${step ? ` at ${whoIs(step)}` : ''}: ${counts.join(', ')}.`,
		failed > 0 ? `${failed} failed.` : '',
		unclear > 0 ? `${unclear} more may have been done.` : '',
		// An invitation that is nobody's is not found again: another run would create one more.
		stray > 0
			? `${stray} created without a recipient.`
			: 'Run it again to finish: what is done is found and left alone.',
	]
		.filter(Boolean)
		.join(' ');
	if (step && 'item' in step) error.context.itemIndex = step.item;
	return error;
}

function whoIs(step: Step | Revocation): string {
	if (step.action === 'failed') return step.recipient;
	if ('contact' in step) {
		return `item ${step.item}, ${recipientOf({ ...step.contact.fields })}`;
	}
	return `the invitation of ${recipientOf(step.recipient.invitation)}`;
}
