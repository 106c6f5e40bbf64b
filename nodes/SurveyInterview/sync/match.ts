/** Who is who: which rows are about the same person, and which invitation is whose. */
import { withoutGaps } from '../records/json';
import {
	ByPerson,
	type Contact,
	type Key,
	KEYS_OF_MATCH_BY,
	personKeys,
	recipientLabel,
} from './contact';
import type { Recipient } from './invitations';
import type { Step } from './step';
import type { MatchBy } from './syncOptions';

/** Somebody in the list. */
export interface Person {
	/** The contact of the first row, with the key that only a later row has. */
	contact: Contact;
	/** All rows about this person, in the order of the input. */
	rows: Contact[];
	/** The invitation found for this person. */
	recipient?: Recipient;
	/** An invitation has a key of this person, and must not become this person's. */
	conflict?: Pick<Step, 'fate' | 'recipient' | 'reason'>;
}

export interface Row {
	contact: Contact;
	person: Person;
	/** The key by which it is the person of an earlier row. */
	by?: Key;
}

/** The rows of the list that can be used, in their order, and by the keys that they have. */
export interface People {
	persons: Person[];
	rows: Row[];
	byKey: ByPerson<Row>;
}

/**
 * Finds the rows of a list that are about the same person. Two external IDs are two persons, even with the same
 * address. A contact without an external ID is the same person as an earlier one with its address.
 */
export function* groupByPerson(
	contacts: readonly Contact[],
	matchBy: MatchBy,
): Generator<void, People> {
	const people: People = { persons: [], rows: [], byKey: new ByPerson() };
	const first = (contact: Contact, key: Key) =>
		KEYS_OF_MATCH_BY[matchBy].includes(key)
			? people.byKey.all(key, contact[key])[0]?.person
			: undefined;
	for (const contact of contacts) {
		yield;
		if (contact.problem !== undefined) continue;
		const withSameId = first(contact, 'externalId');
		const atAddress = first(contact, 'email');
		const haveIds = contact.externalId !== undefined && atAddress?.contact.externalId !== undefined;
		const isAnother = haveIds && matchBy !== 'email';
		const known = withSameId ?? (isAnother ? undefined : atAddress);
		const person = known ?? { contact, rows: [] };
		const row: Row = { contact, person };
		if (known) {
			row.by = withSameId ? 'externalId' : 'email';
			person.contact = withKeysOf(person.contact, contact);
		} else {
			people.persons.push(person);
		}
		person.rows.push(contact);
		people.rows.push(row);
		people.byKey.add(contact, row);
	}
	return people;
}

function withKeysOf(contact: Contact, row: Contact): Contact {
	const { recipient_email, recipient_external_id } = row.fields;
	const keys = withoutGaps({ recipient_email, recipient_external_id });
	const fields = { ...keys, ...contact.fields };
	return { ...contact, fields, ...personKeys(fields) };
}

/** A key by which an invitation is looked for, and what it must be beside that. */
interface Pass {
	key: Key;
	fits: (one: Recipient, contact: Contact) => boolean;
}

const PASSES: Pass[] = [
	{ key: 'externalId', fits: (one, { email }) => email !== undefined && one.email === email },
	{ key: 'email', fits: (one, contact) => lacks('externalId', one, contact) },
	{ key: 'externalId', fits: (one, contact) => lacks('email', one, contact) },
];
const lacks = (key: Key, one: Recipient, contact: Contact) =>
	one[key] === undefined || contact[key] === undefined;

const PASSES_OF_MATCH_BY: Record<MatchBy, Pass[]> = {
	emailThenExternalId: PASSES,
	externalId: PASSES.filter(({ key }) => key === 'externalId'),
	email: [{ key: 'email', fits: () => true }],
};

/**
 * Finds the invitation of each person, by what is more certain first, for all persons before the next:
 * 1. the address and the external ID are the same;
 * 2. the address is the same, and one of the two has no external ID;
 * 3. the external ID is the same, and one of the two has no address;
 * 4. the external ID is the same and the address is another: the person may have a new address, or the ID may be
 *    somebody else's. Such an invitation is taken only if nothing speaks for somebody else.
 *
 * With Match By Email, only the address counts; with External ID, 2 is left out.
 *
 * @param invitations the preferred ones first
 */
