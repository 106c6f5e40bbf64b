/** One poll of the trigger. */
import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { SurveyInterviewError } from '../http/errors';
import { openSession, type Session } from '../http/session';
import { FieldChecker } from '../input/fieldChecker';
import { InputError } from '../input/problem';
import { asSentence, counted, shortHash } from '../service/scalars';
import {
	budgetOf,
	isDurable,
	mayThrowInActivation,
	type PollKind,
	pollKindOf,
	usableMs,
	withLock,
} from './engine';
import { oldestFirst } from './event';
import {
	HeldError,
	heldError,
	kindOfFailure,
	withRetryNote,
	failureReportsOf,
	type FailureReports,
	warn,
} from './outage';
import {
	isRateLimited,
	needsPerson,
	asServiceError,
	readSharedSurveys,
	readSurveys,
	type SurveyList,
} from './reading';
import { Round, type RoundSettings } from './round';
import { problemOfChoice, settingsFrom, type TriggerSettings } from './settings';
import { type Loaded, newWatch, type State, Storage } from './state';
import { planPoll, type PollPlan } from './surveys';
import { testEvent } from './testEvent';

const TIMEOUT_MS = 120_000;
/** How long an activation waits for a running poll: half of its time. Later polls do what is left. */
const ACTIVATION_WAIT_MS = 6_000;

/**
 * Reads, lets the event decide what is new, saves the state last, and returns the events.
 *
 * @returns null when there is nothing, because n8n starts an execution with anything else
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const kind = pollKindOf(context);
	const startedAt = performance.now();
	const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
	const reports = failureReportsOf(trigger, kind === 'activation');
	let settings: TriggerSettings | undefined;
	let session: Session | undefined;
	/** A watch has begun before, so a failure now may pass by itself. */
	let isWatching = false;
	try {
		settings = settingsFrom(
			(name, absent) => context.getNodeParameter(name, absent) as unknown,
			new FieldChecker(context.getTimezone()),
		);
		session = await sessionFor(context, kind, settings, startedAt);
		const scope = scopeOf(trigger, session, settings);
		const storage = new Storage(context, trigger, scope);
		if (kind === 'manual') {
			return [await testEvent(session, settings, usableStateOf(storage.load({ isTest: true })))];
		}
		const isActivation = kind === 'activation';
		const budgetMs = budgetOf(context);
		const parts = { context, session, settings, reports, storage, scope };
		const result = await withLock({
			trigger,
			budgetMs,
			waitMs: isActivation ? ACTIVATION_WAIT_MS : 0,
			work: async (holdsLock) => {
				const loaded = storage.load({ isTest: false });
				isWatching = loaded.kind !== 'none';
				// n8n may still be saving a newer state, so the next poll goes on.
				if (loaded.kind === 'notYet' && !isActivation) return null;
				const work: Work = { ...parts, loaded, holdsLock };
				return isActivation ? await activate(work) : await runScheduled(work);
			},
		});
		if (result !== 'busy') return result;
		// Another poll has the lock, so it has begun the watch. A person who activates must still see what would make every
		// poll fail.
		isWatching = true;
		if (isActivation) await readSurveys(session);
		return null;
	} catch (error) {
		const problem = asProblem(context, error);
		if (kind === 'manual') throw problem;
		if (kind === 'activation') {
			const isGrave = !isWatching || needsPerson(error) || error instanceof InputError;
			failActivation(context, problem, isGrave);
			return null;
		}
		// These are reported each time, so they do not count as a failure that continues.
		if (settings?.reportsEveryFailure === true || error instanceof HeldError)
			throw withRetryNote(problem);
		const failures = reports.failedAgain();
		if (reports.mustReport(kindOfFailure(problem, session), startedAt))
			throw withRetryNote(problem);
		if (failures === 2)
			warn(context, `the failure continues, and is reported once an hour: ${inWords(problem)}`);
		return null;
	}
}

/** Throws the error of an activation where a person sees it. To throw it elsewhere would stop the workflow for good. */
function failActivation(
	context: IPollFunctions,
	problem: NodeApiError | NodeOperationError,
	isGrave: boolean,
): void {
	if (mayThrowInActivation(context, isGrave)) throw problem;
	// The next scheduled poll meets the same error, and reports it.
	warn(context, `it has not started yet: ${inWords(problem)}`);
}

