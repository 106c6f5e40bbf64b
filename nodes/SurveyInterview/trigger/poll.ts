/** One poll of the trigger. */
import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { openSession, type Session } from '../http/session';
import { FieldChecker } from '../input/fieldChecker';
import { InputError } from '../input/problem';
import { asSentence, counted, shortHash } from '../service/scalars';
import { budgetOf, isDurable, isShownToPerson, type PollKind, pollKindOf, timeFor } from './engine';
import { oldestFirst } from './event';
import { withLock } from './lock';
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
	type ListedSurvey,
	needsPerson,
	asServiceError,
	readSharedSurveys,
	readSurveys,
	refusesToken,
	type SurveyList,
} from './reading';
import { Round } from './round';
import { problemOfChoice, settingsFrom, type TriggerSettings } from './settings';
import { newWatch, type State, Storage } from './state';
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
	const trouble = failureReportsOf(trigger, kind === 'activation');
	let settings: TriggerSettings | undefined;
	let session: Session | undefined;
	// False until the options, the credential and the saved state have proved usable.
	let hasWorked = false;
	try {
		settings = settingsFrom(
			(name, absent) => context.getNodeParameter(name, absent) as unknown,
			new FieldChecker(context.getTimezone()),
		);
		session = await sessionFor(context, kind, settings, startedAt);
		const scope = scopeOf(trigger, session, settings);
		const storage = new Storage(context, trigger, scope);
		if (kind === 'manual') {
			const saved = storage.load(true);
			return [await testEvent(session, settings, typeof saved === 'object' ? saved : undefined)];
		}
		const isActivation = kind === 'activation';
		const budgetMs = budgetOf(context);
		const parts = { context, session, settings, trouble, storage, scope };
		const result = await withLock({
			trigger,
			budgetMs,
			waitMs: isActivation ? ACTIVATION_WAIT_MS : 0,
			work: async (holdsLock) => {
				// Anything but undefined: a watch has begun before.
				const saved = storage.load(false);
				hasWorked = saved !== undefined;
				if (saved === 'not yet' && !isActivation) return null;
				const work: Work = { ...parts, saved, holdsLock };
				return isActivation ? await activate(work) : await runScheduled(work);
			},
		});
		if (result !== 'busy') return result;
		hasWorked = true;
		// Another poll has the lock. A person who activates must still see what would make every poll fail.
		if (isActivation) await readSurveys(session);
		return null;
	} catch (error) {
		const problem = asProblem(context, error);
		if (kind === 'scheduled') {
			const isHeld = error instanceof HeldError;
			const mustThrow = settings?.reportsEveryPoll === true || isHeld;
			throwUnlessReported(context, problem, { trouble, session, startedAt, mustThrow });
			return null;
		}
		const isGrave = !hasWorked || needsPerson(error) || error instanceof InputError;
		if (kind === 'manual' || isShownToPerson(context, isGrave)) throw problem;
		// To throw it now would stop the workflow for good. The next scheduled poll reports it.
		warn(context, `it has not started yet: ${inWords(problem)}`);
		return null;
	}
}

interface Reporting {
	trouble: FailureReports;
	session: Session | undefined;
	/** When the poll began. */
	startedAt: number;
	/** Whatever was reported before. */
	mustThrow: boolean;
}

/** Throws the failure of a scheduled poll, unless one of its kind was reported within the hour. */
function throwUnlessReported(
	context: IPollFunctions,
	problem: NodeApiError | NodeOperationError,
	{ trouble, session, startedAt, mustThrow }: Reporting,
): void {
	if (mustThrow) throw withRetryNote(problem);
	const failures = trouble.failedAgain();
	if (trouble.mustReport(kindOfFailure(problem, session), startedAt)) throw withRetryNote(problem);
	if (failures === 2)
		warn(context, `the failure continues, and is reported once an hour: ${inWords(problem)}`);
}

interface Work {
	context: IPollFunctions;
	session: Session;
	settings: TriggerSettings;
	trouble: FailureReports;
	storage: Storage;
	scope: string;
	/** What `Storage.load` returned. */
	saved: State | undefined | 'damaged' | 'not yet';
	holdsLock: () => boolean;
}

