import { isTooDeep } from '../records/json';
import {
	isNotFound,
	serviceError,
	SurveyInterviewError,
	type ErrorFacts,
	type RequestTraits,
} from './errors';
import type { Session } from './session';

/** What a record shows of a request that was not answered. */
export type Verdict = { is: 'done'; record?: unknown } | { is: 'notDone' } | { is: 'unknown' };

/** How to find out whether an unanswered request was done. */
export interface Verification {
	/** Where the record can be read; absent where no path shows it. */
	path?: string;
	/** Judges by what was read (undefined: nothing could be read) and by the status of the refusal. */
	judge: (answer: unknown, status: number) => Verdict;
	isDelete: boolean;
}

/**
 * Reads the record to find out whether a request was done: its repeat was refused after a first try without
 * an answer, or a delete was answered without a record (docs/interface.md, Retry classes).
 *
 * @returns the record as read, or undefined for a delete
 * @throws {SurveyInterviewError} the refusal; "may have been done" where the record does not show it
 */
export async function verify(
	session: Session,
	request: RequestTraits & { path: string; verification?: Verification },
	facts: ErrorFacts,
	read: (path: string) => Promise<unknown>,
): Promise<unknown> {
	// The first try had the same token, so it was refused as well.
	if (facts.code === 'insufficient_scope') throw serviceError(session, request, facts, false);
	const { verification } = request;
	if (!verification) throw serviceError(session, request, facts, true);
	const { isDelete, path } = verification;
	if (isDelete && isNotFound(facts)) return undefined;
	const answer = path === undefined ? undefined : await read(path).catch(goneOrUnreadable);
	// Only for the record's own path: a list that is not found may be that of another survey.
	if (isDelete && answer === RECORD_GONE && path === request.path) return undefined;
	const record = answer === RECORD_GONE || isTooDeep(answer) ? undefined : answer;
	const verdict = verification.judge(record, facts.status ?? 0);
	if (verdict.is === 'done') return isDelete ? undefined : verdict.record;
	// After an answer that was no refusal, a record that looks undone may have been read too early.
	const isRefused = (facts.status ?? 0) >= 400;
	throw serviceError(session, request, facts, verdict.is === 'unknown' || !isRefused);
}

const RECORD_GONE = Symbol('the record is not there');

const goneOrUnreadable = (error: unknown) =>
	error instanceof SurveyInterviewError && isNotFound(error.facts) ? RECORD_GONE : undefined;
