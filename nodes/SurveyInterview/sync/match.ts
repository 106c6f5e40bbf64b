import { readInvitation } from '../service/invitations';
import { isObject, type JsonObject, withoutGaps } from '../records/json';
import { hasNoRecipient, isMasked } from '../records/person';
import { counted } from '../records/scalars';
import {
	ByPerson,
	type Contact,
	contactLabel,
	fieldsOfFacts,
	isUnusable,
	KEY_NAMES,
	KEYS_OF_MATCH_BY,
	type PersonKeys,
	personKeys,
	recipientLabel,
	type UnusableContact,
} from './contact';
import type { MatchBy, SyncOptions } from './syncOptions';
import type { Step, SyncPlan } from './steps';

/** An existing invitation that names a person. */
export interface Recipient extends PersonKeys {
	id: string;
	invitation: JsonObject;
	/** Its facts, under the names of the service's fields. */
	facts: JsonObject;
	/** Whether the interface names its type, so that its recipient can be changed. */
	isKnownKind: boolean;
}

/** Types whose recipient can be changed (docs/interface.md, Invitations). */
const TYPES_WITH_RECIPIENT: unknown[] = ['personal', 'csv', 'api'];

/** The order in which Sync prefers the invitations of one person. An unknown status comes last. */
const STATUSES: unknown[] = ['open', 'used', 'expired'];

/** What the list of a survey's invitations shows. */
export interface ListedInvitations extends Pick<SyncPlan, 'knownIds' | 'newestMs'> {
	/** Those that name a person, the preferred ones first. */
	recipients: Recipient[];
	/** How many others may be a person's, and do not say whose. */
	hidden: number;
}

/** The keys that an invitation shows: one with hidden letters, such as `a***@example.com`, identifies nobody. */
function shownKeys(facts: JsonObject): PersonKeys {
	const { email, externalId } = personKeys(facts);
	const shown = (key = '') => (key === '' || isMasked(key) ? undefined : key);
	return { email: shown(email), externalId: shown(externalId) };
}

export function* recipientsOf(invitations: unknown[]): Generator<void, ListedInvitations> {
	let hidden = 0;
	const knownIds = new Set<unknown>();
	let newestMs = -Infinity;
	const ranked: Array<{ recipient: Recipient; rank: number; created: number }> = [];
	for (const invitation of invitations) {
		yield;
		if (!isObject(invitation)) continue;
		const facts = fieldsOfFacts(readInvitation(invitation, {}));
		const { id, type, status } = facts;
		const created = Date.parse(String(facts.created_at)) || 0;
		newestMs = Math.max(newestMs, created);
		// A list that changed while the service wrote it may have an invitation twice.
		if (typeof id === 'string' && knownIds.has(id)) continue;
		if (typeof id === 'string') knownIds.add(id);
		if (hasNoRecipient(type)) continue;
		const keys = shownKeys(facts);
		if (keys.email === undefined && keys.externalId === undefined) {
			hidden++;
			continue;
		}
		const isKnownKind = TYPES_WITH_RECIPIENT.includes(type);
		const rank = STATUSES.includes(status) ? STATUSES.indexOf(status) : STATUSES.length;
		// One without an ID cannot be changed, but its person must not be invited again.
		const recipient = { id: String(id ?? ''), invitation, facts, isKnownKind, ...keys };
		ranked.push({ recipient, rank, created });
	}
	// The ID decides between equals, because the order of the list may differ in the next run.
	ranked.sort(
		(a, b) =>
			a.rank - b.rank || b.created - a.created || (a.recipient.id < b.recipient.id ? -1 : 1),
	);
	const recipients = ranked.map(({ recipient }) => recipient);
	return { recipients, hidden, knownIds, newestMs };
}

interface ListedPerson {
	/** The contact of the first row, with the key that only a later row has. */
	contact: Contact;
	/** All rows about this person, in the order of the input. */
	rows: Contact[];
}