async function runScheduled(work: Work): Promise<INodeExecutionData[][] | null> {
	const { context, session, settings, trouble, storage, saved } = work;
	const list = await readSharedSurveys(session);
	const { plan, isBeginning } = planFor(work, list, true);
	// Saved if the poll fails because of held completions: then it counts as having read only the list. A copy, because
	// the round changes the plan's state.
	const { checkedAt } = typeof saved === 'object' ? saved : plan.state;
	const stateIfHeld = { ...plan.state, checkedAt, surveys: { ...plan.state.surveys } };
	const round = await runRound(work, plan, { isActivation: false, isBeginning });
	if (hasLostLock(work)) return null;
	const { pollError, surveyError } = round;
	const held = heldError(
		session,
		plan.state.begunAt,
		trouble.takeDueHeld(round.held, performance.now()),
	);
	if (held) {
		storage.save(stateIfHeld);
		throw held;
	}
	const events = await settings.itemsOf(oldestFirst(round.events));
	storage.save(plan.state, { hasEvents: events.length > 0 });
	if (pollError) throw pollError;
	trouble.endFailures(surveyError && kindOfFailure(surveyError, session));
	const failures = trouble.worksAgain();
	if (failures > 1 && !surveyError)
		warn(context, `polls work again, after ${failures} that failed.`);
	if (events.length > 0) return [events];
	// The default engine saves the state only with an execution, so a baseline is saved with an empty one.
	const isUnsafe = plan.met.length > 0 || round.hasBaseline;
	if (isUnsafe && !isDurable(context)) return [[]];
	if (surveyError) throw surveyError;
	return null;
}

/**
 * Takes baselines, and tells a person at once what would make every poll fail. It delivers nothing, because the workflow
 * may not be published yet.
 *
 * @throws {SurveyInterviewError} why it cannot work; the caller knows whether n8n shows that to a person
 */
async function activate(work: Work): Promise<null> {
	const { context, session, settings, storage, scope, saved } = work;
	const list = await readSurveys(session).catch((caught: unknown) => asServiceError(caught));
	if (list instanceof Error) {
		const isForLater = isRateLimited(list);
		// The watch begins with the activation, although nobody knows yet which surveys there are.
		const watch = newWatch(scope, Date.now());
		if (saved === undefined && (isForLater || !isShownToPerson(context, true)))
			storage.save(watch, { isActivation: true });
		if (!isForLater) throw list;
		warn(context, `the next polls take up the surveys: ${asSentence(list.message)}`);
		return null;
	}
	if (saved === 'not yet') return null;
	const isShown = isShownToPerson(context, true);
	const choiceProblem = isShown && problemOfChoice(settings, list.surveys);
	if (choiceProblem) throw new InputError(choiceProblem);
	const { plan, isBeginning } = planFor(work, list, false);
	plan.due = isBeginning
		? surveysForBaseline(plan, isShown)
		: plan.watched.slice(0, isShown ? 1 : 0);
	const round = await runRound(work, plan, { isActivation: true, isBeginning });
	const { pollError } = round;
	const isGrave = pollError && !isRateLimited(pollError) && (isBeginning || needsPerson(pollError));
	if (isGrave && isShown && isBeginning) throw pollError;
	if (!hasLostLock(work)) storage.save(plan.state, { isActivation: true });
	// Thrown only now, because the state had to be saved: it says which surveys were met.
	if (isGrave && (isShown || refusesToken(pollError))) throw pollError;
	return null;
}

/** @returns the round of a plan, once it is over */
async function runRound(
	{ context, session, settings, trouble }: Work,
	plan: PollPlan,
	kind: { isActivation: boolean; isBeginning: boolean },
): Promise<Round> {
	const round = new Round({ session, settings, trouble, plan, ...kind });
	await round.run();
	warn(context, ...round.lines);
	return round;
}

/**
 * The surveys that the first activation reads, to take their baselines. Where none needs one, it reads one survey all
 * the same if a person sees errors, because only that shows whether the token may.
 */
function surveysForBaseline({ met, watched, state }: PollPlan, isShown: boolean): ListedSurvey[] {
	const withoutBaseline = met.filter(({ id }) => state.surveys[id]?.met?.since !== undefined);
	return withoutBaseline.length > 0 || !isShown ? withoutBaseline : watched.slice(0, 1);
}

/** The plan from the saved state, or from that of a watch that begins now. */
function planFor(work: Work, list: SurveyList, isScheduled: boolean) {
	const { context, settings, scope, saved } = work;
	const isDamaged = saved === 'damaged';
	const before = typeof saved === 'object' ? saved : undefined;
	const startState = before ?? newWatch(scope, list.readAt);
	// What exists may have been delivered before, so Emit Existing does not count.
	const watch = isDamaged ? { ...settings, emitExisting: false } : settings;
	const plan = planPoll(startState, list, watch);
	const { state } = plan;
	// An activation reads only what it meets, so the full check is still due.
	if (before && !isScheduled) state.checkedAt = before.checkedAt;
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
		deadline: startedAt + timeFor(context, kind),
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