export function* matchPersons(
	{ persons, byKey }: People,
	invitations: ByPerson<Recipient>,
	matchBy: MatchBy,
): Generator<void, void> {
	for (const { key, fits } of PASSES_OF_MATCH_BY[matchBy]) {
		for (const person of persons) {
			yield;
			const { contact } = person;
			if (person.recipient) continue;
			const isFree = (one: Recipient) => !one.isTaken && fits(one, contact);
			const recipient = invitations.all(key, contact[key]).find(isFree);
			if (recipient) take(person, recipient);
		}
	}
	if (matchBy === 'email') return;
	for (const person of persons) {
		yield;
		const withId = invitations.all('externalId', person.contact.externalId);
		const atAddress =
			matchBy === 'externalId' ? [] : invitations.all('email', person.contact.email);
		const recipient = person.recipient ? withId[0] : withId.find((one) => !one.isTaken);
		if (!recipient || recipient === person.recipient) continue;
		person.conflict = conflictOf(person, recipient, atAddress[0], byKey);
		if (!person.recipient && !person.conflict) take(person, recipient);
	}
}

function take(person: Person, recipient: Recipient): void {
	person.recipient = recipient;
	recipient.isTaken = true;
}

const MAX_OTHERS = 100;

/** Other invitations of a person, which stay as they are. They are known when every person is matched. */
export function othersOf(
	{ contact }: Person,
	invitations: ByPerson<Recipient>,
	matchBy: MatchBy,
): Recipient[] {
	const those = PASSES_OF_MATCH_BY[matchBy].flatMap(({ key, fits }) =>
		invitations.all(key, contact[key]).filter((one) => !one.isTaken && fits(one, contact)),
	);
	return [...new Set(those)].slice(0, MAX_OTHERS);
}

/** Why an invitation with a person's ID, and with another address, may be somebody else's. */
function conflictOf(
	person: Person,
	recipient: Recipient,
	atAddress: Recipient | undefined,
	byKey: ByPerson<Row>,
): Person['conflict'] {
	const whose = recipientLabel(recipient.facts);
	const isOthers = byKey
		.all('email', recipient.email)
		.some((row) => row.person !== person && mayMean(row.person, recipient));
	// It has an invitation by its address, which must not get the ID of somebody else in the list.
	if (person.recipient) return isOthers ? exchange(person.recipient, recipient) : undefined;
	if (atAddress) return exchange(atAddress, recipient);
	if (isOthers) {
		const reason = `Its external ID is that of an invitation of ${whose}, who is somebody else in the list: correct the external IDs.`;
		return { fate: 'unusable', recipient, reason };
	}
	if (recipient.facts.status === 'used') {
		const reason = `Its external ID is that of an invitation that ${whose} has used, which stays as it is. If this is somebody else, correct the external ID.`;
		return { fate: 'duplicate', recipient, reason };
	}
	const withId = person.rows.filter(({ externalId }) => externalId !== undefined);
	if (new Set(withId.flatMap(({ email }) => email ?? [])).size <= 1) return undefined;
	const reason = `Its external ID is that of an invitation of ${whose}, which stays as it is, because rows with different addresses have this ID: correct the external IDs.`;
	return { fate: 'duplicate', recipient, reason };
}

/** Whether a person may be meant by an invitation with their address: not if their own has both of their keys. */
function mayMean({ contact, recipient: own }: Person, { email }: Recipient): boolean {
	const hasBoth = contact.externalId !== undefined && own?.externalId === contact.externalId;
	return !(hasBoth && own.email === email && contact.email === email);
}

/** It looks as if two people had exchanged an address or an ID, so the contact itself may be wrong. */
const exchange = (atAddress: Recipient, withId: Recipient): Person['conflict'] => ({
	fate: 'unusable',
	recipient: atAddress,
	reason: `Its email address is that of an invitation of ${recipientLabel(atAddress.facts)}, and its external ID that of one of ${recipientLabel(withId.facts)}, as if two people had been exchanged: correct the list.`,
});
