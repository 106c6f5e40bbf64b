import type { NodeOperationError } from 'n8n-workflow';

import { recipientOf } from './contact';
import type { Step } from './plan';
import type { Revocation } from './revocations';
import type { SurveyPlan } from './surveys';
import { WRITES, type Progress, type Stop } from './progress';

/** The error that ended a sync, with an account of what is done and what is not. */
export function withAccount(
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
