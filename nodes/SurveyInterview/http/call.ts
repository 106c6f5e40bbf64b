import type { JsonObject } from '../records/json';
import type { ServiceRequest } from './attempt';
import { isErrorBody, type ReadBody, type Outcome } from './outcome';
import { type ErrorFacts, serviceError, waitTooLongError, type RequestTraits } from './errors';
import { explainOutcome } from './explain';
import type { QueuedRequest } from './rateLimiter';
import {
	decide,
	isTransient,
	isRepeatable,
	mayHaveBeenDone,
	type History,
	backOffMs,
	retryAfterMs,
} from './retry';
import type { Session } from './session';
import { verify, type Verification } from './verify';
import { pause } from './waiting';

/** A request, with what is needed to repeat it safely and to explain it when it fails. */
export interface ServiceCall extends ServiceRequest, RequestTraits {
	verification?: Verification;
	/** Whether an earlier run of the node may have done it already. */
	maybeDoneBefore?: boolean;
}

/** What an accepted request brought: the body as sent, or undefined where there was none. */
export interface Answer {
	status: number;
	body: unknown;
	/** An earlier try, whose answer is not known, may have done it: then this one found it done. */
	maybeDoneBefore?: true;
}

/**
 * Calls the service: at its pace, repeated only where a repeat is safe.
 *
 * @throws {SurveyInterviewError} with one sentence, and whether the work may have been done
 */
export async function call(session: Session, request: ServiceCall): Promise<Answer> {
	const history: History = {
		failures: 0,
		repeatsAfter500: 0,
		maybeDone: request.maybeDoneBefore ?? false,
	};
	const queued: QueuedRequest = {
		signal: session.signal,
		remainingWaitMs: (now) => session.budget.remainingMs(now),
		deadline: session.budget.deadline,
		onWaiting: (on, now) => (on ? session.budget.begin(now) : session.budget.end(now)),
	};
	let outcome: Outcome | undefined;
	for (;;) {
		outcome = await tryOnce(session, request, queued, history, outcome);
		const decision = decide(request.retryClass, outcome, history);
		switch (decision.next) {
			case 'accept':
				return {
					...(await accepted(session, request, outcome)),
					...(history.maybeDone ? { maybeDoneBefore: true } : {}),
				};
			case 'waitForLimit':
				break;
			case 'backOff':
				await backOff(session, request, outcome, history);
				break;
			case 'lookAtRecord':
				return await verified(session, request, await explain(session, request, outcome));
			case 'fail':
				throw serviceError(
					session,
					request,
					await explain(session, request, outcome),
					decision.maybeDone,
				);
		}
	}
}

async function tryOnce(
	session: Session,
	request: ServiceCall,
	queued: QueuedRequest,
	history: History,
	last: Outcome | undefined,
): Promise<Outcome> {
	const admission = await session.rateLimiter.acquire(queued);
	if (admission.kind === 'cancelled') return { kind: 'cancelled', sent: false };
	if (admission.kind === 'tooLong') {
		// Another request may have met the limit, and this one may not have left at all.
		const status = last?.kind === 'answer' && last.status === 429 ? 429 : undefined;
		throw waitTooLongError(session, request, {
			...admission,
			status,
			maybeDone: history.maybeDone,
		});
	}
	let outcome: Outcome | undefined;
	try {
		outcome = readable(request, await session.attempt(request));
		return outcome;
	} finally {
		// Whatever happened, the permit goes back: one that is lost would hold up everybody for ever.
		const limited = outcome?.kind === 'answer' && outcome.status === 429;
		session.rateLimiter.release(admission.permit, {
			limited,
			waitMs: limited ? askedWait(outcome) : undefined,
		});
	}
}

