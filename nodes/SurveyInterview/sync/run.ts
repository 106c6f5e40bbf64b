import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { inOrder } from '../api/inOrder';
import { openSession, type Session } from '../api/session';
import { canceled } from '../execution/result';
import type { Ledger } from '../execution/ledger';
import { protectionOf, refusalOf } from '../execution/retryOnFail';
import { settingsOf } from '../execution/settings';
import { InputProblem } from '../input/problem';
import { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import type { JsonObject } from '../records/json';
import { listInvitations } from './list';
import type { SyncOptions } from './options';
import { itemOfRevocation, itemOfStep, notStarted } from './output';
import { planOf, type Step } from './plan';
import { readEntry, readOptions, type ListEntry } from './reading';
import type { Revocation } from './revocations';
import { carryOut, type Progress, type SurveyPlan } from './writing';

/**
 * Invitation → Sync: all input items are one list of contacts (design, section 7). The output has an item
 * for each contact, in their order, and after them one for each invitation whose person is in the list no
 * more. A contact that cannot be used, or a record that the service refuses, does not stop the others.
 *
 * @throws {NodeOperationError | SurveyInterviewError} before the first write, when a guard or an option
 *   forbids it; later, when what went wrong would meet the next contact too: it says what is done
 */
export async function runSync(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		return await sync(context);
	} catch (error) {
		const refusal = asNodeError(context, error);
		if (!context.continueOnFail()) throw refusal;
		const toErrorOutput = context.getNode().onError === 'continueErrorOutput';
		const reason = refusal.message;
		return context.getInputData().map((_item, item) => ({
			json: toErrorOutput
				? { error: reason, details: { action: 'failed' } }
				: { error: reason, action: 'failed', reason },
			pairedItem: { item },
		}));
	}
}

function asNodeError(context: IExecuteFunctions, error: unknown): NodeOperationError {
	if (error instanceof InputProblem) {
		const description = 'Nothing was sent.';
		return new NodeOperationError(context.getNode(), error.message, { description });
	}
	if (error instanceof Error && 'node' in error) return error as NodeOperationError;
	return new NodeOperationError(context.getNode(), error as Error);
}

/**
 * The plans of runs that n8n may try again (Retry On Fail). A second try goes on with the first one's: a
 * new list would take for unchanged what the first has done.
 */
const begun = new WeakMap<Ledger, SurveyPlan[]>();

async function sync(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const { z } = await import('zod');
	const checker = new FieldChecker(z, context.getTimezone());
	const options = readOptions(context, checker, count);
	const protection = protectionOf(context);
	const retryClass = options.createWith === 'public' ? 'idempotent' : 'create';
	const refused = refusalOf(protection, retryClass, 'Sync with Create Personal');
	if (refused !== undefined && !options.dryRun) throw new InputProblem(refused);
	const entries = Array.from({ length: count }, (_unused, item) =>
		readEntry(context, checker, item, options.matchBy),
	);
	const settings = settingsOf(context, invitationSync.concurrency);
	const session = await openSession(context, settings);
	const ledger = protection.kind === 'ledger' ? protection.ledger : undefined;
	const plans =
		(ledger && begun.get(ledger)) ?? (await plansOf(session, entries, options, settings.width));
	const refusal = plans.find((plan) => plan.refusal !== undefined)?.refusal;
	if (refusal !== undefined) throw new InputProblem(refusal);
	if (ledger) begun.set(ledger, plans);
	const progress: Progress = new Map();
	let stopped: Error | undefined;
	if (!options.dryRun) {
		stopped = await carryOut(session, protection, plans, options, settings.width, progress);
		if (session.signal?.aborted) stopped = canceled(context);
	}
	if (stopped && !context.continueOnFail()) throw withAccount(context, stopped, plans, progress);
	return outputOf(plans, options.dryRun, progress);
}

/** One list and one plan a survey; most often the input is about one. */
async function plansOf(
	session: Session,
	entries: ListEntry[],
	options: SyncOptions,
	width: number,
): Promise<SurveyPlan[]> {
	const bySurvey = new Map<string, ListEntry[]>();
	for (const entry of entries) {
		const others = bySurvey.get(entry.surveyId);
		if (others) others.push(entry);
		else bySurvey.set(entry.surveyId, [entry]);
	}
	const lists = [...bySurvey];
	const plans: SurveyPlan[] = [];
	let failed: unknown;
	await inOrder(lists.length, width, async (place) => {
		const [surveyId, own] = lists[place] as [string, ListEntry[]];
		try {
			const invitations = await listInvitations(session, surveyId);
			const contacts = own.map(({ contact }) => contact);
			const known = new Set(invitations.map((one) => (one as JsonObject).id));
			plans[place] = { surveyId, known, ...planOf(contacts, invitations, options) };
			return true;
		} catch (error) {
			failed ??= error;
			return false;
		}
	});
	if (failed !== undefined) throw failed;
	return plans;
}

const WRITES: readonly string[] = ['created', 'updated', 'revoked'];

function outputOf(plans: SurveyPlan[], dryRun: boolean, progress: Progress): INodeExecutionData[] {
	const shown = (step: Step | Revocation, item: JsonObject) =>
		dryRun || progress.has(step) || !WRITES.includes(step.action) ? item : notStarted(item);
	const steps = plans.flatMap((plan) => plan.steps).sort((a, b) => a.item - b.item);
	const revocations = plans.flatMap((plan) => plan.revocations);
	return [
		...steps.map((step) => ({
			json: shown(step, itemOfStep(step, dryRun, progress.get(step))) as INodeExecutionData['json'],
			pairedItem: { item: step.item },
		})),
		...revocations.map((revocation) => ({
			json: shown(
				revocation,
				itemOfRevocation(revocation, dryRun, progress.get(revocation)),
			) as INodeExecutionData['json'],
		})),
	];
}

/** The error that ended a sync, with an account of what is done and what is not. */
function withAccount(
	context: IExecuteFunctions,
	error: Error,
	plans: SurveyPlan[],
	progress: Progress,
): NodeOperationError {
	const account = asNodeError(context, error);
	const all = plans.flatMap(({ steps, revocations }) => [...steps, ...revocations]);
	const counts = WRITES.map((action) => {
		const planned = all.filter((step) => step.action === action);
		const done = planned.filter((step) => progress.get(step)?.done).length;
		return planned.length === 0 ? undefined : `${done} of ${planned.length} ${action}`;
	}).filter((part) => part !== undefined);
	const unclear = [...progress.values()].filter((one) => !one.done && one.maybeDone).length;
	const parts = [
		account.description,
		`The sync broke off: ${counts.join(', ')}.`,
		unclear > 0 ? `${unclear} more may have been done.` : '',
		'Run it again to finish: what is done is found and left alone.',
	];
	account.description = parts.filter((part) => part).join(' ');
	return account;
}
