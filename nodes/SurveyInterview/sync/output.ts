import type { INodeExecutionData } from 'n8n-workflow';
import { INVITATION, missingLink } from '../facts/invitation';
import type { KnownFacts } from '../facts/simplified';
import { SurveyInterviewError } from '../http/errors';
import { mapInTurns } from '../http/turns';
import type { OutputChoice } from '../input/options';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';
import { stepIdOf } from './approval';
import { changesInWords, detailsInWords, type FieldChange } from './changes';
import { recipientLabel } from './contact';
import type { Recipient } from './recipients';
import {
	type PlannedWrite,
	plannedWriteOf,
	type Progress,
	type Revocation,
	type Step,
	type SurveyPlan,
	type WriteAction,
	type WriteFailed,
	type WriteResult,
} from './steps';
import { type Fate, syncSummary, type SyncSummary, type ToldFate } from './summary';

const SIMPLIFIED = Object.keys(invitationSync.output);

export type Json = INodeExecutionData['json'];

/** One item per contact, in the order of the input, then one per invitation whose person is not in the list. */
export async function syncOutput(
	plans: SurveyPlan[],
	dryRun: boolean,
	progress: Progress,
	known: KnownFacts,
	unusedColumns: readonly string[] = [],
): Promise<{ items: INodeExecutionData[]; said: SyncSummary }> {
	const read = INVITATION.reader();
	const fates: ToldFate[] = [];
	let withoutLink: string | undefined;
	const jsonOf = (surveyId: string, step: Step | Revocation, item: JsonObject) => {
		const write = plannedWriteOf(step);
		const isPending = write === step && !progress.has(step) && !dryRun;
		fates.push(fateOf(step, item, isPending));
		const { action, recipient, reason, invitation, ...rest } = isPending ? notStarted(item) : item;
		const facts = isObject(invitation) ? read(invitation, known) : {};
		// The answer to an update may not show all of the invitation, and a failed one has none.
		const found = foundBy(write ?? step);
		const linkBefore = () =>
			found && found.invitation !== invitation ? read(found.invitation, known).link : null;
		const link = facts.link ?? linkBefore() ?? null;
		if (link === null && isObject(invitation)) withoutLink ??= missingLink(invitation, known);
		return {
			action: dryRun ? (WORDS_OF_DRY_RUN[String(action)] ?? action) : action,
			recipient,
			reason: reason ?? null,
			link,
			// An invitation that was there already says what it said before.
			changes: write && action !== 'duplicate' ? changesOfWrite(write) : null,
			invitation_id: found?.id ?? facts.id ?? null,
			...(plans.length > 1 ? { survey_id: surveyId } : {}),
			...rest,
			invitation: invitation ?? null,
			...(write ? { stepId: stepIdOf(surveyId, write) } : {}),
		} as Json;
	};
	const all = [
		...plans
			.flatMap(({ surveyId, steps }) => steps.map((step) => ({ surveyId, step })))
			.sort((a, b) => a.step.item - b.step.item),
		...plans.flatMap(({ surveyId, revocations }) =>
			revocations.map((step) => ({ surveyId, step })),
		),
	];
	const items = await mapInTurns(all, ({ surveyId, step }): INodeExecutionData => {
		const json = jsonOf(surveyId, step, itemOf(step, dryRun, progress.get(step)));
		return 'item' in step ? { json, pairedItem: { item: step.item } } : { json };
	});
	return { items, said: syncSummary(fates, dryRun, unusedColumns, withoutLink) };
}

/** What a write changes, in words; null where there is nothing beside the recipient. */
function changesOfWrite(write: PlannedWrite): string | null {
	if (write.action === 'updated') return changesInWords(write.changes);
	return write.action === 'created' ? detailsInWords(write.contact.fields) || null : null;
}

/** The invitation that a step is about, as the list showed it; none where the step creates it. */
function foundBy(step: Step | Revocation): Recipient | undefined {
	return 'recipient' in step && typeof step.recipient === 'object' ? step.recipient : undefined;
}

/** The words of a dry run, which nobody can take for deeds. */
const WORDS_OF_DRY_RUN: { [action: string]: string } = {
	created: 'wouldCreate',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
} satisfies Record<WriteAction, string>;

function fateOf(step: Step | Revocation, item: JsonObject, isPending: boolean): ToldFate {
	const { action, attempted, maybeDone, reason, recipient } = item;
	const told = {
		...('item' in step ? { item: step.item } : {}),
		...(typeof reason === 'string' ? { reason } : {}),
		...(typeof recipient === 'string' ? { recipient } : {}),
	};
	if (isPending) return { fate: 'notStarted', ...told };
	if (action === 'failed') {
		const failed = attempted === undefined ? 'unusable' : 'refused';
		return { fate: maybeDone === true ? 'maybeDone' : failed, ...told };
	}
	if (action !== 'skipped') return { fate: action as Fate, ...told };
	if (attempted !== undefined) return { fate: 'notApproved', ...told };
	return { fate: 'item' in step ? 'optedOut' : 'notRevoked', ...told };
}

/**
 * The items with the summary on the first one: an item of its own would be one contact more for the next
 * node. With an error output, it is the first of those that are not sent there.
 */
export function withSummaryOnFirst(
	items: INodeExecutionData[],
	summary: string,
	toErrorOutput: boolean,
): INodeExecutionData[] {
	const isRegular = ({ json }: INodeExecutionData) => !toErrorOutput || json.action !== 'failed';
	const first = items.find(isRegular) ?? items[0];
	return items.map((one) => (one === first ? { ...one, json: { ...one.json, summary } } : one));
}

export type SyncOutputChoice = 'simplified' | OutputChoice;

/**
 * Makes of an item what the user wants. In a table, a column that is empty in every row is in the way, so
 * Simplified leaves it out. Chosen fields are always there, null where an item has none.
 */
export function chooserOf(
	items: readonly INodeExecutionData[],
	choice: SyncOutputChoice,
): (item: Json) => Json {
	if (choice === 'everything') return (item) => item;
	if (choice !== 'simplified') {
		return (item) => Object.fromEntries(choice.map((name) => [name, item[name] ?? null]));
	}
	const columns = SIMPLIFIED.filter((name) => items.some(({ json }) => isTold(json, name)));
	return (item) =>
		Object.fromEntries(
			columns.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]),
		);
}

/** Whether an item says something in a field. Steps are approved after a dry run: later nobody needs their IDs. */
function isTold(item: Json, name: string): boolean {
	if (name === 'stepId' && item.dryRun === false) return false;
	return (item[name] ?? null) !== null;
}

/**
 * The item of a node that continues on fail: a failed one has `error`, as in other operations. n8n sends an
 * item to the error output only when it has no keys but `error`, `message` and `details`.
 */
export function withError(item: Json, chosen: Json, toErrorOutput: boolean): Json {
	if (item.action !== 'failed') return chosen;
	return toErrorOutput
		? { error: item.reason, details: chosen }
		: { error: item.reason, ...chosen };
}

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
