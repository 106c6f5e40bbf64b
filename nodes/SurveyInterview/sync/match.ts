/** Who is who: which rows are about the same person, and which invitation is whose. */
import { withoutGaps } from '../service/json';
import { areOtherNames } from '../service/person';
import { textKey } from '../service/scalars';
import {
	ByPerson,
	type Contact,
	contactLabel,
	type Key,
	KEY_NAMES,
	KEYS_OF_MATCH_BY,
	personKeys,
	recipientLabel,
} from './contact';
import type { Recipient } from './invitations';
import type { ContactStep, Step } from './step';
import type { MatchBy } from './syncOptions';

/** The step of a row, with that of the first row about the same person. */
export interface Row {
	step: ContactStep;
	first: ContactStep;
}

/**
 * Marks the rows that are about the same person as an earlier one. Two external IDs are two persons, even with the
 * same address. A contact without an external ID is the same person as an earlier one with its address. The contact
 * of a person's first row gets the key that only a later row has.
 *
 * @param steps the steps of the contacts that can be used
 */
export function* markDuplicates(
	steps: readonly ContactStep[],
	matchBy: MatchBy,
): Generator<void, ByPerson<Row>> {
	const rows = new ByPerson<Row>();
	const firstWith = (key: Key, { contact }: ContactStep) =>
		KEYS_OF_MATCH_BY[matchBy].includes(key) ? rows.allWith(key, contact[key])[0]?.first : undefined;
	const duplicates: Array<Row & { key: Key }> = [];
	for (const step of steps) {
		yield;
		const withSameId = firstWith('externalId', step);
		const withSameEmail = firstWith('email', step);
		const { externalId } = step.contact;
		const haveIds = externalId !== undefined && withSameEmail?.contact.externalId !== undefined;
		const isOtherPerson = haveIds && matchBy !== 'email';
		const earlier = withSameId ?? (isOtherPerson ? undefined : withSameEmail);
		rows.add(step.contact, { step, first: earlier ?? step });
		if (!earlier) continue;
		earlier.contact = withKeysOf(earlier.contact, step.contact);
		duplicates.push({ step, first: earlier, key: withSameId ? 'externalId' : 'email' });
	}
	for (const { step, first, key } of duplicates) {
		yield;
		step.fate = 'duplicate';
		step.duplicateOf = first.contact.row;
		step.reason = `Duplicate of ${contactLabel(first.contact)}, which has the same ${KEY_NAMES[key]}.`;
	}
	return rows;
}

function withKeysOf(contact: Contact, row: Contact): Contact {
	const { recipient_email, recipient_external_id } = row.fields;
	const keys = withoutGaps({ recipient_email, recipient_external_id });
	const fields = { ...keys, ...contact.fields };
	return { ...contact, fields, ...personKeys(fields) };
}

/** Invitations by the keys of their person, the preferred ones first. */
export class Invitations {
	readonly byKey = new ByPerson<Recipient>();
	/** Those without an external ID, which may belong to anybody who has the address. */
	private readonly withoutId = new ByPerson<Recipient>();

	add(recipient: Recipient): void {
		this.byKey.add(recipient, recipient);
		if (recipient.externalId === undefined) this.withoutId.add(recipient, recipient);
	}

	/** Those that may be a contact's: a list for each of the points 1 to 3 of `assignInvitations` that Match By allows. */
	listsFor({ email, externalId }: Contact, matchBy: MatchBy): Array<readonly Recipient[]> {
		const atAddress = this.byKey.allWith('email', email);
		const withId = this.byKey.allWith('externalId', externalId);
		const sameBoth = withId.filter((recipient) => email !== undefined && recipient.email === email);
		if (matchBy === 'email') return [sameBoth, atAddress];
		const sameIdOneWithoutEmail = withId.filter(
			(recipient) => email === undefined || recipient.email === undefined,
		);
		if (matchBy === 'externalId') return [sameBoth, sameIdOneWithoutEmail];
		const sameEmailOneWithoutId =
			externalId === undefined ? atAddress : this.withoutId.allWith('email', email);
		return [sameBoth, sameEmailOneWithoutId, sameIdOneWithoutEmail];
	}
}

