import type { Contact, PersonKeys } from './contact';
import { matchKeys, type MatchBy } from './options';
import { RecipientIndex, type Recipient } from './recipients';

/** A person of the list: most often one contact, sometimes several rows about the same one. */
export interface ListedPerson {
	/** The first row, with the key that only a later row of the same person has. */
	contact: Contact;
	/** All rows about this person, in the order of the input. */
	rows: Contact[];
}

/** Whose row a contact is, and by which key that is known; `by` is absent for a person's first row. */
export interface Row {
	person: ListedPerson;
	by?: keyof PersonKeys;
}

/**
 * Finds the contacts of a list that are the same person as an earlier one. Two external ids are two
 * persons, also where they share a mailbox; without one, the same address is the same person.
 *
 * @returns a row for each contact, in their order
 */
export function rowsOf(contacts: Contact[], matchBy: MatchBy): Row[] {
	const kinds = matchKeys(matchBy);
	const byId = new Map<string, ListedPerson>();
	const byEmail = new Map<string, ListedPerson>();
	/** Persons of whom no external id is known so far. */
	const byEmailAlone = new Map<string, ListedPerson>();
	const note = (person: ListedPerson, id: string | undefined, email: string | undefined) => {
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

/** What was found for a person; `others`: more invitations of the same person, which stay as they are. */
export interface Match {
	recipient: Recipient;
	others: Recipient[];
}

/**
 * Finds the invitation of each person: by the strongest key first for all of them, so that nobody takes
 * by e-mail what another has by external id. An invitation with another external id is another person's,
 * whatever its address. Pure; the order of the input decides between equals.
 *
 * @param persons no two of them the same person
 * @param recipients the best first
 * @returns a match for each person, in their order
 */
export function matchAll(
	persons: Contact[],
	recipients: Recipient[],
	matchBy: MatchBy,
): Array<Match | undefined> {
	const index = new RecipientIndex(recipients);
	const found: Array<Recipient | undefined> = persons.map(() => undefined);
	for (const kind of matchKeys(matchBy)) {
		persons.forEach((person, place) => {
			found[place] ??= index.take(queueOf(kind, person, matchBy), person[kind]);
		});
	}
	// Only now is it known which invitations are nobody else's.
	return found.map((recipient, place) => {
		const person = persons[place];
		if (!recipient || !person) return undefined;
		const others = new Set(
			matchKeys(matchBy).flatMap((kind) =>
				index.remaining(queueOf(kind, person, matchBy), person[kind], MAX_OTHERS),
			),
		);
		return { recipient, others: [...others].slice(0, MAX_OTHERS) };
	});
}

/** More of one person than anybody wants to read. */
const MAX_OTHERS = 100;

/** Where to look by a key. Who has an external id gets by e-mail only what has none. */
function queueOf(kind: 'email' | 'externalId', person: Contact, matchBy: MatchBy) {
	const isStrict = matchBy === 'externalIdThenEmail' && person.externalId !== undefined;
	return kind === 'email' && isStrict ? 'emailAlone' : kind;
}

/** Who has a key: a contact of the list, an invitation, or both. */
export interface KeyOwner {
	contact?: Contact;
	recipient?: Recipient;
}

/** Who will have which e-mail address and external id once the plan is carried out. */
export class KeyOwners {
	private readonly byKey = {
		email: new Map<string, KeyOwner>(),
		externalId: new Map<string, KeyOwner>(),
	};

	/** The first with a key has it. */
	add(keys: PersonKeys, contact: Contact | undefined, recipient?: Recipient): void {
		for (const kind of ['email', 'externalId'] as const) {
			const key = keys[kind];
			if (key !== undefined && !this.byKey[kind].has(key)) {
				this.byKey[kind].set(key, { contact, recipient });
			}
		}
	}

	of(kind: keyof PersonKeys, key: string | undefined): KeyOwner | undefined {
		return key === undefined ? undefined : this.byKey[kind].get(key);
	}
}
