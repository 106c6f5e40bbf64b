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
	const settings = await readSettings(context);
	const { session, dryRun, surveyIds } = settings;
	const work = async () => await planAndCarryOut(context, settings);
	if (dryRun) return await work();
	// Two runs at once would both find nobody invited, and invite everybody twice.
	const surveys = new Set(surveyIds.map((id) => `${session.api} ${id}`));
	return await oneAfterTheOther(surveys, session.signal, work);
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What is read before anything is requested. */
async function readSettings(context: IExecuteFunctions) {
	const checker = new FieldChecker(context.getTimezone());
	const {
		approvedSteps,
		createWith,
		dryRun,
		matchBy,
		maxCreates,
		maxRevokePercent,
		neverCreateFor,
		notInvitedWithin,
		output,
		propertiesAsColumns,
		propertiesMode,
		unknownProperties,
		updateExisting,
		whenMissing,
	} = await readSyncOptions(context, checker);
	const read = (name: string) => context.getNodeParameter(name, 0, null);
	const choice = output === 'selectedFields' ? readOutput(invitationSync, checker, read) : output;
	const ledger = new Ledger(context);
	const retryClass = createWith === 'public' ? 'idempotent' : 'create';
	const notProtected = retryRefusal(context, retryClass, 'Sync with Create Personal');
	if (notProtected !== undefined && !dryRun) throw new InputError(notProtected);
	const { concurrency, ...limits } = readRunOptions(context, invitationSync, checker);
	const { session, sessionOf } = await openSessions(context, limits);
	for (const [item] of sessionOf ? context.getInputData().entries() : [])
		if ((await sessionOf?.(item)) !== session) throw new InputError(otherCredential(item));
	const surveyIds = await readSurveyIds(context, session.signal);
	// A dry run shows every step, so that people can approve it.
	const approved = dryRun || !approvedSteps ? undefined : new Set(approvedSteps);
	const ofPlan = { matchBy, updateExisting, propertiesMode, createWith, neverCreateFor };
	return {
		...{ checker, ledger, session, concurrency, surveyIds, dryRun, choice, propertiesAsColumns },
		...{ approved, unknownProperties, notInvitedWithin },
		planning: { ...ofPlan, whenMissing },
		guards: { maxCreates, maxRevokePercent, whenMissing, approved },
	};
}

/** The last run about each survey, by address and ID. */
const running = new Map<string, Promise<unknown>>();

/** Does work when earlier work about any of the surveys has ended, or when the execution is canceled. */
async function oneAfterTheOther<Result>(
	surveys: ReadonlySet<string>,
	signal: AbortSignal | undefined,
	work: () => Promise<Result>,
): Promise<Result> {
	const earlier = [...surveys].flatMap((survey) => running.get(survey) ?? []);
	const canceled = new Promise((resolve) => signal?.addEventListener('abort', resolve));
	const turn = Promise.race([Promise.allSettled(earlier), canceled]).then(work);
	for (const survey of surveys) running.set(survey, turn);
	try {
		return await turn;
	} finally {
		for (const survey of surveys) if (running.get(survey) === turn) running.delete(survey);
	}
}

async function planAndCarryOut(context: IExecuteFunctions, settings: Settings): Promise<SyncRun> {
	const { session, dryRun, choice, ledger, concurrency, propertiesAsColumns } = settings;
	const progress: Progress = new Map();
	const plansOfFirstTry = ledger.run && plansOfTry.get(ledger.run);
	const { plans, ...told } = plansOfFirstTry
		? { plans: plansOfFirstTry, unused: [], sharedIds: [] }
		: await withSignsOfLife(
				context,
				() => `Sync: reading the invitations${waitNow(session)}`,
				async () => await plan(context, settings),
			);
	const refusal = guardRefusal(plans, settings.guards);
	if (refusal !== undefined) throw new InputError(refusal);
	const output = async () => {
		const { items, hint } = await syncOutput(context, session, plans, dryRun, progress, told);
		giveHints(context, [hint, ...waitSentences(session)]);
		return { items, choice, asColumns: propertiesAsColumns };
	};
	if (dryRun) return await output();

	// What an earlier execution has sent may be forgotten, because new plans know it from the list.
	if (!plansOfFirstTry) plansOfTry.set(ledger.begin(), plans);
	const { createWith } = settings.planning;
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

/**
 * Reads the contacts and the invitations, and plans what to do. `unused`: columns that fill no property; `sharedIds`: IDs
 * that all contacts share.
 */
async function plan(
	context: IExecuteFunctions,
	settings: Settings,
): Promise<{ plans: SyncPlan[]; unused: string[]; sharedIds: string[] }> {
	const { checker, session, surveyIds, concurrency, dryRun, planning } = settings;
	const { signal } = session;
	const propertiesOf = await readProperties(context, session, surveyIds, concurrency);
	const { contacts: list, sharedIds } = await readContacts(
		context,
		checker,
		signal,
		planning.matchBy,
		propertiesOf,
	);
	if (signal?.aborted) throw canceledError(context);
	if (settings.unknownProperties === 'refuse') refuseUnknownProperties(list, propertiesOf);
	const days = settings.notInvitedWithin;
	const invitedLately = await readInvitedLately(session, surveyIds, days, concurrency);
	const plans = await plansOf(
		session,
		list,
		surveyIds,
		planning,
		invitedLately,
		settings.approved,
		concurrency,
	);
	const unused = dryRun ? columnsWithoutProperty(context, propertiesOf) : [];
	return { plans, unused, sharedIds };
}

const otherCredential = (item: number) =>
	`The credential of row ${item + 1} is another one than that of row 1, and Sync needs one for all rows: run it once for each credential.`;
