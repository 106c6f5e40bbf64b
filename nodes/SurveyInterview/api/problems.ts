import { failureFor, SurveyInterviewError, type Hints, type ProblemFacts } from './errors';
import { mayBeRepeated, type RetryClass } from './retry';
import type { Session } from './session';

/** What is needed of a request to say what became of it. */
export interface Deed {
	retryClass: RetryClass;
	hints?: Hints;
	/** What may have happened when nothing is known: `sent`, `created`, `erased`, `done`. */
	deed?: string;
	/** How a person can find out whether it happened. */
	howToCheck?: string;
}

/** A wait that the service asked for and that this run may not wait; names the time to come back. */
export function tooLong(
	session: Session,
	request: Deed,
	ms: number,
	status: number | undefined,
	maybeDone: boolean,
): SurveyInterviewError {
	const seconds = Math.ceil(ms / 1000);
	const until = new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, 'Z');
	const why =
		status === 429 ? 'The service’s rate limit is reached' : 'The service is not available';
	const facts: ProblemFacts = {
		message: `${why}; it asks to come back in ${seconds} s, at ${until}`,
		hint: session.whenTooLong,
		status,
		failure: failureFor(status ?? 503, ms),
	};
	return problem(session, request, facts, maybeDone);
}

/** The error as thrown; where the work may have been done, that comes first, with how to check. */
export function problem(
	session: Session,
	request: Deed,
	facts: ProblemFacts,
	maybeDone: boolean,
): SurveyInterviewError {
	if (!maybeDone) return new SurveyInterviewError(session.node, facts);
	const repeated = mayBeRepeated(request.retryClass);
	const deed = request.deed ?? (request.retryClass === 'create' ? 'created' : 'done');
	const check = request.howToCheck ?? 'Look at the record in the service before running it again.';
	return new SurveyInterviewError(session.node, {
		...facts,
		message: `This may have been ${deed}${repeated ? '' : ', and was not repeated'}. ${facts.message}`,
		hint: [check, facts.hint].filter((part) => part !== undefined).join(' '),
		maybeDone: true,
	});
}
