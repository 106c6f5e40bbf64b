/** Finds out by the record whether a request was done, where its own answer does not say so. */
import { isTooDeep } from '../records/json';
import {
	isNotFound,
	serviceError,
	SurveyInterviewError,
	type ErrorFacts,
	type RequestTraits,
} from './errors';
import type { ServiceRequest, Session } from './session';

export interface VerifiableRequest extends ServiceRequest, RequestTraits {
	verification?: Verification;
}

/** How to find out whether an unanswered request was done. */
export interface Verification {
	/** Where the record can be read; absent if no path shows it. */
	path?: string;
	/** Gets what was read (undefined if that failed) and the status of the refusal. */
	judge: (answer: unknown, status: number) => Verdict;
}

/** What a record shows about a request without an answer. */
export type Verdict = { is: 'done'; record?: unknown } | { is: 'notDone' } | { is: 'unknown' };

/**
 * Reads the record to find out whether a request was done: its repeat was refused after a first try without
 * an answer, or a delete was answered without a record (docs/interface.md, Retry classes).
 *
 * @param facts why the request is not known to be done
 * @param readAt reads a path of the service
 * @returns the record as read; no body for a delete
 * @throws {SurveyInterviewError} the refusal; "may have been done" if the record does not show it
 */
export async function verify(
	session: Session,
	request: VerifiableRequest,
	facts: ErrorFacts,
	readAt: (path: string) => Promise<unknown>,
): Promise<{ body: unknown }> {
	const failed = (maybeDone: boolean) => serviceError(session, request, facts, maybeDone);
	// The first try had the same token, so it was refused as well.
	if (facts.code === 'insufficient_scope') throw failed(false);
	if (!request.verification) throw failed(true);
	const { path, judge } = request.verification;
	const isDelete = request.method === 'DELETE';
	if (isDelete && isNotFound(facts)) return { body: undefined };
	let record: unknown;
	try {
		record = path === undefined ? undefined : await readAt(path);
	} catch (error) {
		const isGone = error instanceof SurveyInterviewError && isNotFound(error.facts);
		// Only at the record's own path: a missing list says nothing about the record.
		if (isDelete && isGone && path === request.path) return { body: undefined };
	}
	const { status = 0 } = facts;
	const verdict = judge(isTooDeep(record) ? undefined : record, status);
	if (verdict.is === 'done') return { body: isDelete ? undefined : verdict.record };
	// After an answer that was no refusal, a record that looks undone may have been read too early.
	throw failed(verdict.is === 'unknown' || status < 400);
}
