import { Refusal } from '../refusal';

export interface RateLimit {
	requests: number;
	perSeconds: number;
	/** The seconds that Retry-After names, when it should not be the rest of the window. */
	retryAfter?: number;
	/** Which clock the window follows; waiting clients need the real one, which is the default. */
	clock?: 'real' | 'service';
}

interface Window {
	startedAt: number;
	used: number;
}

/** A fixed window for each token, not for each address. Refuses before any work. */
export class RateLimiter {
	private readonly windows = new Map<string, Window>();

	constructor(
		private limit: RateLimit | null,
		private readonly serviceNow: () => number,
	) {}

	/** Another limit, or none; the windows start anew. */
	set(limit: RateLimit | null): void {
		this.limit = limit;
		this.windows.clear();
	}

	count(token: string): void {
		if (!this.limit) return;
		const { requests, perSeconds, retryAfter, clock } = this.limit;
		const now = clock === 'service' ? this.serviceNow() : Date.now();
		const window = this.windows.get(token);
		if (!window || now - window.startedAt >= perSeconds * 1000) {
			this.windows.set(token, { startedAt: now, used: 1 });
			return;
		}
		if (++window.used <= requests) return;
		const rest = Math.ceil((window.startedAt + perSeconds * 1000 - now) / 1000);
		throw new Refusal('rate limited', 'Too many requests with this token.', {
			'retry-after': String(retryAfter ?? Math.max(1, rest)),
		});
	}
}
