import { fits } from './log';
import type { LoggedRequest, RequestFilter } from './log';

/** Whether the fault strikes before the work (which is then not done) or after it was done. */
export type Moment = 'before' | 'after';

export type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 306 | 307 | 308;

export type Fault =
	/**
	 * An error envelope, with any status from 200 to 599; without a body where HTTP allows none.
	 * `retryAfter`: seconds, or a date that becomes an HTTP date.
	 */
	| { kind: 'status'; status: number; when?: Moment; retryAfter?: number | Date; code?: string }
	/** The connection is reset; not one byte of an answer. */
	| { kind: 'reset'; when?: Moment }
	/** The normal answer, so many milliseconds late. `after`: the work is done first, then the wait. */
	| { kind: 'slow'; ms: number; when?: Moment }
	/** The normal answer, when `until` resolves or the service stops. */
	| { kind: 'held'; until: Promise<unknown>; when?: Moment }
	/** No answer at all, until the client gives up or the service stops. */
	| { kind: 'hang'; when?: Moment }
	/** The normal answer: the head at once, then one byte each `ms` milliseconds. The work is done. */
	| { kind: 'drip'; ms: number }
	/** The normal answer with unknown fields of every type beside and inside what is there. */
	| { kind: 'extra fields'; seed: number }
	/** The normal answer in which one value is of another type. */
	| { kind: 'wrong types'; seed: number }
	/** Content-Length promises more than comes, then the connection ends. The work is done. */
	| { kind: 'truncated body' }
	/** Complete HTTP, half of the JSON. The work is done. */
	| { kind: 'truncated json' }
	/** The normal answer with another body. The work is done. */
	| { kind: 'rewritten body'; rewrite: (body: string) => string }
	/** A page such as a proxy shows; status 200 unless said otherwise. */
	| { kind: 'html'; status?: number; when?: Moment }
	/** Status 200 (unless said otherwise) and an empty body. */
	| { kind: 'empty'; status?: number; when?: Moment }
	/** To the same path at another origin, such as `http://127.0.0.1:1234`; 302 unless said otherwise. */
	| { kind: 'redirect'; status?: RedirectStatus; to: string; when?: Moment }
	/** An error whose message repeats the Authorization header, as careless proxies do. */
	| { kind: 'echo authorization'; status?: number; when?: Moment };

export interface FaultRule {
	/** Which requests; all when absent. */
	match?: RequestFilter | ((request: LoggedRequest) => boolean);
	fault: Fault;
	/** How often, default 1. */
	times?: number;
	/** How many matching requests are let through first, default 0. */
	skip?: number;
}

interface ActiveRule extends Required<Omit<FaultRule, 'match'>> {
	matches: (request: LoggedRequest) => boolean;
}

/** The switchboard of faults. The oldest rule that matches and is not used up strikes. */
export class Faults {
	private rules: ActiveRule[] = [];

	/** Adds a rule; the answer takes it away again. */
	inject({ match = {}, fault, times = 1, skip = 0 }: FaultRule): () => void {
		refuseImpossible(fault);
		const matches =
			typeof match === 'function' ? match : (request: LoggedRequest) => fits(request, match);
		const rule: ActiveRule = { matches, fault, times, skip };
		this.rules.push(rule);
		return () => {
			this.rules = this.rules.filter((other) => other !== rule);
		};
	}

	clear(): void {
		this.rules = [];
	}

	/** The fault for this request, which is thereby used. */
	take(request: LoggedRequest): Fault | null {
		const rule = this.rules.find(({ times, matches }) => times > 0 && matches(request));
		if (!rule) return null;
		if (rule.skip > 0) {
			rule.skip--;
			return null;
		}
		rule.times--;
		return rule.fault;
	}
}

/** What alters the real answer strikes after the work, the others as they say (default: before). */
export function momentOf(fault: Fault): Moment {
	switch (fault.kind) {
		case 'truncated body':
		case 'truncated json':
		case 'rewritten body':
		case 'extra fields':
		case 'wrong types':
		case 'drip':
			return 'after';
		default:
			return fault.when ?? 'before';
	}
}

function refuseImpossible(fault: Fault): void {
	const within = (status: number, from: number, to: number) => {
		if (status >= from && status <= to) return;
		throw new Error(`The fault "${fault.kind}" takes a status from ${from} to ${to}: ${status}.`);
	};
	if (fault.kind === 'status') within(fault.status, 200, 599);
	if (fault.kind === 'redirect') within(fault.status ?? 302, 300, 308);
}
