import { ByPerson, KEYS_OF_MATCH_BY, type Contact, type PersonKeys } from './contact';
import type { MatchBy } from './options';
import type { Recipient } from './recipients';

/** A person of the list: usually one contact, sometimes several rows about the same person. */
interface ListedPerson {
	/** The first row, completed by a key that only a later row has. */
	contact: Contact;
	/** All rows about this person, in the order of the input. */
	rows: Contact[];
}

/** The person that a contact is about. `by`: the key that a later row shares with an earlier one. */
interface Row {
	person: ListedPerson;
	by?: keyof PersonKeys;
}

/**
 * Groups the contacts of a list by person. Two external IDs are two persons, even with the same address. A
 * contact without an external ID is the same person as an earlier one with its address.
 *
 * @returns one row per contact, in their order
 */
export function* groupByPerson(contacts: Contact[], matchBy: MatchBy): Generator<void, Row[]> {
	const compared = KEYS_OF_MATCH_BY[matchBy];
	const persons = new ByPerson<ListedPerson>();
	const rows: Row[] = [];
	for (const contact of contacts) {
		yield;
		const keys: PersonKeys = {};
		for (const key of compared) keys[key] = contact[key];
		const { externalId, email } = keys;
		const withSameId = persons.of({ externalId });
		const atAddress = persons.of({ email });
		const isAnother = externalId !== undefined && atAddress?.contact.externalId !== undefined;
		const known = withSameId ?? (isAnother ? undefined : atAddress);
		const person = known ?? { contact, rows: [] };
		persons.add(keys, person);
		if (known) person.contact = withKeysOf(known.contact, contact);
		person.rows.push(contact);
		rows.push({ person, ...(known ? { by: withSameId ? 'externalId' : 'email' } : {}) });
	}
	return rows;
}

/** The contact, completed by the keys that only another row of the same person has. */
function withKeysOf(contact: Contact, row: Contact): Contact {
	const fields = { ...contact.fields };
	if (contact.externalId === undefined && row.externalId !== undefined) {
		fields.recipient_external_id = row.fields.recipient_external_id;
	}
	if (contact.email === undefined && row.email !== undefined) {
		fields.recipient_email = row.fields.recipient_email;
	}
	const { externalId = row.externalId, email = row.email } = contact;
	return { ...contact, fields, externalId, email };
}

/** The invitation found for a person, and other invitations of that person, which stay as they are. */
export interface Match {
	recipient: Recipient;
	others: Recipient[];
}

/** How many other invitations of one person an item lists at most. */
const MAX_OTHERS = 100;

/**
 * Finds the invitation of each person. The strongest key is compared for all persons first, so that nobody gets
 * by email the invitation that another person has by external ID. An invitation with another external ID
 * belongs to another person, whatever its address. Pure; between equals the order of the input decides.
 *
 * @param recipients the preferred ones first
 */
export function* matchPersons(
	persons: Contact[],
	recipients: Recipient[],
	matchBy: MatchBy,
): Generator<void, Array<Match | undefined>> {
	/** By key, whose invitations have it and are not taken; the preferred one is the last. */
	const available = new Map<string, Recipient[]>();
	const taken = new Set<Recipient>();
	for (const recipient of recipients.toReversed()) {
		yield;
		const { externalId, email } = recipient;
		for (const key of [
			...(externalId === undefined ? [] : [`externalId ${externalId}`]),
			...(email === undefined ? [] : [`email ${email}`]),
			...(email === undefined || externalId !== undefined ? [] : [`email only ${email}`]),
		]) {
			const others = available.get(key);
			if (others) others.push(recipient);
			else available.set(key, [recipient]);
		}
	}
	const withKey = (person: Contact, key: keyof PersonKeys): Recipient[] => {
		// A contact with an external ID matches by email only invitations without one.
		const needsNoId = matchBy === 'externalIdThenEmail' && person.externalId !== undefined;
		const prefix = key === 'email' && needsNoId ? 'email only' : key;
		return available.get(`${prefix} ${person[key]}`) ?? [];
	};
	const found: Array<Recipient | undefined> = persons.map(() => undefined);
	for (const key of KEYS_OF_MATCH_BY[matchBy]) {
		for (const [place, person] of persons.entries()) {
			yield;
			const those = withKey(person, key);
			while (!found[place] && those.length > 0) {
				const recipient = those.pop() as Recipient;
				if (taken.has(recipient)) continue;
				taken.add(recipient);
				found[place] = recipient;
			}
		}
	}
	const othersOf = (person: Contact) => {
		const those = KEYS_OF_MATCH_BY[matchBy].flatMap((key) =>
			withKey(person, key).slice(-MAX_OTHERS).reverse(),
		);
		return [...new Set(those)].filter((one) => !taken.has(one)).slice(0, MAX_OTHERS);
	};
	// Other invitations are known only when every person has been matched.
	const matches: Array<Match | undefined> = [];
	for (const [place, person] of persons.entries()) {
		yield;
		const recipient = found[place];
		matches.push(recipient && { recipient, others: othersOf(person) });
	}
	return matches;
}
