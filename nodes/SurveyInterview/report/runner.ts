import type { SurveyProperty } from '../service/surveys';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool, parametersOf } from '../input/parameters';
import { counted } from '../records/scalars';
import type { AnswerOperation, RunSentence } from '../operations/operation';
import type { Result } from '../run/itemResult';
import { Ledger } from '../run/ledger';
import type { Reading } from '../run/readItems';
import { runItems } from '../run/run';
import { SurveyRecords } from '../run/surveyRecords';
import { EqualRequests } from '../run/equalRequests';
import { type Here, type ReportRequest, readReportRequest } from './reportRequest';
import { makeReport, nameFor } from './makeReport';
import { daysOf } from './periods';
import { readGroups, readReportSurvey } from './groups';

/** The runner of the operations Get Report and Compare Groups, which read several lists for one answer. */
export async function runAnswer(context: IExecuteFunctions, operation: AnswerOperation) {
	return await runItems(context, operation, ({ session, checker }) => {
		// A report rather says that a part is missing than waits for it five times.
		session.isTimeoutFinal = operation.value === 'getReport';
		const surveys = new SurveyRecords(session);
		const reading = { session, surveys, ledger: new Ledger(context) };
		const parameter = parametersOf(context);
		const { now, timeZone } = checker;
		const reads = new EqualRequests();
		const here = { now, timeZone, isTool: isTool(context) };
		return {
			read: (item) => readReportRequest(operation, checker, parameter(item)),
			work: async (asked): Promise<Result> =>
				await reads.of(asked, { isCopy: true }, async () => {
					if (operation.value === 'compareGroups') return await comparison(reading, asked, here);
					const { item, remarks } = await makeReport(reading, asked, here);
					return { status: 'done', items: [item], remarks };
				}),
		};
	});
}

/** A row for each group, and a sentence if some groups are gathered or missing. */
async function comparison(reading: Reading, asked: ReportRequest, here: Here): Promise<Result> {
	const survey = await readReportSurvey(reading, asked.surveyId);
	const compared = await readGroups(reading, asked, survey);
	const { property = '', range } = asked;
	const shown = nameFor(here);
	const items = compared.groups.map(({ name, answers, score, groups: counts, difference }) => ({
		group: name === undefined ? 'Others' : shown(name),
		answers,
		score,
		difference,
		...(counts ?? { promoters: null, passives: null, detractors: null }),
		property,
		period: daysOf(range, 'en-GB', here.timeZone),
		survey_name: shown(survey.name),
	}));
	const own = saidOf(compared, property, survey.properties);
	return { status: 'done', items, remarks: own ? { own } : {} };
}

/** Why there is no row, or why some people have no row of their group. */
function saidOf(
	{ groups, gathered, untimed, isFew, isUnscored }: Awaited<ReturnType<typeof readGroups>>,
	property: string,
	properties: readonly SurveyProperty[],
): RunSentence | undefined {
	const uncounted =
		untimed > 0
			? `${counted(untimed, 'completed interview')} without a time of completion cannot be counted in a period.`
			: undefined;
	if (groups.length === 0) {
		const few = 'Too few answers in this period: nothing is compared.';
		const unscored = 'No answer in this period has a score: nothing is compared.';
		const none = isFew ? few : isUnscored ? unscored : 'No answers in this period.';
		return { sentence: uncounted ?? none, isWarning: gathered === 0 };
	}
	if (gathered > 0) {
		const are = gathered === 1 ? 'is' : 'are';
		const others = `${counted(gathered, 'group')} with few answers ${are} gathered as Others.`;
		return { sentence: [others, uncounted].filter(Boolean).join(' ') };
	}
	if (groups.some(({ name }) => name !== undefined)) {
		return uncounted === undefined ? undefined : { sentence: uncounted };
	}
	const keys = properties.map(({ key }) => key).filter((key) => PLAIN_KEY.test(key));
	const others = keys.filter((key) => key !== property).slice(0, MAX_KEYS);
	const such = others.length === 0 ? '' : ` (${others.join(', ')})`;
	const sentence = `No answer in this period has one value of ${property}: choose another property${such}, or another period.`;
	return { sentence, isWarning: true };
}

/** The keys in the sentence, which a model may use as they are. Those with signs of links or markup are left out. */
const MAX_KEYS = 20;
const PLAIN_KEY = /^[\p{L}\p{N}_-]{1,60}$/u;
