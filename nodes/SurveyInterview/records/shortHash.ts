import { hash } from 'node:crypto';

/** Characters of a short hash: 48 bits in base64. */
export const HASH_LENGTH = 8;

/** A hash of 48 bits: with 100,000 of them, another one collides once in three billion times. */
export function shortHash(text: string): string {
	return hash('sha1', text, 'base64').slice(0, HASH_LENGTH);
}
