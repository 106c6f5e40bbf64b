/** A request that the service granted, and in which time it answered. */
interface Granted {
	at: number;
	tookMs?: number;
}

/** How the service refused. */
export interface Closure {
	/** When the first request that it refused was sent, and when its answer came. */
	at: number;
	heard: number;
	/** From then until a request was sent again. */
	ms: number;
	/** The last wait in it. */
	waitMs: number;
	/** The requests that were granted before. */
	granted: readonly Granted[];
}

/** Where the service counts over a longer time, it refuses seldom, and waiting unasked would cost much. */
const MAX_CYCLE_MS = 2000;
/** A wait of so many cycles belongs to a limit over a longer time. */
const MAX_WAIT_CYCLES = 4;
/** A service that grants fewer at once may grant more one by one. */
const FEW = 4;
/** So many go at once while the size may be far too much. */
const VAGUE_WIDTH = 4;
/** This part of a cycle goes as wide as it can; the others go carefully, so that few of them are refused. */
const WIDE = 0.5;
/** How much is left at least after a refusal that was not expected. */
const DECREASE = 0.8;
/** How much faster each growth is than the one before, as a part of the size. */
const ACCELERATION = 0.5;
/** A growth that is refused may cost one request in so many, and one part of the time in so many. */
const REQUESTS_A_PROBE = 40;
const TIME_A_PROBE = 20;
const MAX_HOLD = 10;
/** Answers that vary by more than this part of a cycle may do so because many go at once. */
const MAX_JITTER = 20;
/** Where others use the same token, they may be gone at any time. */
const MAX_SHARED_HOLD = 3;

/**
 * How many requests the service grants in which time, as far as its refusals tell: at most `size` are sent
 * in any `cycleMs`. A refusal takes the size back to what was granted. It grows by one after a while, and
 * faster and faster as long as that is granted.
 */
export class Quota {
	/** How long to remember what was sent. */
	static readonly MEMORY_MS = 1.5 * MAX_CYCLE_MS;

	/** The size that was granted for a whole cycle, and the one above which something was refused. */
	private base: number;
	private top: number;
	private step = 1;
	/** Cycles to go at this size before the next growth. */
	private hold = 0;
	/** What was granted and whether all of the quota was used, in this cycle. */
	private cycle = { granted: 0, isFull: false };
	/** Whether nothing but the first closure is known. */
	private isEstimate = true;
	private isShared = false;
	/** How often a growth was refused. */
	private walls = 0;
	/** When the next may go, where they go one by one. */
	private slot = 0;
	private fastest = Infinity;
	private slowest = 0;

	private constructor(
		private size: number,
		private readonly cycleMs: number,
		/** Whether they are spread evenly over the cycle, and not sent as soon as one may be. */
		private isEven: boolean,
		/** Whether it may be far too much, because the service had granted all for a while. */
		private isVague: boolean,
	) {
		this.base = size;
		this.top = size;
	}

	/** What a first closure tells; undefined where nothing was granted, or over too long a time. */
	static of({ at, ms, granted }: Closure): Quota | undefined {
		const first = granted[0];
		if (!first) return undefined;
		const isBurst = at - first.at <= MAX_CYCLE_MS;
		const burstMs = isBurst ? Math.max(0, at - first.at) : 0;
		// A service counts by whole seconds, and names the rest of them rounded up.
		const cycleMs = Math.max(1000, Math.floor((burstMs + ms) / 1000) * 1000);
		if (cycleMs > MAX_CYCLE_MS) return undefined;
		// Of many that went for longer than a cycle, only the last of them tell.
		const lately = isBurst ? granted : granted.filter((request) => request.at > at - cycleMs);
		const share = burstMs > cycleMs / 5 ? cycleMs / (burstMs + ms) : 1;
		const size = Math.max(1, Math.floor(lately.length * share));
		const quota = new Quota(size, cycleMs, size < FEW, !isBurst);
		// A slow burst counts for less in a bucket, and for all of it in a window: it grows fast up to that.
		quota.top = lately.length;
		for (const request of lately) quota.measure(request);
		return quota;
	}

	/** Whether a closure is of this quota, and not of a limit over a longer time. */
	explains({ waitMs }: Closure): boolean {
		return waitMs <= MAX_WAIT_CYCLES * this.cycleMs;
	}

	/** When the next may be sent, with so many under way. */
	mayStartAt(now: number, sent: readonly Granted[], running: number): number {
		const first = sent[sent.length - this.size];
		const free = first ? first.at + this.cycleMs + this.jitterMs : now;
		const at = this.isEven ? Math.max(free, this.slot) : free;
		return at > now ? at : this.carefully(now, sent, running);
	}

