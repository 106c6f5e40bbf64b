import { isTooDeep, type JsonObject } from '../records/json';
import type { ServiceRequest } from './attempt';
import { isNoError } from './errorBody';
import {
	serviceError,
	TOO_DEEP,
	waitTooLongError,
	type ErrorFacts,
	type RequestTraits,
} from './errors';
import { explainOutcome, explainUnusableBody } from './explain';
import type { Outcome } from './outcome';
import type { QueuedRequest } from './rateLimiter';
import { isRepeatable } from './policy';
import {
	backOffMs,
	decide,
	isRepeatedTwice,
	mayHaveBeenDone,
	retryAfterMs,
	type History,
} from './policy';
import type { Session } from './session';
import { verify, type Verification } from './verify';
import { pause } from './turns';

/** A request, with what is needed to repeat it safely and to explain it when it fails. */
export interface ServiceCall extends ServiceRequest, RequestTraits {
	verification?: Verification;
	/** Whether an earlier run of the node may have done it already. */
	maybeDoneBefore?: boolean;
	/** It reads on in a list whose beginning the service has given. */
	isContinued?: boolean;
	/** Not tried again after a failure, because it is not worth the time. */
	once?: true;
}

/** The answer to an accepted request: the body as sent, or undefined where there was none. */
export interface Answer {
	status: number;
	body: unknown;
	/** The answer was a list, and the intake of the request took it. */
	isTaken?: true;
	/** An earlier try, whose answer is not known, may have done it; this one then found it done. */
	maybeDoneBefore?: true;
	/** It is the answer to a try of a run before this one, which was not sent again. */
	isOfTryBefore?: true;
}

/** A GET of a path below `/api`, in the read class. */
export async function read(session: Session, path: string, query?: JsonObject): Promise<unknown> {
	return (await call(session, { method: 'GET', path, query, retryClass: 'read' })).body;
}

/** Calls the service: at its pace, repeated only where that is safe. Its error says what may have been done. */
export async function call(session: Session, request: ServiceCall): Promise<Answer> {
	const history: CallHistory = {
		failures: request.once || request.timeoutMs ? Infinity : 0,
		repeatsAfter500: 0,
		maybeDone: request.maybeDoneBefore ?? false,
		hasLeft: request.maybeDoneBefore ?? request.isContinued ?? false,
		wasLimited: false,
	};
	const { signal, budget } = session;
	// One place in the rate limiter's queue, for all tries of the request.
	const queued: QueuedRequest = { signal, budget, deadline: budget.deadline };
	let outcome: Outcome | undefined;
	for (;;) {
		outcome = await tryOnce(session, request, queued, history, outcome);
		const decision = decide(request.retryClass, outcome, history);
		switch (decision.next) {
			case 'accept':
				return {
					...(await accept(session, request, outcome)),
					...(history.maybeDone ? { maybeDoneBefore: true } : {}),
				};
			case 'waitForLimit':
				if (!request.once) break;
				throw serviceError(session, request, explain(session, request, outcome), false);
			case 'backOff':
				await backOff(session, request, outcome, history);
				break;
			case 'lookAtRecord':
				return await verified(session, request, explain(session, request, outcome));
			case 'fail': {
				const facts = explain(session, request, outcome);
				const neverLeft = !history.hasLeft;
				throw serviceError(session, request, { ...facts, neverLeft }, decision.maybeDone);
			}
		}
	}
}

interface CallHistory extends History {
	/** Whether one of them can have reached the service. */
	hasLeft: boolean;
	/** Whether one of them met the rate limit. */
	wasLimited: boolean;
}

async function tryOnce(
	session: Session,
	request: ServiceCall,
	queued: QueuedRequest,
	history: CallHistory,
	last: Outcome | undefined,
): Promise<Outcome> {
	const admission = await session.rateLimiter.acquire(queued);
	if (admission.kind === 'cancelled') return { kind: 'cancelled', sent: false };
	if (admission.kind === 'tooLong') {
		// The limit may concern another request; this one may not have been sent at all.
		const status = last && isLimited(last) ? 429 : undefined;
		const { maybeDone, hasLeft } = history;
		const wait = { ...admission, status, maybeDone, neverLeft: !hasLeft };
		throw waitTooLongError(session, request, wait);
	}
	let outcome: Outcome | undefined;
	try {
		outcome = unclearIfIncomplete(request, await session.attempt(request));
		history.hasLeft ||= outcome.kind === 'cancelled' ? outcome.sent : outcome.kind !== 'notSent';
		return outcome;
	} finally {
		// The permit is released in any case: a lost one would hold up all requests for ever.
		const limited = outcome !== undefined && isLimited(outcome);
		noteWait(session, queued, history, limited);
		session.rateLimiter.release(admission.permit, {
			limited,
			waitMs: limited ? retryAfterOf(outcome) : undefined,
		});
	}
}

