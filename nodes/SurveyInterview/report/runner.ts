import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { SurveyProperty } from '../facts/surveyFacts';
import { parametersOf } from '../input/parameters';
import { counted } from '../records/scalars';
import type { AnswerOperation } from '../operations/operation';
import type { Result } from '../run/itemResult';
import { Ledger } from '../run/ledger';
import type { Reading } from '../run/readItems';
import type { RunSentence } from '../run/remarks';
import { runItems } from '../run/run';
import { SurveyRecords } from '../run/surveyRecords';
import { EqualReads } from '../run/equalReads';
import { isTool } from '../run/toolAnswer';
import { type Here, type ReportRequest, readReportRequest } from './reportRequest';
import { daysOf, makeReport, nameFor } from './makeReport';
import { readGroups, readReportSurvey } from './readGroups';

/** The runner of answers that are made of several reads. */
export async function runAnswer(
	context: IExecuteFunctions,
	operation: AnswerOperation,
): Promise<INodeExecutionData[]> {
	return await runItems(context, operation, ({ session, checker }) => {
		// A report says that a part is missing rather than waiting for it five times.
		session.isTimeoutFinal = operation.value === 'getReport';
		const surveys = new SurveyRecords(session);
		const reading = { session, surveys, ledger: new Ledger(context) };
		const parameter = parametersOf(context);
		const { now, timeZone } = checker;
		const reads = new EqualReads();
		const here = { now, timeZone, isTool: isTool(context) };
		return {
			read: (item) => readReportRequest(operation, checker, parameter(item)),
			work: async (asked): Promise<Result> =>
				await reads.of(asked, async () => {
					if (operation.value === 'compareGroups') return await comparison(reading, asked, here);
					const { item, picture, remarks } = await makeReport(reading, asked, here);
					const binary = picture === undefined ? undefined : await asFile(context, picture);
					return { status: 'done', items: [item], binary, remarks };
				}),
		};
	});
}

/** Where n8n keeps files, in the item or beside it. */
const asFile = async (context: IExecuteFunctions, picture: string) => ({
	report: await context.helpers.prepareBinaryData(
		Buffer.from(picture),
		'report.svg',
		'image/svg+xml',
	),
});

/** A row for each group, and a sentence where some are not shown by themselves. */
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
		promoters: counts?.promoters ?? null,
		passives: counts?.passives ?? null,
		detractors: counts?.detractors ?? null,
		property,
		period: daysOf(range, 'en-GB', here.timeZone),
		survey_name: shown(survey.name),
	}));
	const own = saidOf(compared, property, survey.properties);
	// A model reads no sentence after a run.
	const notes = own && here.isTool ? [{ note: own.sentence }] : [];
	return { status: 'done', items: [...notes, ...items], remarks: own ? { own } : {} };
}

/** Why there is no row, or none for some of the people. */
function saidOf(
	{ groups, gathered, untimed, isFew, isUnscored }: Awaited<ReturnType<typeof readGroups>>,
	property: string,
	properties: readonly SurveyProperty[],
): RunSentence | undefined {
	if (groups.length === 0) {
		const uncounted = `${counted(untimed, 'completed interview')} without a time of completion cannot be counted in a period.`;
		const few = 'Too few answers in this period: nothing is compared.';
		const unscored = 'No answer in this period has a score: nothing is compared.';
		const none = isFew ? few : isUnscored ? unscored : 'No answers in this period.';
		return { sentence: untimed > 0 ? uncounted : none, isWarning: gathered === 0 };
	}
	if (gathered > 0) {
		const are = gathered === 1 ? 'is' : 'are';
		return {
			sentence: `${counted(gathered, 'group')} with few answers ${are} gathered as Others.`,
		};
	}
	if (groups.some(({ name }) => name !== undefined)) return undefined;
	const keys = properties.map(({ key }) => key).filter((key) => PLAIN_KEY.test(key));
	const others = keys.filter((key) => key !== property).slice(0, MAX_KEYS);
	const such = others.length === 0 ? '' : ` (${others.join(', ')})`;
	const sentence = `No answer in this period has one value of ${property}: choose another property${such}, or another period.`;
	return { sentence, isWarning: true };
}

/** So many keys are named, of those that make no link and no markup: a model fills one in as it reads it. */
const MAX_KEYS = 20;
const PLAIN_KEY = /^[\p{L}\p{N}_-]{1,60}$/u;
