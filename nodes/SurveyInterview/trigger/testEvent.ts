import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { asSentence, type SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import type { Draft } from './event';
import { outcomeOf, readTask, readSurveys } from './reading';
import type { TriggerSettings } from './settings';
import { factsInRecord, judgeWithFacts, problemOfChoice } from './metricOfSurvey';
import { emptyState, type State } from './state';
import { planPoll, surveyLabel, type Task } from './pollPlan';
import { MAX_REASONS, type Reason } from './whyNot';

/** Only the newest surveys are searched for examples. */
const MAX_SURVEYS = 10;

const MAX_EVENTS = 3;

/**
 * Fetch Test Event: the latest events, where possible one with a score and one without. The first one says under
 * `not_delivered` why the newest respondents would start nothing. The state of the trigger is not changed.
 *
 * @param saved the state of the active workflow, where there is one
 * @throws {NodeOperationError} one sentence, when there is nothing yet
 */
export async function testEvent(
	session: Session,
	settings: TriggerSettings,
	saved: State | undefined,
): Promise<INodeExecutionData[]> {
	const everything = { ...settings, emitExisting: true };
	const list = await readSurveys(session);
	const hopeless = problemOfChoice(settings, list);
	if (hopeless !== undefined) throw new InputError(hopeless);
	const ofNothing = { scope: '', watch: settings.watch, token: '', completedStatuses: '' };
	const empty = emptyState(ofNothing, Date.now());
	const { tasks, state } = planPoll(undefined, empty, list, everything);
	if (tasks.length === 0) {
		throw new NodeOperationError(session.node, 'The token cannot access any survey.', {
			description: 'Create a survey in the service, or use a token that can access one.',
		});
	}
	const { event } = settings;
	const notDelivered: Reason[] = [];
	let examples: Draft[] = [];
	let problem: SurveyInterviewError | undefined;
	for (const listed of tasks.slice(0, MAX_SURVEYS)) {
		const task = event.whyNot ? await withMetric(session, listed) : listed;
		const whyNot = event.whyNot?.(task, saved);
		const keeper = event.takes?.(state, task, whyNot);
		const reading = await outcomeOf(readTask(session, event, task, keeper));
		const judgement =
			'error' in reading
				? reading.error
				: await judgeWithFacts(session, event, state, task, reading.body, Infinity);
		if (judgement instanceof Error) {
			problem ??= judgement;
			const why = asSentence(judgement.message);
			const sentence = `Survey ${surveyLabel(task.survey)} cannot be read: ${why}`;
			// It comes first, because nobody knows what the survey would have shown.
			notDelivered.push({ at: Number.MAX_SAFE_INTEGER, sentence });
			continue;
		}
		notDelivered.push(...(whyNot?.reasons ?? []));
		// Drafts are oldest first.
		examples = examplesAmong([...examples, ...judgement.drafts.toReversed()]);
	}
	const drafts = examples.reverse();
	const results = await event.addDetails?.(session, { drafts, waiting: {} });
	if (results?.refusal) throw results.refusal.error;
	const items = await settings.itemsOf(results?.delivered ?? drafts);
	notDelivered.sort((a, b) => b.at - a.at);
	const reasons = notDelivered.slice(0, MAX_REASONS).map(({ sentence }) => sentence);
	const [first] = items;
	if (first && reasons.length > 0) first.json = { ...first.json, not_delivered: reasons };
	if (first) return items;
	if (problem) throw problem;
	throw new NodeOperationError(session.node, event.noTestEvent, {
		description: ['The filters apply here as well.', ...reasons].join(' '),
	});
}

/** Where the list of surveys does not name the metric, what is not delivered shows only with the survey's own record. */
async function withMetric(session: Session, task: Task): Promise<Task> {
	if ((task.survey.facts?.metric_type ?? null) !== null) return task;
	const ofRecord = await factsInRecord(session, task);
	return ofRecord instanceof Error ? task : { ...task, ofRecord };
}

/** The latest with a score, the latest without, and then the latest others; newest first, without a time last. */
function examplesAmong(found: readonly Draft[]): Draft[] {
	const newestFirst = found.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
	const latest = [true, false].map((hasScore) =>
		newestFirst.find((draft) => (draft.hasScore ?? false) === hasScore),
	);
	const chosen = new Set([...latest.filter((one) => one !== undefined), ...newestFirst]);
	const examples = new Set([...chosen].slice(0, MAX_EVENTS));
	return newestFirst.filter((one) => examples.has(one));
}
