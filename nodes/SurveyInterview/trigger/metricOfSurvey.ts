/** The name and the metric of a survey, from the list of surveys or else from the survey's own record. */
import type { KnownFacts } from '../service/simplified';
import { tellsOfRecords } from '../service/surveys';
import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { ConfiguredEvent, Draft, Judgement } from './event';
import { isRateLimited, notUnderstood, outcomeOf, readWhole } from './reading';
import type { TriggerSettings } from './settings';
import type { State } from './state';
import type { ListedSurvey, Task } from './pollPlan';

/** What is known of the records of a survey: from the list, or else from the survey's own record where that was read. */
export function surveyFactsOf({ survey, ofRecord = {}, respondentPage }: Task): KnownFacts {
	return {
		survey_id: survey.id,
		respondentPage,
		survey_name: survey.name ?? ofRecord.survey_name ?? null,
		metric_type: survey.facts?.metric_type ?? ofRecord.metric_type ?? null,
	};
}

/** One sentence why none of the chosen surveys can ever bring an event; undefined as long as one may. */
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
 * Judges an answer. Where filters or events need what only the survey's own record says, that is read, and the answer
 * is judged again with it. If the record cannot be read, events are delivered without it. But where filters need it, or
 * the rate limit is reached, the survey waits for the next poll.
 *
 * @returns the error for which the survey waits, also where the answer is not what the interface names
 */
export async function judgeWithFacts(
	session: Session,
	event: ConfiguredEvent,
	state: State,
	listed: Task,
	answer: unknown,
	room: number,
): Promise<Judgement | SurveyInterviewError> {
	const task = { ...listed, respondentPage: session.respondentPage };
	const judge = (one: Task) => {
		const judgement = event.judge(state, one, answer, room);
		for (const draft of judgement?.drafts ?? []) draft.survey = one.survey.record;
		return judgement ?? notUnderstood(session, 'the records');
	};
	const judgement = judge(task);
	if (task.ofRecord || judgement instanceof Error) return judgement;
	const isIncomplete = ({ json }: Draft) => json.metric_type === null || json.survey_name === null;
	if (!judgement.needsMetric && !judgement.drafts.some(isIncomplete)) return judgement;
	const ofRecord = await factsInRecord(session, task);
	const isError = ofRecord instanceof Error;
	if (isError && (judgement.needsMetric || isRateLimited(ofRecord))) return ofRecord;
	return judge({ ...task, ofRecord: isError ? {} : ofRecord });
}

/** What the survey's own record says of its records, or why it cannot be read. */
export async function factsInRecord(
	session: Session,
	{ survey }: Task,
): Promise<KnownFacts | SurveyInterviewError> {
	const reading = await outcomeOf(readWhole(session, `/surveys/${survey.id}`, {}));
	return 'error' in reading ? reading.error : tellsOfRecords(reading.body);
}
