import { Refusal, unknown } from '../refusal';
import type { RecordKind } from '../world/effects';
import type { SurveyRecord } from '../world/records';
import type { Table } from '../world/table';
import type { AnyCall } from './operation';

/** The survey of the path, if the token may see it. */
export function findSurvey(call: AnyCall, surveyId = call.id('survey_id')): SurveyRecord {
	const survey = call.world.surveys.get(surveyId);
	if (!survey || survey.workspaceId !== call.token.workspaceId) throw unknown('survey');
	if (call.token.surveyId !== null && call.token.surveyId !== surveyId) {
		throw new Refusal('other survey', 'The token is restricted to another survey.');
	}
	return survey;
}

/** A record of a survey that the token may see. */
export function find<T extends { id: string; surveyId: string }>(
	call: AnyCall,
	kind: RecordKind,
	table: Table<T>,
	id: string,
): T {
	const record = table.get(id);
	const survey = record && call.world.surveys.get(record.surveyId);
	if (!record || survey?.workspaceId !== call.token.workspaceId) throw unknown(kind);
	findSurvey(call, record.surveyId);
	return record;
}

/** Runs the delete, unless the record went before and the dialect has an answer of its own to a second delete. */
export function deleteOnce(call: AnyCall, id: string, remove: () => void): void {
	const { deletedIds, choices } = call.world;
	if (deletedIds.has(id) && choices.repeatedDelete === 'answered') return;
	if (deletedIds.has(id) && choices.repeatedDelete === 'refused as gone') {
		throw new Refusal('deleted before', 'It has been deleted before.');
	}
	remove();
}
