import { counted } from '../records/words';
import {
	contactLabel,
	isUnusable,
	KEY_NAMES,
	matchKeys,
	type Contact,
	type PersonKeys,
	type UnusableContact,
} from './contact';
import type { SyncOptions } from './options';
import type { Recipient } from './recipients';
import type { Revocation } from './steps';

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
 * The open invitations whose person is no longer in the list. Where that is uncertain, the invitation stays
 * and the reason says why, because a revoked link cannot be restored. It yields wherever n8n may do something
 * else meanwhile.
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
		const [key] = matchKeys(matchBy)
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
