// The figures are those that did best in the simulation (npm run pace).
/** Seconds from a rate that was granted to growth. */
const RAMP_S = 10;
/** What was granted may be a little more than what is granted for ever. */
const MARGIN = 0.98;
/** Growth in one more ramp: a part of the rate, and at least so many requests a second. */
const GROWTH = 0.3;
const MIN_GROWTH = 16;
/** Requests a second: less would take too long to find out that more is granted. */
const MIN_RATE = 0.5;

/**
 * How many requests a second are sent after a refusal: hardly more than were granted for some seconds, and then
 * faster and faster, as CUBIC grows the window of TCP (RFC 9438), because the service may grant more.
 */
export class RateCurve {
	/**
	 * @param since when it starts, in milliseconds
	 * @param granted requests a second
	 * @param isSlowStart to double every second until the first refusal, because hardly anything is known
	 */
	constructor(
		private since: number,
		private granted: number,
		private isSlowStart: boolean,
	) {}

	/** Requests a second at a moment. */
	at(now: number): number {
		const { granted } = this;
		const seconds = (now - this.since) / 1000;
		if (this.isSlowStart) return granted * 2 ** seconds;
		const place = seconds / RAMP_S - 1;
		const height = place < 0 ? granted * (1 - MARGIN) : Math.max(GROWTH * granted, MIN_GROWTH);
		return granted + height * place ** 3;
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
		// A refusal at once says that others had their turn, and nothing of the rate.
		const measured = granted === 0 ? this.granted : Math.min(rate, granted);
		this.granted = Math.max(MIN_RATE, rate / 2, this.isSlowStart ? 0 : measured);
		this.since = now;
		this.isSlowStart = false;
	}
}