interface Row {
	contact: Contact;
	person: ListedPerson;
	/** The key by which it is the person of an earlier row. */
	by?: keyof PersonKeys;
}

/**
 * Finds the rows of a list that are about the same person. Two external IDs are two persons, even with the same
 * address. A contact without an external ID is the same person as an earlier one with its address.
 *
 * @returns one row per contact that can be used, in their order
 */
export function* groupByPerson(
	contacts: Array<Contact | UnusableContact>,
	matchBy: MatchBy,
): Generator<void, Row[]> {
	const compared = KEYS_OF_MATCH_BY[matchBy];
	const persons = new ByPerson<ListedPerson>();
	const rows: Row[] = [];
	for (const contact of contacts) {
		yield;
		if (isUnusable(contact)) continue;
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
		rows.push({ contact, person, by: known && (withSameId ? 'externalId' : 'email') });
	}
	return rows;
}

function withKeysOf(contact: Contact, row: Contact): Contact {
	const { recipient_email, recipient_external_id } = row.fields;
	const keys = withoutGaps({ recipient_email, recipient_external_id });
	const fields = { ...keys, ...contact.fields };
	return { ...contact, fields, ...personKeys(fields) };
}

/** The invitation found for a person, and other invitations of that person, which stay as they are. */
export interface Match {
	recipient: Recipient;
	others: Recipient[];
}

/** An invitation that has a key of a person, and must not become that person's. */
interface Conflict {
	recipient: Recipient;
	/** One sentence. */
	conflict: string;
	/** It looks as if two people had exchanged an address or an ID, so the contact itself may be wrong. */
	isExchange?: true;
}

const MAX_OTHERS = 100;

/**
 * Finds the invitation of each person, by what is more certain first, for all persons before the next:
 * 1. the address and the external ID are the same;
 * 2. the address is the same, and one of the two has no external ID;
 * 3. the external ID is the same, and one of the two has no address;
 * 4. the external ID is the same and the address is another: the person may have a new address, or the ID may be
 *    somebody else's. Such an invitation is taken only if nothing speaks for somebody else (`conflictWith`).
 *
 * With Match By Email, only the address counts; with External ID, 2 is left out.
 *
 * @param recipients the preferred ones first
 */
export function* matchPersons(
	persons: ListedPerson[],
	recipients: Recipient[],
	matchBy: MatchBy,
): Generator<void, Array<Match | Conflict | undefined>> {
	const index = new Map<string, Recipient[]>();
	for (const recipient of recipients) {
		yield;
		for (const key of indexKeysOf(recipient)) {
			if (!index.get(key)?.push(recipient)) index.set(key, [recipient]);
		}
	}
	const taken = new Set<Recipient>();
	/** How many of those with a key are taken, from the preferred one on. */
	const passed = new Map<string, number>();
	const firstFree = (key: string): Recipient | undefined => {
		const those = index.get(key) ?? [];
		let place = passed.get(key) ?? 0;
		while (place < those.length && taken.has(those[place] as Recipient)) place++;
		passed.set(key, place);
		return those[place];
	};
	const found: Array<Recipient | undefined> = persons.map(() => undefined);
	const conflicts: Array<Conflict | undefined> = persons.map(() => undefined);
	const list = new ListOfPeople();
	for (const person of persons) {
		yield;
		list.add(person);
	}
	for (const pass of [0, 1, 2]) {
		for (const [place, { contact }] of persons.entries()) {
			yield;
			const key = lookupKeys(contact, matchBy)[pass];
			const recipient = found[place] || key === undefined ? undefined : firstFree(key);
			if (!recipient) continue;
			taken.add(recipient);
			found[place] = recipient;
			if (pass === 0) list.leaveOut(contact);
		}
	}
	for (const [place, { contact }] of persons.entries()) {
		yield;
		const { email, externalId } = contact;
		if (matchBy === 'email' || externalId === undefined) continue;
		const withId = `externalId ${externalId}`;
		const recipient = found[place] ? index.get(withId)?.[0] : firstFree(withId);
		if (!recipient || recipient === found[place]) continue;
		const [atAddress] = matchBy === 'externalId' ? [] : (index.get(`email ${email}`) ?? []);
		if (found[place]) {
			// It has an invitation by its address, which must not get the ID of somebody else in the list.
			if (list.hasOther(contact, recipient)) conflicts[place] = exchange(found[place], recipient);
			continue;
		}
		const conflict = conflictWith(contact, recipient, atAddress, list);
		if (conflict) {
			conflicts[place] = conflict;
			continue;
		}
		taken.add(recipient);
		found[place] = recipient;
	}
	const othersOf = (contact: Contact) => {
		const those = lookupKeys(contact, matchBy).flatMap((key) =>
			(index.get(key ?? '') ?? []).slice(0, MAX_OTHERS + 1),
		);
		return [...new Set(those)].filter((one) => !taken.has(one)).slice(0, MAX_OTHERS);
	};
	// Only when every person is matched is it known which invitations are left over.
	const matches: Array<Match | Conflict | undefined> = [];
	for (const [place, { contact }] of persons.entries()) {
		yield;
		const recipient = found[place];
		matches.push(conflicts[place] ?? (recipient && { recipient, others: othersOf(contact) }));
	}
	return matches;
}

