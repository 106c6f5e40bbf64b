import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { openSessions, type Session, type SessionLimits } from '../http/session';
import { runWithPauses } from '../http/pauses';
import { mapInOrder } from '../http/concurrency';
import { FieldChecker } from '../input/fieldChecker';
import { readOutput } from '../input/options';
import { InputError } from '../input/problem';
import { invitationSync } from '../operations/invitationSync';
import { groupedBy } from '../service/json';
import { canceledError, giveHints } from '../run/itemResult';
import { Ledger, retryRefusal } from '../run/ledger';
import { waitSentences } from '../run/remarks';
import { logCanceled, readRunOptions } from '../run/run';
import { SurveyRecords } from '../run/surveyRecords';
import { skipUnapproved } from './approval';
import { applySteps, type Stop, withSummary } from './apply';
import { unusedColumns } from './columns';
import { indexedByPerson } from './contact';
import { readContacts, readProperties, readSurveyIds } from './contacts';
import { guardRefusal, refuseUnknownProperties, refuseVainOptOuts } from './guards';
import { NOTHING_CHANGED, readInvitations, refuseIfRecipientsAreHidden } from './invitations';
import { readInvitedLately } from './invitedLately';
import { chosenItems, itemsOf } from './output';
import { planSync } from './plan';
import { ACTION_OF, type Step } from './step';
import type { SyncRemarks } from './summary';
import { type CreateWith, readSyncOptions } from './syncOptions';

/**
 * Invitation → Sync: all input items are one list of contacts. A contact that cannot be used, or a record that the
 * service refuses, does not stop the others.
 *
 * @throws {NodeOperationError | SurveyInterviewError} before the first write where an option or a guard forbids
 *   it; later for an error that the other contacts would meet too, with a summary of what was done
 */
export async function runSync(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		const settings = await readSettings(context);
		const work = async () => await sync(context, settings);
		return settings.options.dryRun ? await work() : await afterEarlierRuns(settings, work);
	} catch (error) {
		const nodeError = asNodeError(context, error);
		if (!context.continueOnFail()) throw nodeError;
		giveHints(context, [{ sentence: nodeError.message, isWarning: true }]);
		const { message: reason, description } = nodeError;
		const json = { action: 'failed', reason, ...(description ? { hint: description } : {}) };
		const failed = context.getInputData().map((_item, item) => ({ json, pairedItem: { item } }));
		return await chosenItems(context, failed, 'everything', false);
	}
}

