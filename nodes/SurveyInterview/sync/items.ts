import { SurveyInterviewError } from '../http/errors';
import type { JsonObject } from '../records/json';
import type { FieldChange } from './changes';
import { recipientLabel } from './contact';
import type { WriteFailed, WriteResult, PlannedWrite, Revocation, Step } from './steps';

/** What an item says of a contact, or of an invitation whose person is not in the list: what became of it, or would. */
export function itemOf(step: Step | Revocation, dryRun: boolean, result?: WriteResult): JsonObject {
	return 'item' in step ? itemOfStep(step, dryRun, result) : itemOfRevocation(step, dryRun, result);
}

function itemOfStep(step: Step, dryRun: boolean, result?: WriteResult): JsonObject {
	const { action } = step;
	if (action === 'failed') return failed({ dryRun, recipient: step.recipient }, step.reason);
	const { fields } = step.contact;
	const base = { action, dryRun, recipient: recipientLabel({ ...fields }) };
	if (result && !result.done) return failedWrite(base, result);
	switch (action) {
		case 'created':
			return {
				...base,
				...(result?.returnedExisting ? { action: 'duplicate' } : {}),
				...reasonIn({ reason: result ? result.remark : step.doubt }),
				...changesIn(Object.entries(fields).map(([key, to]) => ({ key, from: null, to }))),
				invitation: result?.answer ?? null,
			};
		case 'updated':
		case 'unchanged':
			return {
				...base,
				...reasonIn(step),
				...(action === 'updated' ? changesIn(step.changes) : {}),
				...(step.others.length > 0 ? { others: step.others } : {}),
				invitation: result?.answer ?? step.recipient.invitation,
			};
		case 'duplicate':
			return {
				...base,
				reason: step.reason,
				...(step.of === undefined ? {} : { duplicateOf: step.of }),
				invitation: step.recipient?.invitation ?? null,
			};
		case 'skipped': {
			const { skippedWrite, reason } = step;
			return skippedWrite
				? { ...itemOfStep(skippedWrite, dryRun), ...notApproved(skippedWrite, reason) }
				: { ...base, reason, invitation: null };
		}
	}
}

function itemOfRevocation(
	revocation: Revocation,
	dryRun: boolean,
	result?: WriteResult,
): JsonObject {
	const { action, recipient } = revocation;
	const { invitation, facts } = recipient;
	const base = { action, dryRun, recipient: recipientLabel(facts) };
	if (result && !result.done) return failedWrite(base, result, invitation);
	if (action === 'revoked') return { ...base, invitation };
	const { reason, skippedWrite } = revocation;
	return { ...base, reason, ...(skippedWrite && notApproved(skippedWrite, reason)), invitation };
}

const notApproved = ({ action }: PlannedWrite, reason: string) => ({
	action: 'skipped',
	attempted: action,
	reason,
});

function failed(base: JsonObject, reason: string): JsonObject {
	return { ...base, action: 'failed', reason, invitation: null };
}

function failedWrite(
	base: JsonObject,
	{ error, maybeDone, advice, withoutRecipient }: WriteFailed,
	invitation: JsonObject | null = null,
): JsonObject {
	const { facts, code, status }: Partial<SurveyInterviewError> =
		error instanceof SurveyInterviewError ? error : {};
	const attempted = base.action;
	const said = { hint: facts?.hint, attempted, code, status, maybeDone: maybeDone || undefined };
	return {
		...failed(base, [error.message, advice].filter(Boolean).join(' ')),
		...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
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
