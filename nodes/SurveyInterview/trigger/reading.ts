import { listIn, type RecordList } from '../service/lists';
import { call } from '../http/call';
import { type Hints, SurveyInterviewError, TOO_DEEP } from '../http/errors';
import type { Session } from '../http/session';
import { isTooDeep, type JsonObject } from '../records/json';
import { RecordIntake, type RecordKeeper } from '../run/recordIntake';
import type { ConfiguredEvent } from './event';
import { listedSurveys, type ListedSurvey, type Task } from './pollPlan';

const SCOPE =
	'Ask a workspace administrator for a token that has it, and enter it in the credential.';

const LIST_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope to list surveys. ${SCOPE}`,
	404: 'There is no list of surveys at this address: check the Base URL in the credential.',
};

const SURVEY_NOT_FOUND =
	'The survey was deleted, or the token cannot access it: choose again under Survey Names or IDs.';

const SURVEY_HINTS: Hints = {
	insufficient_scope: `The token lacks the scope that this event needs. ${SCOPE}`,
	// A service may answer 403 to hide whether a survey exists.
	403: SURVEY_NOT_FOUND,
	404: SURVEY_NOT_FOUND,
};

/** The lists of surveys that the scheduled polls of all triggers share, and when they were read. */
const shared = new Map<string, { surveys: Promise<ListedSurvey[]>; since: number }>();

/** So long a list is shared, so that fifty triggers which poll at once cost one request. */
const SHARED_MS = 5_000;

/** The same as `readSurveys`, or what another trigger reads right now or read a moment ago. */
export async function readSharedSurveys(session: Session): Promise<ListedSurvey[]> {
	const { api, tokenHash, fieldNames } = session;
	const key = JSON.stringify([api, tokenHash, fieldNames]);
	const oldest = performance.now() - SHARED_MS;
	for (const [other, { since }] of shared) if (since < oldest) shared.delete(other);
	const known = shared.get(key);
	// An error names the trigger that asked, so each trigger must ask for its own.
	if (known) return await known.surveys.catch(async () => await readSurveys(session));
	const own = { surveys: readSurveys(session), since: Infinity };
	shared.set(key, own);
	const keep = () => {
		own.since = performance.now();
	};
	void own.surveys.then(keep, () => shared.delete(key));
	return await own.surveys;
}

/**
 * All surveys that the token may see, in one request.
 *
 * @throws {SurveyInterviewError} one sentence
 */
export async function readSurveys(session: Session): Promise<ListedSurvey[]> {
	const request = { method: 'GET', path: '/surveys', retryClass: 'read' } as const;
	const { body } = await call(session, { ...request, hints: LIST_HINTS });
	const found = listIn(body, ['surveys']);
	if (found.kind === 'notFound') throw notUnderstood(session, 'a list of surveys');
	if (found.kind === 'list') wholeList(session, found);
	// A survey that is not a record, or is nested too deep, does not stop the others.
	const surveys = listedSurveys(found.records);
	// Records of which none has an id are something else.
	if (surveys.length === 0 && found.records.length > 0) {
		throw notUnderstood(session, 'a list of surveys');
	}
	return surveys;
}

/** How long a survey may take that failed in the last poll, because the events of the others wait for it. */
const SHORT_TRY_MS = 30_000;

/**
 * Reads what the event asks for of one survey.
 *
 * @param keeper takes the records, where the answer is a list
 * @param isShort whether the survey gets only a short try
 * @returns the keeper, or without one the records of the list; an answer that is no list as it is; undefined where the
 * records were not found
 */
export async function readSurvey(
	session: Session,
	event: ConfiguredEvent,
	survey: ListedSurvey,
	keeper?: RecordKeeper,
	isShort = false,
): Promise<unknown> {
	if (survey.isTooDeep) throw new SurveyInterviewError(session.node, TOO_DEEP);
	const intake = keeper && new RecordIntake(keeper);
	const timeoutMs = isShort ? SHORT_TRY_MS : undefined;
	const request = { ...event.request(survey.id), hints: SURVEY_HINTS, intake, timeoutMs };
	const answer = await call(session, { method: 'GET', retryClass: 'read', ...request });
	if (answer.isTaken && intake) {
		intake.checkDepth(session);
		return intake.others > 0 ? undefined : keeper;
	}
	const body = withoutDepth(session, answer.body);
	if (!event.listNames) return body;
	const list = listIn(body, event.listNames);
	if (list.kind !== 'list') return undefined;
	const records = wholeList(session, list);
	if (!keeper) return records;
	keeper.clear();
	keeper.add(records);
	return keeper;
}

/** Like `readSurvey`, with what else the event reads: this is what the event judges. */
export async function readTask(
	session: Session,
	event: ConfiguredEvent,
	task: Task,
	keeper?: RecordKeeper,
	isShort = false,
): Promise<unknown> {
	const answer = await readSurvey(session, event, task.survey, keeper, isShort);
	return event.readMore ? await event.readMore(session, task, answer) : answer;
}

/**
 * The records of a list that is whole: a part of a list does not show who is new.
 *
 * @throws {SurveyInterviewError} where the container says that there are more
 */
function wholeList(session: Session, { records, isPartial }: RecordList): JsonObject[] {
	if (!isPartial) return records;
	throw new SurveyInterviewError(session.node, {
		message: 'The service returned only a part of the list: it says that there are more records',
		hint: 'This package cannot read the rest. Contact the support of the service.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** For a list that is read only to see whether it can be read. */
export const KEEPS_NOTHING: RecordKeeper = { kept: 0, clear() {}, add: () => false };

/**
 * The answer of a path.
 *
 * @throws {SurveyInterviewError} also where it is nested too deep to be processed and returned
 */
export async function readWhole(session: Session, path: string, hints: Hints): Promise<unknown> {
	const { body } = await call(session, { method: 'GET', path, hints, retryClass: 'read' });
	return withoutDepth(session, body);
}

function withoutDepth(session: Session, body: unknown): unknown {
	if (isTooDeep(body)) throw new SurveyInterviewError(session.node, TOO_DEEP);
	return body;
}

/** Returns an error of the service, instead of throwing it. Any other error is a defect and is thrown. */
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

/** The error for an answer that is JSON, but not what the interface names. */
export function notUnderstood(session: Session, expected: string): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The service answered without ${expected}`,
		hint: 'Check the Base URL in the credential; something else may answer there.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** Whether the token is refused, in general or for what was read. */
export const refusesToken = ({ status, code }: SurveyInterviewError): boolean =>
	status === 401 || code === 'insufficient_scope';

export const isRateLimited = ({ status, facts }: SurveyInterviewError): boolean =>
	status === 429 || facts.failure?.cause === 'rate-limited';

/** Whether nothing else can be read either, because of the token or the rate limit. */
export const affectsAllRequests = (error: SurveyInterviewError): boolean =>
	isRateLimited(error) || refusesToken(error);

/** Whether a person must repair the token. The status of a refused token is not documented, so 403 counts. */
export const needsPerson = (error: unknown): boolean =>
	error instanceof SurveyInterviewError && (refusesToken(error) || error.status === 403);

/** Whether this survey alone is refused for good, or answers with something else. */
export function isRefused(error: SurveyInterviewError): boolean {
	const { status, facts } = error;
	const isOther = status === undefined && facts.failure?.cause === 'configuration-invalid';
	return (isOther || [403, 404, 410].includes(status ?? 0)) && !affectsAllRequests(error);
}

/** Whether the service or the network failed, so that a later try may succeed. */
export const isTemporary = ({ status, facts }: SurveyInterviewError): boolean =>
	facts.failure?.cause === 'temporarily-unavailable' || (status ?? 0) >= 500;