/** An answer that breaks off is no answer, where the request may be repeated. */
function readable(request: ServiceCall, outcome: Outcome): Outcome {
	if (!isRepeatable(request.retryClass)) return outcome;
	if (outcome.kind !== 'answer' || outcome.status >= 300) return outcome;
	const { body } = outcome;
	if (body.kind !== 'unreadable' || !body.breaksOff) return outcome;
	return { kind: 'unclear', reason: `the address answered ${outcome.status} with ${body.reason}` };
}

/** Pauses before a repeat, for as long as the service asks or else longer each time. */
async function backOff(
	session: Session,
	request: ServiceCall,
	outcome: Outcome,
	history: History,
): Promise<void> {
	history.failures++;
	if (outcome.kind === 'answer' && !isTransient(outcome.status)) history.repeatsAfter500++;
	history.maybeDone ||= mayHaveBeenDone(request.retryClass, outcome);
	const asked = askedWait(outcome);
	const ms = asked ?? backOffMs(history.failures);
	if (ms > session.budget.remainingMs()) {
		const status = outcome.kind === 'answer' ? outcome.status : undefined;
		if (asked !== undefined && status !== undefined) {
			throw waitTooLongError(session, request, {
				ms,
				asked: true,
				status,
				maybeDone: history.maybeDone,
			});
		}
		const facts = await explain(session, request, outcome);
		const hint = [
			facts.hint,
			'It was not tried again, because the time that this run may wait is used up.',
		]
			.join(' ')
			.trim();
		throw serviceError(session, request, { ...facts, hint }, history.maybeDone);
	}
	session.budget.begin();
	await pause(ms, session.signal);
	session.budget.end();
}

async function explain(session: Session, request: ServiceCall, outcome: Outcome) {
	return await explainOutcome({ ...request, api: session.api }, outcome);
}

function askedWait(outcome: Outcome | undefined): number | undefined {
	if (outcome?.kind !== 'answer') return undefined;
	return retryAfterMs(outcome.headers['retry-after'], Date.now());
}

async function accepted(session: Session, request: ServiceCall, outcome: Outcome): Promise<Answer> {
	if (outcome.kind !== 'answer') throw new Error('Only an answer can be accepted.');
	const { status, body } = outcome;
	const isDelete = request.method === 'DELETE';
	// A 204 is for deletes alone (interface-spec, Conventions).
	if (body.kind === 'empty' && isDelete && status === 204) return { status, body: undefined };
	const value = body.kind === 'json' ? body.value : null;
	if (typeof value === 'object' && value !== null && !isErrorBody(value)) {
		return { status, body: value };
	}
	const isStrange = body.kind === 'unreadable';
	const facts: ErrorFacts = {
		message: `The address answered ${status} with ${isStrange ? body.reason : inPlaceOf(body)}`,
		hint: isStrange
			? 'Check the Base URL in the credential; a proxy or a login page may stand in between.'
			: 'Check the Base URL in the credential; something else may answer there. If it is right, tell the support of the service.',
		status,
		failure: { cause: 'temporarily-unavailable' },
	};
	// An empty 200 may be how a service answers a delete, or a gateway: the record tells.
	if (isDelete && !isStrange) return await verified(session, request, facts);
	throw serviceError(session, request, facts, request.retryClass !== 'read');
}

function inPlaceOf(body: ReadBody): string {
	if (body.kind !== 'json') return 'an empty body';
	if (body.value === null) return 'null instead of a record';
	return typeof body.value === 'object'
		? 'an error instead of a record'
		: `a ${typeof body.value} instead of a record`;
}

async function verified(
	session: Session,
	request: ServiceCall,
	refusal: ErrorFacts,
): Promise<Answer> {
	const body = await verify(session, request, refusal, async (path) => await read(session, path));
	return { status: body === undefined ? 204 : 200, body };
}

/** A GET of a path below `/api`, in the read class. */
export async function read(session: Session, path: string, query?: JsonObject): Promise<unknown> {
	return (await call(session, { method: 'GET', path, query, retryClass: 'read' })).body;
}
