/** Who is who: which rows are about the same person, and which invitation is whose. */
import { withoutUndefined } from '../service/json';
import { areOtherNames } from '../service/person';
import { textKey } from '../service/scalars';
import {
	ByPerson,
	type Contact,
	contactLabel,
	indexedByPerson,
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
	const keys = withoutUndefined({ recipient_email, recipient_external_id });
	const fields = { ...keys, ...contact.fields };
	return { ...contact, fields, ...personKeys(fields) };
}

/** Invitations by the keys of their person, the preferred ones first. */
export interface Invitations {
	byKey: ByPerson<Recipient>;
	/** Those without an external ID, which may belong to anybody who has the address. */
	withoutId: ByPerson<Recipient>;
}

export function* indexInvitations(recipients: readonly Recipient[]): Generator<void, Invitations> {
	const withoutId = recipients.filter(({ externalId }) => externalId === undefined);
	return {
		byKey: yield* indexedByPerson(recipients),
		withoutId: yield* indexedByPerson(withoutId),
	};
}

/** The invitations that may be a contact's, in a list for each of the points 1 to 3 of `assignInvitations`. */
function candidatesOf(
	{ email, externalId }: Contact,
	{ byKey, withoutId }: Invitations,
	matchBy: MatchBy,
): Record<'sameBoth' | 'sameEmail' | 'sameId', readonly Recipient[]> {
	const withEmail = byKey.allWith('email', email);
	const withId = byKey.allWith('externalId', externalId);
	const sameBoth = withId.filter((recipient) => email !== undefined && recipient.email === email);
	if (matchBy === 'email') return { sameBoth, sameEmail: withEmail, sameId: [] };
	const sameId = withId.filter((recipient) => email === undefined || recipient.email === undefined);
	if (matchBy === 'externalId') return { sameBoth, sameEmail: [], sameId };
	const sameEmail = externalId === undefined ? withEmail : withoutId.allWith('email', email);
	return { sameBoth, sameEmail, sameId };
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
	const { sameBoth, sameEmail, sameId } = candidatesOf(contact, unmatched, matchBy);
	return [...new Set([sameBoth, sameEmail, sameId].flatMap((list) => list.slice(0, MAX_OTHERS)))];
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
	for (const point of ['sameBoth', 'sameEmail', 'sameId'] as const) {
		for (const step of people) {
			yield;
			if (step.recipient) continue;
			const recipient = firstFree(candidatesOf(step.contact, invitations, matchBy)[point]);
			if (recipient) take(step, recipient);
		}
	}
	if (matchBy === 'email') return taken;
	// Point 4.
	const queue = [...people];
	/** Who cannot take an invitation yet, because a free one stands at their address: its person may move as well. */
	const waiting = new ByPerson<ContactStep>();
	for (const step of queue) {
		yield;
		const { contact, recipient: ownInvitation } = step;
		const withId = invitations.byKey.allWith('externalId', contact.externalId);
		if (ownInvitation) {
			// It was found by its address, and must not get the ID of somebody else in the list. If it has both keys, it is the
			// person's, whatever else the service lists.
			const [other] = withId;
			const hasBothKeys = ownInvitation.externalId === contact.externalId;
			if (other && !hasBothKeys && isForAnotherContact(step, other, rows, matchBy))
				Object.assign(step, exchangeConflict(ownInvitation, other));
			continue;
		}
		const recipient = firstFree(withId);
		if (!recipient) continue;
		const withAddress = invitations.byKey.allWith('email', contact.email);
		// With Match By External ID several people may share an address, so only an invitation that nobody has counts.
		const atAddress = matchBy === 'externalId' ? firstFree(withAddress) : withAddress[0];
		const conflict = conflictOf(step, recipient, atAddress, rows, matchBy);
		if (conflict) {
			Object.assign(step, conflict);
			if (atAddress && matchBy === 'externalId') waiting.add({ email: contact.email }, step);
			continue;
		}
		take(step, recipient);
		if (firstFree(invitations.byKey.allWith('email', recipient.email))) continue;
		// The address that this invitation gives up is free now.
		for (const next of waiting.allWith('email', recipient.email)) {
			Object.assign(next, { fate: 'created', recipient: undefined, reason: undefined });
			queue.push(next);
		}
	}
	return taken;
}

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
 * Whether an invitation may be for a contact with the same address, although its external ID is another. It is not if
 * the contact has another invitation at this address already, with its own external ID or with none: one with none gets
 * the contact's ID in this run. With Match By External ID, it is not if the contact has an ID.
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

/** What becomes of a contact that does not take an invitation; it shows the invitation in question. */
type Conflict = Pick<Step, 'fate' | 'recipient' | 'reason'>;

/**
 * Why a contact without an invitation does not take one that has its ID and another address:
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
	rows: ByPerson<Row>,
	matchBy: MatchBy,
): Conflict | undefined {
	if (atAddress) return exchangeConflict(atAddress, recipient);
	const { contact } = step;
	const label = recipientLabel(recipient.facts);
	const conflict = (fate: Conflict['fate'], why: string): Conflict => {
		const reason = `Its external ID is that of an invitation ${why}`;
		return { fate, recipient, reason };
	};
	if (isForAnotherContact(step, recipient, rows, matchBy)) {
		const why = `of ${label}, who is somebody else in the list: correct the external IDs.`;
		return conflict('unusable', why);
	}
	if (recipient.facts.status === 'used') {
		const why = `that ${label} has used, which stays as it is. If this is somebody else, correct the external ID.`;
		return conflict('duplicate', why);
	}
	const withId = rows.allWith('externalId', contact.externalId);
	// Also those that cannot be read, because they are somebody's.
	const addresses = withId
		.map((row) => row.step.contact.email ?? row.step.contact.fields.recipient_email)
		.filter((address) => address !== undefined);
	if (new Set(addresses.map(String)).size > 1) {
		const why = `of ${label}, which stays as it is, because rows with different addresses have this ID: correct the external IDs.`;
		return conflict('duplicate', why);
	}
	if (shareNoWord(contact.fields.recipient_name, recipient.facts.recipient_name)) {
		const why = `of ${label}, who has another name and another address: correct the external ID, or revoke that invitation.`;
		return conflict('unusable', why);
	}
	return undefined;
}

/** It looks as if two people had exchanged an address or an ID, so the contact itself may be wrong. */
const exchangeConflict = (atAddress: Recipient, withId: Recipient): Conflict => ({
	fate: 'unusable',
	recipient: atAddress,
	reason: `Its email address is that of an invitation of ${recipientLabel(atAddress.facts)}, and its external ID that of one of ${recipientLabel(withId.facts)}, as if two people had been exchanged: correct the list.`,
});

/** Whether two names share no word. Names that share one are probably those of one person with a new address. */
function shareNoWord(name: unknown, otherName: unknown): boolean {
	const [words, otherWords] = [wordsOfName(name), wordsOfName(otherName)];
	if (words.length === 0 || otherWords.length === 0) return false;
	// An initial is like each name that it may stand for.
	const isAlike = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
	return !words.some((word) => otherWords.some((otherWord) => isAlike(word, otherWord)));
}

function wordsOfName(name: unknown): string[] {
	if (typeof name !== 'string') return [];
	const withoutAccents = textKey(name).normalize('NFD').replace(/\p{M}/gu, '');
	return withoutAccents.split(/[^\p{L}\p{N}]/u).filter(Boolean);
}
