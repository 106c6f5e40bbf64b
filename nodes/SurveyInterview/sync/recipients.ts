import { readInvitation } from '../facts/invitation';
import type { Facts } from '../facts/values';
import { isObject, type JsonObject } from '../records/json';
import { hasNoRecipient } from '../records/person';
import { personKeys, type PersonKeys } from './contact';

/** An existing invitation of one person, with what Sync needs to know of it. */
export interface Recipient extends PersonKeys {
	id: string;
	/** As the service sent it. */
	invitation: JsonObject;
	/** What it says. */
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

/**
 * The invitations that name a person, the preferred ones first. It yields wherever n8n may do something else
 * meanwhile.
 */
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
