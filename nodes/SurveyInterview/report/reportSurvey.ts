/** The survey of a report or a comparison, and the name that an output shows. */
import type { RunParts } from '../run/readItems';
import { harmless } from '../service/harmless';
import { surveyFactsIn, surveyProperties } from '../service/surveys';
import { MIN_PEOPLE } from './fewPeople';
import type { ReportContext, ReportRequest } from './reportRequest';

export type ReportSurvey = Awaited<ReturnType<typeof readReportSurvey>>;

/** @throws {SurveyInterviewError} if the survey cannot be read, because without its metric no score has a meaning */
export async function readReportSurvey(
	{ surveys }: RunParts,
	{ surveyId, minGroup }: ReportRequest,
) {
	const detail = await surveys.detailOf(surveyId);
	if (detail instanceof Error) throw detail;
	const facts = surveyFactsIn(detail);
	const { name, metric_type, interview_locale, anonymous } = facts;
	return {
		name,
		metric: metric_type,
		language: interview_locale,
		/** The ends of its scale, if it tells them. */
		scaleEnds: [facts.scale_min, facts.scale_max],
		isAnonymous: anonymous === true,
		/** Whether it is anonymous, or the service does not say that it is not. */
		mayBeAnonymous: anonymous !== false,
		/** Results of fewer people must not be shown, because they could be traced to a person. */
		minPeople: anonymous === false ? 1 : Math.max(minGroup, MIN_PEOPLE),
		properties: surveyProperties(detail) ?? [],
	};
}

/** The most characters of a name that others gave to a survey or a property. */
export const MAX_NAME = 80;

/** A name that others gave. A model may repeat it in a chat, so what a model reads has no links and no markup. */
export const shownName = (name: unknown, { isTool }: ReportContext): unknown =>
	isTool && typeof name === 'string' ? harmless(name, MAX_NAME) : name;