/**
 * Gives each person their invitation, by what is more certain first, for all persons before the next:
 * 1. the address and the external ID are the same;
 * 2. the address is the same, and one of the two has no external ID;
 * 3. the external ID is the same, and one of the two has no address;
 * 4. the external ID is the same and the address is another: the person may have a new address, or the ID may be
 *    somebody else's. Such an invitation is taken only if nothing speaks for somebody else.
 *
 * With Match By Email, 3 and 4 are left out, and in 2 the external ID may be another; with External ID, 2 is left out.
 *
 * @param people the steps of the first row of each person
 * @returns the invitations that were found
 */
export function* assignInvitations(
	people: readonly ContactStep[],
	rows: ByPerson<Row>,
	invitations: Invitations,
	matchBy: MatchBy,
): Generator<void, ReadonlySet<Recipient>> {
	const taken = new Set<Recipient>();
	const take = (step: ContactStep, recipient: Recipient) => {
		step.recipient = recipient;
		taken.add(recipient);
	};
	/** How many at the start of a list are taken, so that no list is read twice: thousands may share a mailbox. */
	const takenAtStart = new WeakMap<readonly Recipient[], number>();
	const firstFree = (list: readonly Recipient[]): Recipient | undefined => {
		let index = takenAtStart.get(list) ?? 0;
		while (index < list.length && taken.has(list[index] as Recipient)) index++;
		takenAtStart.set(list, index);
		return list[index];
	};
	// Points 1 to 3. `listsFor` has no list for a point that Match By leaves out, so there may be fewer than three.
	for (const index of [0, 1, 2]) {
		for (const step of people) {
			yield;
			if (step.recipient) continue;
			const recipient = firstFree(invitations.listsFor(step.contact, matchBy)[index] ?? []);
			if (recipient) take(step, recipient);
		}
	}
	if (matchBy === 'email') return taken;
	// Point 4, and conflicts between the invitation with a person's address and the one with the ID.
	const queue = [...people];
	/** By their new address: who cannot take theirs as long as an invitation there is free, whose person may move too. */
	const waiting = new ByPerson<ContactStep>();
	for (const step of queue) {
		yield;
		const { contact, recipient: ownInvitation } = step;
		const withId = invitations.byKey.allWith('externalId', contact.externalId);
		const withAddress = invitations.byKey.allWith('email', contact.email);
		// With Match By External ID several people may share an address, so only an invitation that nobody has counts.
		const atAddress = matchBy === 'externalId' ? firstFree(withAddress) : withAddress[0];
		// A person who has an invitation is only checked: another one with their ID may mean that two people were mixed up in
		// the list. A person who has none may take one, so it must be free.
		const invitationWithId = ownInvitation ? withId[0] : firstFree(withId);
		// One with both keys is the person's, whatever else the service lists.
		const hasOwnId = ownInvitation?.externalId === contact.externalId;
		if (!invitationWithId || hasOwnId) continue;
		const isForSomebodyElse = isForAnotherContact(step, invitationWithId, rows, matchBy);
		if (ownInvitation) {
			// Its own, found by its address, must not get the ID of somebody else in the list.
			if (isForSomebodyElse) Object.assign(step, exchangeConflict(ownInvitation, invitationWithId));
			continue;
		}
		const conflict = conflictOf(step, invitationWithId, atAddress, isForSomebodyElse, rows);
		// The step then shows the invitation in question, which it has not taken.
		if (conflict) {
			Object.assign(step, conflict);
			if (atAddress && matchBy === 'externalId') waiting.add({ email: contact.email }, step);
			continue;
		}
		take(step, invitationWithId);
		const { email } = invitationWithId;
		if (firstFree(invitations.byKey.allWith('email', email))) continue;
		for (const next of waiting.allWith('email', email)) {
			Object.assign(next, { fate: 'created', recipient: undefined, reason: undefined });
			queue.push(next);
		}
	}
	return taken;
}

/** Of each list, because thousands may share a mailbox. */
const MAX_OTHERS = 100;

/**
 * Other invitations of a person, which stay as they are.
 *
 * @param unmatched the invitations that nobody in the list has
 */
export function otherInvitationsOf(
	contact: Contact,
	unmatched: Invitations,
	matchBy: MatchBy,
): Recipient[] {
	const invitations = unmatched
		.listsFor(contact, matchBy)
		.flatMap((list) => list.slice(0, MAX_OTHERS));
	return [...new Set(invitations)];
}

type Conflict = Pick<Step, 'fate' | 'recipient' | 'reason'>;

