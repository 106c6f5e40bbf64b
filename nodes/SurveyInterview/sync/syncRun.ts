import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { openSessions } from '../http/session';
import { readOutput } from '../input/options';
import { InputError } from '../input/problem';
import { FieldChecker } from '../input/fieldChecker';
import { invitationSync } from '../operations/invitationSync';
import { counted } from '../records/scalars';
import { canceledError, giveHints } from '../run/itemResult';
import { Ledger, retryRefusal } from '../run/ledger';
import { withPropertyColumns } from '../run/propertyColumns';
import { logLine, readRunOptions, waitNow, withSignsOfLife } from '../run/run';
import { waitSentences } from '../run/remarks';
import { SurveyRecords } from '../run/surveyRecords';
import { applyPlans, type Stop, withSummary, writesOf } from './apply';
import { readInvitedLately } from './invitedLately';
import { guardRefusal } from './plan';
import { readSyncOptions } from './syncOptions';
import { chosenItems, SYNC_NAMES, syncOutput, type SyncOutputChoice } from './syncOutput';
import { readContacts, readSurveyIds } from './readContacts';
import type { Progress, SyncPlan } from './steps';
import {
	columnsWithoutProperty,
	readProperties,
	refuseUnknownProperties,
	plansOf,
} from './surveyPlans';

/**
 * Invitation → Sync: all input items are one list of contacts. A contact that cannot be used, or a record that the
 * service refuses, does not stop the others.
 *
 * @throws {NodeOperationError | SurveyInterviewError} before the first write where an option or a guard forbids
 *   it; later for an error that the other contacts would meet too, with a summary of what was done
 */
export async function runSync(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { items, choice, asColumns } = await sync(context).catch((error: unknown): SyncRun => {
		const nodeError = asNodeError(context, error);
		if (!context.continueOnFail()) throw nodeError;
		giveHints(context, [{ sentence: nodeError.message, isWarning: true }]);
		const { message: reason, description } = nodeError;
		const json = { action: 'failed', reason, ...(description ? { hint: description } : {}) };
		const failed = context.getInputData().map((_item, item) => ({ json, pairedItem: { item } }));
		return { items: failed, choice: 'everything' };
	});
	const chosen = await chosenItems(context, items, choice);
	return asColumns ? await withPropertyColumns(chosen, SYNC_NAMES) : chosen;
}

interface SyncRun {
	items: INodeExecutionData[];
	choice: SyncOutputChoice;
	asColumns?: boolean;
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
 * The plans of runs that n8n may repeat (Retry On Fail). A repeat carries on with the plans of the first run,
 * because new plans would tell people that what the first run has just done was unchanged.
 */
const plansOfTry = new WeakMap<object, SyncPlan[]>();

async function sync(context: IExecuteFunctions): Promise<SyncRun> {
	const checker = new FieldChecker(context.getTimezone());
	const {
		matchBy,
		dryRun,
		output: outputChoice,
		approvedSteps,
		createWith,
		maxCreates,
		maxRevokePercent,
		neverCreateFor,
		notInvitedWithin: days,
		whenMissing,
		propertiesAsColumns: asColumns,
		propertiesMode,
		unknownProperties,
		updateExisting,
	} = await readSyncOptions(context, checker);
	const read = (name: string) => context.getNodeParameter(name, 0, null);
	const choice =
		outputChoice === 'selectedFields' ? readOutput(invitationSync, checker, read) : outputChoice;
	// A dry run shows every step, so that people can approve it.
	const approved = dryRun || !approvedSteps ? undefined : new Set(approvedSteps);

	const ledger = new Ledger(context);
	const retryClass = createWith === 'public' ? 'idempotent' : 'create';
	const notProtected = retryRefusal(context, retryClass, 'Sync with Create Personal');
	if (notProtected !== undefined && !dryRun) throw new InputError(notProtected);

	const { concurrency, ...settings } = readRunOptions(context, invitationSync, checker);
	const { session, sessionOf } = await openSessions(context, settings);
	for (const [item] of sessionOf ? context.getInputData().entries() : [])
		if ((await sessionOf?.(item)) !== session) throw new InputError(otherCredential(item));
	const progress: Progress = new Map();
	const output = async () => {
		const { items, hint } = await syncOutput(context, session, plans, dryRun, progress, unused);
		giveHints(context, [hint, ...waitSentences(session)]);
		return { items, choice, asColumns };
	};
	let unused: string[] = [];
	const reading = async () => {
		const { signal } = session;
		const surveyIds = await readSurveyIds(context, signal);
		const propertiesOf = await readProperties(context, session, surveyIds, concurrency);
		const list = await readContacts(context, checker, signal, matchBy, propertiesOf);
		if (session.signal?.aborted) throw canceledError(context);
		if (dryRun) unused = columnsWithoutProperty(context, propertiesOf);
		if (unknownProperties === 'refuse') refuseUnknownProperties(list, propertiesOf);
		const invitedLately = await readInvitedLately(session, surveyIds, days, concurrency);
		const options = { matchBy, updateExisting, propertiesMode, createWith };
		const planOptions = { ...options, neverCreateFor, whenMissing };
		return await plansOf(
			session,
			list,
			surveyIds,
			planOptions,
			invitedLately,
			approved,
			concurrency,
		);
	};
	const plansOfFirstTry = ledger.run && plansOfTry.get(ledger.run);
	const readingNow = () => `Sync: reading the invitations${waitNow(session)}`;
	const plans = plansOfFirstTry ?? (await withSignsOfLife(context, readingNow, reading));
	const refusal = guardRefusal(plans, { maxCreates, maxRevokePercent, whenMissing, approved });
	if (refusal !== undefined) throw new InputError(refusal);
	if (dryRun) return await output();

	// What an earlier execution has sent may be forgotten, because new plans know it from the list.
	if (!plansOfFirstTry) plansOfTry.set(ledger.begin(), plans);
	const writes = { session, surveys: new SurveyRecords(session), ledger, createWith, concurrency };
	const total = counted(writesOf(plans).length);
	let stop: Stop | undefined = await withSignsOfLife(
		context,
		() => `Sync: ${counted(progress.size)} of ${total} done${waitNow(session)}`,
		async () => await applyPlans(writes, plans, progress),
	);
	if (session.signal?.aborted) stop = { error: canceledError(context) };
	const error = stop && withSummary(asNodeError(context, stop.error), stop, plans, progress);
	if (session.signal?.aborted)
		logLine(context, `Invitation → Sync: canceled. ${error?.description}`);
	if (error && !context.continueOnFail()) throw error;
	const done = await output();
	// A run that continues on fail is repeated too, where one of its items has failed.
	if (done.items.every(({ json }) => json.action !== 'failed')) ledger.close();
	return done;
}

const otherCredential = (item: number) =>
	`The credential of row ${item + 1} is another one than that of row 1, and Sync needs one for all rows: run it once for each credential.`;
