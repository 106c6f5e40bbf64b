/** The button Fetch Test Event: the latest events as examples, and why the newest respondents are none. */
import { type IDataObject, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import { type NewEvent, oldestFirst, type WhyNot } from './event';
import { asServiceError, type ListedSurvey, readSurveys, surveyLabel } from './reading';
import { problemOfChoice, type TriggerSettings } from './settings';
import { newWatch, type State } from './state';
import { planPoll } from './surveys';
import { newestReasons } from './whyNot';
import { asSentence } from '../service/scalars';

/** Only the newest surveys are searched for examples. */
const MAX_SURVEYS = 10;
const MAX_EVENTS = 3;

/**
 * The latest events, if possible one with a score and one without. The first one says under `not_delivered` why the
 * newest respondents would start nothing. The state of the trigger is not changed.
 *
 * @param saved the state of the active workflow, where there is one
 * @throws {NodeOperationError} one sentence, when there is nothing yet
 */
export async function testEvent(
	session: Session,
	settings: TriggerSettings,
	saved: State | undefined,
): Promise<INodeExecutionData[]> {
	const { event } = settings;
	const list = await readSurveys(session);
	const choiceProblem = problemOfChoice(settings, list.surveys);
	if (choiceProblem) throw new InputError(choiceProblem);
	// A new watch that delivers what exists, so every chosen survey is due. It is not saved, so it needs no scope, and no
	// time at which it began.
	const watch = newWatch('', 0);
	const { due } = planPoll(watch, list, { ...settings, emitExisting: true });
	if (due.length === 0)
		throw new NodeOperationError(session.node, 'The token cannot access any survey.', {
			description: 'Create a survey in the service, or use a token that can access one.',
		});
	const found: NewEvent[] = [];
	const whyNot: WhyNot[] = [];
	let firstError: SurveyInterviewError | undefined;
	for (const survey of due.slice(0, MAX_SURVEYS)) {
		const poll = testPollOf(session, survey, list.readAt, saved);
		try {
			const looked = await event.look({ ...poll, room: MAX_EVENTS }, await event.read(poll));
			found.push(...looked.events);
			whyNot.push(...(looked.whyNot ?? []));
		} catch (caught) {
			const error = asServiceError(caught);
			firstError ??= error;
			const sentence = `Survey ${surveyLabel(survey)} cannot be read: ${asSentence(error.message)}`;
			// It comes first, because nobody knows what the survey would have shown.
			whyNot.push({ at: Number.MAX_SAFE_INTEGER, sentence });
		}
	}
	const items = await settings.itemsOf(oldestFirst(examplesAmong(found)));
	const reasons = newestReasons(whyNot).map(({ sentence }) => sentence);
	const [first] = items;
	if (first) {
		if (reasons.length > 0) first.json = { ...first.json, not_delivered: reasons } as IDataObject;
		return items;
	}
	if (firstError) throw firstError;
	// Nobody is told to complete an interview where people have, and a filter turns them away.
	const haveCompleted = whyNot.some(({ hasCompleted }) => hasCompleted);
	const message = haveCompleted
		? 'None of the completed interviews would start this workflow'
		: event.noTestEvent;
	const description = ['The filters apply here as well.', ...reasons].join(' ');
	throw new NodeOperationError(session.node, message, { description });
}

/** A poll of one survey, as if nothing were known, so that the newest are events; `saved` is only for the reasons. */
const testPollOf = (
	session: Session,
	survey: ListedSurvey,
	now: number,
	saved: State | undefined,
) => ({
	session,
	survey,
	memory: { entryHash: '', known: '' },
	now,
	isCheck: true,
	isBeginning: false,
	oldAtOnce: 'deliver' as const,
	test: { saved: saved?.surveys[survey.id] },
});

/** The latest with a score, the latest without, and then the latest of the rest. */
function examplesAmong(found: readonly NewEvent[]): NewEvent[] {
	const newestFirst = found.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
	const latest = [true, false].flatMap(
		(hasScore) => newestFirst.find((event) => (event.hasScore ?? false) === hasScore) ?? [],
	);
	return [...new Set([...latest, ...newestFirst])].slice(0, MAX_EVENTS);
}
