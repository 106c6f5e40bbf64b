import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool, parameterReader } from '../input/parameters';
import type { ComposedOperation } from '../operations/operation';
import type { Result } from '../run/itemResult';
import { Ledger } from '../run/ledger';
import { runItems } from '../run/run';
import { SurveyRecords } from '../run/surveyRecords';
import { EqualRequests } from '../run/equalRequests';
import { readReportRequest } from './reportRequest';
import { compareGroups } from './compareGroups';
import { makeReport } from './makeReport';

/** The runner of the operations Get Report and Compare Groups, which read several lists for one answer. */
export async function runComposed(context: IExecuteFunctions, operation: ComposedOperation) {
	return await runItems(context, operation, ({ session, checker }) => {
		// A report says that a part is missing, rather than wait for it five times.
		session.isTimeoutFinal = operation.value === 'getReport';
		const surveys = new SurveyRecords(session);
		const runParts = { session, surveys, ledger: new Ledger(context) };
		const parameter = parameterReader(context);
		const { now, timeZone } = checker;
		const equalRequests = new EqualRequests();
		const reportContext = { now, timeZone, isTool: isTool(context) };
		return {
			read: (item) => readReportRequest(operation, checker, parameter(item)),
			work: async (asked): Promise<Result> =>
				await equalRequests.sendOnce(asked, { isCopy: true }, async () => {
					if (operation.value === 'compareGroups')
						return await compareGroups(runParts, asked, reportContext);
					const { item, remarks } = await makeReport(runParts, asked, reportContext);
					return { status: 'done', items: [item], remarks };
				}),
		};
	});
}
