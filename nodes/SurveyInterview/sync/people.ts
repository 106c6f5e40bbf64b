import type { Contact, PersonKeys } from './contact';
import { keysOf, type MatchBy } from './options';

/** A person of the list: most often one contact, sometimes several rows about the same one. */
export interface Person {
	/** The first row, with the key that only a later row of the same person has. */
	contact: Contact;
	/** All rows about this person, in the order of the input. */
	rows: Contact[];
}

/** Whose row a contact is, and by which key that is known; `by` is absent for a person's first row. */
export interface Row {
	person: Person;
	by?: keyof PersonKeys;
}

/**
 * Finds the contacts of a list that are the same person as an earlier one. Two external ids are two
 * persons, also where they share a mailbox; without one, the same address is the same person.
 *
 * @returns a row for each contact, in their order
 */
export function rowsOf(contacts: Contact[], matchBy: MatchBy): Row[] {
	const kinds = keysOf(matchBy);
	const byId = new Map<string, Person>();
	const byEmail = new Map<string, Person>();
	/** Persons of whom no external id is known so far. */
	const byEmailAlone = new Map<string, Person>();
	const note = (person: Person, id: string | undefined, email: string | undefined) => {
		if (id !== undefined && !byId.has(id)) byId.set(id, person);
		if (email !== undefined && !byEmail.has(email)) byEmail.set(email, person);
	};
	return contacts.map((contact): Row => {
		const id = kinds.includes('externalId') ? contact.externalId : undefined;
		const email = kinds.includes('email') ? contact.email : undefined;
		const ofId = id === undefined ? undefined : byId.get(id);
		const ofEmail =
			email === undefined ? undefined : (id === undefined ? byEmail : byEmailAlone).get(email);
		const person = ofId ?? ofEmail;
		if (!person) {
			const own = { contact, rows: [contact] };
			note(own, id, email);
			if (id === undefined && email !== undefined) byEmailAlone.set(email, own);
			return { person: own };
		}
		note(person, id, email);
		// From now on another id at this address is another person.
		const alone = person.contact.email;
		if (id !== undefined && alone !== undefined && byEmailAlone.get(alone) === person) {
			byEmailAlone.delete(alone);
		}
		person.rows.push(contact);
		person.contact = withKeysOf(person.contact, contact);
		return { person, by: ofId ? 'externalId' : 'email' };
	});
}

/** A contact with the keys that it lacks itself and another row of the same person has. */
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
