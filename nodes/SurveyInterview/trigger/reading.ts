/** What a poll reads, and what its errors mean. */
import { call } from '../http/call';
import { type Hints, SurveyInterviewError } from '../http/errors';
import { readAll, callForList, inBatches, recordsIn } from '../http/read';
import type { Session } from '../http/session';
import { DAY_MS } from '../input/dates';
import { isUuid } from '../service/identifiers';
import type { JsonObject } from '../service/json';
import { oneLine, shortHash } from '../service/scalars';
import { listIn } from '../service/lists';
import type { KnownFacts } from '../service/simplified';
import { SURVEY, factsSharedWithRecords } from '../service/surveys';

/** A survey of the list, or a chosen one that is not in the list and so has no record. */
export interface ListedSurvey {
	id: string;
	name: string | null;
	/** Of its whole record, because the interface shows no fields of it. It changes when somebody completes. */
	entryHash: string;
	record?: JsonObject;
	facts: JsonObject;
}

export const surveyLabel = ({ id, name }: ListedSurvey): string =>
	name === null ? id : `“${oneLine(name, 120)}” (${id})`;

const ASK_FOR_SCOPE =
	'Ask a workspace administrator for a token that has it, and enter it in the credential.';
const LIST_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope to list surveys. ${ASK_FOR_SCOPE}`,
	404: 'There is no list of surveys at this address: check the Base URL in the credential.',
};
const SURVEY_NOT_FOUND =
	'The survey was deleted, or the token cannot access it: choose again under Survey Names or IDs.';
export const SURVEY_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope that this event needs. ${ASK_FOR_SCOPE}`,
	// A service may answer 403 to hide whether a survey exists.
	403: SURVEY_NOT_FOUND,
	404: SURVEY_NOT_FOUND,
};

export interface SurveyList {
	/** Each once, in the order of the service: newest first (docs/interface.md, Surveys). */
	surveys: ListedSurvey[];
	/** When it was read, by the clock of the service. */
	readAt: number;
}

/** Lists of surveys that other triggers of the token read a moment ago: fifty triggers cost one request. */
const sharedLists = new Map<string, { list: Promise<SurveyList>; readAt: number }>();
const SHARED_MS = 5_000;

/** The same as `readSurveys`, or what another trigger reads right now or read a moment ago. */
export async function readSharedSurveys(session: Session): Promise<SurveyList> {
	const key = JSON.stringify([session.api, session.tokenHash, session.fieldNames]);
	const oldest = performance.now() - SHARED_MS;
	for (const [oldKey, { readAt }] of sharedLists) if (readAt < oldest) sharedLists.delete(oldKey);
	const sharedList = sharedLists.get(key);
	// An error names the trigger that asked, so each trigger must ask for its own.
	if (sharedList) return await sharedList.list.catch(async () => await readSurveys(session));
	// Infinity until it is read, so that nobody deletes it before.
	const reading = { list: readSurveys(session), readAt: Infinity };
	sharedLists.set(key, reading);
	reading.list.then(
		() => (reading.readAt = performance.now()),
		() => sharedLists.delete(key),
	);
	return await reading.list;
}

/**
 * All surveys that the token may see, in one request.
 *
 * @throws {SurveyInterviewError} one sentence
 */
export async function readSurveys(session: Session): Promise<SurveyList> {
	const request = { method: 'GET', path: '/surveys', retryClass: 'read' } as const;
	const { body, serviceTime } = await call(session, { ...request, hints: LIST_HINTS });
	const found = listIn(body, ['surveys']);
	if (found.kind !== 'list') throw unexpectedAnswer(session, 'a list of surveys');
	if (found.isPartial) throw partialListRefusal(session);
	const surveys = listedSurveys(found.records);
	// A list in which no record has an ID is no list of surveys.
	if (surveys.length === 0 && found.records.length > 0)
		throw unexpectedAnswer(session, 'a list of surveys');
	return { surveys, readAt: clockOf(serviceTime) };
}

/** The surveys of a list, each once. One without an ID is left out, because it cannot be read. */
function listedSurveys(records: readonly JsonObject[]): ListedSurvey[] {
	const surveys = new Map<string, ListedSurvey>();
	const read = SURVEY.read;
	for (const record of records) {
		const facts = read(record);
		const { id } = facts;
		if (!isUuid(id) || surveys.has(id)) continue;
		const name = facts.name as string | null;
		surveys.set(id, { id, name, entryHash: shortHash(JSON.stringify(record)), record, facts });
	}
	return [...surveys.values()];
}

/**
 * The service's clock, which wrote the times of the completions. If the answer has no time, or one that is a day or
 * more off n8n's, because it comes from a cache, it is n8n's clock instead.
 */
function clockOf(serviceTime?: number): number {
	const now = Date.now();
	const isUsable = serviceTime !== undefined && Math.abs(serviceTime - now) < DAY_MS;
	return isUsable ? serviceTime : now;
}

/**
 * Reads the records of a list of a survey.
 *
 * @param names that the list may have in the answer
 * @param reader reads the records with `for await`, once for each try; it must not wait for other requests
 */
