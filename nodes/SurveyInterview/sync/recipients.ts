import { isObject, type JsonObject } from '../records/json';
import { hasNoRecipient } from '../records/recipient';
import { keysIn, type PersonKeys } from './contact';

/** An invitation of one named person, with what the sync asks of it. */
export interface Recipient extends PersonKeys {
	id: string;
	invitation: JsonObject;
	/** Whether its link still waits to be used; `open` is the default where the key is absent. */
	isOpen: boolean;
	/** Whether it is of a kind that the specification names; services may add some. */
	isKnownKind: boolean;
}

/** Kinds whose recipient can be changed (interface-spec, Invitation). */
const WITH_RECIPIENT: unknown[] = ['personal', 'csv', 'api'];

/** Open before used before expired (design, Sync); a status that is not named comes last. */
const STATUSES = ['open', 'used', 'expired'];

/** The invitations that name a person, the best to keep first. */
export function recipientsOf(invitations: unknown[]): Recipient[] {
	const seen = new Set<string>();
	const found = invitations.flatMap((invitation): Recipient[] => {
		if (!isObject(invitation) || typeof invitation.id !== 'string') return [];
		// A list that moved while it was made may show one twice.
		if (seen.has(invitation.id)) return [];
		seen.add(invitation.id);
		if (hasNoRecipient(invitation.type)) return [];
		const keys = keysIn(invitation);
		if (keys.email === undefined && keys.externalId === undefined) return [];
		return [
			{
				id: invitation.id,
				invitation,
				isOpen: statusOf(invitation) === 'open',
				isKnownKind: WITH_RECIPIENT.includes(invitation.type),
				...keys,
			},
		];
	});
	const ranked = found.map((recipient) => ({ recipient, ...rankOf(recipient.invitation) }));
	// The id decides in the end, so that the list's own order, which may change, decides nothing.
	ranked.sort(
		(a, b) =>
			a.rank - b.rank || b.created - a.created || (a.recipient.id < b.recipient.id ? -1 : 1),
	);
	return ranked.map(({ recipient }) => recipient);
}

export function statusOf(invitation: JsonObject): string {
	const { status } = invitation;
	return typeof status === 'string' ? status.toLowerCase() : 'open';
}

function rankOf(invitation: JsonObject): { rank: number; created: number } {
	const rank = STATUSES.indexOf(statusOf(invitation));
	return {
		rank: rank === -1 ? STATUSES.length : rank,
		created: Date.parse(String(invitation.created_at)) || 0,
	};
}

/** Finds recipients by a key; those of a key keep their order. */
export class Index {
	private readonly byKey = {
		email: new Map<string, Recipient[]>(),
		externalId: new Map<string, Recipient[]>(),
	};

	constructor(recipients: Recipient[]) {
		for (const recipient of recipients) {
			for (const kind of ['email', 'externalId'] as const) this.add(kind, recipient);
		}
	}

	/** All with this key, the best first. */
	all(kind: keyof PersonKeys, key: string | undefined): Recipient[] {
		return (key === undefined ? undefined : this.byKey[kind].get(key)) ?? [];
	}

	private add(kind: keyof PersonKeys, recipient: Recipient): void {
		const key = recipient[kind];
		if (key === undefined) return;
		const others = this.byKey[kind].get(key);
		if (others) others.push(recipient);
		else this.byKey[kind].set(key, [recipient]);
	}
}