/** Whether an invitation with a contact's ID, and with another address, is for somebody else in the list. */
function isForAnotherContact(
	step: ContactStep,
	recipient: Recipient,
	rows: ByPerson<Row>,
	matchBy: MatchBy,
): boolean {
	// An invitation with another name is rather for whoever has its address.
	const isNamedDifferently = areOtherNames(
		step.contact.fields.recipient_name,
		recipient.facts.recipient_name,
	);
	return rows
		.allWith('email', recipient.email)
		.some(
			({ first }) => first !== step && (isNamedDifferently || mayBeFor(first, recipient, matchBy)),
		);
}

/**
 * Why an invitation with a contact's ID, and with another address, is not taken for the contact, which has none:
 * 1. another one stands at the contact's address, as if two people had been exchanged;
 * 2. it is for somebody else in the list;
 * 3. it was used;
 * 4. rows with different addresses have its ID;
 * 5. its name has no word in common with that of the contact.
 *
 * 1, 2 and 5 fail the row (`unusable`). In 3 and 4 it is probably the contact's, and stays as it is (`duplicate`).
 */
function conflictOf(
	step: ContactStep,
	recipient: Recipient,
	atAddress: Recipient | undefined,
	isForSomebodyElse: boolean,
	rows: ByPerson<Row>,
): Conflict | undefined {
	const label = recipientLabel(recipient.facts);
	if (atAddress) return exchangeConflict(atAddress, recipient);
	if (isForSomebodyElse) {
		const reason = `Its external ID is that of an invitation of ${label}, who is somebody else in the list: correct the external IDs.`;
		return { fate: 'unusable', recipient, reason };
	}
	if (recipient.facts.status === 'used') {
		const reason = `Its external ID is that of an invitation that ${label} has used, which stays as it is. If this is somebody else, correct the external ID.`;
		return { fate: 'duplicate', recipient, reason };
	}
	const withId = rows.allWith('externalId', step.contact.externalId);
	if (new Set(withId.flatMap((row) => addressOf(row.step.contact))).size > 1) {
		const reason = `Its external ID is that of an invitation of ${label}, which stays as it is, because rows with different addresses have this ID: correct the external IDs.`;
		return { fate: 'duplicate', recipient, reason };
	}
	if (shareNoWord(step.contact, recipient)) {
		const reason = `Its external ID is that of an invitation of ${label}, who has another name and another address: correct the external ID, or revoke that invitation.`;
		return { fate: 'unusable', recipient, reason };
	}
	return undefined;
}

/**
 * Whether an invitation with a contact's address and another external ID may still be for that contact. It is not if
 * the contact has another invitation at this address, with its own external ID, or with none, so that it gets the
 * contact's in this run. With Match By External ID, a contact that has an ID never takes an invitation with another.
 */
function mayBeFor(
	{ contact, recipient: found }: ContactStep,
	{ email }: Recipient,
	matchBy: MatchBy,
): boolean {
	if (contact.externalId === undefined) return true;
	if (matchBy === 'externalId') return false;
	const hasOneAtAddress = found && found.email === email && contact.email === email;
	if (!hasOneAtAddress) return true;
	return found.externalId !== undefined && found.externalId !== contact.externalId;
}

/** Whether two names share no word. Names that share one are probably those of one person with a new address. */
function shareNoWord({ fields }: Contact, { facts }: Recipient): boolean {
	const [words, shownWords] = [fields.recipient_name, facts.recipient_name].map(wordsOfName);
	if (!words?.length || !shownWords?.length) return false;
	// An initial is like each name that it may stand for.
	const isAlike = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
	return !words.some((word) => shownWords.some((shown) => isAlike(word, shown)));
}

function wordsOfName(name: unknown): string[] {
	if (typeof name !== 'string') return [];
	const plain = textKey(name).normalize('NFD').replace(/\p{M}/gu, '');
	return plain.split(/[^\p{L}\p{N}]/u).filter(Boolean);
}

/** The address of a row, also one that cannot be read; empty where it has none. */
const addressOf = ({ email, fields }: Contact): string[] => {
	const address = email ?? fields.recipient_email;
	return address === undefined ? [] : [String(address)];
};

/** It looks as if two people had exchanged an address or an ID, so the contact itself may be wrong. */
const exchangeConflict = (atAddress: Recipient, withId: Recipient): Conflict => ({
	fate: 'unusable',
	recipient: atAddress,
	reason: `Its email address is that of an invitation of ${recipientLabel(atAddress.facts)}, and its external ID that of one of ${recipientLabel(withId.facts)}, as if two people had been exchanged: correct the list.`,
});