/** Under which keys an invitation is looked up. */
function indexKeysOf({ email, externalId }: PersonKeys): string[] {
	if (email === undefined) return [`externalId ${externalId}`, `externalId only ${externalId}`];
	if (externalId === undefined) return [`email ${email}`, `email only ${email}`];
	return [`email ${email}`, `externalId ${externalId}`, `both ${email} ${externalId}`];
}

/** The keys of the first three steps of `matchPersons`. */
function lookupKeys({ email, externalId }: PersonKeys, matchBy: MatchBy) {
	const byEmail = email === undefined ? undefined : `email ${email}`;
	if (matchBy === 'email' || externalId === undefined)
		return [undefined, matchBy === 'externalId' ? undefined : byEmail, undefined];
	const byId = email === undefined ? `externalId ${externalId}` : `externalId only ${externalId}`;
	if (email === undefined) return [undefined, undefined, byId];
	const isAddressUsed = matchBy === 'emailThenExternalId';
	return [`both ${email} ${externalId}`, isAddressUsed ? `email only ${email}` : undefined, byId];
}

/** Who in the list has an address or an ID. */
class ListOfPeople {
	private readonly atAddress = new Map<string, Set<Contact>>();
	private readonly addressesOfId = new Map<string, Set<string>>();

	add({ contact, rows }: ListedPerson): void {
		for (const { email, externalId } of rows) {
			if (email === undefined) continue;
			addTo(this.atAddress, email, contact);
			if (externalId !== undefined) addTo(this.addressesOfId, externalId, email);
		}
	}

	/** Leaves out a person whose own invitation has both keys: no other one can be meant for them. */
	leaveOut(contact: Contact): void {
		if (contact.email !== undefined) this.atAddress.get(contact.email)?.delete(contact);
	}

	/** Whether the address of an invitation is that of another person in the list. */
	hasOther(contact: Contact, { email = '' }: Recipient): boolean {
		const those = this.atAddress.get(email);
		return those !== undefined && those.size > Number(those.has(contact));
	}

	/** Whether rows with different addresses have this person's ID. */
	isIdShared({ externalId = '' }: Contact): boolean {
		return (this.addressesOfId.get(externalId)?.size ?? 0) > 1;
	}
}

function addTo<Value>(map: Map<string, Set<Value>>, key: string, value: Value): void {
	const values = map.get(key) ?? new Set();
	map.set(key, values.add(value));
}