export async function readRecords<Result extends object>(
	session: Session,
	path: string,
	names: readonly string[],
	reader: (records: AsyncIterable<JsonObject[]>) => Promise<Result>,
): Promise<Result> {
	const request = { method: 'GET', path, retryClass: 'read', hints: SURVEY_HINTS } as const;
	const refusal = () => unexpectedAnswer(session, 'the records');
	const { answer, list: streamed } = await callForList(
		session,
		request,
		async (entries) => await reader(recordsIn(entries, refusal)),
	);
	if (streamed) return streamed;
	// The answer did not arrive as a list, so the list is looked for in it.
	const list = listIn(answer.body, names);
	if (list.kind !== 'list') throw refusal();
	if (list.isPartial) throw partialListRefusal(session);
	return await reader(inBatches(list.records));
}

export const readMailings = async (session: Session, surveyId: string): Promise<JsonObject[]> =>
	await readRecords(session, `/surveys/${surveyId}/mailings`, ['mailings'], readAll);

/** The answer of a path. @throws {SurveyInterviewError} */
export async function requestAnswer(
	session: Session,
	request: { path: string; query?: JsonObject },
	hints: Hints = {},
): Promise<unknown> {
	return (await call(session, { method: 'GET', retryClass: 'read', ...request, hints })).body;
}

/** What is known of the records of a survey. */
export type SurveyFacts = KnownFacts & { metric_type: unknown; survey_name: unknown };

/** The facts about the records of a survey that the list of surveys has. */
export const factsInList = (
	{ respondentPage }: Session,
	{ id, name, facts: { metric_type = null } }: ListedSurvey,
): SurveyFacts => ({ survey_id: id, respondentPage, survey_name: name, metric_type });

/**
 * The same facts. Those that the list lacks come from the survey's own record.
 *
 * @param isRequired whether nothing can be decided without that record
 * @throws {SurveyInterviewError} if the record cannot be read, and is required or the rate limit refuses it
 */
export async function factsInRecord(
	session: Session,
	survey: ListedSurvey,
	isRequired = false,
): Promise<SurveyFacts> {
	const listFacts = factsInList(session, survey);
	if (listFacts.survey_name !== null && listFacts.metric_type !== null) return listFacts;
	const answer = await requestAnswer(session, { path: `/surveys/${survey.id}` }).catch(
		(error: unknown) => {
			// At a rate limit the poll stops, and does not go on with less.
			const mustFail = isRequired || isRateLimited(asServiceError(error));
			if (mustFail) throw error;
			return {};
		},
	);
	const { survey_name = null, metric_type = null } = factsSharedWithRecords(answer);
	return {
		...listFacts,
		survey_name: listFacts.survey_name ?? survey_name,
		metric_type: listFacts.metric_type ?? metric_type,
	};
}

/** The error for a part of a list, which does not show who is new. */
const partialListRefusal = (session: Session) =>
	new SurveyInterviewError(session.node, {
		message: 'The service returned only a part of the list: it says that there are more records',
		hint: 'This package cannot read the rest. Contact the support of the service.',
		failure: { cause: 'configuration-invalid' },
	});

/** The error for an answer that is JSON, but not what the interface names. */
export function unexpectedAnswer(session: Session, expected: string): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The service answered without ${expected}`,
		hint: 'Check the Base URL in the credential; something else may answer there.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** The error as one of the service. Any other is a defect, and is thrown again. */
export function asServiceError(error: unknown): SurveyInterviewError {
	if (error instanceof SurveyInterviewError) return error;
	throw error;
}

/** Whether the token is refused, in general or for what was read. */
const refusesToken = ({ status, code, facts }: SurveyInterviewError): boolean =>
	(status === 401 && !facts.isPage) || code === 'insufficient_scope';

export const isRateLimited = ({ status, facts }: SurveyInterviewError): boolean =>
	status === 429 || facts.failure?.cause === 'rate-limited';

/** Whether any other request would fail too, because of the token or the rate limit. */
export const affectsAllRequests = (error: SurveyInterviewError): boolean =>
	isRateLimited(error) || refusesToken(error);

/**
 * Whether a person must repair the token. A 403 may be about the token or about one survey, and the service does not
 * say which. Here, where a whole poll has failed, it counts as one about the token; `isRefused`, where one survey has
 * failed, takes it as one about that survey.
 */
export const needsPerson = (error: unknown): boolean =>
	error instanceof SurveyInterviewError &&
	(refusesToken(error) || (error.status === 403 && !error.facts.isPage));

/** Whether this survey alone is refused for good, or answers with something else, so that a repeat does not help. */
export function isRefused(error: SurveyInterviewError): boolean {
	const { status, facts } = error;
	// The errors of this file about an answer that was read have no status.
	const isOtherAnswer = status === undefined && facts.failure?.cause === 'configuration-invalid';
	const isSurveyRefused = [403, 404, 410].includes(status ?? 0) && !facts.isPage;
	return (isOtherAnswer || isSurveyRefused) && !affectsAllRequests(error);
}

/** Whether the service or the network failed, so that a later try may succeed. */
export const isTemporary = ({ status, facts }: SurveyInterviewError): boolean =>
	facts.failure?.cause === 'temporarily-unavailable' ||
	facts.isPage === true ||
	(status ?? 0) >= 500;
