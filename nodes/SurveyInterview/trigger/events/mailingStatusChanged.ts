import { listFrom } from '../../records/lists';
import type { JsonObject } from '../../records/json';
import { recordId } from '../../records/record';
import { millis } from '../../records/scalars';
import {
	settledEntry,
	unsettledEntry,
	type Draft,
	type TriggerEvent,
	type Judgement,
} from './event';
import type { RememberedValues } from '../state';
import { withSurvey } from '../surveys';

interface Statuses extends Judgement {
	/** Statuses that need no event: those of the baseline. */
	settled: RememberedValues;
}

/** Mailing Status Changed: from which status to which, and new mailings. */
export const mailingStatusChanged: TriggerEvent<Statuses> = {
	request: (surveyId) => ({ path: `/surveys/${surveyId}/mailings` }),

	judge(_state, { survey, known }, answer, settings, room) {
		const list = listFrom(answer, ['mailings']);
		if (list.kind !== 'list') return undefined;
		const isBaseline = known.pending === true;
		const settled: RememberedValues = {};
		const drafts: Draft[] = [];
		for (const record of list.records) {
			const id = recordId(record);
			const status = mailingStatus(record);
			if (id === undefined || status === undefined) continue;
			const before = known.values?.[id];
			if (isBaseline) settled[id] = status;
			if (isBaseline || before === status) continue;
			const json = {
				...record,
				survey_id: survey.id,
				survey_name: survey.name,
				previous_status: before ?? null,
				is_new: before === undefined,
				...(settings.includeSurvey ? { survey: survey.record ?? null } : {}),
			};
			drafts.push({ json, at: millis(record.created_at), hash: id });
		}
		drafts.sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || 0);
		return { drafts: drafts.slice(0, room), waiting: Math.max(0, drafts.length - room), settled };
	},

	settle(state, task, { settled, waiting }, { delivered, notReached }) {
		const told = delivered.map(({ hash, json }) => [hash, json.status] as [string, string]);
		const values = { ...task.known.values, ...settled, ...Object.fromEntries(told) };
		const isOpen = waiting > 0 || notReached.length > 0;
		return withSurvey(state, {
			...(isOpen ? unsettledEntry(task) : settledEntry(task, Infinity)),
			values,
		});
	},
};

function mailingStatus({ status }: JsonObject): string | undefined {
	return typeof status === 'string' && status !== '' ? status : undefined;
}