/** What a poll that has the lock works with. */
interface Work {
	context: IPollFunctions;
	session: Session;
	settings: TriggerSettings;
	reports: FailureReports;
	storage: Storage;
	scope: string;
	loaded: Loaded;
	holdsLock: () => boolean;
}

async function runScheduled(work: Work): Promise<INodeExecutionData[][] | null> {
	const { context, session, settings, reports, storage, loaded } = work;
	const list = await readSharedSurveys(session);
	const { plan, isBeginning } = planFor(work, list, { isActivation: false });
	// Before the round, because that changes the plan's state.
	const stateIfHeld = stateBeforeRound(plan, loaded);
	const round = await runRound(work, plan, { purpose: 'events', isBeginning });
	if (hasLostLock(work)) return null;
	// Old completions that appeared many at once are held (whatIsNew.ts, the third sentence). Once, and then once a day,
	// the poll fails for them and delivers nothing.
	const dueHeld = reports.takeDueHeld(round.held, performance.now());
	const heldFailure = heldError(session, plan.state.begunAt, dueHeld);
	if (heldFailure) {
		// n8n keeps nothing of a poll that throws, but this process remembers what was saved.
		storage.save(stateIfHeld);
		throw heldFailure;
	}
	const items = await settings.itemsOf(oldestFirst(round.events));
	storage.save(plan.state, { hasEvents: items.length > 0 });
	// n8n does not save the state of a poll that fails. So a poll whose state must not be lost does not fail: one that has
	// met a survey for the first time, has taken a baseline, or follows one whose state the durable engine has discarded.
	const wasDiscarded = isDurable(context) && loaded.kind === 'state' && !loaded.isFromN8n;
	const mustSave = plan.firstListed.length > 0 || round.hasBaseline || wasDiscarded;
	const { pollError, surveyError } = round;
	if (pollError && !mustSave) throw pollError;
	if (!pollError) noteSuccess(work, surveyError);
	// An error that is not thrown here comes again in the next poll, which reports it.
	if (items.length > 0) return [items];
	// The default engine saves the state only with an execution, so it gets an empty one.
	if (mustSave) return isDurable(context) ? null : [[]];
	if (surveyError) throw surveyError;
	return null;
}

/**
 * The state to save if the poll fails because completions are held: that of the plan before any survey is read. A full
 * check that was due stays due. The round replaces the memories of surveys, so a copy of their map is enough.
 */
function stateBeforeRound({ state }: PollPlan, loaded: Loaded): State {
	const { checkedAt } = usableStateOf(loaded) ?? state;
	return { ...state, checkedAt, surveys: { ...state.surveys } };
}

/** @param surveyError why one survey cannot be read, although the poll has worked */
function noteSuccess(
	{ context, session, reports }: Work,
	surveyError: NodeOperationError | undefined,
): void {
	reports.forgetAllBut(surveyError && kindOfFailure(surveyError, session));
	const failures = reports.worksAgain();
	if (failures > 1 && !surveyError)
		warn(context, `polls work again, after ${failures} that failed.`);
}

/**
 * Takes baselines, and tells a person at once what would make every poll fail. It delivers nothing, because the workflow
 * may not be published yet.
 *
 * @throws {SurveyInterviewError} why it cannot work; the caller knows whether n8n shows that to a person
 */
async function activate(work: Work): Promise<null> {
	const { context, session, settings, storage, loaded } = work;
	const list = await readSurveys(session).catch((caught: unknown) => asServiceError(caught));
	if (list instanceof Error) return activateWithoutList(work, list);
	if (loaded.kind === 'notYet') return null;
	/** n8n shows an error of this activation to a person. */
	const mayThrow = mayThrowInActivation(context, true);
	const choiceProblem = mayThrow && problemOfChoice(settings, list.surveys);
	if (choiceProblem) throw new InputError(choiceProblem);
	const { plan, isBeginning } = planFor(work, list, { isActivation: true });
	const awaitingBaseline = plan.firstListed.filter(
		// With Emit Existing everything is new: there is no `since`, and no baseline to take.
		({ id }) => plan.state.surveys[id]?.pendingBaseline?.since !== undefined,
	);
	// An activation that begins the watch reads the surveys for their baselines. Any other reads at most one, where a person
	// sees errors, because only that shows whether the token may.
	const takesBaselines = isBeginning && awaitingBaseline.length > 0;
	const readForAccess = plan.watched.slice(0, mayThrow ? 1 : 0);
	plan.due = takesBaselines ? awaitingBaseline : readForAccess;
	const purpose = takesBaselines ? 'baselines' : 'access';
	const { pollError } = await runRound(work, plan, { purpose, isBeginning });
	const mustFail =
		pollError && !isRateLimited(pollError) && (isBeginning || needsPerson(pollError));
	// A person sees why the watch cannot begin. Nothing is saved, so that the next activation begins anew.
	if (mustFail && mayThrow && isBeginning) throw pollError;
	if (!hasLostLock(work)) storage.save(plan.state, { isActivation: true });
	// Thrown only now, because the state had to be saved: it says which surveys were listed for the first time.
	if (mustFail) throw pollError;
	return null;
}

