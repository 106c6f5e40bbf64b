import { isObject, isTooDeep, type JsonObject } from '../records/json';
import { read } from '../http/call';
import { SurveyInterviewError, TOO_DEEP, type ErrorFacts } from '../http/errors';
import type { Session } from '../http/session';
import { oneRecord, withoutEnvelope, type Simplified } from '../facts/simplified';
import { toTime } from '../facts/values';

/** What became of one request. */
export type Asked =
	| { kind: 'answer'; body: unknown }
	| { kind: 'failed'; facts: ErrorFacts }
	/** It was not sent. `isEmpty`: because there is nothing to ask for. */
	| { kind: 'notSent'; why: string; isEmpty?: boolean };

/** After so many requests in a row without an answer the others are not sent: each may take minutes. */
const MAX_UNANSWERED = 2;

/** Sends one request after the other, and says of each what became of it. A failure does not stop the others. */
export class Asking {
	/** What is said of all further requests, once nothing more is sent. */
	stopped?: Asked;
	private unanswered = 0;

	constructor(private readonly session: Session) {}

	/** @throws {SurveyInterviewError} only when the execution is canceled */
	async get(path: string, query?: JsonObject): Promise<Asked> {
		if (this.stopped) return this.stopped;
		const outcome = await read(this.session, path, query).then(
			(body) => ({ body }),
			(error: unknown) => ({ error: error as Error }),
		);
		if ('error' in outcome) {
			const { error } = outcome;
			if (this.session.signal?.aborted || !(error instanceof SurveyInterviewError)) throw error;
			return this.failed(error.facts);
		}
		this.unanswered = 0;
		const { body } = outcome;
		return isTooDeep(body) ? { kind: 'failed', facts: TOO_DEEP } : { kind: 'answer', body };
	}

	private failed(facts: ErrorFacts): Asked {
		const { failure, status } = facts;
		if (failure?.cause === 'rate-limited') {
			this.stopped = { kind: 'notSent', why: limited(failure.retryAfterMs) };
			return this.stopped;
		}
		this.unanswered = status === undefined ? this.unanswered + 1 : 0;
		if (this.unanswered === MAX_UNANSWERED) {
			const why = 'the service did not answer the earlier requests. Run it again later';
			this.stopped = { kind: 'notSent', why };
		}
		return { kind: 'failed', facts };
	}
}

function limited(ms: number | undefined): string {
	const why = 'the service limits how many requests it answers';
	if (ms === undefined) return `${why}. Run it again later`;
	const at = toTime(Date.now() + ms)?.replace(/\.\d+Z$/, 'Z') ?? '';
	return `${why}. Run it again in ${Math.ceil(ms / 1000)} s (at ${at}), or increase the option Max Wait`;
}

/** A record in an answer, and the keys that lead to it: services put records into `data`. */
export interface Single {
	record: JsonObject;
	at: string;
}

/** The record in an answer; an empty one where there is none. */
export function recordIn(asked: Asked | undefined, simplified?: Simplified): Single {
	const one = asked?.kind === 'answer' ? oneRecord(asked.body, simplified) : undefined;
	const body = isObject(one) ? one : {};
	const record = withoutEnvelope(body);
	return { record, at: record === body ? '' : 'data' };
}
