import { failureFor, SurveyInterviewError, type ProblemFacts } from './errors';
import type { Hints } from './hints';
import type { LimitWait } from './gate';
import { mayBeRepeated, type RetryClass } from './retry';
import type { Session } from './session';

/** What is needed of a request to say what became of it. */
export interface Deed {
	retryClass: RetryClass;
	hints?: Hints;
	/** When the service refuses it, as the specification says; it gives no status or code for that. */
	refused?: string;
	/** What may have happened when nothing is known: `sent`, `created`, `erased`, `done`. */
	deed?: string;
	/** How a person can find out whether it happened. */
	howToCheck?: string;
}

/** A wait that is longer than a run may wait. */
export interface TooLong extends LimitWait {
	/** The status with which this very request was answered; undefined where it was not sent. */
	status: number | undefined;
	maybeDone: boolean;
}

/** The error of such a wait; it names the time to come back, and says who set it. */
export function tooLong(
	session: Session,
	request: Deed,
	{ ms, asked, status, maybeDone }: TooLong,
): SurveyInterviewError {
	const isLimit = status === undefined || status === 429;
	const why = isLimit ? 'the service’s rate limit is reached' : 'the service is not available';
	const seconds = Math.ceil(ms / 1000);
	const until = new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, 'Z');
	const when = asked
		? `it asks to come back in ${seconds} s, at ${until}`
		: `it does not say for how long; the next try would be in ${seconds} s`;
	const isUnsent = status === undefined && !maybeDone;
	const facts: ProblemFacts = {
		message: capitalised(`${isUnsent ? 'this was not sent, because ' : ''}${why}; ${when}`),
		hint: session.whenTooLong,
		status,
		failure: failureFor(isLimit ? 429 : status, ms),
	};
	return problem(session, request, facts, maybeDone);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
