import { SurveyInterviewError } from '../http/errors';
import type { JsonObject } from '../records/json';
import type { FieldChange } from './changes';
import { recipientLabel } from './contact';
import type { WriteDone, WriteFailed, WriteResult } from './progress';
import type { PlannedWrite, Revocation, Step } from './steps';

/** What an item says of a contact: what became of it, or would. */
export function itemOfStep(step: Step, dryRun: boolean, result?: WriteResult): JsonObject {
	if (step.action === 'failed') {
		return failed({ dryRun, recipient: step.recipient }, step.reason);
	}
	const base = { dryRun, recipient: recipientLabel({ ...step.contact.fields }) };
	if (result && !result.done) return failedWrite(base, step.action, result);
	switch (step.action) {
		case 'created':
			return itemOfCreate(step, base, result);
		case 'updated':
			return {
				action: step.action,
				...base,
				...reasonIn(step),
				...changesIn(step.changes),
				...othersIn(step),
				invitation: result?.answer ?? step.recipient.invitation,
			};
		case 'unchanged':
			return {
				action: step.action,
				...base,
				...reasonIn(step),
				...othersIn(step),
				invitation: step.recipient.invitation,
			};
		case 'duplicate':
			return {
				action: step.action,
				...base,
				reason: step.reason,
				...(step.of === undefined ? {} : { duplicateOf: step.of }),
				invitation: step.recipient?.invitation ?? null,
			};
		case 'skipped': {
			const { skippedWrite, reason } = step;
			return skippedWrite
				? { ...itemOfStep(skippedWrite, dryRun), ...notApproved(skippedWrite, reason) }
				: { action: step.action, ...base, reason, invitation: null };
		}
	}
}

function itemOfCreate(
	{ action, contact: { fields }, doubt }: Extract<Step, { action: 'created' }>,
	base: JsonObject,
	result?: WriteDone,
): JsonObject {
	return {
		action: result?.returnedExisting ? 'duplicate' : action,
		...base,
		...reasonIn({ reason: result ? result.remark : doubt }),
		...changesIn(Object.entries(fields).map(([key, to]) => ({ key, from: null, to }))),
		invitation: result?.answer ?? null,
	};
}

/** What an item says of an invitation whose person is not in the list. */
export function itemOfRevocation(
	revocation: Revocation,
	dryRun: boolean,
	result?: WriteResult,
): JsonObject {
	const { action, recipient } = revocation;
	const { invitation, facts } = recipient;
	const base = { dryRun, recipient: recipientLabel(facts) };
	if (result && !result.done) return failedWrite(base, action, result, invitation);
	if (action === 'revoked') return { action, ...base, invitation };
	const { reason, skippedWrite } = revocation;
	const attempted = skippedWrite ? notApproved(skippedWrite, reason) : {};
	return { action, ...base, reason, ...attempted, invitation };
}

const notApproved = ({ action }: PlannedWrite, reason: string) => ({
	action: 'skipped',
	attempted: action,
	reason,
});

function failed(base: JsonObject, reason: string): JsonObject {
	return { action: 'failed', ...base, reason, invitation: null };
}

function failedWrite(
	base: JsonObject,
	attempted: string,
	{ error, maybeDone, advice, withoutRecipient }: WriteFailed,
	invitation: JsonObject | null = null,
): JsonObject {
	const serviceError = error instanceof SurveyInterviewError ? error : undefined;
	const facts = {
		hint: serviceError?.facts.hint,
		attempted,
		code: serviceError?.code,
		status: serviceError?.status,
		maybeDone: maybeDone || undefined,
	};
	return {
		...failed(base, [error.message, advice].filter(Boolean).join(' ')),
		...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
		invitation: withoutRecipient ?? invitation,
	};
}

/** The item of a write that the run did not start before it stopped. */
export function notStarted(item: JsonObject): JsonObject {
	return {
		...item,
		action: 'failed',
		attempted: item.action,
		reason: `Not started (${String(item.action)}): run it again.`,
	};
}

const changesIn = (changes: FieldChange[]) => ({
	fieldChanges: Object.fromEntries(changes.map(({ key, from, to }) => [key, { from, to }])),
});
const reasonIn = ({ reason }: { reason?: string }) => (reason === undefined ? {} : { reason });
const othersIn = ({ others }: { others: string[] }) => (others.length > 0 ? { others } : {});
