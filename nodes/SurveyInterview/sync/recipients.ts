import { isObject, type JsonObject } from '../records/json';
import { hasNoRecipient } from '../records/person';
import { invitationStatus } from '../records/record';
import { personKeys, type PersonKeys } from './contact';

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
		const keys = personKeys(invitation);
		if (keys.email === undefined && keys.externalId === undefined) return [];
		return [
			{
				id: invitation.id,
				invitation,
				isOpen: invitationStatus(invitation) === 'open',
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

function rankOf(invitation: JsonObject): { rank: number; created: number } {
	const rank = STATUSES.indexOf(invitationStatus(invitation));
	return {
		rank: rank === -1 ? STATUSES.length : rank,
		created: Date.parse(String(invitation.created_at)) || 0,
	};
}

/** By what recipients are found; `emailAlone` are those that have an address and no external id. */
export type IndexKey = 'email' | 'emailAlone' | 'externalId';

interface Queue {
	recipients: Recipient[];
	/** All before this place are taken. */
	next: number;
}

/** Finds recipients by a key, and gives each away once; those of a key keep their order. */
export class RecipientIndex {
	private readonly queues: Record<IndexKey, Map<string, Queue>> = {
		email: new Map(),
		emailAlone: new Map(),
		externalId: new Map(),
	};
	private readonly taken = new Set<Recipient>();

	constructor(recipients: Recipient[]) {
		for (const recipient of recipients) {
			const { email, externalId } = recipient;
			this.add('email', email, recipient);
			this.add('externalId', externalId, recipient);
			if (externalId === undefined) this.add('emailAlone', email, recipient);
		}
	}

	/** The best one with this key that nobody has yet. */
	take(by: IndexKey, key: string | undefined): Recipient | undefined {
		const queue = this.queue(by, key);
		const recipient = queue?.recipients[queue.next];
		if (recipient) this.taken.add(recipient);
		return recipient;
	}

	/** Those with this key that nobody has, the best first, so many at most. */
	remaining(by: IndexKey, key: string | undefined, most: number): Recipient[] {
		const { recipients = [], next = 0 } = this.queue(by, key) ?? {};
		const left: Recipient[] = [];
		for (let place = next; place < recipients.length && left.length < most; place++) {
			const recipient = recipients[place];
			if (recipient && !this.taken.has(recipient)) left.push(recipient);
		}
		return left;
	}

	/** The queue of a key, from the first that is not taken on. */
	private queue(by: IndexKey, key: string | undefined): Queue | undefined {
		const queue = key === undefined ? undefined : this.queues[by].get(key);
		while (queue && this.isTaken(queue.recipients[queue.next])) queue.next++;
		return queue;
	}

	private isTaken(recipient: Recipient | undefined): boolean {
		return recipient !== undefined && this.taken.has(recipient);
	}

	private add(by: IndexKey, key: string | undefined, recipient: Recipient): void {
		if (key === undefined) return;
		const queue = this.queues[by].get(key);
		if (queue) queue.recipients.push(recipient);
		else this.queues[by].set(key, { recipients: [recipient], next: 0 });
	}
}
