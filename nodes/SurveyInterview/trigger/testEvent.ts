import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { MAX_TRIES } from './events/interviewCompleted';
import { withConversations } from './events/conversations';
import type { Draft } from './events/event';
import { KINDS } from './events';
import { outcomeOf, readSurvey, readSurveys } from './reading';
import type { EventName, TriggerSettings } from './options';
import { emptyState } from './state';
import { planPoll, type Task } from './surveys';

/** So many surveys are looked through for an example, the newest first. */
const SURVEYS = 10;

/**
 * Fetch Test Event: the latest thing that would be an event, made like one. Reads only; the state of the
 * trigger is not touched.
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
		{ scope: '', watch: settings.watch, token: '', completedStatuses: settings.completedStatuses },
		now,
	);
	const { tasks, state } = planPoll(undefined, empty, list, everything, now);
	if (tasks.length === 0) {
		throw new NodeOperationError(session.node, 'There is no survey that this token may see.', {
			description: 'Create one in the service, or use a token that may see it.',
		});
	}
	const kind = KINDS[settings.event];
	let latest: { draft: Draft; task: Task } | undefined;
	let problem: SurveyInterviewError | undefined;
	for (const task of tasks.slice(0, SURVEYS)) {
		const reading = await outcomeOf(readSurvey(session, kind, task.survey, settings));
		if ('error' in reading) {
			problem ??= reading.error;
			continue;
		}
		const drafts = kind.judge(state, task, reading.body, everything, Infinity)?.drafts ?? [];
		const draft = drafts.at(-1);
		const isLater = (draft?.at ?? 0) > (latest?.draft.at ?? 0);
		if (draft && (!latest || isLater)) latest = { draft, task };
	}
	if (latest) return [{ json: (await whole(session, settings, latest)).json as never }];
	if (problem) throw problem;
	throw new NodeOperationError(session.node, NOTHING[settings.event], {
		description: 'Filters in the options count here as well.',
	});
}

async function whole(
	session: Session,
	{ includeConversation }: TriggerSettings,
	{ draft, task }: { draft: Draft; task: Task },
): Promise<Draft> {
	if (!includeConversation) return draft;
	// Looked at for the last time: the example comes with the conversation or says why not.
	const looks = { [`conversation ${draft.hash}`]: MAX_TRIES };
	const { delivered, refusal } = await withConversations(session, task.survey.id, [draft], looks, {
		left: () => Infinity,
		whole: Infinity,
	});
	if (refusal) throw refusal;
	return delivered[0] ?? draft;
}

const NOTHING: Record<EventName, string> = {
	interviewCompleted:
		'No completed interview is there yet that this trigger would deliver: complete one in the service, then fetch again.',
	resultsChanged:
		'There are no results yet: complete an interview in the service, then fetch again.',
	mailingStatusChanged: 'There is no mailing yet: create one in the service, then fetch again.',
};
