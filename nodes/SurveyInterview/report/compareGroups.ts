/** Compare Groups: a row for everyone, one for each group, and a sentence about those who have no row of their own. */
import type { RunSentence } from '../operations/operation';
import { counted } from '../service/scalars';
import type { Result } from '../run/itemResult';
import type { RunParts } from '../run/readItems';
import type { SurveyProperty } from '../service/surveys';
import { noValueProblem, type ReadComparison, readGroups } from './groups';
import type { ScoreSummary } from './metricScore';
import { daysOf } from './periods';
import type { ReportContext, ReportRequest } from './reportRequest';
import { readReportSurvey, shownName } from './reportSurvey';

export async function compareGroups(
	runParts: RunParts,
	asked: ReportRequest,
	reportContext: ReportContext,
): Promise<Result> {
	const survey = await readReportSurvey(runParts, asked);
	const compared = await readGroups(runParts, asked, survey);
	const { property = '', range } = asked;
	const rowOf = (
		group: unknown,
		difference: number,
		{ answers, score, groups: npsGroups }: ScoreSummary,
	) => ({
		group,
		answers,
		score,
		difference,
		...(npsGroups ?? { promoters: null, passives: null, detractors: null }),
		property,
		// The output of an operation is in English.
		period: daysOf(range, 'en-GB', reportContext.timeZone),
		survey_name: shownName(survey.name, reportContext),
	});
	const rows = compared.groups.map(({ name, difference, ...summary }) =>
		rowOf(name === undefined ? 'Others' : shownName(name, reportContext), difference, summary),
	);
	const items = rows.length > 0 ? [rowOf('Everyone', 0, compared.all), ...rows] : [];
	const note = remarkOn(compared, property, survey.properties);
	return { status: 'done', items, remarks: note ? { note } : {} };
}

/** Why there is no row, or why some people have no row of their group. */
function remarkOn(
	{ groups, gathered, untimed, whyNone }: ReadComparison,
	property: string,
	properties: readonly SurveyProperty[],
): RunSentence | undefined {
	const uncounted =
		untimed > 0
			? `${counted(untimed, 'completed interview')} without a time of completion cannot be counted in a period.`
			: undefined;
	if (groups.length === 0) {
		const why = whyNone ? WHY_NONE[whyNone] : 'No answers in this period.';
		// If no group was too small to be shown either, nobody has a value of this property: it may be the wrong one.
		return { sentence: uncounted ?? why, isWarning: gathered === 0 };
	}
	const noValue = noValueProblem({ groups, gathered }, property, properties);
	if (noValue !== undefined) return { sentence: noValue, isWarning: true };
	const are = gathered === 1 ? 'is' : 'are';
	const gatheredSentence =
		gathered > 0
			? `${counted(gathered, 'group')} with few answers ${are} gathered as Others.`
			: undefined;
	const sentence = [gatheredSentence, uncounted].filter(Boolean).join(' ');
	return sentence === '' ? undefined : { sentence };
}

const WHY_NONE = {
	tooFew: 'Too few answers in this period: nothing is compared.',
	unscored: 'No answer in this period has a score: nothing is compared.',
};
