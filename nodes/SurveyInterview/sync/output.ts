import type { INodeExecutionData } from 'n8n-workflow';

import { INVITATION } from '../facts/invitation';
import { factsOf } from '../facts/simplified';
import { SurveyInterviewError } from '../http/errors';
import { isObject, type JsonObject } from '../records/json';
import { stepIdOf } from './approval';
import type { FieldChange } from './changes';
import { recipientLabel } from './contact';
import type { Progress, WriteDone, WriteFailed, WriteResult } from './progress';
import {
	plannedWriteOf,
	type PlannedWrite,
	type Revocation,
	type Step,
	type SurveyPlan,
} from './steps';

const INVITATION_FIELDS = Object.keys(INVITATION.fields);

export type Json = INodeExecutionData['json'];

/** One item per contact, in the order of the input, then one per invitation whose person is not in the list. */
export function syncOutput(
	plans: SurveyPlan[],
	dryRun: boolean,
	progress: Progress,
): INodeExecutionData[] {
	const read = INVITATION.reader();
	const simplified = (invitation: unknown) =>
		isObject(invitation) ? factsOf(read, invitation, {}, INVITATION_FIELDS) : null;
	const jsonOf = (surveyId: string, step: Step | Revocation, item: JsonObject) => {
		const write = plannedWriteOf(step);
		const isPending = write === step && !progress.has(step);
		const json = isPending && !dryRun ? notStarted(item) : item;
		const complete = { ...json, invitation: simplified(json.invitation) };
		return (write ? { ...complete, stepId: stepIdOf(surveyId, write) } : complete) as Json;
	};
	const steps = plans
		.flatMap(({ surveyId, steps: own }) => own.map((step) => ({ surveyId, step })))
		.sort((a, b) => a.step.item - b.step.item);
	return [
		...steps.map(({ surveyId, step }) => ({
			json: jsonOf(surveyId, step, itemOfStep(step, dryRun, progress.get(step))),
			pairedItem: { item: step.item },
		})),
		...plans.flatMap(({ surveyId, revocations }) =>
			revocations.map((one) => ({
				json: jsonOf(surveyId, one, itemOfRevocation(one, dryRun, progress.get(one))),
			})),
		),
	];
}

/** The item of a write that the run did not start before it stopped. */
function notStarted(item: JsonObject): JsonObject {
	return {
		...item,
		action: 'failed',
		attempted: item.action,
		reason: `Not started (${String(item.action)}): run it again.`,
	};
}

/**
 * The item of a node that continues on fail: a failed one has `error`, as in other operations. n8n sends an
 * item to the error output only when it has no keys but `error`, `message` and `details`.
 */
export function withError(item: Json, toErrorOutput: boolean): Json {
	if (item.action !== 'failed') return item;
	return toErrorOutput ? { error: item.reason, details: item } : { error: item.reason, ...item };
}

function itemOfStep(step: Step, dryRun: boolean, result?: WriteResult): JsonObject {
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
	{ action, contact: { fields } }: Extract<Step, { action: 'created' }>,
	base: JsonObject,
	result?: WriteDone,
): JsonObject {
	return {
		action: result?.returnedExisting ? 'duplicate' : action,
		...base,
		...reasonIn({ reason: result?.remark }),
		...changesIn(Object.entries(fields).map(([key, to]) => ({ key, from: null, to }))),
		invitation: result?.answer ?? null,
	};
}

function itemOfRevocation(
	revocation: Revocation,
	dryRun: boolean,
	result?: WriteResult,
): JsonObject {
	const { action, recipient } = revocation;
	const { invitation } = recipient;
	const base = { dryRun, recipient: recipientLabel(invitation) };
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

const changesIn = (changes: FieldChange[]) => ({
	changed: changes.map(({ key }) => key),
	changes: Object.fromEntries(changes.map(({ key, from, to }) => [key, { from, to }])),
});
const reasonIn = ({ reason }: { reason?: string }) => (reason === undefined ? {} : { reason });
const othersIn = ({ others }: { others: string[] }) => (others.length > 0 ? { others } : {});
