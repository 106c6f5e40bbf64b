/** The name and the metric of a survey: in the list of surveys, else in the survey's own record. */
import type { KnownFacts } from '../facts/simplified';
import { tellsOfRecords } from '../facts/survey';
import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { Draft, EventLogic, Judgement } from './event';
import { isRateLimited, outcomeOf, readWhole } from './reading';
import type { TriggerSettings } from './options';
import type { State } from './state';
import type { ListedSurvey, Task } from './surveys';

/** What the list of surveys says of one. */
export function listedFacts({ name, facts }: ListedSurvey): KnownFacts {
	return { survey_name: name, metric_type: facts?.metric_type ?? null };
}

/** What is known of a task's survey: in the list now, else in its own record as far as that was read. */
export function surveyFactsOf({ survey, ofRecord = {} }: Task): KnownFacts {
	const { survey_name, metric_type } = listedFacts(survey);
	return {
		survey_name: survey_name ?? ofRecord.survey_name ?? null,
		metric_type: metric_type ?? ofRecord.metric_type ?? null,
	};
}

/** @param isNeeded nothing can be decided without it */
async function factsInRecord(
	session: Session,
	surveyId: string,
	isNeeded: boolean,
): Promise<KnownFacts | SurveyInterviewError> {
	const reading = await outcomeOf(readWhole(session, `/surveys/${surveyId}`, { hints: {} }));
	if ('body' in reading) return tellsOfRecords(reading.body);
	const mustWait = isNeeded || isRateLimited(reading.error);
	return mustWait ? reading.error : tellsOfRecords(undefined);
}

/** Why the surveys that a person chose can never bring an event, as far as their list says it: one sentence. */
export function problemOfChoice(
	{ event, watch, surveyIds }: Pick<TriggerSettings, 'event' | 'watch' | 'surveyIds'>,
	list: readonly ListedSurvey[],
): string | undefined {
	if (watch === 'all') return undefined;
	const reasons = surveyIds.map((id) => {
		const survey = list.find((one) => one.id === id);
		const metric = survey && listedFacts(survey).metric_type;
		return metric ? event.nothingOf?.(metric) : undefined;
	});
	const isHopeless = reasons.every((reason) => reason !== undefined);
	return isHopeless ? `The chosen surveys cannot start the workflow. ${reasons[0]}` : undefined;
}

/**
 * The judgement of an answer. Where the filters or an event need what only the survey's own record says, that is
 * read, and the answer is judged with it. An event goes without it where the record cannot be read: one that comes
 * is worth more than its metric. Filters decide nothing without it, and when requests are limited, all of it waits.
 *
 * @returns the error with which it waits
 */
export async function judgeWithFacts(
	session: Session,
	event: EventLogic,
	{ state, task, answer, room }: ToJudge,
): Promise<Judgement | SurveyInterviewError | undefined> {
	const judgement = event.judge(state, task, answer, room);
	const isIncomplete = ({ json }: Draft) => json.metric_type === null || json.survey_name === null;
	if (!judgement?.needsMetric && !judgement?.drafts.some(isIncomplete)) return judgement;
	const ofRecord = await factsInRecord(session, task.survey.id, judgement.needsMetric === true);
	if (ofRecord instanceof Error) return ofRecord;
	return event.judge(state, { ...task, ofRecord }, answer, room);
}

/** What an event judges. */
interface ToJudge {
	state: State;
	task: Task;
	answer: unknown;
	room: number;
}
