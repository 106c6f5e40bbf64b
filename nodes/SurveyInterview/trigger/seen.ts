import { HASH_LENGTH } from './fingerprint';

/**
 * The completions that are settled: the baseline, what was delivered, and what a filter turned away. It is
 * one string, because n8n clones and compares a trigger's state on every poll, and one string costs it
 * nothing. Nothing is ever taken out: a short answer must not make old completions look new.
 */
export class SeenSet {
	private known?: Set<string>;

	constructor(readonly text: string) {}

	/** Unpacks the string at the first question; an idle poll asks none. */
	has(hash: string): boolean {
		this.known ??= unpack(this.text);
		return this.known.has(hash);
	}

	/** The set with more in it. What was unpacked goes along, and this one would have to unpack again. */
	with(hashes: readonly string[]): SeenSet {
		if (hashes.length === 0) return this;
		const more = new SeenSet(this.text + hashes.join(''));
		if (this.known) {
			more.known = this.known;
			for (const hash of hashes) more.known.add(hash);
			this.known = undefined;
		}
		return more;
	}
}

function unpack(text: string): Set<string> {
	const known = new Set<string>();
	for (let at = 0; at < text.length; at += HASH_LENGTH) known.add(text.slice(at, at + HASH_LENGTH));
	return known;
}
