import { Quota, type Closure } from './quota';
import { MAX_LIMIT_AGE_MS, RateLimit, type LimitWait } from './rateLimit';

/** A request that was sent: the right to send it, and what the pace remembers of it. */
export interface Sent {
	at: number;
	/** How many 429s came before: what was sent before the last one holds up no other request. */
	epoch: number;
	/** Milliseconds to its answer, where that was not a 429. */
	tookMs?: number;
}

/**
 * When requests may be sent to a service that limits them: a state machine over `now`, without a timer.
 * Nothing is held back before a 429. After one, a single request tests the limit; then the requests go at
 * the pace that the service has granted (docs/architecture.md, Rate limiter).
 */
export class Pace {
	private readonly limit = new RateLimit();
	/** What the service grants; undefined where nothing is known. */
	private quota?: Quota;
	/** What was sent lately and not refused, oldest first. */
	private sent: Sent[] = [];
	/** Requests under way that were sent since the last 429. */
	private running = 0;
	private epoch = 0;
	private closure = { at: -Infinity, heard: -Infinity, ms: 0, waitMs: 0 };
	/** `closed`: nothing was sent since the last 429. `testing`: nothing has passed since then. */
	private state: 'open' | 'closed' | 'testing' = 'open';

	/** Whether nothing is under way that would change anything. */
	get isIdle(): boolean {
		return this.running === 0;
	}

	/** The wait as a person should read it: that for the service, or else until the pace allows more. */
	waitFrom(now: number): LimitWait {
		if (now < this.limit.resumesAt) return this.limit.waitFrom(now);
		const at = this.mayStartAt(now);
		return { ms: Math.max(1000, at < Infinity ? at - now : 0), fromService: false };
	}

	/** When the next request may be sent; Infinity where the answer to another one must come first. */
	mayStartAt(now: number): number {
		if (now < this.limit.resumesAt) return this.limit.resumesAt;
		if (this.running >= this.limit.maxConcurrent) return Infinity;
		if (!this.quota || this.state !== 'open') return now;
		if (now - this.closure.heard > MAX_LIMIT_AGE_MS) {
			this.quota = undefined;
			return now;
		}
		return this.quota.mayStartAt(now, this.sent, this.running);
	}

	/** A request is sent. */
	started(now: number): Sent {
		if (this.state === 'closed') this.resume();
		if (this.state === 'open') {
			this.quota?.started(now, this.sent);
			this.forget(now - Quota.MEMORY_MS);
		}
		const request = { at: now, epoch: this.epoch };
		this.sent.push(request);
		this.running++;
		return request;
	}

	/** A request was answered without a 429, or not at all. */
	passed(request: Sent, now: number): void {
		request.tookMs = now - request.at;
		if (request.epoch !== this.epoch) return;
		this.running--;
		this.limit.passed(now);
		if (this.state === 'testing') this.reopen(request);
		else this.quota?.passed(request);
	}

	/** A 429 came, with the wait that it named, if it did. */
	reached(request: Sent, now: number, waitMs?: number): void {
		const place = this.sent.lastIndexOf(request);
		if (place !== -1) this.sent.splice(place, 1);
		if (this.state === 'open') this.closure = { at: request.at, heard: now, ms: 0, waitMs: 0 };
		this.limit.reached(waitMs, now);
		this.closure.ms = this.limit.resumesAt - this.closure.heard;
		this.closure.waitMs = this.limit.resumesAt - now;
		this.state = 'closed';
		this.running = 0;
		this.epoch++;
	}

	/** The first request after a wait: it goes alone, unless it was only a growth that was refused. */
	private resume(): void {
		const facts = this.factsOf(this.sent);
		const isExpected = this.quota?.explains(facts) && this.quota.refused(facts, true);
		this.state = isExpected ? 'open' : 'testing';
		if (isExpected) this.limit.open();
	}

	/** The first request after a closure passed, so what the service granted before is known. */
	private reopen(tester: Sent): void {
		this.state = 'open';
		const facts = this.factsOf(this.sent.filter((request) => request !== tester));
		this.sent = [tester];
		if (this.quota?.explains(facts)) this.quota.refused(facts, false);
		else this.quota = Quota.of(facts);
		if (!this.quota) return;
		this.limit.open();
		this.quota.started(tester.at, []);
	}

	private factsOf(sent: readonly Sent[]): Closure {
		return { ...this.closure, granted: sent.filter(({ tookMs }) => tookMs !== undefined) };
	}

	private forget(before: number): void {
		const recent = this.sent.findIndex(({ at }) => at > before);
		if (recent !== 0) this.sent.splice(0, recent === -1 ? this.sent.length : recent);
	}
}
