// The figures are those that did best in the simulation (npm run pace).
/** Up to the ceiling in so long, in seconds: alone, and where others use the same token. */
const RAMP_S = 10;
const SHARED_RAMP_S = 3;
const MAX_RAMP_S = 30;
/** What is left after a refusal below the ceiling, and how near the new ceiling is to the refused rate. */
const DECREASE = 0.85;
const SHARED_CEILING = 0.93;
/** The new ceiling is at most so much more than what was granted. */
const MAX_OVER_GRANTED = 1.5;
/** What was granted may be a little more than what is granted for ever. */
const MARGIN = 0.985;
/** Growth above the ceiling in one more ramp: a part of it, and at least so many requests a second. */
const GROWTH = 0.3;
const MIN_GROWTH = 16;
/** So many refusals in a row above the ceiling mean that nobody else uses the token. */
const WALLS_ALONE = 3;
/** After so long without a refusal, a first rate is more than an estimate. */
const ESTIMATE_MS = 2000;
/** Requests a second: less would take too long to find out that more is granted. */
const MIN_RATE = 0.5;

/** Where a rate starts and where it was refused, in requests a second. */
interface Span {
	from: number;
	ceiling: number;
}

/**
 * How many requests a second are sent after a refusal, as CUBIC grows the window of TCP (RFC 9438): fast
 * up to the rate that was refused, slow around it, and faster and faster beyond, because the service may
 * grant more than it did.
 */
export class RateCurve {
	private rampS = RAMP_S;
	private walls = 0;
	/** Whether it follows from the first refusal. */
	private isFirst = true;
	private span: Span;

	/**
	 * @param since when it starts, in milliseconds
	 * @param isSlowStart to double every second until the first refusal, because hardly anything is known
	 */
	constructor(
		private since: number,
		span: Span,
		private isSlowStart: boolean,
	) {
		this.span = bounded(span);
	}

	/** Requests a second at a moment. */
	at(now: number): number {
		const { from, ceiling } = this.span;
		const seconds = (now - this.since) / 1000;
		if (this.isSlowStart) return from * 2 ** seconds;
		const place = seconds / this.rampS - 1;
		const height = place < 0 ? ceiling - from : Math.max(GROWTH * ceiling, MIN_GROWTH);
		return ceiling + height * place ** 3;
	}

	/** Nothing was sent between these moments, though it might have been: that time does not count. */
	unused(from: number, to: number): void {
		this.since += Math.max(0, to - Math.max(from, this.since));
	}

	/**
	 * The service refused.
	 *
	 * @param at when what it refused was sent
	 * @param granted how many requests it granted in the second before
	 * @param now when requests go again
	 */
	refused(at: number, granted: number, now: number): void {
		// An answer may be so late that its request was sent before the curve began.
		const rate = this.at(Math.max(at, this.since));
		const isEstimate = this.isFirst && at - this.since < ESTIMATE_MS;
		// A refusal at once says that others had their turn, and nothing of the rate.
		const saysNothing = granted === 0 && !isEstimate;
		if (!saysNothing)
			this.span = bounded(this.spanAfter(rate, granted, isEstimate ? MIN_RATE : rate / 2));
		this.since = now;
		this.isSlowStart = false;
		this.isFirst = false;
	}

	/** @param least what is left in any case */
	private spanAfter(rate: number, granted: number, least: number): Span {
		if (this.isSlowStart) return { from: rate / 2, ceiling: rate };
		const measured = Math.max(least, Math.min(rate, granted));
		if (rate < this.span.ceiling) {
			this.walls = 0;
			this.rampS = SHARED_RAMP_S;
			const ceiling = Math.min(rate * SHARED_CEILING, measured * MAX_OVER_GRANTED);
			return { from: Math.min(measured, rate * DECREASE), ceiling };
		}
		// A growth that was refused costs a wait, so the next one comes later.
		if (++this.walls >= WALLS_ALONE) {
			this.rampS = Math.min(MAX_RAMP_S, Math.max(RAMP_S, 2 * this.rampS));
		}
		return { from: measured * MARGIN, ceiling: measured };
	}
}

function bounded({ from, ceiling }: Span): Span {
	const highest = Math.max(ceiling, MIN_RATE);
	return { from: Math.max(MIN_RATE, Math.min(from, highest * MARGIN)), ceiling: highest };
}
