import { isErrorBody } from './errorBody';
import {
	isNotFound,
	type RequestTraits,
	serviceError,
	SurveyInterviewError,
	type ErrorFacts,
} from './errors';
import { explainLongWait, explainOutcome, explainUnusableBody } from './explain';
import { TIMED_OUT, type Outcome } from './outcome';
import type { LimitWait } from './pace';
import { mayHaveBeenDone, nextAfter, repeatAfterMs, retryAfterMs } from './policy';
import type { QueuedRequest } from './rateLimiter';
import type { ServiceRequest } from './attempt';
import type { Session } from './session';
import { pause } from './timing';

/** A request, with what is needed to repeat it safely and to explain it when it fails. */
export interface ServiceCall extends ServiceRequest, RequestTraits {
	/** Whether an earlier run of the node may have done it already. */
	maybeDoneByEarlierRun?: boolean;
	/** It reads a later page of a list, so earlier requests have reached the service. */
	readsLaterPage?: boolean;
	/** The run can do without the answer, so a failure is not tried again, not even after a 429. */
	noRetry?: true;
}

/** The answer to an accepted request: its body, or undefined if it had none. */
export interface Answer {
	body: unknown;
	/** The answer was a list, and the request's `readList` has read it. */
	wasReadAsList?: true;
	/** An earlier try of this request, without an answer, may have done it already. */
	maybeDoneByEarlierTry?: true;
	/** It is the answer that an earlier run of the node got: this run sent nothing. */
	isFromEarlierRun?: true;
	/** When the service answered, by its own clock. */
	serviceTime?: number;
}

/** Calls the service at the pace that it grants, and repeats only what is safe to repeat. */
export async function call(session: Session, request: ServiceCall): Promise<Answer> {
	return await new Tries(session, request).sendUntilAnswered();
}

/** All tries of one request. */
class Tries {
	/** Tries without an answer, or with a status that is repeated. */
	private failures: number;
	/** Whether an earlier try may have done the work. */
	private maybeDone: boolean;
	/** Whether a try may have reached the service. */
	private mayHaveReachedService: boolean;
	/** Whether any try was refused with a 429. */
	private wasEverLimited = false;
	/** Whether the last try was refused with a 429. */
	private wasJustLimited = false;
	/**
	 * All tries share it. The rate limiter notes its arrival in it, so they keep their place in the queue, until one is
	 * refused a second time.
	 */
	private readonly queued: QueuedRequest;

	constructor(
		private readonly session: Session,
		private readonly request: ServiceCall,
	) {
		const { noRetry, maybeDoneByEarlierRun = false, readsLaterPage = false } = request;
		const { signal, budget } = session;
		// As if it had failed so often that it is not tried again.
		this.failures = noRetry || session.hasOneTry ? Infinity : 0;
		this.maybeDone = maybeDoneByEarlierRun;
		this.mayHaveReachedService = maybeDoneByEarlierRun || readsLaterPage;
		this.queued = { signal, budget, deadline: budget.deadline };
	}

	async sendUntilAnswered(): Promise<Answer> {
		const { session, request } = this;
		for (;;) {
			const outcome = await this.tryOnce();
			// Each try would cost as much time again.
			if (session.isTimeoutFinal && outcome === TIMED_OUT) this.failures = Infinity;
			const next = nextAfter(request.retryClass, outcome, this.failures);
			if (next === 'accept') return this.accept(outcome);
			this.maybeDone ||= mayHaveBeenDone(request.retryClass, outcome);
			if (next === 'fail' || (next === 'wait' && request.noRetry)) return this.fail(outcome);
			if (next === 'repeat') await this.backOff(outcome);
			// After `wait`, the next try waits in the rate limiter.
		}
	}

	private fail(outcome: Outcome): Answer {
		const facts = this.explain(outcome);
		if (this.isAlreadyDeleted(facts)) return { body: undefined, maybeDoneByEarlierTry: true };
		throw this.errorWith(facts);
	}

	/** The record of a delete is gone, so an earlier try, whose answer was lost, has deleted it. */
	private isAlreadyDeleted(facts: ErrorFacts): boolean {
		return this.request.method === 'DELETE' && this.maybeDone && isNotFound(facts);
	}