/** Why an invitation with a person's ID and another address may be somebody else's. */
function conflictWith(
	contact: Contact,
	recipient: Recipient,
	atAddress: Recipient | undefined,
	list: ListOfPeople,
): Conflict | undefined {
	const whose = recipientLabel(recipient.facts);
	if (atAddress) return exchange(atAddress, recipient);
	if (list.hasOther(contact, recipient)) {
		const conflict = `Its external ID is that of an invitation of ${whose}, who is somebody else in the list: correct the external IDs.`;
		return { recipient, conflict, isExchange: true };
	}
	if (recipient.facts.status === 'used') {
		const conflict = `Its external ID is that of an invitation that ${whose} has used, which stays as it is. If this is somebody else, correct the external ID.`;
		return { recipient, conflict };
	}
	if (!list.isIdShared(contact)) return undefined;
	const conflict = `Its external ID is that of an invitation of ${whose}, which stays as it is, because rows with different addresses have this ID: correct the external IDs.`;
	return { recipient, conflict };
}

const exchange = (atAddress: Recipient, withId: Recipient): Conflict => ({
	recipient: atAddress,
	conflict: `Its email address is that of an invitation of ${recipientLabel(atAddress.facts)}, and its external ID that of one of ${recipientLabel(withId.facts)}, as if two people had been exchanged: correct the list.`,
	isExchange: true,
});

export const isRevocable = ({ facts, isKnownKind }: Recipient) =>
	facts.status === 'open' && isKnownKind;

const MAX_NAMED = 3;

/**
 * The open invitations whose person is no longer in the list. Where that is uncertain, the invitation stays and
 * the reason says why, because a revoked link cannot be restored.
 *
 * @param matched the invitations that contacts of the list have
 */
export function* revocationsOf(
	contacts: Array<Contact | UnusableContact>,
	recipients: Recipient[],
	matched: Set<Recipient>,
	{ whenMissing, matchBy }: Pick<SyncOptions, 'whenMissing' | 'matchBy'>,
): Generator<void, Step[]> {
	if (whenMissing === 'leave') return [];
	const listed = new ByPerson<true>();
	const lacking = { email: [] as Contact[], externalId: [] as Contact[] };
	for (const contact of contacts) {
		yield;
		if (isUnusable(contact)) continue;
		listed.add(contact, true);
		if (contact.email === undefined) lacking.email.push(contact);
		if (contact.externalId === undefined) lacking.externalId.push(contact);
	}
	const areAllRead = !contacts.some((contact) => isUnusable(contact) && !contact.isEmptyRow);
	const reasonToStay = (recipient: Recipient): string | undefined => {
		if (!areAllRead) {
			return 'Not revoked: some contacts in the list could not be read, and this may be one of them.';
		}
		// A key proves that a person is missing only where every contact has that key.
		const [key] = KEYS_OF_MATCH_BY[matchBy]
			.filter((one) => recipient[one] !== undefined)
			.sort((one, other) => lacking[one].length - lacking[other].length);
		if (key === undefined) {
			return 'Not revoked: the invitation has nothing that Match By compares, so this person may be in the list.';
		}
		if (lacking[key].length === 0) return undefined;
		const named = lacking[key].slice(0, MAX_NAMED).map(contactLabel).join(', ');
		const more = lacking[key].length - MAX_NAMED;
		const rest = more > 0 ? ` and ${counted(more)} more` : '';
		return `Not revoked: this person may be one of the contacts that have no ${KEY_NAMES[key]}: ${named}${rest}.`;
	};
	const steps: Step[] = [];
	for (const recipient of recipients) {
		yield;
		if (!isRevocable(recipient) || matched.has(recipient) || listed.of(recipient)) continue;
		const reason = reasonToStay(recipient);
		if (reason === undefined) steps.push({ action: 'revoked', recipient });
		else steps.push({ action: 'notRevoked', recipient, reason });
	}
	return steps;
}
