/** How a service limits requests: all times are milliseconds of the simulation. */
export interface Limits {
	/** Whether a request that arrives now is granted; then it counts. Else milliseconds until one would be. */
	take(now: number): number;
	/** Like `take`, and nothing counts. */
	look(now: number): number;
}

/** Requests a second, as a function of time, so that it may change. */
export type Rate = (now: number) => number;

/** A bucket that fills steadily, and holds what comes in `holdsMs`. */
export class TokenBucket implements Limits {
	private tokens: number;
	private last = 0;

	constructor(
		private readonly rate: Rate,
		private readonly holds: (now: number) => number,
	) {
		this.tokens = holds(0);
	}

	look(now: number): number {
		const rate = this.rate(now);
		this.tokens = Math.min(this.holds(now), this.tokens + ((now - this.last) * rate) / 1000);
		this.last = now;
		return this.tokens >= 1 - 1e-9 ? 0 : ((1 - this.tokens) / rate) * 1000;
	}

	take(now: number): number {
		const wait = this.look(now);
		if (wait === 0) this.tokens--;
		return wait;
	}
}

/** Windows that follow each other; the first request after one begins the next, or the clock does. */
export class FixedWindow implements Limits {
	private startedAt = -Infinity;
	private used = 0;

	constructor(
		private readonly rate: Rate,
		private readonly windowMs: number,
		private readonly byClock?: number,
	) {}

	look(now: number): number {
		const { windowMs } = this;
		if (now >= this.startedAt + windowMs) return 0;
		const granted = Math.round((this.rate(now) * windowMs) / 1000);
		return this.used < granted ? 0 : this.startedAt + windowMs - now;
	}

	take(now: number): number {
		const { windowMs, byClock } = this;
		if (now >= this.startedAt + windowMs) {
			this.used = 0;
			this.startedAt =
				byClock === undefined ? now : Math.floor((now - byClock) / windowMs) * windowMs + byClock;
		}
		const wait = this.look(now);
		if (wait === 0) this.used++;
		return wait;
	}
}

/** So many requests in any span of the window's length. */
export class SlidingWindow implements Limits {
	private granted: number[] = [];

	constructor(
		private readonly rate: Rate,
		private readonly windowMs: number,
	) {}

	look(now: number): number {
		while (this.granted.length > 0 && (this.granted[0] ?? 0) <= now - this.windowMs)
			this.granted.shift();
		const most = Math.round((this.rate(now) * this.windowMs) / 1000);
		if (this.granted.length < most) return 0;
		return (this.granted[this.granted.length - most] ?? now) + this.windowMs - now;
	}

	take(now: number): number {
		const wait = this.look(now);
		if (wait === 0) this.granted.push(now);
		return wait;
	}
}

/** What Retry-After says of a wait. */
export type Says = 'seconds' | 'nothing' | 'zero';

/** The wait that a 429 names. */
export function named(waitMs: number, says: Says): number | undefined {
	if (says === 'nothing') return undefined;
	return says === 'zero' ? 0 : Math.max(1, Math.ceil(waitMs / 1000)) * 1000;
}