function asNodeError(context: IExecuteFunctions, error: unknown): NodeOperationError {
	if (error instanceof InputError) {
		const description = NOTHING_CHANGED;
		return new NodeOperationError(context.getNode(), error.message, { description });
	}
	if (error instanceof Error && 'node' in error) return error as NodeOperationError;
	return new NodeOperationError(context.getNode(), error as Error);
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Reads the options, the credential and the IDs of the surveys, before anything is requested. */
async function readSettings(context: IExecuteFunctions) {
	const checker = new FieldChecker(context.getTimezone());
	const options = await readSyncOptions(context, checker);
	const { createWith, dryRun, output } = options;
	const read = (name: string) => context.getNodeParameter(name, 0, null);
	const ledger = new Ledger(context);
	if (!dryRun) refuseUnprotectedRetry(context, createWith);
	const { concurrency, ...limits } = readRunOptions(context, invitationSync, checker);
	const session = await openOnlySession(context, limits);
	const surveyIds = await readSurveyIds(context, session.signal);
	const choice = output === 'selectedFields' ? readOutput(invitationSync, checker, read) : output;
	return { options, checker, session, concurrency, ledger, surveyIds, choice };
}

/** Refuses Create Personal where n8n may run the node again, and the ledger could not recognise that. */
function refuseUnprotectedRetry(context: IExecuteFunctions, createWith: CreateWith): void {
	const retryClass = createWith === 'public' ? 'idempotent' : 'create';
	const refusal = retryRefusal(context, retryClass, 'Sync with Create Personal');
	if (refusal !== undefined) throw new InputError(refusal);
}

/** Opens the credential, which must be the same for all items. */
async function openOnlySession(
	context: IExecuteFunctions,
	limits: SessionLimits,
): Promise<Session> {
	const { session, sessionOf } = await openSessions(context, limits);
	if (!sessionOf) return session;
	for (const item of context.getInputData().keys()) {
		if ((await sessionOf(item)) === session) continue;
		throw new InputError(
			`The credential of row ${item + 1} is another one than that of row 1, and Sync needs one for all rows: run it once for each credential.`,
		);
	}
	return session;
}

/** By base URL and ID of a survey: a promise that resolves when all runs about it have ended. */
const running = new Map<string, Promise<unknown>>();

/**
 * Does work when earlier work about any of its surveys has ended: two runs at once would both find nobody invited, and
 * invite everybody twice. A canceled execution does not wait, because its work then ends by itself. Only runs in the
 * same process know of each other.
 */
async function afterEarlierRuns<Result>(
	{ session, surveyIds }: Settings,
	work: () => Promise<Result>,
): Promise<Result> {
	const surveys = new Set(surveyIds.map((id) => `${session.api} ${id}`));
	const earlier = [...surveys].flatMap((survey) => running.get(survey) ?? []);
	const { signal } = session;
	const canceled = new Promise<void>((resolve) => {
		if (signal?.aborted) resolve();
		else signal?.addEventListener('abort', () => resolve());
	});
	const thisRun = Promise.race([Promise.allSettled(earlier), canceled]).then(work);
	// The next run waits for the earlier ones as well, because this one ends before them if it is canceled.
	const ended = Promise.allSettled([...earlier, thisRun]);
	for (const survey of surveys) running.set(survey, ended);
	void ended.then(() => {
		for (const survey of surveys) if (running.get(survey) === ended) running.delete(survey);
	});
	return await thisRun;
}

/**
 * The plans of runs that n8n may repeat (Retry On Fail), by the run's entries in the ledger. A repeat carries on with
 * the plan of the first try, because a new plan would tell people that what the first try has just done was unchanged.
 */
const plansByRun = new WeakMap<object, Step[]>();

async function sync(context: IExecuteFunctions, settings: Settings): Promise<INodeExecutionData[]> {
	const { session, ledger, concurrency, options, choice } = settings;
	const { dryRun, createWith, propertiesAsColumns } = options;
	const planOfFirstTry = ledger.sentInRun && plansByRun.get(ledger.sentInRun);
	// The remarks about the list belong to the plan. A repeat, which does not read the list again, has none.
	const { plan, ...remarks } = planOfFirstTry
		? { plan: planOfFirstTry }
		: await makePlan(context, settings);
	const refusal = guardRefusal(plan, options);
	if (refusal !== undefined) throw new InputError(refusal);
	// Copies, because a repeat begins with the plan as it was.
	const steps = plan.map((step) => ({ ...step }));
	const makeOutput = async () => {
		const { items, hint } = await itemsOf(context, session, steps, dryRun, remarks);
		giveHints(context, [hint, ...waitSentences(session)]);
		return await chosenItems(context, items, choice, propertiesAsColumns);
	};
	if (dryRun) return await makeOutput();

	if (!planOfFirstTry) {
		// The list of the service, from which the plan was made, shows what earlier executions did. So their notes in the
		// ledger are not needed.
		const sentInRun = ledger.startEmpty();
		// A repeat of this run finds the plan by the same object.
		plansByRun.set(sentInRun, plan);
	}
	const writes = { session, surveys: new SurveyRecords(session), ledger, createWith, concurrency };
	let stop: Stop | undefined = await applySteps(writes, steps);
	if (session.signal?.aborted) stop = { error: canceledError(context) };
	const error = stop && withSummary(asNodeError(context, stop.error), stop, steps);
	if (session.signal?.aborted) logCanceled(context, invitationSync, error?.description);
	if (error && !context.continueOnFail()) throw error;
	const items = await makeOutput();
	// A run that continues on fail is repeated too, where one of its items has failed.
	if (steps.every(({ fate }) => ACTION_OF[fate] !== 'failed')) ledger.forgetRun();
	return items;
}

/**
 * Reads the contacts and the invitations, and plans what to do: a step for each contact, in the order of the input, and
 * then those about people who are not in the list.
 */
async function makePlan(
	context: IExecuteFunctions,
	settings: Settings,
): Promise<{ plan: Step[] } & SyncRemarks> {
	const { checker, session, surveyIds, concurrency, options } = settings;
	const { dryRun, matchBy, unknownProperties, notInvitedWithin, approvedSteps } = options;
	const { signal } = session;
	const propertiesOf = await readProperties(context, session, surveyIds, concurrency);
	const { contacts, unusableIds } = await readContacts(
		context,
		checker,
		signal,
		matchBy,
		propertiesOf,
	);
	if (signal?.aborted) throw canceledError(context);
	if (unknownProperties === 'refuse') refuseUnknownProperties(contacts, propertiesOf);
	const invitedLately = await readInvitedLately(session, surveyIds, notInvitedWithin, concurrency);
	const bySurvey = groupedBy(contacts, ({ item }) => surveyIds[item] ?? '');
	const surveys = await mapInOrder(
		[...bySurvey.keys()],
		concurrency,
		async (id) => await readInvitations(session, id),
	);
	const everybody = await runWithPauses(indexedByPerson(contacts));
	const plan: Step[] = [];
	for (const survey of surveys) {
		await refuseIfRecipientsAreHidden(session, survey);
		const contactsOfSurvey = bySurvey.get(survey.id) ?? [];
		const steps = await runWithPauses(
			planSync(survey, contactsOfSurvey, options, invitedLately.excludedFrom(survey.id), everybody),
		);
		// A dry run shows every step, so that people can approve it.
		if (approvedSteps && !dryRun)
			await runWithPauses(skipUnapproved(steps, new Set(approvedSteps)));
		invitedLately.add(
			survey.id,
			steps.flatMap(({ fate, contact }) => (fate === 'created' && contact ? contact : [])),
		);
		plan.push(...steps);
	}
	if (options.neverCreateFor.length > 0 && plan.some(({ fate }) => fate === 'created')) {
		const invited = surveys.flatMap(({ recipients }) => recipients);
		refuseVainOptOuts(options.neverCreateFor, [...contacts, ...invited]);
	}
	// Steps about people who are not in the list come last.
	const itemOf = ({ contact }: Step) => contact?.item ?? contacts.length;
	plan.sort((a, b) => itemOf(a) - itemOf(b));
	return {
		plan,
		unusedColumns: dryRun ? unusedColumns(context, propertiesOf) : [],
		unusableIds,
	};
}
