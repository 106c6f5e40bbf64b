/** In milliseconds: answers that vary by more may do so because the service is slow, not the way to it. */
const MAX_JITTER_MS = 50;
/** Times are whole milliseconds, and timers late. */
const MIN_JITTER_MS = 3;

/** How long answers take, as far as that tells how much earlier than the one before a request may arrive. */
export class AnswerTimes {
	private fastest?: number;
	private slowest = 0;

	/** An answer took so many milliseconds. */
	add(ms: number): void {
		const fastest = this.fastest ?? ms;
		// Old extremes count less and less.
		const decay = this.fastest === undefined ? 0 : (this.slowest - fastest) / 64;
		this.fastest = Math.min(ms, fastest + decay);
		this.slowest = Math.max(ms, this.slowest - decay);
	}

	/** Milliseconds by which two requests may come nearer to each other on their way. */
	get jitterMs(): number {
		const spread = this.slowest - (this.fastest ?? this.slowest);
		return Math.min(MAX_JITTER_MS, MIN_JITTER_MS + spread / 2);
	}
}