/** The list of surveys cannot be read. The watch begins all the same, unless a person sees the error and tries again. */
function activateWithoutList(
	{ context, storage, scope, loaded }: Work,
	error: SurveyInterviewError,
): null {
	const isForLater = isRateLimited(error);
	const begins = isForLater || !mayThrowInActivation(context, true);
	if (loaded.kind === 'none' && begins)
		storage.save(newWatch(scope, Date.now()), { isActivation: true });
	if (!isForLater) throw error;
	warn(context, `the next polls take up the surveys: ${asSentence(error.message)}`);
	return null;
}

/** @returns the round of a plan, once it is over */
async function runRound(
	{ context, session, settings, reports }: Work,
	plan: PollPlan,
	kind: Pick<RoundSettings, 'purpose' | 'isBeginning'>,
): Promise<Round> {
	const round = new Round({ session, settings, reports, plan, ...kind });
	await round.run();
	warn(context, ...round.logLines);
	return round;
}

/** The state that was saved, if there is one that can be used. */
const usableStateOf = (loaded: Loaded): State | undefined =>
	loaded.kind === 'state' ? loaded.state : undefined;

/** The plan from the saved state, or from that of a watch that begins now. */
function planFor(work: Work, list: SurveyList, { isActivation }: { isActivation: boolean }) {
	const { context, settings, scope, loaded } = work;
	const isDamaged = loaded.kind === 'damaged';
	const before = usableStateOf(loaded);
	const startState = before ?? newWatch(scope, list.readAt);
	// What exists may have been delivered before, so Emit Existing does not count.
	const watch = isDamaged ? { ...settings, emitExisting: false } : settings;
	const plan = planPoll(startState, list, watch);
	const { state } = plan;
	// An activation reads only surveys that are new to it, so it is no full check. And the next poll compares with the last
	// scheduled poll (`listedAt`), as which an activation must not count.
	if (before && isActivation) {
		state.checkedAt = before.checkedAt;
		state.listedAt = before.listedAt;
	}
	if (isDamaged)
		warn(
			context,
			`its saved state is damaged, or of another version of the package. The trigger begins again with ${counted(plan.watched.length, 'survey')}: what was completed since its last poll is missing.`,
		);
	return { plan, isBeginning: before === undefined };
}

/** Whether a poll took so long that it lost its lock: then another poll began from the same state. */
function hasLostLock({ context, holdsLock }: Work): boolean {
	if (holdsLock()) return false;
	warn(
		context,
		'this poll ended too late and was already abandoned. What it read is discarded; another poll delivers it.',
	);
	return true;
}

async function sessionFor(
	context: IPollFunctions,
	kind: PollKind,
	{ event }: TriggerSettings,
	startedAt: number,
): Promise<Session> {
	const session = await openSession(context, {
		maxWaitMs: Infinity,
		timeoutMs: TIMEOUT_MS,
		deadline: startedAt + usableMs(context, kind),
		tooLongAdvice: 'This poll may not wait that long. A later poll continues from here.',
	});
	event.checkSession?.(session);
	return session;
}

/** A hash of what a watch is about: if any of it changes, a new watch begins. */
function scopeOf(trigger: string, { api }: Session, { event }: TriggerSettings): string {
	return shortHash([trigger, api, event.value, ...(event.scope ?? [])].join('\n'));
}

const inWords = ({ message, description }: NodeApiError | NodeOperationError) =>
	`${message} ${description ?? ''}`.trim();

/** Every failure as an error of n8n, with its cause where that is known, because n8n's back-off uses it. */
function asProblem(context: IPollFunctions, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = new NodeOperationError(context.getNode(), error as Error);
	if (error instanceof InputError) problem.failure = { cause: 'configuration-invalid' };
	return problem;
}
