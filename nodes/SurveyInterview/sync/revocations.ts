import { firstOf } from '../service/scalars';
import {
	type ByPerson,
	type Contact,
	contactLabel,
	type Key,
	KEY_NAMES,
	KEYS_OF_MATCH_BY,
} from './contact';
import type { Recipient, Survey } from './invitations';
import type { Row } from './match';
import type { Step } from './step';
import type { SyncOptions } from './syncOptions';

export const isRevocable = ({ facts }: Recipient) => facts.status === 'open';

const MAX_NAMED = 3;

/**
 * The open invitations whose person is no longer in the list. Where that is uncertain, the invitation stays and
 * the reason says why, because a revoked link cannot be restored. It yields, so that n8n can do other work meanwhile.
 *
 * @param contacts as in the list, without the keys that `markDuplicates` adds from duplicates: of two rows with one
 *   mailbox, the one without an ID may be another person
 */
export function* revocationsOf(
	survey: Survey,
	contacts: readonly Contact[],
	rowsByPerson: ByPerson<Row>,
	{ whenMissing, matchBy }: Pick<SyncOptions, 'whenMissing' | 'matchBy'>,
): Generator<void, Step[]> {
	if (whenMissing === 'leave') return [];
	const contactsWithout: Record<Key, Contact[]> = { email: [], externalId: [] };
	let areAllRead = true;
	for (const contact of contacts) {
		yield;
		if (contact.isEmptyRow) continue;
		// A contact with neither key has a problem, so the others lack at most one.
		if (contact.problem !== undefined) areAllRead = false;
		else if (contact.email === undefined) contactsWithout.email.push(contact);
		else if (contact.externalId === undefined) contactsWithout.externalId.push(contact);
	}
	const reasonFor = (key: Key) =>
		`Not revoked: this person may be one of the contacts that have no ${KEY_NAMES[key]}: ${firstOf(contactsWithout[key].map(contactLabel), MAX_NAMED)}.`;
	// Made once, because there may be as many contacts as invitations.
	const reasonWithout = { email: reasonFor('email'), externalId: reasonFor('externalId') };
	const reasonToStay = (recipient: Recipient): string | undefined => {
		if (!areAllRead) {
			return 'Not revoked: some contacts in the list could not be read, and this may be one of them.';
		}
		// A contact without a key may be any person who has it. So an invitation with both is looked up by the key that
		// fewer contacts lack, and only a key that all contacts have proves that its person is missing. For example, if two
		// contacts have no ID, and all have an address, an invitation with both is revoked, and one with only an ID stays.
		const [key] = KEYS_OF_MATCH_BY[matchBy]
			.filter((name) => recipient[name] !== undefined)
			.sort((a, b) => contactsWithout[a].length - contactsWithout[b].length);
		if (key === undefined) {
			return 'Not revoked: the invitation has nothing that Match By compares, so this person may be in the list.';
		}
		if (contactsWithout[key].length === 0) return undefined;
		return reasonWithout[key];
	};
	const steps: Step[] = [];
	for (const recipient of survey.recipients) {
		yield;
		if (!isRevocable(recipient) || rowsByPerson.find(recipient)) continue;
		const reason = reasonToStay(recipient);
		// The write is the request to send. The fate is what becomes of it, which may change in a real run.
		if (reason === undefined) steps.push({ survey, fate: 'revoked', write: 'revoked', recipient });
		else steps.push({ survey, fate: 'notRevoked', recipient, reason });
	}
	return steps;
}
