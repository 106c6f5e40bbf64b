import type { JsonObject } from '../records/json';
import { isTooDeep } from '../records/json';
import { read } from '../api/call';
import { findRecords, isOfRecords, isOnlyPart } from '../api/container';
import type { Session } from '../api/session';
import { SurveyInterviewError, TOO_DEEP } from '../api/errors';
import { fillPath } from '../records/identifiers';

/** All invitations of a survey, in one request (interface-spec, Invitations). */
export async function listInvitations(session: Session, surveyId: string): Promise<JsonObject[]> {
	const path = fillPath('/surveys/{survey_id}/invitations', { survey_id: surveyId });
	const found = findRecords(await read(session, path), ['invitations']);
	const refuse = (message: string, hint: string) =>
		new SurveyInterviewError(session.node, { message, hint: `${hint} Nothing was changed.` });
	if (!found || !isOfRecords(found.records)) {
		throw refuse(
			'The service’s answer names no list of invitations',
			'The service may have changed: please report this.',
		);
	}
	if (isTooDeep(found.records)) throw new SurveyInterviewError(session.node, TOO_DEEP);
	if (isOnlyPart(found)) {
		throw refuse(
			`The service gave only a part of the list, ${found.records.length} invitations`,
			'A part of the list is not enough to tell who is missing. The service may have changed: please report this.',
		);
	}
	return found.records as JsonObject[];
}
