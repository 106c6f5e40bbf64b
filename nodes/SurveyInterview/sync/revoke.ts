import { isUnusable, type Contact, type PersonKeys, type UnusableContact } from './contact';
import { matchKeys, type SyncOptions } from './options';
import type { Recipient } from './recipients';

/** What becomes of an open invitation that no contact of the list has. */
export type Revocation =
	| { action: 'revoked'; recipient: Recipient }
	| {
			action: 'skipped';
			recipient: Recipient;
			reason: string;
			/** What nobody approved. */
			instead?: Extract<Revocation, { action: 'revoked' }>;
	  };

/** Whether a revocation would end something, of a kind that is known to name people. */
export const isRevocable = ({ isOpen, isKnownKind }: Recipient) => isOpen && isKnownKind;

/**
 * The open invitations whose person is in the list no more. Where that cannot be told for sure, the
 * invitation stays, and the plan says why: a revoked link cannot be given back.
 */
export function revocationsOf(
	contacts: Array<Contact | UnusableContact>,
	recipients: Recipient[],
	mine: Set<Recipient>,
	{ whenMissing, matchBy }: SyncOptions,
): Revocation[] {
	if (whenMissing === 'leave') return [];
	const usable = contacts.filter((contact) => !isUnusable(contact)) as Contact[];
	const inList = {
		email: new Set(usable.map(({ email }) => email)),
		externalId: new Set(usable.map(({ externalId }) => externalId)),
	};
	const isInList = (keys: PersonKeys) =>
		(['email', 'externalId'] as const).some(
			(kind) => keys[kind] !== undefined && inList[kind].has(keys[kind]),
		);
	// A kind of key tells only where every contact has it.
	const telling = matchKeys(matchBy).filter((kind) => !inList[kind].has(undefined));
	const reasonToStay = (recipient: Recipient): string | undefined => {
		if (usable.length < contacts.length) {
			return 'Not revoked: some contacts of the list could not be read, and this may be one of them.';
		}
		if (telling.some((kind) => recipient[kind] !== undefined)) return undefined;
		return 'Not revoked: it cannot be told whether this person is in the list, which lacks the key that the invitation has.';
	};
	return recipients
		.filter(isRevocable)
		.filter((recipient) => !mine.has(recipient) && !isInList(recipient))
		.map((recipient): Revocation => {
			const reason = reasonToStay(recipient);
			return reason === undefined
				? { action: 'revoked', recipient }
				: { action: 'skipped', recipient, reason };
		});
}
