import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { openSession, type Session } from '../api/session';
import { InputProblem } from '../input/problem';
import { shortHash } from './fingerprint';
import { concernsAll } from './failures';
import { alone, type IsStillOurs } from './guard';
import { KINDS } from './kinds';
import { budgetOf, isRead, occasionOf, timeFor, type Occasion } from './occasion';
import { outcomeOf, readSurvey, readSurveys } from './reading';
import { Round } from './round';
import { settingsOf, type TriggerSettings } from './settings';
import { emptyState, isSame, UnreadableState, type KnownSurvey, type State } from './state';
import { isCommitted, Storage } from './storage';
import { plan, type Task } from './surveys';
import { testEvent } from './testEvent';

const TIMEOUT_MS = 120_000;
/** So long an activation waits for a poll that runs; the scheduled polls do without what it would do. */
const ACTIVATION_WAIT_MS = 10_000;
const NEXT_POLL = 'That is longer than this poll may wait. A later poll goes on from here.';

/** What a poll works with. */
interface Work {
	context: IPollFunctions;
	session: Session;
	settings: TriggerSettings;
	storage: Storage;
	/** The state with which a watch begins. */
	empty: State;
	isStillOurs: IsStillOurs;
}

/**
 * One poll of the trigger: reads, has it decided what is new, saves the state last, and hands over the
 * events.
 *
 * @returns null when there is nothing; n8n starts an execution of anything else
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const occasion = occasionOf(context);
	try {
		const settings = settingsOf(context);
		if (occasion === 'manual') {
			return [await testEvent(await sessionFor(context, occasion), settings)];
		}
		const isActivation = occasion === 'activation';
		const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
		const waitMs = isActivation ? ACTIVATION_WAIT_MS : 0;
		const result = await alone(trigger, budgetOf(context), waitMs, async (isStillOurs) => {
			const session = await sessionFor(context, occasion);
			const scope = scopeOf(trigger, session.api, settings);
			const storage = new Storage(context, trigger, scope);
			const token = shortHash(session.tokenHash);
			const { watch, words } = settings;
			const empty = emptyState({ scope, watch, token, words }, Date.now());
			const work = { context, session, settings, storage, empty, isStillOurs };
			return isActivation ? await activate(work) : await scheduled(work);
		});
		return result === 'busy' ? null : result;
	} catch (error) {
		const problem = asProblem(context, error);
		if (occasion !== 'activation' || isRead(context, error instanceof InputProblem)) throw problem;
		// Thrown now, it would stop the workflow for good: the next scheduled poll says it again.
		const advice = problem.description ?? '';
		context.logger.warn(
			`${context.getNode().name} has not started yet: ${problem.message} ${advice}`.trim(),
		);
		return null;
	}
}

async function sessionFor(context: IPollFunctions, occasion: Occasion): Promise<Session> {
	return await openSession(context, {
		maxWaitMs: Infinity,
		timeoutMs: TIMEOUT_MS,
		deadline: Date.now() + timeFor(context, occasion),
		whenTooLong: NEXT_POLL,
	});
}

/** What a state is about; anything else starts afresh (design, What is new). */
function scopeOf(trigger: string, api: string, { event, propertyFilter }: TriggerSettings): string {
	return shortHash([trigger, api, event, ...propertyFilter].join('\n'));
}

/**
 * The poll of an activation: shows a person at once what would keep the polls from working, and takes the
 * baseline. It delivers nothing, because the workflow may not be published yet.
 */
async function activate(work: Work): Promise<null> {
	const { session, settings, storage, empty, isStillOurs } = work;
	const now = empty.since;
	const before = storage.load(now);
	const reading = await outcomeOf(readSurveys(session));
	if (before === 'not yet') return null;
	if ('error' in reading) {
		if (before) keepChoice(work, before);
		throw reading.error;
	}
	const list = reading.body;
	// What exists is to be delivered, by the first scheduled poll: it finds no state and begins with all.
	if (!before && settings.emitExisting) return null;
	const { state, tasks, watched } = plan(before, empty, list, settings, now);
	const round = new Round(session, { ...settings, maxEvents: 0 }, state);
	const added = tasks.filter(({ known }) => known.pending && known.from === now);
	// A person who activates it again wants to know as well whether the token may read a survey.
	const failure =
		added.length > 0 ? await round.run(added, watched.length) : await refusalOf(work, watched);
	log(work, round);
	if (failure) throw failure;
	const isKept = before && !storage.isLoose && isSame(before, round.state);
	if (isStillOurs() && !isKept) {
		storage.handOver(round.state, Date.now());
	}
	return null;
}

/** Notes when surveys were added to the choice, which can be told although the service is not reached. */
function keepChoice({ settings, storage, empty, isStillOurs }: Work, before: State): void {
	if (settings.watch === 'all') return;
	const { state } = plan(before, empty, [], settings, empty.since);
	if (isStillOurs() && !isSame(before, state)) storage.handOver(state, Date.now());
}

/** The error with which every poll would fail, by the example of one survey. */
async function refusalOf({ context, session, settings }: Work, watched: Task[]) {
	const [task] = watched;
	if (!task || !isRead(context, false)) return undefined;
	const reading = readSurvey(session, KINDS[settings.event], task.survey.id, settings);
	const outcome = await outcomeOf(reading);
	if (!('error' in outcome)) return undefined;
	return watched.length === 1 || concernsAll(outcome.error) ? outcome.error : undefined;
}

async function scheduled(work: Work): Promise<INodeExecutionData[][] | null> {
	const { context, session, settings, storage, empty, isStillOurs } = work;
	const now = empty.since;
	const before = storage.load(now);
	if (before === 'not yet') return null;
	const list = await readSurveys(session);
	const { state, tasks, watched } = plan(before, empty, list, settings, now);
	const round = new Round(session, settings, state);
	const failure = await round.run(tasks, watched.length);
	log(work, round);

	// A poll that outlived its time: another has begun from the same state, and would deliver the same.
	if (!isStillOurs()) return null;
	const events = round.events();
	if (!before || storage.isLoose || !isSame(before, round.state)) {
		storage.save(round.state, Date.now(), events.length > 0);
	}
	if (failure) throw failure;
	if (events.length > 0) return [events];
	// A baseline must not be lost, nor a state that n8n does not have, and the default engine saves nothing
	// without an execution.
	const isUnsafe = storage.isLoose || hasBegun(before, round.state);
	return isUnsafe && !isCommitted(context) ? [[]] : null;
}

/** Whether a survey came under watch, or its baseline was taken: once for each, and not in every poll. */
function hasBegun(before: State | undefined, after: State): boolean {
	const entries = new Map(before?.surveys.map((survey) => [survey.id, survey]));
	const isNew = ({ id, pending }: KnownSurvey) => {
		const entry = entries.get(id);
		return !entry || entry.pending !== pending;
	};
	return !before || after.surveys.some(isNew);
}

function log({ context }: Work, { skipped }: Round): void {
	for (const line of skipped) context.logger.warn(`${context.getNode().name}: ${line}`);
}

/** Every failure as n8n's own kind of error, with its `failure` where that is known: n8n's back-off trusts it. */
function asProblem(context: IPollFunctions, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = new NodeOperationError(context.getNode(), error as Error);
	if (error instanceof InputProblem || error instanceof UnreadableState) {
		problem.failure = { cause: 'configuration-invalid' };
	}
	return problem;
}
