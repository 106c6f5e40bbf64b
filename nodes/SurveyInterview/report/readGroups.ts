import { surveyFactsIn, surveyProperties } from '../facts/surveyFacts';
import type { JsonObject } from '../records/json';
import { readItems, type Reading } from '../run/readItems';
import type { ReportRequest } from './reportRequest';
import { compare, type Comparison, type ScoredPerson } from './groups';

type ReportSurvey = Awaited<ReturnType<typeof readReportSurvey>>;

/** @throws {SurveyInterviewError} if the survey cannot be read, because without its metric no score has a meaning */
export async function readReportSurvey({ surveys }: Reading, id: string) {
	const own = await surveys.of(id);
	if (own instanceof Error) throw own;
	const { name, metric_type, interview_locale, anonymous } = surveyFactsIn(own);
	return {
		name,
		metric: metric_type,
		language: interview_locale,
		isAnonymous: anonymous === true,
		// It may be anonymous, so no results of few people may be shown.
		isGuarded: anonymous !== false,
		properties: surveyProperties(own) ?? [],
	};
}

/** A respondent in Simplified with `FIELDS`. */
interface Person {
	status: string | null;
	completed_at: string | null;
	score: number | null;
	properties: JsonObject | null;
}
const FIELDS = ['status', 'completed_at', 'score', 'properties'];

/**
 * The groups of those who completed in the period. `untimed` counts those whose time of completion is missing. There
 * is no group if too few people have answered, or if nobody has a score.
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

/** The minimum for anonymous surveys, even if the option allows smaller groups. */
const FEWEST = 5;

/** The size of the smallest group that may be shown. */
export const fewestOf = (minGroup: number, isGuarded: boolean): number =>
	isGuarded ? Math.max(minGroup, FEWEST) : minGroup;
