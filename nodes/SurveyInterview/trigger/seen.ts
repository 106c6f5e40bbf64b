import { hash } from 'node:crypto';

import { canonical } from '../records/json';

/** Characters of a short hash: 48 bits in base64 (design, The trigger). */
export const HASH_LENGTH = 8;

/** A text in 48 bits: among 100,000 of them, a newcomer meets its double once in three billion times. */
export function shortHash(text: string): string {
	return hash('sha1', text, 'base64').slice(0, HASH_LENGTH);
}

/**
 * What a record says, in one short hash. The order of its keys does not matter. The whole record counts,
 * because the fields of SurveyRead are not shown (interface-spec, Resources).
 */
export function fingerprintOf(value: unknown): string {
	return shortHash(canonical(value));
}

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
