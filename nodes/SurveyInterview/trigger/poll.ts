import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { openSession, type Session } from '../api/session';
import { InputProblem } from '../input/problem';
import { shortHash } from './fingerprint';
import { alone } from './guard';
import { budgetOf, isRead, occasionOf, timeFor } from './occasion';
import { readSurveys } from './reading';
import { Round } from './round';
import { settingsOf, type TriggerSettings } from './settings';
import { emptyState, isSame, UnreadableState } from './state';
import { isCommitted, Storage } from './storage';
import { plan } from './surveys';
import { testEvent } from './testEvent';

const TIMEOUT_MS = 120_000;
const NEXT_POLL = 'That is longer than this poll may wait. A later poll goes on from here.';

/** What a poll works with. */
interface Work {
	context: IPollFunctions;
	session: Session;
	settings: TriggerSettings;
	scope: string;
	storage: Storage;
}

/**
 * One poll of the trigger: reads, has it decided what is new, saves the state last, and hands over the
 * events.
 *
 * @returns null when there is nothing; n8n starts an execution of anything else
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const occasion = occasionOf(context, () => isCommitted(context));
	try {
		const settings = settingsOf(context);
		const session = await openSession(context, {
			maxWaitMs: Infinity,
			timeoutMs: TIMEOUT_MS,
			deadline: Date.now() + timeFor(context, occasion),
			whenTooLong: NEXT_POLL,
		});
		if (occasion === 'manual') return [await testEvent(session, settings)];
		const trigger = `${context.getWorkflow().id}\n${context.getNode().id}`;
		const scope = scopeOf(trigger, session.api, settings);
		const storage = new Storage(context, trigger, scope);
		const work = { context, session, settings, scope, storage };
		const isActivation = occasion === 'activation';
		const result = await alone(trigger, budgetOf(context), isActivation, async () =>
			isActivation ? await activate(work) : await scheduled(work),
		);
		return result === 'busy' ? null : result;
	} catch (error) {
		const problem = asProblem(context, error);
		if (occasion !== 'activation' || isRead(context)) throw problem;
		// Thrown now, it would stop the workflow for good: the next scheduled poll says it again.
		context.logger.warn(`${context.getNode().name} has not started yet: ${problem.message}`);
		return null;
	}
}

/** What a state is about; anything else starts afresh (design, What is new). */
function scopeOf(trigger: string, api: string, { event, propertyFilter }: TriggerSettings): string {
	return shortHash([trigger, api, event, ...propertyFilter].join('\n'));
}

/**
 * The poll of an activation: shows a person at once what would keep the polls from working, and takes the
 * baseline. It delivers nothing, because the workflow may not be published yet.
 */
async function activate({ session, settings, scope, storage }: Work): Promise<null> {
	const now = Date.now();
	const list = await readSurveys(session);
	const before = storage.load(now);
	if (before === 'not yet') return null;
	// What exists is to be delivered, by the first scheduled poll: it finds no state and begins with all.
	if (!before && settings.emitExisting) return null;
	const empty = emptyState(scope, now, settings.watch);
	const { state, tasks, watched } = plan(before, empty, list, settings, now);
	const round = new Round(session, { ...settings, maxEvents: 0 }, state);
	await round.run(
		tasks.filter(({ known }) => known.pending && known.from === now),
		watched,
	);
	if (!before || !isSame(before, round.state)) storage.handOver(round.state, before, Date.now());
	return null;
}

async function scheduled(work: Work): Promise<INodeExecutionData[][] | null> {
	const { context, session, settings, scope, storage } = work;
	const now = Date.now();
	const before = storage.load(now);
	if (before === 'not yet') return null;
	const list = await readSurveys(session);
	const empty = emptyState(scope, now, settings.watch);
	const { state, tasks, watched } = plan(before, empty, list, settings, now);
	const round = new Round(session, settings, state);
	await round.run(tasks, watched);
	for (const line of round.skipped) context.logger.warn(`${context.getNode().name}: ${line}`);

	const events = round.events();
	const begins = !before;
	if (begins || !isSame(before, round.state)) {
		storage.save(round.state, Date.now(), events.length > 0);
	}
	if (events.length > 0) return [events];
	// A baseline must not be lost, and the default engine saves nothing without an execution.
	const baselines = tasks.some(({ known }) => known.pending);
	return (begins || baselines) && !isCommitted(context) ? [[]] : null;
}

/** Every failure as n8n's own kind of error, with its `failure` set, which n8n's back-off trusts. */
function asProblem(context: IPollFunctions, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError) return error;
	const isInput = error instanceof InputProblem || error instanceof UnreadableState;
	if (error instanceof NodeOperationError || isInput) {
		const problem =
			error instanceof NodeOperationError
				? error
				: new NodeOperationError(context.getNode(), error.message);
		problem.failure ??= { cause: isInput ? 'configuration-invalid' : 'credential-invalid' };
		return problem;
	}
	return new NodeOperationError(context.getNode(), error as Error);
}
