import type { JsonObject } from '../service/json';
import { isMasked, type PersonIdentity } from '../service/person';

/** The keys of a person to search for, one or both, in the form for comparison. */
export type SearchKeys = { email?: string; externalId?: string };

/** A record with its index in the list, and which keys it hides: the address, the ID, or both. */
type Entry = { index: number; record: JsonObject; hides: Record<SearchBy, boolean> };
/** How a search looks for a person. A record that hides `both` shows neither key. */
type SearchBy = keyof SearchKeys | 'both';

export const KEYS = ['email', 'externalId'] as const;
const SEARCHES_BY = [...KEYS, 'both'] as const;

/** Whether a search looks for an address, an ID, or both. */
function searchByOf(sought: SearchKeys): SearchBy {
	const [onlyKey = 'email', secondKey] = KEYS.filter((name) => sought[name] !== undefined);
	return secondKey === undefined ? onlyKey : 'both';
}

/**
 * An index of the records of one list by person, for any number of searches. Only records that are searched for are
 * kept, so a long list needs no more memory than a short one.
 */
export class PersonIndex {
	private readonly entries = new Map<string, Entry[]>();
	private readonly hidden = { email: 0, externalId: 0, both: 0 };
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
		const { emails, externalIds, erased } = this.personOf(record);
		/** Whether a record has none of the keys, or only masked ones. */
		const showsNone = (keys: string[]) => erased === true || keys.every((key) => isMasked(key));
		const [email, externalId] = [showsNone(emails), showsNone(externalIds)];
		const hides = { email, externalId, both: email && externalId };
		for (const searchBy of SEARCHES_BY) if (hides[searchBy]) this.hidden[searchBy]++;
		const entry = { index: this.count++, record, hides };
		const keys = new Set(indexKeys({ email: emails, externalId: externalIds }));
		for (const key of keys) this.entries.get(key)?.push(entry);
	}

	/**
	 * The records with any of the keys, in the order of the list. `unreadable` is how many other records show none of
	 * the keys, so that each may be this person's.
	 */
	find(sought: SearchKeys) {
		const found = new Set(indexKeys(sought).flatMap((key) => this.entries.get(key) ?? []));
		const entries = [...found].sort((a, b) => a.index - b.index);
		const searchBy = searchByOf(sought);
		// An erased record may still show its key and be found; it is then no other record.
		const foundAlthoughHidden = entries.filter(({ hides }) => hides[searchBy]).length;
		return {
			matches: entries.map(({ record }) => record),
			unreadable: this.hidden[searchBy] - foundAlthoughHidden,
		};
	}
}

const indexKeys = (keys: { [name in keyof SearchKeys]: string | string[] }): string[] =>
	KEYS.flatMap((name) => [keys[name] ?? []].flat().map((key) => `${name} ${key}`));
