import { identityInRespondent } from '../service/respondents';
import type { JsonObject } from '../service/json';
import { emailKey, externalIdKey } from '../service/person';
import { recordIdOf, type EndpointOperation, type Identifiers } from './operation';

/**
 * What a write is about, such as `<survey ID> email ada@example.com`. Items that share a key go one after the other: the
 * service promises nothing about requests that arrive together, so the same person could get two invitations.
 */
export function inTurnKeysOf(
	operation: EndpointOperation,
	{ identifiers, body }: { identifiers: Identifiers; body?: JsonObject },
): string[] {
	const record = recordIdOf(operation, identifiers);
	if (operation.oneAtATimeFor === undefined || record === undefined) return [];
	if (operation.oneAtATimeFor === 'record') return [record];
	// Additional Fields (JSON) may name a person under other keys than those of the form.
	const { emails, externalIds } = identityInRespondent(body ?? {});
	// What is no email address is compared as text, without its case.
	const addresses = emails.flatMap(
		(value) => emailKey(value) ?? externalIdKey(value)?.toLowerCase() ?? [],
	);
	const ids = externalIds.flatMap((value) => externalIdKey(value) ?? []);
	const keys = [
		...addresses.map((email) => `${record} email ${email}`),
		...ids.map((id) => `${record} id ${id}`),
	];
	// Without an address or ID, it may be anybody: then all items of the survey go one after the other.
	return keys.length > 0 ? keys : [record];
}
