/** The name and the metric of a survey: in the list of surveys, else in the survey's own record. */
import type { KnownFacts } from '../facts/fact';
import { tellsOfRecords } from '../facts/surveyFacts';
import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { Draft, EventLogic, Judgement } from './event';
import { isRateLimited, outcomeOf, readWhole } from './reading';
import type { TriggerSettings } from './settings';
import type { State } from './state';
import type { ListedSurvey, Task } from './pollPlan';

/** What is known of a task's respondents: of their survey as listed now, else in its own record as far as that was read. */
export function surveyFactsOf({ survey, ofRecord = {}, respondentPage }: Task): KnownFacts {
	return {
		survey_id: survey.id,
		respondentPage,
		survey_name: survey.name ?? ofRecord.survey_name ?? null,
		metric_type: survey.facts?.metric_type ?? ofRecord.metric_type ?? null,
	};
}

/** Why the surveys that a person chose can never bring an event, as far as their list says it: one sentence. */
export function problemOfChoice(
	{ event, watch, surveyIds }: Pick<TriggerSettings, 'event' | 'watch' | 'surveyIds'>,
	list: readonly ListedSurvey[],
): string | undefined {
	if (watch === 'all') return undefined;
	const reasons = surveyIds.map((id) => {
		const metric = list.find((one) => one.id === id)?.facts?.metric_type;
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
	{ state, answer, room, ...of }: { state: State; task: Task; answer: unknown; room: number },
): Promise<Judgement | SurveyInterviewError | undefined> {
	const task = { ...of.task, respondentPage: session.respondentPage };
	const judgement = event.judge(state, task, answer, room);
	const isIncomplete = ({ json }: Draft) => json.metric_type === null || json.survey_name === null;
	if (!judgement?.needsMetric && !judgement?.drafts.some(isIncomplete)) return judgement;
	const reading = await outcomeOf(readWhole(session, `/surveys/${task.survey.id}`, {}));
	const error = 'error' in reading ? reading.error : undefined;
	if (error && (judgement.needsMetric || isRateLimited(error))) return error;
	const ofRecord = tellsOfRecords('body' in reading ? reading.body : undefined);
	return event.judge(state, { ...task, ofRecord }, answer, room);
}
