import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool, parameterReader } from '../input/parameters';
import type { ComposedOperation } from '../operations/operation';
import { EqualRequests } from '../run/equalRequests';
import { Ledger } from '../run/ledger';
import { runItems } from '../run/run';
import { SurveyRecords } from '../run/surveyRecords';
import { compareGroups } from './compareGroups';
import { makeReport } from './makeReport';
import { readReportRequest } from './reportRequest';

/** The runner of the operations Get Report and Compare Groups, which read several lists for one answer. */
export async function runComposed(context: IExecuteFunctions, operation: ComposedOperation) {
	return await runItems(context, operation, ({ session, checker }) => {
		const isReport = operation.value === 'getReport';
		// A report tells that a part is missing. To try each part again after a timeout would take too long.
		session.isTimeoutFinal = isReport;
		const surveys = new SurveyRecords(session);
		const runParts = { session, surveys, ledger: new Ledger(context) };
		const parameter = parameterReader(context);
		const { now, timeZone } = checker;
		const reportContext = { now, timeZone, isTool: isTool(context) };
		const equalRequests = new EqualRequests();
		const answer = isReport ? makeReport : compareGroups;
		return {
			read: (item) => readReportRequest(operation, checker, parameter(item)),
			work: async (asked) =>
				await equalRequests.sendOnce(
					asked,
					{ isCopy: true },
					async () => await answer(runParts, asked, reportContext),
				),
		};
	});
}
