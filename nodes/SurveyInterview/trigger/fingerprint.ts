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
export function fingerprint(value: unknown): string {
	return shortHash(canonical(value));
}
