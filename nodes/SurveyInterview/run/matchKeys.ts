/** Which keys of a search a match of Find has, and which it contradicts. Keys are email addresses and external IDs. */
import { isEmpty } from '../input/problem';
import type { Shape } from '../service/outputFields';
import { emailKey, externalIdKey, type IdentityValues } from '../service/person';
import { KEYS, type SearchKeys } from './personIndex';

/** The output `keys`: an entry for each match, in the same order. */
export const MATCHED_KEYS_OUTPUT: Shape = {
	id: 'string?',
	// The keys of the search that the record has.
	agrees: 'strings',
	// The keys of the search of which the record has another value, or an unreadable one, such as a masked address.
	differs: 'strings',
	// All its values, as they are written.
	emails: 'strings',
	external_ids: 'strings',
};

/**
 * Compares the keys in a record with those of a search. A key that the record lacks neither agrees nor differs. A key
 * may do both, if the record has it twice with different values. An unreadable value differs, because it must not be
 * a reason to erase a person.
 */
export function compareKeys({ emails, externalIds }: IdentityValues, sought: SearchKeys) {
	// A boolean is no address: `email: true` may say that a person is reached by email.
	const mayBeKey = (value: unknown) => typeof value !== 'boolean' && !isEmpty(value);
	const values = { email: emails.filter(mayBeKey), externalId: externalIds.filter(mayBeKey) };
	const keyOf = { email: emailKey, externalId: externalIdKey };
	const soughtKeys = KEYS.filter((name) => sought[name] !== undefined);
	const isSame = (name: keyof SearchKeys) => (value: unknown) =>
		keyOf[name](value) === sought[name];
	return {
		agrees: soughtKeys.filter((name) => values[name].some(isSame(name))),
		differs: soughtKeys.filter((name) => !values[name].every(isSame(name))),
		emails: textsOf(values.email),
		external_ids: textsOf(values.externalId),
	};
}

function textsOf(values: unknown[]): string[] {
	const texts = values.map((value) =>
		typeof value === 'string' ? value.trim() : JSON.stringify(value),
	);
	return [...new Set(texts)];
}
