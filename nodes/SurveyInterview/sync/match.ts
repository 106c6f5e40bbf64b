import { KEYS_OF_MATCH_BY, type Contact, type PersonKeys } from './contact';
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
export interface Row {
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
	const keys = KEYS_OF_MATCH_BY[matchBy];
	const byId = new Map<string, ListedPerson>();
	const byEmail = new Map<string, ListedPerson>();
	/** Persons without a known external ID. */
	const byEmailWithoutId = new Map<string, ListedPerson>();
	const index = (person: ListedPerson, id: string | undefined, email: string | undefined) => {
		if (id !== undefined && !byId.has(id)) byId.set(id, person);
		if (email !== undefined && !byEmail.has(email)) byEmail.set(email, person);
	};
	const rowOf = (contact: Contact): Row => {
		const id = keys.includes('externalId') ? contact.externalId : undefined;
		const email = keys.includes('email') ? contact.email : undefined;
		const withSameId = id === undefined ? undefined : byId.get(id);
		const withSameEmail =
			email === undefined ? undefined : (id === undefined ? byEmail : byEmailWithoutId).get(email);
		const person = withSameId ?? withSameEmail;
		if (!person) {
			const newPerson = { contact, rows: [contact] };
			index(newPerson, id, email);
			if (id === undefined && email !== undefined) byEmailWithoutId.set(email, newPerson);
			return { person: newPerson };
		}
		index(person, id, email);
		// Now that this person has an external ID, another ID at this address is another person.
		const address = person.contact.email;
		if (id !== undefined && address !== undefined && byEmailWithoutId.get(address) === person) {
			byEmailWithoutId.delete(address);
		}
		person.rows.push(contact);
		person.contact = withKeysOf(person.contact, contact);
		return { person, by: withSameId ? 'externalId' : 'email' };
	};
	const rows: Row[] = [];
	for (const contact of contacts) {
		yield;
		rows.push(rowOf(contact));
	}
	return rows;
}

/** The contact, completed by the keys that only another row of the same person has. */
function withKeysOf(contact: Contact, row: Contact): Contact {
	const { recipient_external_id: id, recipient_email: email } = row.fields;
	const takesId = contact.externalId === undefined && row.externalId !== undefined;
	const takesEmail = contact.email === undefined && row.email !== undefined;
	return {
		...contact,
		externalId: contact.externalId ?? row.externalId,
		email: contact.email ?? row.email,
		fields: {
			...contact.fields,
			...(takesId ? { recipient_external_id: id } : {}),
			...(takesEmail ? { recipient_email: email } : {}),
		},
	};
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
	const index = new RecipientIndex();
	for (const recipient of recipients) {
		yield;
		index.add(recipient);
	}
	const found: Array<Recipient | undefined> = persons.map(() => undefined);
	for (const key of KEYS_OF_MATCH_BY[matchBy]) {
		for (const [place, person] of persons.entries()) {
			yield;
			found[place] ??= index.take(indexKeyFor(key, person, matchBy), person[key]);
		}
	}
	const othersOf = (person: Contact) => {
		const others = KEYS_OF_MATCH_BY[matchBy].flatMap((key) =>
			index.available(indexKeyFor(key, person, matchBy), person[key], MAX_OTHERS),
		);
		return [...new Set(others)].slice(0, MAX_OTHERS);
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

/** A contact with an external ID matches by email only invitations without one. */
function indexKeyFor(key: keyof PersonKeys, person: Contact, matchBy: MatchBy): IndexKey {
	const needsNoId = matchBy === 'externalIdThenEmail' && person.externalId !== undefined;
	return key === 'email' && needsNoId ? 'emailWithoutId' : key;
}

/** What the index looks up; `emailWithoutId`: the address of an invitation without an external ID. */
type IndexKey = keyof PersonKeys | 'emailWithoutId';

interface Queue {
	recipients: Recipient[];
	/** All recipients before this index are taken. */
	next: number;
}

/** Finds recipients by key and gives each to one person only; those with the same key keep their order. */
class RecipientIndex {
	private readonly queues = new Map<string, Queue>();
	private readonly taken = new Set<Recipient | undefined>();

	add(recipient: Recipient): void {
		const { email, externalId } = recipient;
		this.addUnder('email', email, recipient);
		this.addUnder('externalId', externalId, recipient);
		if (externalId === undefined) this.addUnder('emailWithoutId', email, recipient);
	}

	/** Takes the first recipient with this key that is not taken. */
	take(by: IndexKey, key: string | undefined): Recipient | undefined {
		const queue = this.queue(by, key);
		const recipient = queue?.recipients[queue.next];
		if (recipient) this.taken.add(recipient);
		return recipient;
	}

	/** The recipients with this key that are not taken, in their order, `limit` at most. */
	available(by: IndexKey, key: string | undefined, limit: number): Recipient[] {
		const { recipients = [], next = 0 } = this.queue(by, key) ?? {};
		const available: Recipient[] = [];
		for (let place = next; place < recipients.length && available.length < limit; place++) {
			const recipient = recipients[place];
			if (recipient && !this.taken.has(recipient)) available.push(recipient);
		}
		return available;
	}

	/** The queue of a key, moved on to its first recipient that is not taken. */
	private queue(by: IndexKey, key: string | undefined): Queue | undefined {
		const queue = this.queues.get(`${by} ${key}`);
		while (queue && this.taken.has(queue.recipients[queue.next])) queue.next++;
		return queue;
	}

	private addUnder(by: IndexKey, key: string | undefined, recipient: Recipient): void {
		if (key === undefined) return;
		const queue = this.queues.get(`${by} ${key}`);
		if (queue) queue.recipients.push(recipient);
		else this.queues.set(`${by} ${key}`, { recipients: [recipient], next: 0 });
	}
}