/**
 * A run that gets on may last, so its waits for the rate limit count since the last request that was not
 * refused. A request that is refused again and again may not, though others get on.
 */
function noteWait(
	{ budget }: Session,
	queued: QueuedRequest,
	history: CallHistory,
	limited: boolean,
): void {
	if (!limited) return budget.gotOn();
	// The limit may be of this request alone, and another one should see whether it is over.
	if (history.wasLimited) {
		queued.arrival = undefined;
		return;
	}
	history.wasLimited = true;
	const now = performance.now();
	queued.deadline = Math.min(queued.deadline, now + budget.remainingMs(now));
}

function isLimited(outcome: Outcome): boolean {
	return outcome.kind === 'answer' && outcome.status === 429;
}

/** Where the request may be repeated, a success whose JSON is incomplete counts as unclear. */
function unclearIfIncomplete(request: ServiceCall, outcome: Outcome): Outcome {
	if (!isRepeatable(request.retryClass)) return outcome;
	if (outcome.kind !== 'answer' || outcome.status >= 300) return outcome;
	const { body } = outcome;
	if (body.kind !== 'unreadable' || !body.breaksOff) return outcome;
	return { kind: 'unclear', reason: `the address answered ${outcome.status} with ${body.reason}` };
}

/** The answer, when its body is a record; a 204 without one is for deletes alone (docs/interface.md, Conventions). */
async function accept(session: Session, request: ServiceCall, outcome: Outcome): Promise<Answer> {
	if (outcome.kind !== 'answer') throw new Error('Only an answer can be accepted.');
	const { status, body } = outcome;
	const isDelete = request.method === 'DELETE';
	if (body.kind === 'empty' && isDelete && status === 204) return { status, body: undefined };
	if (body.kind === 'taken') return { status, body: undefined, isTaken: true };
	const value = body.kind === 'json' ? body.value : null;
	const isUsable = typeof value === 'object' && value !== null;
	const isDeep = isUsable && request.proves !== undefined && isTooDeep(value);
	const { proves = isNoError } = request;
	// A gateway answers a delete with 200 as well, so no answer to it is a proof.
	if (isUsable && !isDeep && !isDelete && proves(value)) return { status, body: value };
	const { api, redact } = session;
	const explained = { ...request, api, redact };
	const facts = isDeep ? TOO_DEEP : explainUnusableBody(explained, status, body);
	if (request.verification && body.kind !== 'unreadable') {
		return await verified(session, request, facts);
	}
	throw serviceError(session, request, facts, request.retryClass !== 'read');
}

/** Pauses before a repeat: as long as the service asks, or else longer each time. */
async function backOff(
	session: Session,
	request: ServiceCall,
	outcome: Outcome,
	history: CallHistory,
): Promise<void> {
	history.failures++;
	if (isRepeatedTwice(request.retryClass, outcome)) history.repeatsAfter500++;
	history.maybeDone ||= mayHaveBeenDone(request.retryClass, outcome);
	const retryAfter = retryAfterOf(outcome);
	const ms = retryAfter ?? backOffMs(history.failures);
	if (ms > session.budget.remainingMs()) {
		const { maybeDone } = history;
		if (outcome.kind === 'answer' && retryAfter !== undefined) {
			const { status } = outcome;
			const wait = { ms, fromService: true, status, maybeDone, neverLeft: false };
			throw waitTooLongError(session, request, wait);
		}
		const facts = explain(session, request, outcome);
		const hint = `${facts.hint ?? ''} ${NOT_REPEATED}`.trim();
		const neverLeft = !history.hasLeft;
		throw serviceError(session, request, { ...facts, hint, neverLeft }, maybeDone);
	}
	session.budget.begin('outage');
	await pause(ms, session.signal);
	session.budget.end('outage');
}

const NOT_REPEATED = 'It was not tried again, because this run may not wait any longer.';

function retryAfterOf(outcome: Outcome | undefined): number | undefined {
	if (outcome?.kind !== 'answer') return undefined;
	return retryAfterMs(outcome.headers['retry-after'], Date.now());
}

/** The record as it is now, when it shows that the request was done. */
async function verified(
	session: Session,
	request: ServiceCall,
	refusal: ErrorFacts,
): Promise<Answer> {
	const body = await verify(session, request, refusal, async (path) => await read(session, path));
	return { status: body === undefined ? 204 : 200, body };
}

/** The answer that the record gives to a request of an earlier run; undefined where it does not show it as done. */
export async function shownAsDone(
	session: Session,
	request: ServiceCall,
): Promise<Answer | undefined> {
	if (!request.verification) return undefined;
	return await verified(session, request, { message: '' }).catch(() => undefined);
}

function explain(session: Session, request: ServiceCall, outcome: Outcome) {
	return explainOutcome({ ...request, api: session.api, redact: session.redact }, outcome);
}
