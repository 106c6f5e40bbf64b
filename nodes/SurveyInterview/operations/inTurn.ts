import { emailKey, externalIdKey } from '../records/person';
import type { IdentifierName } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { identifiersOf, type EndpointOperation } from './operation';

/** What an item is about, as far as the order of the items may matter. */
interface About {
	identifiers: Partial<Record<IdentifierName, string>>;
	body?: JsonObject;
}

/**
 * What an item has that no other may have that is worked on at the same time. The service promises nothing
 * of requests that arrive together: the same person could get two invitations.
 */
export function turnsOf(operation: EndpointOperation, { identifiers, body }: About): string[] {
	const name = identifiersOf(operation).at(-1);
	const record = name === undefined ? undefined : identifiers[name];
	if (operation.inTurn === undefined || record === undefined) return [];
	if (operation.inTurn === 'record') return [record];
	const address = body?.recipient_email;
	const email = emailKey(address) ?? externalIdKey(address)?.toLowerCase();
	const externalId = externalIdKey(body?.recipient_external_id);
	return [
		...(email === undefined ? [] : [`${record} email ${email}`]),
		...(externalId === undefined ? [] : [`${record} id ${externalId}`]),
	];
}
