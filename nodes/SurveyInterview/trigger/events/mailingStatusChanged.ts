import { mailingMessage, withMessage } from '../../facts/message';
import { mailingStatusWord } from '../../facts/mailingStatus';
import { listFrom } from '../../records/lists';
import type { JsonObject } from '../../records/json';
import { recordId } from '../../records/record';
import { millis } from '../../records/scalars';
import { defineEvent, settledEntry, unsettledEntry, type Draft } from '../event';
import type { RememberedValues } from '../state';
import { withSurvey } from '../surveys';

/** Mailing Status Changed: from which status to which, and new mailings. */
export const mailingStatusChanged = defineEvent({
	value: 'mailingStatusChanged',
	label: 'Mailing Status Changed',
	description: 'A mailing is new, or its status has changed',
	readsEverySurvey: true,
	noTestEvent: 'There is no mailing yet: create one in the service, then fetch again.',
	docs: {
		item: 'each mailing that is new or has another status',
		output:
			'the mailing as the service sent it, `message` (one line for a chat), `previous_status`, `is_new`, `survey_id`, `survey_name`',
	},
	options: [],
	configure: (unread) => ({
		unread,
		request: (surveyId) => ({ path: `/surveys/${surveyId}/mailings` }),

		judge(state, task, answer, room) {
			const { survey, known } = task;
			const found = listFrom(answer, ['mailings']);
			if (found.kind !== 'list') return undefined;
			const isBaseline = known.pending === true;
			/** Statuses that need no event: those of the baseline. */
			const settled: RememberedValues = {};
			const drafts: Draft[] = [];
			for (const record of found.records) {
				const id = recordId(record);
				const status = mailingStatus(record);
				if (id === undefined || status === undefined) continue;
				const before = known.values?.[id];
				if (isBaseline) settled[id] = status;
				if (isBaseline || before === status) continue;
				const message = mailingMessage({
					subject: record.subject_override,
					before: mailingStatusWord(before),
					status: mailingStatusWord(status) ?? status,
					surveyName: survey.name,
				});
				const json = {
					...withMessage(message, record),
					survey_id: survey.id,
					survey_name: survey.name,
					previous_status: before ?? null,
					is_new: before === undefined,
				};
				drafts.push({ json, at: millis(record.created_at), hash: id });
			}
			drafts.sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || 0);
			const waiting = Math.max(0, drafts.length - room);
			return {
				drafts: drafts.slice(0, room),
				waiting,
				settle({ delivered, notReached }) {
					const reported = delivered.map(({ hash, json }) => [hash, json.status]);
					const values = { ...known.values, ...settled, ...Object.fromEntries(reported) };
					const isOpen = waiting > 0 || notReached.length > 0;
					const entry = isOpen ? unsettledEntry(task) : settledEntry(task, Infinity);
					return withSurvey(state, { ...entry, values });
				},
			};
		},
	}),
});

function mailingStatus({ status }: JsonObject): string | undefined {
	return typeof status === 'string' && status !== '' ? status : undefined;
}