	/** The last of a cycle go a few at a time; an answer that does not come holds up no other cycle. */
	private carefully(now: number, sent: readonly Granted[], running: number): number {
		if (this.isVague && running >= VAGUE_WIDTH) return now + this.cycleMs;
		const wide = Math.max(1, Math.floor(this.base * WIDE));
		const first = sent[sent.length - wide];
		if (!first || first.at <= now - this.cycleMs) return now;
		// Enough of them that the rest is done in half a cycle.
		const most = Math.ceil(((this.size - wide) * this.slowest * 2) / this.cycleMs);
		return running < Math.max(1, most) ? now : first.at + this.cycleMs;
	}

	/** A request is sent. */
	started(now: number, sent: readonly Granted[]): void {
		const gap = this.cycleMs / this.size;
		const first = sent[sent.length - this.size];
		const isFull = first && now - first.at < this.cycleMs + this.jitterMs + 2 * gap + 10;
		if (isFull) this.cycle.isFull = true;
		this.slot = Math.max(this.slot, now - gap / 10) + gap;
	}

	/** A request was granted; after a cycle that used all of the quota it may grow. */
	passed(request: Granted): void {
		this.measure(request);
		if (++this.cycle.granted < this.size) return;
		const { isFull } = this.cycle;
		this.cycle = { granted: 0, isFull: false };
		if (!isFull) return;
		this.isEstimate = false;
		this.isVague = false;
		this.base = this.size;
		if (this.hold > 0) this.hold--;
		else this.grow();
	}

	/**
	 * The service refused: back to what it grants.
	 *
	 * @param ifExpected to do so only where a growth was refused
	 * @returns whether that was so
	 */
	refused({ at, heard, granted }: Closure, ifExpected: boolean): boolean {
		const since = at - this.cycleMs - this.jitterMs;
		const lately = granted.filter((request) => request.at > since);
		const hasGrown = this.size > this.base && this.base >= this.top;
		const isWall = hasGrown && lately.length >= this.base * DECREASE;
		if (ifExpected && !isWall) return false;
		const less = Math.max(1, Math.min(lately.length, this.size - 1));
		if (isWall) this.backToWall(less, heard - (lately[0]?.at ?? heard));
		else this.decrease(less);
		this.isVague = false;
		this.base = this.size;
		this.step = 1;
		this.cycle = { granted: 0, isFull: false };
		return isWall;
	}

	private backToWall(granted: number, lostMs: number): void {
		this.hold =
			granted > this.base
				? 1
				: Math.min(
						this.isShared ? MAX_SHARED_HOLD : MAX_HOLD,
						Math.max(2, REQUESTS_A_PROBE / this.size, (TIME_A_PROBE * lostMs) / this.cycleMs),
					);
		this.size = Math.max(this.base, granted);
		this.top = this.size;
		// What goes one by one instead was no help.
		if (this.isEven && this.walls === 2) this.isEven = false;
		this.walls++;
	}

	private decrease(granted: number): void {
		if (this.isEstimate) {
			this.size = granted;
			this.top = granted;
			this.hold = 0;
			return;
		}
		if (granted < this.size * 0.9) this.isShared = true;
		this.top = Math.max(1, this.size - 1);
		this.size = Math.max(granted, Math.min(this.top, Math.ceil(this.size * DECREASE)));
		this.hold = 2;
	}

	private grow(): void {
		if (this.size < this.top) {
			this.size += Math.ceil((this.top - this.size) / 2);
			return;
		}
		// A small burst that is refused again may be all that a service takes at once.
		if (this.size === this.top && this.walls === 2 && this.size < 2 * FEW) this.isEven = true;
		this.size += this.step;
		this.step = this.step * 2 + Math.floor(this.size * ACCELERATION);
	}

	/** How much earlier than the request before it one may arrive, as far as the answers tell. */
	private get jitterMs(): number {
		const spread = this.slowest > 0 ? (this.slowest - this.fastest) / 2 : 0;
		return Math.min(this.cycleMs / MAX_JITTER, spread + 3);
	}

	private measure({ tookMs = 0 }: Granted): void {
		const decay = this.slowest > 0 ? (this.slowest - this.fastest) / 64 : 0;
		this.fastest = Math.min(tookMs, this.fastest + decay);
		this.slowest = Math.max(tookMs, this.slowest - decay);
	}
}
