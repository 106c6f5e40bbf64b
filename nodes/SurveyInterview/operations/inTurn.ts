import { identityInRespondent } from '../facts/respondentFacts';
import type { IdentifierName } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { emailKey, externalIdKey } from '../records/person';
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
	// The names of the body's keys are assumptions, so a person may stand under others of their own.
	const { emails, externalIds } = identityInRespondent(body ?? {});
	const addresses = emails.flatMap(
		(value) => emailKey(value) ?? externalIdKey(value)?.toLowerCase() ?? [],
	);
	const ids = externalIds.flatMap((value) => externalIdKey(value) ?? []);
	const keys = [
		...addresses.map((email) => `${record} email ${email}`),
		...ids.map((id) => `${record} id ${id}`),
	];
	// Of somebody under a name that is not known, nobody can tell whether it is another one.
	return keys.length > 0 ? keys : [record];
}

/** Whether what two items have is of different people: an address each, or an ID each, and nothing in common. */
export const areOfDifferentPeople = (one: readonly string[], other: readonly string[]) =>
	!one.some((key) => other.includes(key)) &&
	[' email ', ' id '].some((kind) =>
		[one, other].every((keys) => keys.some((key) => key.includes(kind))),
	);
