import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { openSession } from '../http/session';
import { allRead } from '../input/options';
import { InputError } from '../input/problem';
import { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import { canceledError } from '../run/output';
import { type Ledger, protectionOf, retryRefusal } from '../run/retryOnFail';
import { readRunOptions } from '../run/run';
import { applyPlans } from './apply';
import { guardRefusal } from './guards';
import { readSyncOptions } from './options';
import { syncOutput, withError, type Json } from './output';
import { withSummary, type Progress, type Stop } from './progress';
import { readEntries } from './readContacts';
import type { SurveyPlan } from './steps';
import { plansOf } from './surveys';

/**
 * Invitation → Sync: all input items are one list of contacts. The output has one item per contact, in their
 * order, and then one per invitation whose person is no longer in the list. A contact that cannot be used, or a
 * record that the service refuses, does not stop the others.
 *
 * @throws {NodeOperationError | SurveyInterviewError} before the first write where an option or a guard forbids
 *   it; later for an error that the other contacts would meet too, with a summary of what was done
 */
export async function runSync(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const continueOnFail = context.continueOnFail();
	const toErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const items = await sync(context).catch((error: unknown) => {
		const nodeError = asNodeError(context, error);
		if (!continueOnFail) throw nodeError;
		const json = {
			action: 'failed',
			reason: nodeError.message,
			...(nodeError.description ? { hint: nodeError.description } : {}),
		} as Json;
		return context.getInputData().map((_item, item) => ({ json, pairedItem: { item } }));
	});
	return continueOnFail
		? items.map((item) => ({ ...item, json: withError(item.json, toErrorOutput) }))
		: items;
}

function asNodeError(context: IExecuteFunctions, error: unknown): NodeOperationError {
	if (error instanceof InputError) {
		const description = 'Nothing was changed.';
		return new NodeOperationError(context.getNode(), error.message, { description });
	}
	if (error instanceof Error && 'node' in error) return error as NodeOperationError;
	return new NodeOperationError(context.getNode(), error as Error);
}

/**
 * The plans of runs that n8n may repeat (Retry On Fail). A repeat continues the plans of the first run: a new
 * list would show as unchanged what the first run has done.
 */
const plansOfRun = new WeakMap<Ledger, SurveyPlan[]>();

async function sync(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const { z } = await import('zod');
	const checker = new FieldChecker(z, context.getTimezone());
	const {
		matchBy,
		dryRun,
		approvedSteps,
		createWith,
		maxCreates,
		maxRevokePercent,
		neverCreateFor,
		whenMissing,
		propertiesMode,
		updateExisting,
		...unread
	} = readSyncOptions(context, checker, count);
	allRead(unread);
	// A dry run shows every step, so that people can approve it.
	const approved = dryRun || !approvedSteps ? undefined : new Set(approvedSteps);

	const protection = protectionOf(context);
	const retryClass = createWith === 'public' ? 'idempotent' : 'create';
	const notProtected = retryRefusal(protection, retryClass, 'Sync with Create Personal');
	if (notProtected !== undefined && !dryRun) throw new InputError(notProtected);

	const entries = readEntries(context, checker, count, matchBy);
	const { concurrency, ...settings } = readRunOptions(context, invitationSync, checker);
	const session = await openSession(context, settings);
	const ledger = protection.kind === 'ledger' ? protection.ledger : undefined;
	const planOptions = {
		matchBy,
		updateExisting,
		propertiesMode,
		createWith,
		neverCreateFor,
		whenMissing,
	};
	const plans =
		(ledger && plansOfRun.get(ledger)) ??
		(await plansOf(session, entries, planOptions, approved, concurrency));
	const refusal = guardRefusal(plans, { maxCreates, maxRevokePercent, whenMissing, approved });
	if (refusal !== undefined) throw new InputError(refusal);

	const progress: Progress = new Map();
	if (dryRun) return syncOutput(plans, true, progress);
	if (ledger) plansOfRun.set(ledger, plans);
	const writes = { session, protection, createWith, concurrency };
	let stop: Stop | undefined = await applyPlans(writes, plans, progress);
	if (session.signal?.aborted) stop = { error: canceledError(context) };
	if (stop && !context.continueOnFail()) {
		throw withSummary(asNodeError(context, stop.error), stop, plans, progress);
	}
	return syncOutput(plans, false, progress);
}
