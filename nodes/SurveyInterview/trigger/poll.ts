import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { openSession, type Session } from '../http/session';
import { InputError } from '../input/problem';
import { FieldChecker } from '../input/fieldChecker';
import { shortHash } from '../records/scalars';
import { activate } from './activation';
import { withLock, type HoldsLock } from './lock';
import { settingsFrom, type TriggerSettings } from './settings';
import { kindOfFailure, outages } from './outage';
import { needsPerson, readSharedSurveys, readSurveys } from './reading';
import { Round } from './round';
import { emptyState, isSameState, UnreadableState, type State } from './state';
import { isCommitted, Memory, memory, Storage } from './storage';
import { planPoll } from './pollPlan';
import { testEvent } from './testEvent';
import {
	budgetOf,
	isShownToPerson,
	lostLock,
	pollKindOf,
	timeFor,
	warn,
	warnIfLost,
	type PollKind,
	type Work,
} from './pollWork';

const TIMEOUT_MS = 120_000;
/** How long an activation waits for a running poll: half of its time. Later polls do what is left. */
const ACTIVATION_WAIT_MS = 6_000;
const NEXT_POLL = 'This poll may not wait that long. A later poll continues from here.';

/**
 * One poll of the trigger: reads, lets the event decide what is new, saves the state last, and returns the events.
 *
 * @returns null when there is nothing, because n8n starts an execution with anything else
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const pollKind = pollKindOf(context);
	const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
	const startedAt = performance.now();
	let session: Session | undefined;
	let reportsEveryPoll = false;
	// False until the options, the credential and the saved state have proved usable.
	let hasWorked = false;
	try {
		if (pollKind === 'activation') outages.forget(trigger);
		const settings = settingsFrom(
			(name, absent) => context.getNodeParameter(name, absent) as unknown,
			new FieldChecker(context.getTimezone()),
		);
		reportsEveryPoll = settings.reportsEveryPoll;
		if (pollKind === 'manual') {
			session = await sessionFor(context, pollKind, settings, startedAt);
			const scope = scopeOf(trigger, session.api, settings);
			// A memory of its own, so that a test event changes nothing for the polls.
			const saved = () => new Storage(context, trigger, scope, new Memory()).load();
			const state = memory.newestOf(trigger, scope) ?? saved();
			return [await testEvent(session, settings, state === 'not yet' ? undefined : state)];
		}
		const isActivation = pollKind === 'activation';
		const waitMs = isActivation ? ACTIVATION_WAIT_MS : 0;
		const budgetMs = budgetOf(context);
		const work = async (holdsLock: HoldsLock) => {
			session = await sessionFor(context, pollKind, settings, startedAt);
			const scope = scopeOf(trigger, session.api, settings);
			const storage = new Storage(context, trigger, scope);
			const token = shortHash(session.tokenHash);
			const { watch, event } = settings;
			const { completedStatuses = '' } = event;
			const empty = emptyState({ scope, watch, token, completedStatuses }, Date.now());
			const before = storage.load();
			hasWorked = before !== undefined;
			const all = { context, trigger, session, settings, storage, empty, before, holdsLock };
			return isActivation ? await activate(all) : await scheduled(all);
		};
		const onOverdue = (isGivenUp: boolean) => warn(context, [overdue(budgetMs, isGivenUp)]);
		const result = await withLock({ trigger, budgetMs, waitMs, work, onOverdue });
		if (result !== 'busy') return result;
		if (!isActivation) return null;
		// Another poll runs, but a person must see what would make every poll fail.
		session = await sessionFor(context, pollKind, settings, startedAt);
		hasWorked = true;
		await readSurveys(session);
		return null;
	} catch (error) {
		const problem = asProblem(context, error);
		if (pollKind === 'scheduled' && !reportsEveryPoll) {
			const kind = kindOfFailure(problem, session);
			const failed = outages.failedAgain(trigger);
			if (outages.mustReport(trigger, kind, startedAt)) throw problem;
			const line = `the failure continues, and is reported once an hour: ${inWords(problem)}`;
			if (failed === 2) warn(context, [line]);
			return null;
		}
		const isGrave = !hasWorked || needsPerson(error) || error instanceof InputError;
		if (pollKind !== 'activation' || isShownToPerson(context, isGrave)) throw problem;
		// To throw it now would stop the workflow permanently. The next scheduled poll reports it.
		warn(context, [`it has not started yet: ${inWords(problem)}`]);
		return null;
	}
}

const inWords = ({ message, description }: NodeApiError | NodeOperationError) =>
	`${message} ${description ?? ''}`.trim();

function overdue(budgetMs: number, isGivenUp: boolean): string {
	const then = isGivenUp
		? 'It is abandoned, and this poll continues from the saved state'
		: 'If it has not ended a minute later, it is abandoned, and the next poll continues from the saved state';
	return `the last poll did not end within ${budgetMs / 1000} s. ${then}: nothing is lost.`;
}

async function sessionFor(
	context: IPollFunctions,
	pollKind: PollKind,
	{ event }: TriggerSettings,
	startedAt: number,
): Promise<Session> {
	const session = await openSession(context, {
		maxWaitMs: Infinity,
		timeoutMs: TIMEOUT_MS,
		deadline: startedAt + timeFor(context, pollKind),
		tooLongAdvice: NEXT_POLL,
	});
	event.checkSession?.(session);
	return session;
}

/** If anything in it changes, the trigger starts with a new state. */
function scopeOf(trigger: string, api: string, { event }: TriggerSettings): string {
	return shortHash([trigger, api, event.value, ...(event.scope ?? [])].join('\n'));
}

async function scheduled(work: Work): Promise<INodeExecutionData[][] | null> {
	const { context, trigger, session, settings, storage, empty, before } = work;
	if (before === 'not yet') return null;
	const list = await readSharedSurveys(session);
	warnIfLost(work, true);
	const { state, tasks, watched } = planPoll(before, empty, list, settings);
	const round = new Round(trigger, session, settings, state);
	const failure = await round.run(tasks, watched.length);
	warn(context, round.logLines);

	if (lostLock(work)) return null;
	const events = await round.events();
	if (!before || storage.mustBeSaved || !isSameState(before, round.state)) {
		storage.save(round.state, events.length > 0);
	}
	if (failure) throw failure;
	const { refusal } = round;
	outages.end(trigger, refusal && kindOfFailure(refusal, session));
	const failed = outages.worksAgain(trigger);
	if (failed > 1 && !refusal) warn(context, [`polls work again, after ${failed} that failed.`]);
	if (events.length > 0) return [events];
	// The default engine saves the state only with an execution. So a new baseline, and a state that n8n itself does
	// not have, are saved with an empty one.
	const isBaseline = round.hasNewBaseline || hasBegun(before, round.state);
	const isUnsafe = storage.mustBeSaved || isBaseline;
	if (isUnsafe && !isCommitted(context)) return [[]];
	if (refusal) throw refusal;
	return null;
}

/** Whether the watch of a survey began, or its baseline was taken. */
function hasBegun(before: State | undefined, after: State): boolean {
	const known = new Set(before?.surveys.map(({ id, pending }) => `${id} ${pending}`));
	return !before || after.surveys.some(({ id, pending }) => !known.has(`${id} ${pending}`));
}

/** Every failure as an error of n8n, with its cause where that is known, because n8n's back-off uses it. */
function asProblem(context: IPollFunctions, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = new NodeOperationError(context.getNode(), error as Error);
	if (error instanceof InputError || error instanceof UnreadableState) {
		problem.failure = { cause: 'configuration-invalid' };
	}
	return problem;
}
