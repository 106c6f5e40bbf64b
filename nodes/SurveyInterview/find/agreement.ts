import { type IdentityValues, emailKey, externalIdKey } from '../records/person';
import type { SearchKeys } from './personIndex';

type SearchKey = keyof SearchKeys;

/** How a record that was found compares with whom was looked for. */
export interface Agreement {
	/** The keys looked for that the record carries. */
	agrees: SearchKey[];
	/** Those of which it carries another value, or one that cannot be read, such as a masked one. */
	differs: SearchKey[];
	/** All that it carries, as it is written there. */
	emails: string[];
	external_ids: string[];
}

/**
 * Compares all that a record says of a person with the keys looked for. A key that the record does not carry
 * neither agrees nor differs. A key may do both: under one name the value is the same, under another it is
 * not. A value that cannot be read differs, because nobody must erase a person on its account.
 */
export function compareKeys(said: IdentityValues, sought: SearchKeys): Agreement {
	const agrees: SearchKey[] = [];
	const differs: SearchKey[] = [];
	const compare = (name: SearchKey, values: unknown[], keyOf: (value: unknown) => unknown) => {
		const key = sought[name];
		if (key === undefined) return;
		const same = values.filter((value) => keyOf(value) === key).length;
		if (same > 0) agrees.push(name);
		if (same < values.length) differs.push(name);
	};
	const emails = said.emails.filter(isSaid);
	const externalIds = said.externalIds.filter(isSaid);
	compare('email', emails, emailKey);
	compare('externalId', externalIds, externalIdKey);
	return { agrees, differs, emails: textsOf(emails), external_ids: textsOf(externalIds) };
}

/** Null and blank text say nothing. Neither does a boolean: `email: true` may be a channel, not an address. */
function isSaid(value: unknown): boolean {
	if (value === undefined || value === null || typeof value === 'boolean') return false;
	if (typeof value === 'object') return Object.keys(value).length > 0;
	return typeof value !== 'string' || value.trim() !== '';
}

function textsOf(values: unknown[]): string[] {
	const texts = values.map((value) =>
		typeof value === 'string' ? value.trim() : JSON.stringify(value),
	);
	return [...new Set(texts)];
}
