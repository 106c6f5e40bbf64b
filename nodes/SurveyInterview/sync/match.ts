import { readInvitation } from '../service/invitations';
import { isObject, type JsonObject, withoutGaps } from '../records/json';
import { hasNoRecipient } from '../records/person';
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

/** The invitations that name a person, the preferred ones first, and what the list shows of all invitations. */
export function* recipientsOf(
	invitations: unknown[],
): Generator<void, Pick<SyncPlan, 'knownIds' | 'newestMs'> & { recipients: Recipient[] }> {
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
		if (typeof id !== 'string' || knownIds.has(id)) continue;
		knownIds.add(id);
		if (hasNoRecipient(type)) continue;
		const keys = personKeys(facts);
		if (keys.email === undefined && keys.externalId === undefined) continue;
		const isKnownKind = TYPES_WITH_RECIPIENT.includes(type);
		const rank = STATUSES.includes(status) ? STATUSES.indexOf(status) : STATUSES.length;
		ranked.push({ recipient: { id, invitation, facts, isKnownKind, ...keys }, rank, created });
	}
	// The ID decides between equals, because the order of the list may differ in the next run.
	ranked.sort(
		(a, b) =>
			a.rank - b.rank || b.created - a.created || (a.recipient.id < b.recipient.id ? -1 : 1),
	);
	return { recipients: ranked.map(({ recipient }) => recipient), knownIds, newestMs };
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

const MAX_OTHERS = 100;

/**
 * Finds the invitation of each person. The strongest key is compared for all persons first, so that nobody gets
 * by email the invitation that another person has by external ID. An invitation with another external ID
 * belongs to another person, whatever its address.
 *
 * @param recipients the preferred ones first
 */
export function* matchPersons(
	persons: Contact[],
	recipients: Recipient[],
	matchBy: MatchBy,
): Generator<void, Array<Match | undefined>> {
	/** The invitations that have a key, the preferred one last; those that are taken go when they are met. */
	const available = new Map<string, Recipient[]>();
	const taken = new Set<Recipient>();
	const add = (key: string, recipient: Recipient) => {
		if (!available.get(key)?.push(recipient)) available.set(key, [recipient]);
	};
	for (const recipient of recipients.toReversed()) {
		yield;
		const { externalId, email } = recipient;
		if (externalId !== undefined) add(`externalId ${externalId}`, recipient);
		if (email !== undefined) add(`email ${email}`, recipient);
		if (email !== undefined && externalId === undefined) add(`email only ${email}`, recipient);
	}
	const withKey = (person: Contact, key: keyof PersonKeys): Recipient[] => {
		// A contact with an external ID matches by email only invitations without one.
		const needsNoId = matchBy === 'externalIdThenEmail' && person.externalId !== undefined;
		const prefix = key === 'email' && needsNoId ? 'email only' : key;
		const value = person[key];
		return (value === undefined ? undefined : available.get(`${prefix} ${value}`)) ?? [];
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
	// Only when every person is matched is it known which invitations are left over.
	const matches: Array<Match | undefined> = [];
	for (const [place, person] of persons.entries()) {
		yield;
		const recipient = found[place];
		matches.push(recipient && { recipient, others: othersOf(person) });
	}
	return matches;
}

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
	const areAllRead = !contacts.some(isUnusable);
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
