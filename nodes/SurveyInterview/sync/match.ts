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
	const allWithEmail = byKey.allWith('email', email);
	const allWithId = byKey.allWith('externalId', externalId);
	const sameBoth = allWithId.filter(
		(recipient) => email !== undefined && recipient.email === email,
	);
	if (matchBy === 'email') return { sameBoth, sameEmail: allWithEmail, sameId: [] };
	const sameId = allWithId.filter(
		(recipient) => email === undefined || recipient.email === undefined,
	);
	// With Match By External ID several people may share an address, so it shows nobody.
	if (matchBy === 'externalId') return { sameBoth, sameEmail: [], sameId };
	const sameEmail = externalId === undefined ? allWithEmail : withoutId.allWith('email', email);
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
	const taken = new TakenInvitations();
	for (const point of ['sameBoth', 'sameEmail', 'sameId'] as const) {
		for (const step of people) {
			yield;
			if (step.recipient) continue;
			const recipient = taken.firstFree(candidatesOf(step.contact, invitations, matchBy)[point]);
			if (recipient) taken.take(step, recipient);
		}
	}
	if (matchBy !== 'email')
		yield* takeMovedInvitations(people, { rows, invitations, matchBy, taken });
	return taken.all;
}

/** The invitations that persons of the list have taken so far. */
class TakenInvitations {
	readonly all = new Set<Recipient>();
	/** How many at the start of a list are taken, so that no list is read twice: thousands may share a mailbox. */
	private readonly takenAtStart = new WeakMap<readonly Recipient[], number>();

	take(step: ContactStep, recipient: Recipient): void {
		step.recipient = recipient;
		this.all.add(recipient);
	}

	firstFree(list: readonly Recipient[]): Recipient | undefined {
		let index = this.takenAtStart.get(list) ?? 0;
		while (index < list.length && this.all.has(list[index] as Recipient)) index++;
		this.takenAtStart.set(list, index);
		return list[index];
	}
}

/** What a contact is matched with. */
interface Matching {
	rows: ByPerson<Row>;
	invitations: Invitations;
	matchBy: MatchBy;
	taken: TakenInvitations;
}

/**
 * Point 4 of `assignInvitations`. With Match By External ID, the order of the rows does not matter: if Ada moves to
 * Bob's old address, and Bob moves as well, Ada must wait until Bob has taken the invitation at his old address.
 */
function* takeMovedInvitations(
	people: readonly ContactStep[],
	matching: Matching,
): Generator<void, void> {
	const { invitations, matchBy, taken } = matching;
	// It grows while it is read.
	const queue = [...people];
	/** Who waits until the free invitation at their address is taken, by this address. */
	const waiting = new ByPerson<ContactStep>();
	for (const step of queue) {
		yield;
		const { contact } = step;
		const allWithId = invitations.byKey.allWith('externalId', contact.externalId);
		if (step.recipient) {
			failIfExchanged(step, step.recipient, allWithId[0], matching);
			continue;
		}
		const recipient = taken.firstFree(allWithId);
		if (!recipient) continue;
		const atAddress = otherAtAddress(contact, matching);
		const conflict = conflictOf(step, recipient, atAddress, matching);
		if (conflict) {
			Object.assign(step, conflict);
			if (atAddress && matchBy === 'externalId') waiting.add({ email: contact.email }, step);
			continue;
		}
		taken.take(step, recipient);
		if (taken.firstFree(invitations.byKey.allWith('email', recipient.email))) continue;
		// Nobody else's invitation stands at the address that this person gives up.
		for (const next of waiting.allWith('email', recipient.email)) {
			undoConflict(next);
			queue.push(next);
		}
	}
}

/** Makes a step as it was before it was looked at. */
const undoConflict = (step: ContactStep): void => {
	Object.assign(step, { fate: 'created', recipient: undefined, reason: undefined });
};

/**
 * Fails a contact whose invitation was found by its address, if it would get the ID of somebody else in the list. An
 * invitation that has the contact's ID already is the contact's, whatever else the service lists.
 *
 * @param withId the first invitation with the contact's ID
 */
function failIfExchanged(
	step: ContactStep,
	ownInvitation: Recipient,
	withId: Recipient | undefined,
	matching: Matching,
): void {
	const hasSameId = ownInvitation.externalId === step.contact.externalId;
	if (!withId || hasSameId || !isForAnotherContact(step, withId, matching)) return;
	Object.assign(step, exchangeConflict(ownInvitation, withId));
}

/**
 * An invitation at the address of a contact that has none. With Match By External ID several people may share an
 * address, so only an invitation that nobody has taken speaks against the contact; else an address is one person's.
 */
function otherAtAddress(
	{ email }: Contact,
	{ invitations, matchBy, taken }: Matching,
): Recipient | undefined {
	const allWithEmail = invitations.byKey.allWith('email', email);
	return matchBy === 'externalId' ? taken.firstFree(allWithEmail) : allWithEmail[0];
}

/** Whether an invitation with a contact's ID, and with another address, is for somebody else in the list. */
function isForAnotherContact(
	step: ContactStep,
	invitation: Recipient,
	{ rows, matchBy }: Matching,
): boolean {
	// An invitation with another name is rather for whoever has its address.
	const isNamedDifferently = areOtherNames(
		step.contact.fields.recipient_name,
		invitation.facts.recipient_name,
	);
	return rows
		.allWith('email', invitation.email)
		.some(
			({ first }) => first !== step && (isNamedDifferently || mayBeFor(first, invitation, matchBy)),
		);
}

/**
 * Whether an invitation with another external ID may be for a contact with its address:
 * 1. the contact has no ID: it may be;
 * 2. Match By External ID: it is not;
 * 3. the contact has another invitation at this address, which has the contact's ID, or none yet and gets it in this
 *    run: it is not;
 * 4. otherwise it may be.
 */
function mayBeFor(
	{ contact, recipient: alreadyFound }: ContactStep,
	{ email }: Recipient,
	matchBy: MatchBy,
): boolean {
	if (contact.externalId === undefined) return true;
	if (matchBy === 'externalId') return false;
	if (!alreadyFound || alreadyFound.email !== email || contact.email !== email) return true;
	const { externalId } = alreadyFound;
	return externalId !== undefined && externalId !== contact.externalId;
}

/** What becomes of a contact that does not take an invitation. Its `recipient` is the invitation in question. */
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
	matching: Matching,
): Conflict | undefined {
	if (atAddress) return exchangeConflict(atAddress, recipient);
	const { contact } = step;
	const label = recipientLabel(recipient.facts);
	const conflict = (fate: Conflict['fate'], why: string): Conflict => {
		const reason = `Its external ID is that of an invitation ${why}`;
		return { fate, recipient, reason };
	};
	if (isForAnotherContact(step, recipient, matching)) {
		const why = `of ${label}, who is somebody else in the list: correct the external IDs.`;
		return conflict('unusable', why);
	}
	if (recipient.facts.status === 'used') {
		const why = `that ${label} has used, which stays as it is. If this is somebody else, correct the external ID.`;
		return conflict('duplicate', why);
	}
	const rowsWithId = matching.rows.allWith('externalId', contact.externalId);
	// Also those that cannot be read, because they are somebody's.
	const addresses = rowsWithId
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

/**
 * Whether two names share no word. Names that share one are probably those of one person with a new address, although
 * `areOtherNames` tells them apart: `Ada Lovelace` and `A. King-Lovelace`.
 */
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
