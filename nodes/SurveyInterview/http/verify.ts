import {
	isNotFound,
	SurveyInterviewError,
	type ErrorFacts,
	serviceError,
	type RequestTraits,
} from './errors';
import { isTooDeep } from '../records/json';
import type { Session } from './session';

/** What a record shows of a request that nobody answered. */
export type Verdict = { is: 'done'; record?: unknown } | { is: 'notDone' } | { is: 'unknown' };

/** How to tell whether an unanswered request was done. */
export interface Verification {
	/** Where the record can be read; absent where nobody knows. */
	path?: string;
	/** Judges by what was read (undefined: nothing could be) and by the status of the refusal. */
	judge: (answer: unknown, status: number) => Verdict;
	/** Whether the wanted state is that the record is gone (a delete). */
	isDelete: boolean;
}

/** A request that is to be settled. */
export interface UnverifiedRequest extends RequestTraits {
	path: string;
	verification?: Verification;
}

/**
 * A repeat was refused after a first try that nobody answered, or a delete was answered with nothing that
 * tells: the record itself tells whether it was done (design, Retry classes).
 *
 * @param facts how the request ended
 * @returns the record as read, or undefined for a delete
 * @throws {SurveyInterviewError} the refusal; "may have been done" where it cannot be told
 */
export async function verify(
	session: Session,
	request: UnverifiedRequest,
	facts: ErrorFacts,
	read: (path: string) => Promise<unknown>,
): Promise<unknown> {
	const { verification } = request;
	// The first try had the same token, so it was refused as well.
	if (facts.code === 'insufficient_scope') throw serviceError(session, request, facts, false);
	const status = facts.status ?? 0;
	if (verification?.isDelete && isNotFound(facts)) return undefined;
	const seen =
		verification?.path === undefined ? undefined : await readOnce(read, verification.path);
	// The record's own path says so; a list that is gone may be that of another survey.
	if (verification?.isDelete && seen === 'gone' && verification.path === request.path)
		return undefined;
	const verdict = verification?.judge(seen === 'gone' ? undefined : seen, status) ?? {
		is: 'unknown',
	};
	if (verdict.is === 'done') return verification?.isDelete ? undefined : verdict.record;
	throw serviceError(session, request, facts, verdict.is === 'unknown');
}

async function readOnce(read: (path: string) => Promise<unknown>, path: string): Promise<unknown> {
	return await read(path).then(
		(record) => (isTooDeep(record) ? undefined : record),
		(error: unknown) =>
			error instanceof SurveyInterviewError && isNotFound(error.facts) ? 'gone' : undefined,
	);
}
