import type { Contact, PersonKeys } from './contact';
import { keysOf, type MatchBy } from './options';
import { Index, type Recipient } from './recipients';

/** What was found for a contact. */
export type Match =
	/** Another contact of the list is the same person; that one is done. */
	| { is: 'sameAs'; item: number; by: keyof PersonKeys }
	/** `others`: more invitations of the same person, which stay as they are. */
	| { is: 'found'; recipient: Recipient; others: Recipient[] }
	| { is: 'none' };

/**
 * Finds the invitation of each contact: by the strongest key first for all of them, so that nobody takes
 * by e-mail what another has by external id. Pure; the order of the input decides between equals.
 *
 * @param recipients the best first
 * @returns a match for each contact, in their order
 */
export function matchAll(contacts: Contact[], recipients: Recipient[], matchBy: MatchBy): Match[] {
	const matches = sameInList(contacts, matchBy);
	const index = new Index(recipients);
	const taken = new Set<Recipient>();
	for (const kind of keysOf(matchBy)) {
		contacts.forEach((contact, place) => {
			if (matches[place]?.is !== 'none') return;
			const recipient = index.all(kind, contact[kind]).find((one) => !taken.has(one));
			if (!recipient) return;
			taken.add(recipient);
			matches[place] = { is: 'found', recipient, others: [] };
		});
	}
	// Only now is it known which invitations are nobody else's.
	return matches.map((match, place) => {
		const contact = contacts[place];
		if (match.is !== 'found' || !contact) return match;
		return { ...match, others: othersOf(contact, index, taken, matchBy) };
	});
}

/** More invitations of a contact: with a key of the match, and with no other person's external id. */
function othersOf(
	contact: Contact,
	index: Index,
	taken: Set<Recipient>,
	matchBy: MatchBy,
): Recipient[] {
	const kinds = keysOf(matchBy);
	const isSomebodyElse = ({ externalId }: Recipient) =>
		kinds.includes('externalId') &&
		contact.externalId !== undefined &&
		externalId !== undefined &&
		externalId !== contact.externalId;
	const all = new Set(kinds.flatMap((kind) => index.all(kind, contact[kind])));
	return [...all].filter((one) => !taken.has(one) && !isSomebodyElse(one));
}

/**
 * Contacts of the list that are the same person as an earlier one. Two external ids are two persons, also
 * where they share a mailbox; without one, the same address is the same person.
 */
function sameInList(contacts: Contact[], matchBy: MatchBy): Match[] {
	const kinds = keysOf(matchBy);
	const byId = new Map<string, number>();
	const byEmail = new Map<string, number>();
	const byEmailWithoutId = new Map<string, number>();
	return contacts.map((contact) => {
		const id = kinds.includes('externalId') ? contact.externalId : undefined;
		const email = kinds.includes('email') ? contact.email : undefined;
		const sameId = id === undefined ? undefined : byId.get(id);
		const ofEmail = id === undefined ? byEmail : byEmailWithoutId;
		const sameEmail = email === undefined ? undefined : ofEmail.get(email);
		const first = sameId ?? sameEmail ?? contact.item;
		if (id !== undefined && !byId.has(id)) byId.set(id, first);
		if (email !== undefined) {
			if (!byEmail.has(email)) byEmail.set(email, first);
			// One that is the same as a person with an id makes nobody else the same as that one.
			const isOwn = id === undefined && first === contact.item;
			if (isOwn && !byEmailWithoutId.has(email)) byEmailWithoutId.set(email, first);
		}
		if (first === contact.item) return { is: 'none' };
		return { is: 'sameAs', item: first, by: sameId === undefined ? 'email' : 'externalId' };
	});
}
