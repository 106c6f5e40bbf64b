import { readInvitation } from '../facts/invitation';
import type { Facts } from '../facts/values';
import { isObject, type JsonObject } from '../records/json';
import { hasNoRecipient } from '../records/person';
import { counted } from '../records/words';
import {
	type Contact,
	contactLabel,
	isUnusable,
	KEY_NAMES,
	KEYS_OF_MATCH_BY,
	type PersonKeys,
	personKeys,
	type UnusableContact,
} from './contact';
import type { SyncOptions } from './options';
import type { Revocation } from './steps';

/** An existing invitation of one person, with what Sync needs to know of it. */
export interface Recipient extends PersonKeys {
	id: string;
	invitation: JsonObject;
	facts: Facts;
	/** Whether its link can still be used; `open` is the default where the status is absent. */
	isOpen: boolean;
	/** Whether the service's description names its type. The service may add others. */
	isKnownKind: boolean;
}

/** Types whose recipient can be changed (docs/interface.md, Invitations). */
const TYPES_WITH_RECIPIENT: unknown[] = ['personal', 'csv', 'api'];

/** Which invitation of a person Sync prefers. An unknown status comes last. */
const STATUSES = ['open', 'used', 'expired'];

/** The invitations that name a person, the preferred ones first. */
export function* recipientsOf(invitations: unknown[]): Generator<void, Recipient[]> {
	const ids = new Set<string>();
	const ranked: Ranked[] = [];
	for (const invitation of invitations) {
		yield;
		if (!isObject(invitation)) continue;
		const facts = readInvitation(invitation, {});
		const { id, type } = facts;
		// A list that changed while the service made it may name one twice.
		if (typeof id !== 'string' || ids.has(id)) continue;
		ids.add(id);
		if (hasNoRecipient(type)) continue;
		const keys = personKeys(facts);
		if (keys.email === undefined && keys.externalId === undefined) continue;
		const recipient = {
			id,
			invitation,
			facts,
			isOpen: facts.status === 'open',
			isKnownKind: TYPES_WITH_RECIPIENT.includes(type),
			...keys,
		};
		ranked.push({ recipient, ...rankOf(facts) });
	}
	// The ID decides between equals: the order of the list may change from one reading to the next.
	const preferred = (a: Ranked, b: Ranked) =>
		a.rank - b.rank || b.created - a.created || (a.recipient.id < b.recipient.id ? -1 : 1);
	// 100,000 take 60 ms.
	return ranked.sort(preferred).map(({ recipient }) => recipient);
}

interface Ranked {
	recipient: Recipient;
	rank: number;
	created: number;
}

function rankOf({ status, created_at: created }: Facts): Omit<Ranked, 'recipient'> {
	const rank = STATUSES.indexOf(String(status));
	return {
		rank: rank === -1 ? STATUSES.length : rank,
		created: Date.parse(String(created)) || 0,
	};
}

const KEYS = ['email', 'externalId'] as const;
const MAX_NAMED = 3;

/** `Ada (item 3), Bo (item 4), Cy (item 9) and 12 more`. */
function namesOf(contacts: readonly Contact[]): string {
	const more = contacts.length - MAX_NAMED;
	const named = contacts.slice(0, MAX_NAMED).map(contactLabel).join(', ');
	return more > 0 ? `${named} and ${counted(more)} more` : named;
}

/** Whether an invitation can be revoked: its link is open, and its type is one that names people. */
export const isRevocable = ({ isOpen, isKnownKind }: Recipient) => isOpen && isKnownKind;

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
): Generator<void, Revocation[]> {
	if (whenMissing === 'leave') return [];
	const usable = contacts.filter((contact) => !isUnusable(contact)) as Contact[];
	const listed = { email: new Set<string>(), externalId: new Set<string>() };
	const lacking: Record<keyof PersonKeys, Contact[]> = { email: [], externalId: [] };
	for (const contact of usable) {
		yield;
		for (const key of KEYS) {
			const value = contact[key];
			if (value === undefined) lacking[key].push(contact);
			else listed[key].add(value);
		}
	}
	const isListed = (person: PersonKeys) => KEYS.some((key) => listed[key].has(person[key] ?? ''));
	const reasonToStay = (recipient: Recipient): string | undefined => {
		if (usable.length < contacts.length) {
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
		return `Not revoked: this person may be one of the contacts that have no ${KEY_NAMES[key]}: ${namesOf(lacking[key])}.`;
	};
	const revocations: Revocation[] = [];
	for (const recipient of recipients) {
		yield;
		if (!isRevocable(recipient) || matched.has(recipient) || isListed(recipient)) continue;
		const reason = reasonToStay(recipient);
		revocations.push(
			reason === undefined
				? { action: 'revoked', recipient }
				: { action: 'skipped', recipient, reason },
		);
	}
	return revocations;
}
