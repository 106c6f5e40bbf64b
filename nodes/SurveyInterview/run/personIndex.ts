import type { JsonObject } from '../service/json';
import { isMasked, type PersonIdentity } from '../service/person';

/** The keys of a person to search for, one or both, in the form for comparison. */
export type SearchKeys = { email?: string; externalId?: string };

export const KEYS = ['email', 'externalId'] as const;

/** What a search compares. */
type ComparedBy = 'email' | 'externalId' | 'either';

function comparedBy({ email, externalId }: SearchKeys): ComparedBy {
	if (email !== undefined && externalId !== undefined) return 'either';
	return externalId === undefined ? 'email' : 'externalId';
}

/**
 * Whether a record shows nothing that could be compared, so that it may be anybody's: it has none of the keys, or only
 * masked ones. Whoever was erased is left out: no search can mean them.
 */
function isUnreadable({ emails, externalIds, erased }: PersonIdentity, by: ComparedBy): boolean {
	if (erased === true) return false;
	// `every` is true of no keys as well.
	const hidesEmail = by === 'externalId' || emails.every(isMasked);
	return hidesEmail && (by === 'email' || externalIds.every(isMasked));
}

type Entry = { index: number; record: JsonObject; person: PersonIdentity };

/**
 * An index of the records of one list by person, for any number of searches. Only records that are searched for are
 * kept, so a long list needs no more memory than a short one.
 */
export class PersonIndex {
	private readonly entries = new Map<string, Entry[]>();
	/** How many records are unreadable for each kind of search. */
	private readonly unreadable = { email: 0, externalId: 0, either: 0 };
	/** How many records the list has. */
	count = 0;

	/** @param sought the keys of all searches */
	constructor(
		private readonly personOf: (record: JsonObject) => PersonIdentity,
		sought: readonly SearchKeys[],
	) {
		for (const keys of sought) for (const key of indexKeys(keys)) this.entries.set(key, []);
	}

	add(record: JsonObject): void {
		const person = this.personOf(record);
		for (const by of [...KEYS, 'either'] as const)
			if (isUnreadable(person, by)) this.unreadable[by]++;
		const entry = { index: this.count++, record, person };
		const keys = indexKeys({ email: person.emails, externalId: person.externalIds });
		for (const key of new Set(keys)) this.entries.get(key)?.push(entry);
	}

	/** The records with any of the keys, in the order of the list, and how many others may be this person's as well. */
	find(sought: SearchKeys) {
		const found = new Set(indexKeys(sought).flatMap((key) => this.entries.get(key) ?? []));
		const entries = [...found].sort((a, b) => a.index - b.index);
		const by = comparedBy(sought);
		// A masked address in the search, such as `a***@example.com`, finds the records with the same masked text.
		const foundByMaskedKey = entries.filter(({ person }) => isUnreadable(person, by));
		return {
			matches: entries.map(({ record }) => record),
			unreadable: this.unreadable[by] - foundByMaskedKey.length,
		};
	}
}

/** `email ada@example.com`, `externalId A-1` */
const indexKeys = (keys: { [name in keyof SearchKeys]: string | string[] }): string[] =>
	KEYS.flatMap((name) => [keys[name] ?? []].flat().map((key) => `${name} ${key}`));
