import { hash } from 'node:crypto';

import { canonical } from '../records/json';

/** Characters of a short hash: 48 bits in base64. */
export const HASH_LENGTH = 8;

/** A hash of 48 bits: with 100,000 of them, another one collides once in three billion times. */
export function shortHash(text: string): string {
	return hash('sha1', text, 'base64').slice(0, HASH_LENGTH);
}

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

	/** Unpacks the string at the first call; an idle poll does not call it. */
	has(hash: string): boolean {
		this.known ??= unpack(this.text);
		return this.known.has(hash);
	}

	/** A smaller set. */
	without(hashes: readonly string[]): SeenSet {
		if (hashes.length === 0) return this;
		const rest = new Set((this.known ??= unpack(this.text)));
		for (const hash of hashes) rest.delete(hash);
		if (rest.size === this.known.size) return this;
		const fewer = new SeenSet([...rest].join(''));
		fewer.known = rest;
		return fewer;
	}

	/** A larger set. It takes over the unpacked hashes; this one would have to unpack again. */
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
