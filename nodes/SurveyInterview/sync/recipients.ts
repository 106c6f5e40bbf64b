import { isObject, type JsonObject } from '../records/json';
import { hasNoRecipient } from '../records/person';
import { invitationStatus } from '../records/record';
import { personKeys, type PersonKeys } from './contact';

/** An existing invitation of one person, with what Sync needs to know of it. */
export interface Recipient extends PersonKeys {
	id: string;
	invitation: JsonObject;
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
export function recipientsOf(invitations: unknown[]): Recipient[] {
	const ids = new Set<string>();
	const recipients = invitations.flatMap((invitation): Recipient[] => {
		if (!isObject(invitation) || typeof invitation.id !== 'string') return [];
		// A list that changed while the service made it may name one twice.
		if (ids.has(invitation.id)) return [];
		ids.add(invitation.id);
		if (hasNoRecipient(invitation.type)) return [];
		const keys = personKeys(invitation);
		if (keys.email === undefined && keys.externalId === undefined) return [];
		return [
			{
				id: invitation.id,
				invitation,
				isOpen: invitationStatus(invitation) === 'open',
				isKnownKind: TYPES_WITH_RECIPIENT.includes(invitation.type),
				...keys,
			},
		];
	});
	const ranked = recipients.map((recipient) => ({ recipient, ...rankOf(recipient.invitation) }));
	// The ID decides between equals: the order of the list may change from one reading to the next.
	ranked.sort(
		(a, b) =>
			a.rank - b.rank || b.created - a.created || (a.recipient.id < b.recipient.id ? -1 : 1),
	);
	return ranked.map(({ recipient }) => recipient);
}

function rankOf(invitation: JsonObject): { rank: number; created: number } {
	const rank = STATUSES.indexOf(invitationStatus(invitation));
	return {
		rank: rank === -1 ? STATUSES.length : rank,
		created: Date.parse(String(invitation.created_at)) || 0,
	};
}
