import { findRecords, isOfRecords } from '../../records/lists';
import type { JsonObject } from '../../records/json';
import { idOf } from '../../records/respondent';
import { millis } from '../../records/scalars';
import { closed, open, type Draft, type EventKind, type Judgement } from './event';
import type { Facts } from '../state';
import { withSurvey } from '../surveys';

interface Statuses extends Judgement {
	/** Statuses that need no event: those of the baseline. */
	settled: Facts;
}

/** Mailing Status Changed: from which status to which, and new mailings. */
export const mailings: EventKind<Statuses> = {
	request: (surveyId) => ({ path: `/surveys/${surveyId}/mailings` }),

	judge(_state, { survey, known }, answer, settings, room) {
		const records = findRecords(answer, ['mailings'])?.records;
		if (!records || !isOfRecords(records)) return undefined;
		const isBaseline = known.pending === true;
		const settled: Facts = {};
		const drafts: Draft[] = [];
		for (const record of records) {
			const id = idOf(record);
			const status = statusOf(record);
			if (id === undefined || status === undefined) continue;
			const before = known.facts?.[id];
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

	settle(state, task, { settled, waiting }, { delivered, left }) {
		const told = delivered.map(({ hash, json }) => [hash, json.status] as [string, string]);
		const facts = { ...task.known.facts, ...settled, ...Object.fromEntries(told) };
		const isOpen = waiting > 0 || left.length > 0;
		return withSurvey(state, { ...(isOpen ? open(task) : closed(task, Infinity)), facts });
	},
};

function statusOf({ status }: JsonObject): string | undefined {
	return typeof status === 'string' && status !== '' ? status : undefined;
}
