/** Who has opted out, in a list about several surveys. */
import { emailKey, externalIdKey } from '../service/person';
import { ByPerson, type Contact } from './contact';

/**
 * The entries of Never Create For, and the addresses and external IDs that rows of the list share with them, whichever
 * survey they are for: each survey is planned with its own rows only.
 */
export function optOutsInList(entries: readonly string[], contacts: readonly Contact[]): string[] {
	if (entries.length === 0) return [];
	const rows = new ByPerson<Contact>();
	for (const contact of contacts) rows.add(contact, contact);
	// It grows while it is read: a row that shares a key may have another one, which further rows share.
	const optOuts = new Set(entries);
	for (const entry of optOuts) {
		const sharing = [
			...rows.all('email', emailKey(entry)),
			...rows.all('externalId', externalIdKey(entry)),
		];
		for (const { email, externalId } of sharing)
			for (const key of [email, externalId]) if (key !== undefined) optOuts.add(key);
	}
	return [...optOuts];
}
