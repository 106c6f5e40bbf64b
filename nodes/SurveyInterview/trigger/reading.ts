/** What a poll reads, and what its errors mean. */
import { call } from '../http/call';
import { type Hints, SurveyInterviewError } from '../http/errors';
import { readAll, callForList, inBatches, recordsIn } from '../http/read';
import type { Session } from '../http/session';
import { DAY_MS } from '../input/dates';
import { isUuid } from '../service/identifiers';
import { canonical, type JsonObject } from '../service/json';
import { oneLine, shortHash } from '../service/scalars';
import { listIn } from '../service/lists';
import type { KnownFacts } from '../service/simplified';
import { SURVEY, tellsOfRecords } from '../service/surveys';

/** A survey of the list, or a chosen one that is not in the list and so has no record. */
export interface ListedSurvey {
	id: string;
	name: string | null;
	/** Hash of its record, which changes whenever somebody completes. The names of its fields are not shown. */
	entry: string;
	record?: JsonObject;
	facts: JsonObject;
}

export const surveyLabel = ({ id, name }: ListedSurvey): string =>
	name === null ? id : `“${oneLine(name, 120)}” (${id})`;

const SCOPE =
	'Ask a workspace administrator for a token that has it, and enter it in the credential.';
const LIST_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope to list surveys. ${SCOPE}`,
	404: 'There is no list of surveys at this address: check the Base URL in the credential.',
};
const SURVEY_NOT_FOUND =
	'The survey was deleted, or the token cannot access it: choose again under Survey Names or IDs.';
export const SURVEY_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope that this event needs. ${SCOPE}`,
	// A service may answer 403 to hide whether a survey exists.
	403: SURVEY_NOT_FOUND,
	404: SURVEY_NOT_FOUND,
};

export interface SurveyList {
	/** Newest first, each once. */
	surveys: ListedSurvey[];
	/** When it was read, by the clock of the service. */
	readAt: number;
}

/** Lists of surveys that other triggers of the token read a moment ago: fifty triggers cost one request. */
const shared = new Map<string, { list: Promise<SurveyList>; readAt: number }>();
const SHARED_MS = 5_000;

/** The same as `readSurveys`, or what another trigger reads right now or read a moment ago. */
export async function readSharedSurveys(session: Session): Promise<SurveyList> {
	const key = JSON.stringify([session.api, session.tokenHash, session.fieldNames]);
	const oldest = performance.now() - SHARED_MS;
	for (const [other, { readAt }] of shared) if (readAt < oldest) shared.delete(other);
	const known = shared.get(key);
	// An error names the trigger that asked, so each trigger must ask for its own.
	if (known) return await known.list.catch(async () => await readSurveys(session));
	const own = { list: readSurveys(session), readAt: Infinity };
	shared.set(key, own);
	own.list.then(
		() => (own.readAt = performance.now()),
		() => shared.delete(key),
	);
	return await own.list;
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
	if (found.kind !== 'list') throw notUnderstood(session, 'a list of surveys');
	if (found.isPartial) throw onlyAPart(session);
	const surveys = listedSurveys(found.records);
	// Records of which none has an ID are something else.
	if (surveys.length === 0 && found.records.length > 0)
		throw notUnderstood(session, 'a list of surveys');
	return { surveys, readAt: clockOf(serviceTime) };
}

/** The surveys of a list, each once. One without an ID is left out, because it cannot be read. */
export function listedSurveys(records: readonly JsonObject[]): ListedSurvey[] {
	const surveys = new Map<string, ListedSurvey>();
	const read = SURVEY.reader();
	for (const record of records) {
		const facts = read(record, {});
		const { id } = facts;
		if (!isUuid(id) || surveys.has(id)) continue;
		const name = facts.name as string | null;
		surveys.set(id, { id, name, entry: shortHash(canonical(record)), record, facts });
	}
	return [...surveys.values()];
}

/**
 * The time of the service, which wrote the times of the completions, or n8n's where the answer has none. A difference of
 * more than a day is none of two clocks: the answer comes out of a cache.
 */
function clockOf(serviceTime = NaN): number {
	const now = Date.now();
	return Math.abs(serviceTime - now) < DAY_MS ? serviceTime : now;
}

