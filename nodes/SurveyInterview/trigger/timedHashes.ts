/** Hashes with the times of their completions, without an object for each: a baseline may have a million. */
export class TimedHashes {
	private readonly hashes: string[] = [];
	private readonly times: number[] = [];

	get size(): number {
		return this.hashes.length;
	}

	/** @param at in milliseconds since 1970, where it is known */
	add(hash: string, at = NaN): void {
		this.hashes.push(hash);
		this.times.push(at);
	}

	/** The hashes whose times pass. */
	where(passes: (at: number | undefined) => boolean): string[] {
		return this.hashes.filter((_hash, place) => {
			const at = this.times[place] ?? NaN;
			return passes(Number.isNaN(at) ? undefined : at);
		});
	}
}
