import { mailingMessage, withMessage } from '../../service/messages';
import { MAILING } from '../../service/mailings';
import { toId, toText, toWord } from '../../service/values';
import type { JsonObject } from '../../records/json';
import { millis } from '../../records/scalars';
import { oldestFirst, type Draft, type TriggerEvent } from '../event';
import type { RememberedValues } from '../state';
import { surveyFactsOf } from '../metricOfSurvey';
import { settledEntry, withSurvey } from '../pollPlan';

export const mailingStatusChanged: TriggerEvent = {
	value: 'mailingStatusChanged',
	label: 'Mailing Status Changed',
	description: 'A mailing was created or its status has changed',
	readsEverySurvey: true,
	noTestEvent: 'There is no mailing yet: create one in the service, then fetch again.',
	docs: {
		item: 'each mailing that is new or has another status',
		output:
			'`message` (one line for a chat), `status`, `previous_status`, `is_new`, the facts of the mailing and its survey',
	},
	output: {
		fields: {
			message: 'string',
			status: 'string?',
			previous_status: 'string?',
			is_new: 'boolean',
			...MAILING.fields,
			survey_name: 'string?',
			metric_type: 'string?',
		},
		more: ['scheduled_at', 'started_at', 'created_at', 'metric_type'],
	},
	options: [],
	filters: [],
	configure: (_given, _checker, output) => ({
		request: (surveyId) => ({ path: `/surveys/${surveyId}/mailings` }),
		listNames: ['mailings'],

		judge(state, task, answer, room) {
			const { survey, known } = task;
			const { survey_name, metric_type } = surveyFactsOf(task);
			if (!Array.isArray(answer)) return undefined;
			/** The statuses that start no workflow: those of the baseline, and those that did not change. */
			const settled: RememberedValues = {};
			const statuses = new Map<string, string>();
			const drafts: Draft[] = [];
			const isEverything = output === 'everything';
			const read = MAILING.reader();
			for (const record of answer as JsonObject[]) {
				const facts = read(record, {});
				const id = toId(facts.id);
				const status = toText(record.status) ?? toText(facts.status);
				if (id === undefined || status === undefined || statuses.has(id)) continue;
				// Simplified writes statuses in lower case, so there a change of case is no change.
				const wordOf = isEverything ? toText : toWord;
				const before = wordOf(known.values?.[id]);
				if (known.pending || before === wordOf(status)) {
					settled[id] = status;
					continue;
				}
				const message = mailingMessage({ ...facts, previous_status: toWord(before), survey_name });
				const json = {
					...(isEverything ? withMessage(message, record) : { message, ...facts }),
					survey_id: survey.id,
					survey_name,
					metric_type,
					previous_status: before ?? null,
					is_new: before === undefined,
				};
				statuses.set(id, status);
				drafts.push({ json, at: millis(facts.created_at), hash: id });
			}
			return {
				drafts: oldestFirst(drafts).slice(0, room),
				settle({ delivered }) {
					const reported = delivered.map(({ hash = '' }) => [hash, statuses.get(hash)]);
					const values = { ...known.values, ...settled, ...Object.fromEntries(reported) };
					return withSurvey(state, { ...settledEntry(task, Infinity), values });
				},
			};
		},
	}),
};
