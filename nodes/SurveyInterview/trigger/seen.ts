import { canonical } from '../records/json';
import { HASH_LENGTH, shortHash } from '../records/shortHash';

/** Characters of a set that are unpacked in one part, in less than a millisecond. */
const PART = 5_000 * HASH_LENGTH;

/**
 * The content of a record as one short hash. The order of its keys does not matter. The whole record counts,
 * because the fields of a survey are not documented.
 */
export function fingerprintOf(value: unknown): string {
	return shortHash(canonical(value));
}

/**
 * Completions of one survey that are settled: the baseline, what was delivered, and what a filter rejected.
 * It is one string, because n8n clones and compares a trigger's state in every poll, and one string costs it
 * nothing. What a list does not show stays: a short answer must not make old completions new.
 */
export class SeenSet {
	private known?: Set<string>;

	constructor(readonly text: string) {}

	/** How many hashes it has. */
	get size(): number {
		return this.text.length / HASH_LENGTH;
	}

	/** Unpacks the string at the first call; an idle poll does not call it. */
	has(hash: string): boolean {
		this.known ??= unpack(this.text);
		return this.known.has(hash);
	}

	/** Unpacks the string in parts, after each of which n8n may do something else. */
	*unpacking(): Generator<void, void> {
		if (this.known) return;
		const known = new Set<string>();
		for (let from = 0; from < this.text.length; from += PART) {
			putIn(known, this.text.slice(from, from + PART), 0);
			yield;
		}
		this.known = known;
	}

	/**
	 * A smaller set.
	 *
	 * @param hashes texts of one or more
	 */
	without(hashes: readonly string[]): SeenSet {
		if (hashes.length === 0) return this;
		const gone = unpack(hashes.join(''));
		let rest = '';
		let from = 0;
		for (let at = 0; at < this.text.length; at += HASH_LENGTH) {
			if (!gone.has(this.text.slice(at, at + HASH_LENGTH))) continue;
			rest += this.text.slice(from, at);
			from = at + HASH_LENGTH;
		}
		return from === 0 ? this : new SeenSet(rest + this.text.slice(from));
	}

	/**
	 * A larger set. Where it grows by a few, it takes over the unpacked hashes; this one would have to unpack
	 * again.
	 *
	 * @param hashes texts of one or more
	 */
	with(hashes: readonly string[]): SeenSet {
		if (hashes.length === 0) return this;
		const more = new SeenSet(this.text + hashes.join(''));
		if (this.known && more.size <= 2 * this.size) {
			more.known = this.known;
			putIn(more.known, more.text, this.text.length);
			this.known = undefined;
		}
		return more;
	}

	/** This set and another. */
	union(other: SeenSet): SeenSet {
		const more: string[] = [];
		for (let at = 0; at < other.text.length; at += HASH_LENGTH) {
			const hash = other.text.slice(at, at + HASH_LENGTH);
			if (!this.has(hash)) more.push(hash);
		}
		return this.with(more);
	}
}

function unpack(text: string): Set<string> {
	const known = new Set<string>();
	putIn(known, text, 0);
	return known;
}

function putIn(known: Set<string>, text: string, from: number): void {
	for (let at = from; at < text.length; at += HASH_LENGTH) {
		known.add(text.slice(at, at + HASH_LENGTH));
	}
}
