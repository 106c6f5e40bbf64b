import { saysGone, SurveyInterviewError, type ProblemFacts, problem, type Deed } from './errors';
import { isTooDeep } from '../records/json';
import type { Session } from './session';

/** What a record shows of a request that nobody answered. */
export type Verdict = { is: 'done'; record?: unknown } | { is: 'notDone' } | { is: 'unknown' };

/** How to tell whether an unanswered request was done. */
export interface Confirmation {
	/** Where the record can be read; absent where nobody knows. */
	path?: string;
	/** Judges by what was read (undefined: nothing could be) and by the status of the refusal. */
	judge: (answer: unknown, status: number) => Verdict;
	/** Whether the wanted state is that the record is gone (a delete). */
	isDelete: boolean;
}

/** A request that is to be settled. */
export interface Unsettled extends Deed {
	path: string;
	confirm?: Confirmation;
}

/**
 * A repeat was refused after a first try that nobody answered, or a delete was answered with nothing that
 * tells: the record itself tells whether it was done (design, Retry classes).
 *
 * @param facts how the request ended
 * @returns the record as read, or undefined for a delete
 * @throws {SurveyInterviewError} the refusal; "may have been done" where it cannot be told
 */
export async function settle(
	session: Session,
	request: Unsettled,
	facts: ProblemFacts,
	read: (path: string) => Promise<unknown>,
): Promise<unknown> {
	const { confirm } = request;
	// The first try had the same token, so it was refused as well.
	if (facts.code === 'insufficient_scope') throw problem(session, request, facts, false);
	const status = facts.status ?? 0;
	if (confirm?.isDelete && saysGone(facts)) return undefined;
	const seen = confirm?.path === undefined ? undefined : await readOnce(read, confirm.path);
	// The record's own path says so; a list that is gone may be that of another survey.
	if (confirm?.isDelete && seen === 'gone' && confirm.path === request.path) return undefined;
	const verdict = confirm?.judge(seen === 'gone' ? undefined : seen, status) ?? { is: 'unknown' };
	if (verdict.is === 'done') return confirm?.isDelete ? undefined : verdict.record;
	throw problem(session, request, facts, verdict.is === 'unknown');
}

async function readOnce(read: (path: string) => Promise<unknown>, path: string): Promise<unknown> {
	return await read(path).then(
		(record) => (isTooDeep(record) ? undefined : record),
		(error: unknown) =>
			error instanceof SurveyInterviewError && saysGone(error.facts) ? 'gone' : undefined,
	);
}