/**
 * Reads the records of a list of a survey.
 *
 * @param names that the list may have in the answer
 * @param reader reads the records with `for await`, once for each try; it must not wait for other requests
 */
export async function readRecords<Result>(
	session: Session,
	path: string,
	names: readonly string[],
	reader: (records: AsyncIterable<JsonObject[]>) => Promise<Result>,
): Promise<Result> {
	const request = { method: 'GET', path, retryClass: 'read', hints: SURVEY_HINTS } as const;
	const refusal = () => notUnderstood(session, 'the records');
	const { answer, list: read } = await callForList(
		session,
		request,
		async (entries) => await reader(recordsIn(entries, refusal)),
	);
	if (read) return read;
	const list = listIn(answer.body, names);
	if (list.kind !== 'list') throw refusal();
	if (list.isPartial) throw onlyAPart(session);
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

/** What the list of surveys says of the records of a survey. */
export const factsInList = (
	{ respondentPage }: Session,
	{ id, name, facts: { metric_type = null } }: ListedSurvey,
): SurveyFacts => ({ survey_id: id, respondentPage, survey_name: name, metric_type });

/**
 * The same, with what only the survey's own record says, where the list lacks it.
 *
 * @throws {SurveyInterviewError} where that cannot be read, and `must` says that nothing can be decided without it
 */
export async function factsInRecord(
	session: Session,
	survey: ListedSurvey,
	must = false,
): Promise<SurveyFacts> {
	const known = factsInList(session, survey);
	if (known.survey_name !== null && known.metric_type !== null) return known;
	const own = await requestAnswer(session, { path: `/surveys/${survey.id}` }).catch(
		(error: unknown) => {
			const isNeeded = must || isRateLimited(ofService(error));
			if (isNeeded) throw error;
			return {};
		},
	);
	const { survey_name = null, metric_type = null } = tellsOfRecords(own);
	return {
		...known,
		survey_name: known.survey_name ?? survey_name,
		metric_type: known.metric_type ?? metric_type,
	};
}

/** A part of a list does not show who is new. */
const onlyAPart = (session: Session) =>
	new SurveyInterviewError(session.node, {
		message: 'The service returned only a part of the list: it says that there are more records',
		hint: 'This package cannot read the rest. Contact the support of the service.',
		failure: { cause: 'configuration-invalid' },
	});

/** The error for an answer that is JSON, but not what the interface names. */
export function notUnderstood(session: Session, expected: string): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The service answered without ${expected}`,
		hint: 'Check the Base URL in the credential; something else may answer there.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** An error of the service. Any other is a defect, and is thrown. */
export function ofService(error: unknown): SurveyInterviewError {
	if (error instanceof SurveyInterviewError) return error;
	throw error;
}

/** Whether the token is refused, in general or for what was read. */
export const refusesToken = ({ status, code, facts }: SurveyInterviewError): boolean =>
	(status === 401 && !facts.isPage) || code === 'insufficient_scope';

export const isRateLimited = ({ status, facts }: SurveyInterviewError): boolean =>
	status === 429 || facts.failure?.cause === 'rate-limited';

/** Whether nothing else can be read either, because of the token or the rate limit. */
export const affectsAllRequests = (error: SurveyInterviewError): boolean =>
	isRateLimited(error) || refusesToken(error);

/** Whether a person must repair the token. The status of a refused token is not documented, so 403 counts. */
export const needsPerson = (error: unknown): boolean =>
	error instanceof SurveyInterviewError &&
	(refusesToken(error) || (error.status === 403 && !error.facts.isPage));

/** Whether this survey alone is refused for good, or answers with something else. */
export function isRefused(error: SurveyInterviewError): boolean {
	const { status, facts } = error;
	const isOther = status === undefined && facts.failure?.cause === 'configuration-invalid';
	const isOwn = [403, 404, 410].includes(status ?? 0) && !facts.isPage;
	return (isOther || isOwn) && !affectsAllRequests(error);
}

/** Whether the service or the network failed, so that a later try may succeed. */
export const isTemporary = ({ status, facts }: SurveyInterviewError): boolean =>
	facts.failure?.cause === 'temporarily-unavailable' ||
	facts.isPage === true ||
	(status ?? 0) >= 500;
