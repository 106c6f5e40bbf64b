import { Quota } from './quota';
import { MAX_LIMIT_AGE_MS, RateLimit, type LimitWait } from './rateLimit';

/** A request that was sent, as the pace remembers it. */
export interface Sent {
	at: number;
	/** Which closure it was sent after: what was sent before the last one holds up no other request. */
	epoch: number;
	/** Milliseconds to its answer, where that was not a 429. */
	tookMs?: number;
}

/**
 * When requests may be sent to a service that limits them: a state machine over `now`, without a timer.
 * Nothing is held back before the first 429. After one, a single request tests the limit, and then the
 * requests go at the pace that the service has granted so far (docs/architecture.md, Rate limiter).
 */
export class Pace {
	private readonly limit = new RateLimit();
	private quota?: Quota;
	/** What was sent lately and not refused, oldest first. */
	private sent: Sent[] = [];
	/** Requests under way that were sent since the last 429. */
	private running = 0;
	private epoch = 0;
	/** The last closure: when its first 429 came, how many were refused. */
	private closure = { at: -Infinity, heard: 0, refused: 0, ms: 0 };
	/** Whether nothing has passed since the last 429. */
	private isTesting = false;
	/** Whether the wait after the last 429 has not ended. */
	private isClosed = false;

	/** When the wait that the service named ends. */
	get resumesAt(): number {
		return this.limit.resumesAt;
	}

	/** How many requests are under way that count. */
	get underWay(): number {
		return this.running;
	}

	/** The wait as a person should read it. */
	waitFrom(now: number): LimitWait {
		return this.limit.waitFrom(now);
	}

	/** When the next request may be sent; Infinity where the answer to another one must come first. */
	mayStartAt(now: number): number {
		if (now < this.limit.resumesAt) return this.limit.resumesAt;
		if (this.running >= this.limit.maxConcurrent) return Infinity;
		if (!this.quota || this.isClosed || this.isTesting) return now;
		if (now - this.closure.at > MAX_LIMIT_AGE_MS) {
			this.quota = undefined;
			return now;
		}
		if (this.running >= this.quota.widthAt(now, this.sent)) return Infinity;
		return this.quota.mayStartAt(this.sent);
	}

	/** A request is sent. */
	started(now: number): Sent {
		if (this.isClosed) this.resume();
		if (!this.isTesting) {
			this.quota?.started(now, this.sent);
			const recent = this.sent.findIndex(({ at }) => at > now - 1.5 * Quota.MAX_CYCLE_MS);
			if (recent !== 0) this.sent.splice(0, recent === -1 ? this.sent.length : recent);
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
		if (this.isTesting) this.reopen(request);
		else this.quota?.passed(request);
	}

	/** A 429 came, with the wait that it named, if it did. */
	reached(request: Sent, now: number, waitMs?: number): void {
		const place = this.sent.lastIndexOf(request);
		if (place !== -1) this.sent.splice(place, 1);
		if (!this.isTesting && !this.isClosed) {
			this.closure = { at: request.at, heard: now, refused: 0, ms: 0 };
		}
		this.closure.refused++;
		this.isClosed = true;
		this.limit.reached(waitMs, now);
		this.running = 0;
		this.epoch++;
	}

	/** The first request after a wait: it goes alone, unless the refusal was expected. */
	private resume(): void {
		this.isClosed = false;
		this.closure.ms = this.limit.resumesAt - this.closure.heard;
		const isExpected = !this.isTesting && this.learn();
		if (isExpected) this.limit.open();
		else this.isTesting = true;
	}

	private learn(tester?: Sent): boolean {
		const before = this.sent.filter((other) => other !== tester && other.tookMs !== undefined);
		const facts = { ...this.closure, granted: before };
		if (this.quota?.fits(facts)) return this.quota.refused(facts, tester === undefined);
		if (tester) this.quota = Quota.of(facts);
		return false;
	}

	/** The first request after a closure passed: what the service granted before it is known now. */
	private reopen(tester: Sent): void {
		this.isTesting = false;
		this.learn(tester);
		if (!this.quota) return;
		this.limit.open();
		this.quota.started(tester.at, []);
	}
}
