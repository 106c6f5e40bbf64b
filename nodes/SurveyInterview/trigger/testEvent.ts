import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { Draft } from './event';
import { outcomeOf, readSurvey, readSurveys } from './reading';
import type { TriggerSettings } from './options';
import { emptyState } from './state';
import { planPoll, type Task } from './surveys';

/** How many surveys are searched for an example, the newest first. */
const MAX_SURVEYS = 10;

/**
 * Fetch Test Event: the latest thing that would be an event, in the form of an event. It only reads and does
 * not change the state of the trigger.
 *
 * @throws {NodeOperationError} one sentence, when there is nothing yet
 */
export async function testEvent(
	session: Session,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const everything = { ...settings, emitExisting: true };
	const list = await readSurveys(session);
	const now = Date.now();
	const empty = emptyState(
		{ scope: '', watch: settings.watch, token: '', completedStatuses: '' },
		now,
	);
	const { tasks, state } = planPoll(undefined, empty, list, everything, now);
	if (tasks.length === 0) {
		throw new NodeOperationError(session.node, 'There is no survey that this token may see.', {
			description: 'Create one in the service, or use a token that may see it.',
		});
	}
	const { event } = settings;
	let latest: { draft: Draft; task: Task } | undefined;
	let problem: SurveyInterviewError | undefined;
	for (const task of tasks.slice(0, MAX_SURVEYS)) {
		const reading = await outcomeOf(readSurvey(session, event, task.survey));
		if ('error' in reading) {
			problem ??= reading.error;
			continue;
		}
		const drafts = event.judge(state, task, reading.body, Infinity)?.drafts ?? [];
		const draft = drafts.at(-1);
		const isLater = (draft?.at ?? 0) > (latest?.draft.at ?? 0);
		if (draft && (!latest || isLater)) latest = { draft, task };
	}
	if (latest) {
		const { record: survey } = latest.task.survey;
		const draft = await withDetails(session, settings, latest);
		return [{ json: settings.itemOf({ ...draft, survey }) as INodeExecutionData['json'] }];
	}
	if (problem) throw problem;
	throw new NodeOperationError(session.node, event.noTestEvent, {
		description: 'Filters in the options count here as well.',
	});
}

async function withDetails(
	session: Session,
	{ event }: TriggerSettings,
	{ draft, task }: { draft: Draft; task: Task },
): Promise<Draft> {
	const results = await event.addDetails?.(session, {
		surveyId: task.survey.id,
		drafts: [draft],
		waiting: {},
		isLastTry: true,
		time: { left: () => Infinity, whole: Infinity },
	});
	if (results?.refusal) throw results.refusal.error;
	return results?.delivered[0] ?? draft;
}
