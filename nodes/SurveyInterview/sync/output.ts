import type { INodeExecutionData } from 'n8n-workflow';

import { isObject, type JsonObject } from '../records/json';
import { INVITATION_READ, withDefaults } from '../records/shapes';
import { plannedWriteIn, stepIdOf } from './approval';
import type { Step } from './plan';
import type { Progress, PlannedWrite, WriteResult } from './progress';
import type { Revocation } from './revoke';
import type { SurveyPlan } from './surveys';
import { SurveyInterviewError } from '../http/errors';
import { recipientOf } from './contact';

export type Json = INodeExecutionData['json'];

/** An item for each contact, in the order of the input, then one for each invitation of nobody in the list. */
export function syncOutput(
	plans: SurveyPlan[],
	dryRun: boolean,
	progress: Progress,
): INodeExecutionData[] {
	const shown = (surveyId: string, step: Step | Revocation, item: JsonObject) => {
		const due = plannedWriteIn(step);
		const isDue = due === step && !progress.has(step);
		const json = isDue && !dryRun ? notStarted(item) : item;
		const whole = { ...json, invitation: shownInvitation(json.invitation) };
		return (due ? { ...whole, stepId: stepIdOf(surveyId, due) } : whole) as Json;
	};
	const steps = plans
		.flatMap(({ surveyId, steps: own }) => own.map((step) => ({ surveyId, step })))
		.sort((a, b) => a.step.item - b.step.item);
	return [
		...steps.map(({ surveyId, step }) => ({
			json: shown(surveyId, step, itemOfStep(step, dryRun, progress.get(step))),
			pairedItem: { item: step.item },
		})),
		...plans.flatMap(({ surveyId, revocations }) =>
			revocations.map((one) => ({
				json: shown(surveyId, one, itemOfRevocation(one, dryRun, progress.get(one))),
			})),
		),
	];
}

/** An invitation with the defaults of the specification, as other operations put it out. */
function shownInvitation(invitation: unknown): unknown {
	return isObject(invitation) ? withDefaults(invitation, INVITATION_READ) : invitation;
}

/** What a step that was to be done is, when the run ended before it. */
function notStarted(item: JsonObject): JsonObject {
	return {
		...item,
		action: 'failed',
		attempted: item.action,
		reason: `Not started (${String(item.action)}): run it again.`,
	};
}

/**
 * A failed item as a node that continues on fail hands it on, with `error` as other operations have it.
 * n8n sends an item to the error output only when it has no keys but error, message and details.
 */
export function withError(item: Json, toErrorOutput: boolean): Json {
	if (item.action !== 'failed') return item;
	return toErrorOutput ? { error: item.reason, details: item } : { error: item.reason, ...item };
}

/** A step as an item that a person can read and approve. */
export function itemOfStep(step: Step, dryRun: boolean, written?: WriteResult): JsonObject {
	if (step.action === 'failed') {
		return failed({ dryRun, recipient: step.recipient }, step.reason);
	}
	const base = { dryRun, recipient: recipientOf({ ...step.contact.fields }) };
	if (written && !written.done) return failedWrite(base, step.action, written);
	switch (step.action) {
		case 'created':
			return {
				action: written?.isGivenBack ? 'duplicate' : step.action,
				...base,
				...reasonIn({ reason: written?.remark }),
				changed: Object.keys(step.contact.fields),
				changes: changesByKey(
					Object.entries(step.contact.fields).map(([key, to]) => ({ key, from: null, to })),
				),
				invitation: written?.answer ?? null,
			};
		case 'updated':
			return {
				action: step.action,
				...base,
				...reasonIn(step),
				changed: step.changes.map(({ key }) => key),
				changes: changesByKey(step.changes),
				...othersIn(step),
				invitation: written?.answer ?? step.recipient.invitation,
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
		case 'skipped':
			return step.instead
				? { ...itemOfStep(step.instead, dryRun), ...notApproved(step.instead, step.reason) }
				: { action: step.action, ...base, reason: step.reason, invitation: null };
	}
}

/** What becomes of an invitation whose person is in the list no more. */
export function itemOfRevocation(
	revocation: Revocation,
	dryRun: boolean,
	written?: WriteResult,
): JsonObject {
	const { invitation } = revocation.recipient;
	const base = { dryRun, recipient: recipientOf(invitation) };
	if (written && !written.done) return failedWrite(base, revocation.action, written, invitation);
	const item = { action: revocation.action, ...base };
	if (revocation.action === 'revoked') return { ...item, invitation };
	const { reason, instead } = revocation;
	return { ...item, reason, ...(instead ? notApproved(instead, reason) : {}), invitation };
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
	{ error, maybeDone, advice, stray }: Extract<WriteResult, { done: false }>,
	invitation: JsonObject | null = null,
): JsonObject {
	const known = error instanceof SurveyInterviewError ? error : undefined;
	const facts = {
		hint: known?.facts.hint,
		attempted,
		code: known?.code,
		status: known?.status,
		maybeDone: maybeDone || undefined,
	};
	return {
		...failed(base, [error.message, advice].filter(Boolean).join(' ')),
		...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
		invitation: stray ?? invitation,
	};
}

function changesByKey(changes: Array<{ key: string; from: unknown; to: unknown }>): JsonObject {
	return Object.fromEntries(changes.map(({ key, from, to }) => [key, { from, to }]));
}

const reasonIn = ({ reason }: { reason?: string }) => (reason === undefined ? {} : { reason });
const othersIn = ({ others }: { others: string[] }) => (others.length > 0 ? { others } : {});
