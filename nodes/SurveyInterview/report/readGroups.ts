import { surveyFactsIn, surveyProperties, type SurveyProperty } from '../facts/surveyFacts';
import type { JsonObject } from '../records/json';
import { readItems, type Reading } from '../run/readItems';
import type { ReportRequest } from './reportRequest';
import { compare, type Comparison, type ScoredPerson } from './groups';

/** What the survey's own record says; null where it does not. */
export interface ReportSurvey {
	id: string;
	name: unknown;
	metric: unknown;
	language: unknown;
	/** Whether it says so. */
	isAnonymous: boolean;
	/** Whether it does not say that it is not: then nothing may show that tells of few people. */
	isGuarded: boolean;
	properties: readonly SurveyProperty[];
}

/** @throws {SurveyInterviewError} where it cannot be read: without its metric no score has a meaning */
export async function readReportSurvey({ surveys }: Reading, id: string): Promise<ReportSurvey> {
	const own = await surveys.of(id);
	if (own instanceof Error) throw own;
	const { name, metric_type, interview_locale, anonymous } = surveyFactsIn(own);
	return {
		id,
		name,
		metric: metric_type,
		language: interview_locale,
		isAnonymous: anonymous === true,
		isGuarded: anonymous !== false,
		properties: surveyProperties(own) ?? [],
	};
}

/** A respondent of Simplified, as far as groups need it. */
interface Person {
	status: string | null;
	completed_at: string | null;
	score: number | null;
	properties: JsonObject | null;
}
const FIELDS = ['status', 'completed_at', 'score', 'properties'];

/**
 * The groups of those who completed in the period, from one list of respondents. Whoever completed at a time that
 * is not shown is counted as untimed; where all are too few to be compared, or nobody has a score, no group shows.
 */
export async function readGroups(
	reading: Reading,
	{ surveyId: survey_id, range, minGroup, property = '' }: ReportRequest,
	{ metric, isGuarded }: ReportSurvey,
): Promise<Comparison & { untimed: number; isFew: boolean; isUnscored: boolean }> {
	const list = ['respondent', 'getAll'] as const;
	const all = await readItems<Person>(reading, list, { survey_id }, {}, { fields: FIELDS });
	const isDone = ({ status }: Person) => status === 'completed';
	const untimed = all.filter((one) => isDone(one) && one.completed_at === null).length;
	const people = all.filter(isDone).flatMap((person): ScoredPerson[] => {
		const at = Date.parse(String(person.completed_at));
		const isIn = at >= Date.parse(range.start) && at <= Date.parse(range.end);
		if (!isIn) return [];
		const values = [person.properties?.[property]].flat();
		const isWord = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one);
		return [{ score: person.score, values: values.filter(isWord).map(String) }];
	});
	const compared = compare(metric, people, fewestOf(minGroup, isGuarded), isGuarded);
	const isNone = people.length > 0 && compared.groups.length === 0;
	return { ...compared, untimed, isFew: isNone && isGuarded, isUnscored: isNone && !isGuarded };
}

/** So many people must be behind a number of an anonymous survey, whatever is asked for. */
const FEWEST = 5;

/** The smallest group that may show. */
export const fewestOf = (minGroup: number, isGuarded: boolean): number =>
	isGuarded ? Math.max(minGroup, FEWEST) : minGroup;
