import type { JsonObject } from '../records/json';
import type { ServiceRequest } from './attempt';
import { readBody } from './body';
import { failureFor, SurveyInterviewError, type Hints, type ProblemFacts } from './errors';
import { factsOf } from './facts';
import type { Ticket } from './gate';
import type { Outcome } from './outcome';
import { decide, mayHaveBeenDone, type History, type RetryClass } from './retry';
import { backOffMs, retryAfterMs } from './retryAfter';
import type { Session } from './session';
import { pause } from './waiting';

/** A request, with what is needed to repeat it safely and to explain it when it fails. */
export interface ServiceCall extends ServiceRequest {
	retryClass: RetryClass;
	hints?: Hints;
	/** What may have happened when nothing is known: `sent`, `created`, `erased`, `done`. */
	deed?: string;
	/** How a person can find out whether it happened. */
	howToCheck?: string;
	/** How to tell from the record whether an unanswered request was done. */
	confirm?: {
		/** The record's own path, read once. */
		path?: string;
		/** True or false where the record shows it, undefined where it cannot be told. */
		isDone: (record: unknown) => boolean | undefined;
		/** Whether its absence means that the request was done (a delete). */
		isGone: boolean;
	};
}

/** What an accepted request brought: the body as sent, or undefined where there was none. */
export interface Answer {
	status: number;
	body: unknown;
}

/**
 * Calls the service: at its pace, repeated only where a repeat is safe.
 *
 * @throws {SurveyInterviewError} with one sentence, and whether the work may have been done
 */
export async function call(session: Session, request: ServiceCall): Promise<Answer> {
	const history: History = { failures: 0, repeatsAfter500: 0, maybeDone: false };
	const ticket: Ticket = {
		signal: session.signal,
		left: () => session.budget.left(),
		waiting: (on) => (on ? session.budget.begin() : session.budget.end()),
	};
	for (;;) {
		const outcome = await oneTry(session, request, ticket, history);
		const decision = decide(request.retryClass, outcome, history);
		switch (decision.next) {
			case 'accept':
				return accepted(session, request, outcome);
			case 'waitForLimit':
				break;
			case 'backOff':
				await backOff(session, request, outcome, history);
				break;
			case 'lookAtRecord':
				return await lookAtRecord(session, request, outcome);
			case 'fail':
				throw problem(session, request, await factsOf(request, outcome), decision.maybeDone);
		}
	}
}

async function oneTry(
	session: Session,
	request: ServiceCall,
	ticket: Ticket,
	history: History,
): Promise<Outcome> {
	const entry = await session.gate.enter(ticket);
	if (entry.kind === 'cancelled') return { kind: 'cancelled', sent: false };
	if (entry.kind === 'tooLong') throw tooLong(session, request, entry.ms, 429, history.maybeDone);
	const outcome = await session.attempt(request);
	const limited = outcome.kind === 'answer' && outcome.status === 429;
	session.gate.leave(entry.pass, { limited, waitMs: limited ? askedWait(outcome) : undefined });
	return outcome;
}

/** Pauses before a repeat, for as long as the service asks or else longer each time. */
async function backOff(
	session: Session,
	request: ServiceCall,
	outcome: Outcome,
	history: History,
): Promise<void> {
	history.failures++;
	if (outcome.kind === 'answer' && outcome.status === 500) history.repeatsAfter500++;
	history.maybeDone ||= mayHaveBeenDone(request.retryClass, outcome);
	const asked = askedWait(outcome);
	const ms = asked ?? backOffMs(history.failures);
	if (ms > session.budget.left()) {
		const status = outcome.kind === 'answer' ? outcome.status : undefined;
		throw tooLong(session, request, ms, status, history.maybeDone);
	}
	session.budget.begin();
	await pause(ms, session.signal);
	session.budget.end();
}

function askedWait(outcome: Outcome): number | undefined {
	if (outcome.kind !== 'answer') return undefined;
	return retryAfterMs(outcome.headers['retry-after'], Date.now());
}

function accepted(session: Session, request: ServiceCall, outcome: Outcome): Answer {
	if (outcome.kind !== 'answer') throw new Error('Only an answer can be accepted.');
	const body = readBody(outcome.text);
	if (body.kind === 'json') return { status: outcome.status, body: body.value };
	// A 204 has no body by the specification; a delete may be answered with an empty 200 as well.
	if (body.kind === 'empty' && (outcome.status === 204 || request.method === 'DELETE')) {
		return { status: outcome.status, body: undefined };
	}
	const reason = body.kind === 'empty' ? 'an empty body' : body.reason;
	const facts: ProblemFacts = {
		message: `The address answered ${outcome.status} with ${reason}`,
		hint: 'Check the Base URL in the credential; a proxy or a login page may stand in between.',
		status: outcome.status,
		failure: { cause: 'temporarily-unavailable' },
	};
	throw problem(session, request, facts, request.retryClass !== 'read');
}

/**
 * A repeat was refused after a first try that nobody answered: the record itself tells whether the
 * first try did it (design, Retry classes).
 */
async function lookAtRecord(
	session: Session,
	request: ServiceCall,
	refusal: Outcome,
): Promise<Answer> {
	const { confirm } = request;
	const facts = await factsOf(request, refusal);
	// The first try had the same token, so it was refused as well.
	if (facts.code === 'insufficient_scope') throw problem(session, request, facts, false);
	const status = refusal.kind === 'answer' ? refusal.status : 0;
	if (confirm?.isGone && (status === 404 || status === 410))
		return { status: 204, body: undefined };
	const seen = confirm?.path === undefined ? undefined : await readOnce(session, confirm.path);
	if (seen === 'gone') {
		if (confirm?.isGone) return { status: 204, body: undefined };
	} else if (seen) {
		const done = confirm?.isDone(seen.body);
		if (done === true) return { status: 200, body: confirm?.isGone ? undefined : seen.body };
		if (done === false) throw problem(session, request, facts, false);
	}
	throw problem(session, request, facts, true);
}

async function readOnce(session: Session, path: string): Promise<Answer | 'gone' | undefined> {
	return await call(session, { method: 'GET', path, retryClass: 'read' }).catch((error: unknown) =>
		error instanceof SurveyInterviewError && (error.status === 404 || error.status === 410)
			? 'gone'
			: undefined,
	);
}

function tooLong(
	session: Session,
	request: ServiceCall,
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
		hint: 'That is longer than this run may still wait. Run it again then, or raise the option Max Wait.',
		status,
		failure: failureFor(status ?? 503, ms),
	};
	return problem(session, request, facts, maybeDone);
}

/** The error as thrown; where the work may have been done, that comes first, with how to check. */
function problem(
	session: Session,
	request: ServiceCall,
	facts: ProblemFacts,
	maybeDone: boolean,
): SurveyInterviewError {
	if (!maybeDone) return new SurveyInterviewError(session.node, facts);
	const repeats = request.retryClass === 'read' || request.retryClass === 'idempotent';
	const deed = request.deed ?? (request.retryClass === 'create' ? 'created' : 'done');
	const check = request.howToCheck ?? 'Look at the record in the service before running it again.';
	return new SurveyInterviewError(session.node, {
		...facts,
		message: `This may have been ${deed}${repeats ? '' : ', and was not repeated'}. ${facts.message}`,
		hint: [check, facts.hint].filter((part) => part !== undefined).join(' '),
		maybeDone: true,
	});
}

/** A GET of a path below `/api`, in the read class. */
export async function read(session: Session, path: string, query?: JsonObject): Promise<unknown> {
	return (await call(session, { method: 'GET', path, query, retryClass: 'read' })).body;
}
