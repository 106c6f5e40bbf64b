import { call } from '../api/call';
import { findRecords } from '../api/container';
import { SurveyInterviewError, TOO_DEEP } from '../api/errors';
import type { Hints } from '../api/hints';
import type { Session } from '../api/session';
import { isTooDeep, type JsonObject } from '../records/json';
import type { EventKind } from './event';
import type { TriggerSettings } from './settings';
import { listed, type ListedSurvey } from './surveys';

const SCOPE =
	'Ask a workspace administrator for a token with it, and put that into the credential.';

const LIST_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope to list surveys. ${SCOPE}`,
	404: 'There is no list of surveys at this address: check the Base URL in the credential.',
};

const GONE =
	'The survey was deleted, or the token may not see it: choose again under Survey Names or IDs.';

const SURVEY_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope to read what this event is about. ${SCOPE}`,
	// A service may keep it to itself whether a survey exists.
	403: GONE,
	404: GONE,
};

/**
 * All surveys that the token may see, in one request.
 *
 * @throws {SurveyInterviewError} one sentence
 */
export async function readSurveys(session: Session): Promise<ListedSurvey[]> {
	const answer = await get(session, '/surveys', undefined, LIST_HINTS);
	const records = findRecords(answer, ['surveys'])?.records;
	const surveys = records && listed(records);
	// Records of which none has an id are something else's.
	if (surveys && (surveys.length > 0 || records.length === 0)) return surveys;
	throw notUnderstood(session, 'a list of surveys');
}

/** What the event is about, of one survey. */
export async function readSurvey(
	session: Session,
	kind: EventKind,
	survey: ListedSurvey,
	settings: TriggerSettings,
): Promise<unknown> {
	if (survey.isTooDeep) throw new SurveyInterviewError(session.node, TOO_DEEP);
	const { path, query } = kind.request(survey.id, settings);
	return await readWhole(session, path, { query, hints: SURVEY_HINTS });
}

/**
 * What stands at a path, when all of it can be walked and put out.
 *
 * @throws {SurveyInterviewError} one sentence
 */
export async function readWhole(
	session: Session,
	path: string,
	{ query, hints }: { query?: JsonObject; hints: Hints },
): Promise<unknown> {
	const body = await get(session, path, query, hints);
	if (isTooDeep(body)) throw new SurveyInterviewError(session.node, TOO_DEEP);
	return body;
}

/**
 * What came of reading: the answer, or the error of the service. Anything else that goes wrong is a defect
 * and is thrown.
 */
export async function outcomeOf<T>(
	reading: Promise<T>,
): Promise<{ body: T } | { error: SurveyInterviewError }> {
	return await reading.then(
		(body) => ({ body }),
		(error: unknown) => {
			if (error instanceof SurveyInterviewError) return { error };
			throw error;
		},
	);
}

async function get(session: Session, path: string, query: JsonObject | undefined, hints: Hints) {
	return (await call(session, { method: 'GET', path, query, hints, retryClass: 'read' })).body;
}

/** An answer that is JSON, and not what the specification names. */
export function notUnderstood(session: Session, expected: string): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The service answered without ${expected}`,
		hint: 'Check the Base URL in the credential; something else may answer there.',
		failure: { cause: 'configuration-invalid' },
	});
}
