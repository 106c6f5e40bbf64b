import { call } from '../http/call';
import { listAt, listFrom, nextAddress, saysMore, type RecordList } from '../records/lists';
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
	// A service may hide whether a survey exists.
	403: SURVEY_NOT_FOUND,
	404: SURVEY_NOT_FOUND,
};

/** The lists of surveys that the scheduled polls of all triggers share, and since when they are there. */
const shared = new Map<string, { surveys: Promise<ListedSurvey[]>; since: number }>();

/** So long a list serves all: fifty triggers cost one request. */
const SHARED_MS = 5_000;

/** All surveys that the token may see, as this or another trigger asks for them now or did a moment ago. */
export async function readSharedSurveys(session: Session): Promise<ListedSurvey[]> {
	const { api, tokenHash, fieldNames } = session;
	const key = JSON.stringify([api, tokenHash, fieldNames]);
	const oldest = performance.now() - SHARED_MS;
	for (const [other, { since }] of shared) if (since < oldest) shared.delete(other);
	const known = shared.get(key);
	// An error names the trigger that asked, so each of them gets its own.
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
	const answer = await get(session, '/surveys', LIST_HINTS);
	const found = listFrom(answer, ['surveys']);
	if (found.kind === 'notFound') throw notUnderstood(session, 'a list of surveys');
	// A survey that is not a record, or is nested too deep, does not stop the others.
	const surveys = listedSurveys(found.records);
	// Records without any id are not a list of surveys.
	if (surveys.length === 0 && found.records.length > 0) {
		throw notUnderstood(session, 'a list of surveys');
	}
	return surveys;
}

/** How long a survey may take that failed in the last poll: the events of the others wait for it. */
const SHORT_TRY_MS = 30_000;

/**
 * What the event reads of one survey.
 *
 * @param keeper takes the records of a list, and is then what is returned
 * @param isShort whether it is one short try
 * @returns the records of a list that nobody takes, another answer as it is; undefined where the records are not found
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
	const list = listFrom(body, event.listNames);
	if (list.kind !== 'list') return undefined;
	const records = list.isPartial ? await wholeList(session, request, list) : list.records;
	if (!keeper) return records;
	keeper.clear();
	keeper.add(records);
	return keeper;
}

/** What the event judges of one survey: the answer, and what it reads besides. The parameters are those of `readSurvey`. */
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
 * All records of a list that comes in pages, where each has the address of the next one.
 *
 * @throws {SurveyInterviewError} where the way ends too early: nobody knows who is in the rest of a list, so nothing
 * is decided by a part of it
 */
async function wholeList(
	session: Session,
	{ path, hints }: { path: string; hints: Hints },
	first: RecordList,
): Promise<JsonObject[]> {
	const records = [...first.records];
	const addresses = new Set<string>();
	for (let { rest } = first; saysMore({ values: records, rest, path: first.path }); ) {
		const link = nextAddress({ rest, path: first.path });
		const base = session.api + path;
		const address = link && URL.canParse(link, base) ? new URL(link, base).href : '';
		const isKnown = addresses.has(address) || !address.startsWith(`${session.api}/`);
		const next = isKnown
			? undefined
			: listAt(await readWhole(session, address.slice(session.api.length), hints), first.path);
		if (next?.kind !== 'list') {
			throw new SurveyInterviewError(session.node, {
				message:
					'The service returned only a part of the list: it says that there are more records',
				hint: 'This package cannot read the rest. Contact the support of the service.',
				failure: { cause: 'configuration-invalid' },
			});
		}
		addresses.add(address);
		records.push(...next.records);
		rest = next.rest;
	}
	return records;
}

/** Takes the records of a list that is read only to see whether it can be. */
export const KEEPS_NOTHING: RecordKeeper = { kept: 0, clear() {}, add: () => false };

/**
 * The answer of a path, when it is not nested too deep to be processed and returned.
 *
 * @throws {SurveyInterviewError} one sentence
 */
export async function readWhole(session: Session, path: string, hints: Hints): Promise<unknown> {
	return withoutDepth(session, await get(session, path, hints));
}

function withoutDepth(session: Session, body: unknown): unknown {
	if (isTooDeep(body)) throw new SurveyInterviewError(session.node, TOO_DEEP);
	return body;
}

/** The answer, or the error of the service. Any other error is a defect and is thrown. */
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

async function get(session: Session, path: string, hints: Hints): Promise<unknown> {
	return (await call(session, { method: 'GET', path, hints, retryClass: 'read' })).body;
}

/** The error for an answer that is JSON but not what the specification names. */
export function notUnderstood(session: Session, expected: string): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The service answered without ${expected}`,
		hint: 'Check the Base URL in the credential; something else may answer there.',
		failure: { cause: 'configuration-invalid' },
	});
}

/** Whether the token itself is refused, for anything or for this kind of reading. */
export const refusesToken = ({ status, code }: SurveyInterviewError): boolean =>
	status === 401 || code === 'insufficient_scope';

/** Whether the service asks to come back later. */
export const isRateLimited = ({ status, facts }: SurveyInterviewError): boolean =>
	status === 429 || facts.failure?.cause === 'rate-limited';

/** Whether a refusal concerns the token or the rate limit, so that nothing else can be read either. */
export const affectsAllRequests = (error: SurveyInterviewError): boolean =>
	isRateLimited(error) || refusesToken(error);

/** Whether a person must repair the token. The status of a refused token is not documented, so 403 counts. */
export const needsPerson = (error: unknown): boolean =>
	error instanceof SurveyInterviewError && (refusesToken(error) || error.status === 403);

/** Whether one survey is refused, not for now and not with all others, or answers with something else. */
export function isRefused(error: SurveyInterviewError): boolean {
	const { status, facts } = error;
	const isOther = status === undefined && facts.failure?.cause === 'configuration-invalid';
	return (isOther || [403, 404, 410].includes(status ?? 0)) && !affectsAllRequests(error);
}

/** Whether the service or the network fails: no answer, or a server error. */
export const isTemporary = ({ status, facts }: SurveyInterviewError): boolean =>
	facts.failure?.cause === 'temporarily-unavailable' || (status ?? 0) >= 500;

/** One survey that cannot be read does not stop the others; so many mean that the service itself fails. */
const MAX_TEMPORARY = 6;

/** Collects the errors of a poll, and decides whether the poll continues and whether it fails. */
export class Failures {
	private readonly all: SurveyInterviewError[] = [];
	/** Why the details of events were refused, so that the events wait. */
	ofEvents?: SurveyInterviewError;

	private get isDown(): boolean {
		return this.all.filter(isTemporary).length >= MAX_TEMPORARY;
	}

	/** @returns whether the poll continues with the next survey */
	add(error: SurveyInterviewError): boolean {
		this.all.push(error);
		return !affectsAllRequests(error) && !this.isDown;
	}

	/**
	 * The error that the poll fails with, if it does: when nothing could be read, or not delivered.
	 *
	 * @param watched how many surveys are watched; one with an unchanged summary counts as read
	 */
	ofPoll(read: number, watched: number, delivered: number): SurveyInterviewError | undefined {
		if (this.ofEvents && delivered === 0) return this.ofEvents;
		if (read > 0) return undefined;
		const ofAll = this.all.find(affectsAllRequests);
		if (ofAll) return ofAll;
		if (this.isDown) return this.all.find(isTemporary);
		return this.all.length >= watched ? this.all[0] : undefined;
	}
}