	private async tryOnce(): Promise<Outcome> {
		const { session, request, queued } = this;
		const admission = await session.rateLimiter.acquire(queued);
		if (admission.kind === 'canceled') return { kind: 'canceled', sent: false };
		if (admission.kind === 'tooLong') {
			// The 429 may have been the answer to another request, and this one may not have been sent at all.
			throw this.longWaitError(admission, this.wasJustLimited ? 429 : undefined);
		}
		let outcome: Outcome | undefined;
		try {
			outcome = await session.attempt(request);
			this.mayHaveReachedService ||=
				outcome.kind === 'canceled' ? outcome.sent : outcome.kind !== 'notSent';
			return outcome;
		} finally {
			// A permit that is never released would hold up all requests for ever.
			const limited = outcome?.kind === 'answer' && outcome.status === 429;
			this.noteLimit(limited);
			const waitMs = limited ? requestedWaitMs(outcome) : undefined;
			session.rateLimiter.release(admission.permit, { limited, waitMs });
		}
	}

	/**
	 * The time that a run may wait for the rate limit starts again after each request that was not refused, because a run
	 * that makes progress may take long. A single request that is refused again and again keeps its own deadline.
	 */
	private noteLimit(limited: boolean): void {
		const { queued } = this;
		const { budget } = this.session;
		this.wasJustLimited = limited;
		if (!limited) return budget.noteProgress();
		if (this.wasEverLimited) {
			// The limit may concern only this request. So it goes to the end of the queue, and another one tests the limit.
			queued.arrival = undefined;
		} else {
			// From now on it has its own deadline, which the progress of others does not move.
			queued.deadline = Math.min(queued.deadline, performance.now() + budget.remainingMs());
		}
		this.wasEverLimited = true;
	}

	/** Checks that the body is a record; only a delete may answer 204 without one (docs/interface.md, Conventions). */
	private accept(outcome: Outcome): Answer {
		if (outcome.kind !== 'answer') throw new Error('Only an answer can be accepted.');
		const { request } = this;
		const { status, body } = outcome;
		const maybeDoneByEarlierTry = this.maybeDone || undefined;
		const answer = { maybeDoneByEarlierTry, serviceTime: serviceTimeOf(outcome.headers) };
		if (body.kind === 'readAsList') return { ...answer, body: undefined, wasReadAsList: true };
		if (request.method === 'DELETE') {
			// A gateway answers a delete with 200 as well, so no body proves it.
			if (body.kind === 'empty' && status === 204) return { ...answer, body: undefined };
		} else if (body.kind === 'json' && typeof body.value === 'object' && body.value !== null) {
			const { proves = (value: unknown) => !isErrorBody(value) } = request;
			if (proves(body.value)) return { ...answer, body: body.value };
		}
		this.maybeDone ||= request.retryClass !== 'read';
		throw this.errorWith(explainUnusableBody({ ...this.session, ...request }, outcome));
	}

	/** Pauses before a repeat: longer each time, and at least as long as the service asks. */
	private async backOff(outcome: Outcome): Promise<void> {
		const { budget, signal } = this.session;
		this.failures++;
		const requestedMs = requestedWaitMs(outcome);
		const pauseMs = repeatAfterMs(this.failures, requestedMs);
		if (pauseMs > budget.remainingMs()) {
			if (outcome.kind === 'answer' && requestedMs !== undefined) {
				throw this.longWaitError({ ms: pauseMs, fromService: true }, outcome.status);
			}
			const facts = this.explain(outcome);
			const why = 'It was not tried again, because this run may not wait any longer.';
			const hint = `${facts.hint ?? ''} ${why}`.trim();
			throw this.errorWith({ ...facts, hint });
		}
		// Max Wait counts this pause.
		budget.begin('outage');
		await pause(pauseMs, signal);
		budget.end('outage');
	}

	private explain(outcome: Outcome): ErrorFacts {
		return explainOutcome({ ...this.session, ...this.request }, outcome);
	}

	private errorWith(facts: ErrorFacts): SurveyInterviewError {
		const neverReachedService = !this.mayHaveReachedService;
		const allFacts = { ...facts, neverReachedService };
		return serviceError(this.session, this.request, allFacts, { maybeDone: this.maybeDone });
	}

	/** @param status of the answer to this request, if it has got one */
	private longWaitError(wait: LimitWait, status?: number): SurveyInterviewError {
		const { timeZone, tooLongAdvice: hint } = this.session;
		const isUnsent = status === undefined && !this.maybeDone;
		const facts = explainLongWait(wait, timeZone, isUnsent, status);
		return this.errorWith({ ...facts, hint, status });
	}
}

const requestedWaitMs = (outcome: Outcome | undefined): number | undefined =>
	outcome?.kind === 'answer' ? retryAfterMs(outcome.headers['retry-after']) : undefined;

/** When the service answered, by its own clock. */
function serviceTimeOf(headers: Record<string, unknown>): number | undefined {
	const time = Date.parse(String(headers.date));
	return Number.isNaN(time) ? undefined : time;
}
