/** A request that the service granted. */
interface Granted {
	at: number;
	tookMs?: number;
}

/** How a closure came about: the service refused from `at` on, for `ms`. */
export interface Closure {
	at: number;
	heard: number;
	ms: number;
	/** How many requests it refused. */
	refused: number;
	/** The requests that it granted shortly before. */
	granted: readonly Granted[];
}

const FEW = 4;
const G = JSON.parse(process.env.G ?? '{}') as Record<string, number>;
const MD = G.MD ?? 0.8;
const HOLD = G.HOLD ?? 2;
const TOL = G.TOL ?? 0.5;
const CARE = G.CARE ?? 0.5;
const CARE1 = G.CARE1 ?? 1;
const FIT = G.FIT ?? 4;
const LOST = G.LOST ?? 20;
const EVERY = G.EVERY ?? 40;
const ACC = G.ACC ?? 0.25;
const MINHOLD = G.MINHOLD ?? 2;

/**
 * How many requests the service grants in which time, as far as its refusals tell: at most `size` starts in
 * any `cycleMs`. A refusal takes it back to what was granted; while nothing is refused it grows, faster and
 * faster, and with a pause before it goes beyond a size that was refused.
 */
export class Quota {
	/** Where the service counts over a longer time, refusals are few, and waiting unasked would cost much. */
	static readonly MAX_CYCLE_MS = 2000;

	/** The size that was granted last. */
	private base: number;
	private step = 1;
	/** Cycles to go at this size before the next growth. */
	private hold = 0;
	private walls = 0;
	private passes = 0;
	private wasFull = false;
	private slot = 0;
	private isFresh = true;
	private isShared = false;
	private fastest = Infinity;
	private slowest = 0;
	private top: number;

	private constructor(
		private size: number,
		readonly cycleMs: number,
		/** Which part of a cycle's requests may go at once; the others are spread evenly. */
		private burst: number,
	) {
		this.base = size;
		this.top = size;
	}

	/** What a first closure tells; undefined where the service counts over too long a time. */
	static of({ at, ms, granted }: Closure): Quota | undefined {
		const burstMs = granted.length > 0 ? Math.max(0, at - (granted[0]?.at ?? at)) : 0;
		const wholeMs = burstMs + ms;
		// Services count by whole seconds, and name them rounded up.
		const cycleMs = Math.max(1000, Math.floor(wholeMs / 1000) * 1000);
		if (cycleMs > Quota.MAX_CYCLE_MS) return undefined;
		const share = burstMs > cycleMs / 5 ? cycleMs / wholeMs : 1;
		const size = Math.max(1, Math.floor(granted.length * share));
		const quota = new Quota(size, cycleMs, size < FEW ? 0 : 1);
		for (const request of granted) quota.took(request);
		return quota;
	}

	/** Whether a closure is one of this quota, and not of a limit over a longer time. */
	fits({ ms }: Closure): boolean {
		return ms <= FIT * this.cycleMs;
	}

	private took({ tookMs = 0 }: Granted): void {
		const decay = this.slowest > 0 ? (this.slowest - this.fastest) / 64 : 0;
		this.fastest = Math.min(tookMs, this.fastest + decay);
		this.slowest = Math.max(tookMs, this.slowest - decay);
	}

	/** How much earlier than the request before it one may arrive, as far as the answers tell. */
	private get marginMs(): number {
		const spread = this.fastest < Infinity ? (this.slowest - this.fastest) / 2 : 0;
		return Math.min(this.cycleMs / 6, spread + 3);
	}

	private get gap() {
		return this.cycleMs / this.size;
	}

	mayStartAt(sent: readonly Granted[]): number {
		const oldest = sent[sent.length - this.size];
		const free = oldest ? oldest.at + this.cycleMs + this.marginMs : -Infinity;
		return this.burst < 1 ? Math.max(free, this.slot) : free;
	}

	/** How many may be under way: towards the end of a cycle few, so that a refusal concerns few. */
	widthAt(now: number, sent: readonly Granted[]): number {
		const careful = Math.max(1, Math.floor(this.base * (this.isShared ? CARE : CARE1)));
		const oldest = sent[sent.length - careful];
		if (!oldest || oldest.at <= now - this.cycleMs) return Infinity;
		const rest = this.size - careful;
		return Math.max(1, Math.ceil((rest * this.slowest * 2) / this.cycleMs));
	}

	started(now: number, sent: readonly Granted[]): void {
		const oldest = sent[sent.length - this.size];
		const { gap } = this;
		if (oldest && now - oldest.at < this.cycleMs + 2 * gap + 10 + this.marginMs) this.wasFull = true;
		this.slot = Math.max(this.slot, now - Math.max(gap / 10, this.burst * this.cycleMs)) + gap;
	}

	/** A request was granted; after a full cycle the quota grows. */
	passed(request: Granted): void {
		this.took(request);
		if (++this.passes < this.size) return;
		const wasFull = this.wasFull;
		this.passes = 0;
		this.wasFull = false;
		if (!wasFull) return;
		this.isFresh = false;
		this.base = this.size;
		if (this.hold > 0) {
			this.hold--;
			return;
		}
		if (this.size < this.top) this.size += Math.max(1, Math.floor((this.top - this.size) / 2));
		else {
			if (this.size === this.top && this.walls === 2 && this.burst === 1 && this.size < 8) this.burst = 0;
			this.size += this.step;
			this.step = this.step * 2 + Math.floor(this.size * ACC);
		}
	}

	/** The service refused: back to what it grants. Tells whether that was to be expected. */
	refused({ at, heard, granted }: Closure, orWait: boolean): boolean {
		const since = at - this.cycleMs - this.marginMs;
		const lately = granted.filter((request) => request.at > since);
		const count = lately.length;
		const isProbe = this.size > this.base && this.base >= this.top;
		const isWall = isProbe && count >= this.base * 0.8;
		if (orWait && !isWall) return false;
		if (isWall) {
			if (this.walls === 2 && this.burst === 0) this.burst = 1;
			this.walls++;
			this.size = this.base;
			this.top = this.size;
			const lost = (heard - (lately[0]?.at ?? heard)) / this.cycleMs;
			this.hold = Math.min(10, Math.max(MINHOLD, EVERY / this.size, LOST * lost));
		} else {
			const least = this.isFresh ? 1 : Math.ceil(this.size * MD);
			if (!this.isFresh && count < this.size * 0.9) this.isShared = true;
			this.top = Math.max(1, this.isFresh ? count : this.size - 1);
			this.size = Math.max(1, least, Math.min(count, this.size - 1));
			this.hold = this.isFresh ? 0 : HOLD;
		}
		this.base = this.size;
		this.step = 1;
		this.passes = 0;
		this.wasFull = false;
		return isWall;
	}
}
