import type { Contact } from './contact';
import { keysOf, type MatchBy } from './options';
import { Index, type Recipient } from './recipients';

/** What was found for a person; `others`: more invitations of the same person, which stay as they are. */
export interface Match {
	recipient: Recipient;
	others: Recipient[];
}

/**
 * Finds the invitation of each person: by the strongest key first for all of them, so that nobody takes
 * by e-mail what another has by external id. An invitation with another external id is another person's,
 * whatever its address. Pure; the order of the input decides between equals.
 *
 * @param persons no two of them the same person
 * @param recipients the best first
 * @returns a match for each person, in their order
 */
export function matchAll(
	persons: Contact[],
	recipients: Recipient[],
	matchBy: MatchBy,
): Array<Match | undefined> {
	const index = new Index(recipients);
	const found: Array<Recipient | undefined> = persons.map(() => undefined);
	for (const kind of keysOf(matchBy)) {
		persons.forEach((person, place) => {
			found[place] ??= index.take(queueOf(kind, person, matchBy), person[kind]);
		});
	}
	// Only now is it known which invitations are nobody else's.
	return found.map((recipient, place) => {
		const person = persons[place];
		if (!recipient || !person) return undefined;
		const others = new Set(
			keysOf(matchBy).flatMap((kind) =>
				index.left(queueOf(kind, person, matchBy), person[kind], MOST_OTHERS),
			),
		);
		return { recipient, others: [...others].slice(0, MOST_OTHERS) };
	});
}

/** More of one person than anybody wants to read. */
const MOST_OTHERS = 100;

/** Where to look by a key. Who has an external id gets by e-mail only what has none. */
function queueOf(kind: 'email' | 'externalId', person: Contact, matchBy: MatchBy) {
	const isStrict = matchBy === 'externalIdThenEmail' && person.externalId !== undefined;
	return kind === 'email' && isStrict ? 'emailAlone' : kind;
}
