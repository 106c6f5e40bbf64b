import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { openSession } from '../http/session';
import { type Ledger, protectionOf, retryRefusal as refusedBecause } from '../run/retryOnFail';
import { canceledError } from '../run/output';
import { readRunOptions } from '../run/run';
import { InputError } from '../input/problem';
import { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import { withSummary, type Progress, type Stop } from './progress';
import { guardRefusal } from './guards';
import { readOptions } from './options';
import { syncOutput, withError, type Json } from './output';
import { readEntries } from './readContacts';
import { plansOf, type SurveyPlan } from './surveys';
import { applyPlans } from './apply';

/**
 * Invitation → Sync: all input items are one list of contacts (design, section 7). The output has an item
 * for each contact, in their order, and after them one for each invitation whose person is in the list no
 * more. A contact that cannot be used, or a record that the service refuses, does not stop the others.
 *
 * @throws {NodeOperationError | SurveyInterviewError} before the first write, when a guard or an option
 *   forbids it; later, when what went wrong would meet the next contact too: it says what is done
 */
export async function runSync(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const goOn = context.continueOnFail();
	const toErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const items = await sync(context).catch((error: unknown) => {
		const refusal = asNodeError(context, error);
		if (!goOn) throw refusal;
		const json = { action: 'failed', reason: refusal.message, hint: refusal.description } as Json;
		return context.getInputData().map((_item, item) => ({ json, pairedItem: { item } }));
	});
	return goOn
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
	const refused = refusedBecause(protection, retryClass, 'Sync with Create Personal');
	if (refused !== undefined && !options.dryRun) throw new InputError(refused);
	const entries = readEntries(context, checker, count, options.matchBy);
	const settings = readRunOptions(context, invitationSync, checker);
	const session = await openSession(context, settings);
	const ledger = protection.kind === 'ledger' ? protection.ledger : undefined;
	const plans =
		(ledger && begun.get(ledger)) ??
		(await plansOf(session, entries, options, settings.concurrency));
	const refusal = guardRefusal(plans, options);
	if (refusal !== undefined) throw new InputError(refusal);
	const progress: Progress = new Map();
	if (options.dryRun) return syncOutput(plans, true, progress);
	if (ledger) begun.set(ledger, plans);
	const writing = { session, protection, options, concurrency: settings.concurrency };
	let stop: Stop | undefined = await applyPlans(writing, plans, progress);
	if (session.signal?.aborted) stop = { error: canceledError(context) };
	if (stop && !context.continueOnFail()) {
		throw withSummary(asNodeError(context, stop.error), stop, plans, progress);
	}
	return syncOutput(plans, false, progress);
}
