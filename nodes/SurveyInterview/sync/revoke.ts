import {
	isUnusable,
	matchKeys,
	type Contact,
	type PersonKeys,
	type UnusableContact,
} from './contact';
import type { SyncOptions } from './options';
import type { Recipient } from './recipients';
import type { Revocation } from './steps';

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
	const listed = {
		email: new Set<string | undefined>(),
		externalId: new Set<string | undefined>(),
	};
	for (const { email, externalId } of usable) {
		yield;
		listed.email.add(email);
		listed.externalId.add(externalId);
	}
	const isListed = (keys: PersonKeys) =>
		(['email', 'externalId'] as const).some(
			(key) => keys[key] !== undefined && listed[key].has(keys[key]),
		);
	// A key proves that a person is missing only where every contact has that key.
	const provingKeys = matchKeys(matchBy).filter((key) => !listed[key].has(undefined));
	const reasonToStay = (recipient: Recipient): string | undefined => {
		if (usable.length < contacts.length) {
			return 'Not revoked: some contacts in the list could not be read, and this may be one of them.';
		}
		if (provingKeys.some((key) => recipient[key] !== undefined)) return undefined;
		return 'Not revoked: this person may be in the list, which lacks the email address or external ID of the invitation.';
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
