import { emptinessOf } from '../input/problem';
import type { JsonObject, Shape } from '../service/json';
import {
	emailKey,
	externalIdKey,
	type IdentityValues,
	isMasked,
	type PersonIdentity,
} from '../service/person';

/** The keys of a person to search for, one or both, in the form for comparison. */
export type SearchKeys = { email?: string; externalId?: string };

/** A record with its place in the list, and what searches look for that it hides: an address, an ID, or both. */
type Entry = { place: number; record: JsonObject; hides: Record<Kind, boolean> };
type Kind = keyof SearchKeys | 'both';

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
		const areHidden = (keys: string[]) => erased === true || keys.every((key) => isMasked(key));
		const [email, externalId] = [areHidden(emails), areHidden(externalIds)];
		const hides = { email, externalId, both: email && externalId };
		for (const kind of KINDS) if (hides[kind]) this.hidden[kind]++;
		const entry = { place: this.count++, record, hides };
		const keys = new Set(indexKeys({ email: emails, externalId: externalIds }));
		for (const key of keys) this.entries.get(key)?.push(entry);
	}

	/**
	 * The records with any of the keys, in the order of the list. `unreadable` is how many other records show none of
	 * the keys, so that each may be this person's.
	 */
	find(sought: SearchKeys) {
		const found = new Set(indexKeys(sought).flatMap((key) => this.entries.get(key) ?? []));
		const entries = [...found].sort((a, b) => a.place - b.place);
		const [first = 'email', second] = KEYS.filter((name) => sought[name] !== undefined);
		const kind = second === undefined ? first : 'both';
		const hiding = entries.filter(({ hides }) => hides[kind]).length;
		return {
			matches: entries.map(({ record }) => record),
			unreadable: this.hidden[kind] - hiding,
		};
	}
}

const KEYS = ['email', 'externalId'] as const;
const KINDS = [...KEYS, 'both'] as const;
const indexKeys = (keys: { [name in keyof SearchKeys]: string | string[] }): string[] =>
	KEYS.flatMap((name) => [keys[name] ?? []].flat().map((key) => `${name} ${key}`));

/** The output `keys`: for each match, in the same order, which keys of the person its record has. */
export const MATCH_KEYS: Shape = {
	id: 'string?',
	// The keys of the search that the record has.
	agrees: 'strings',
	// Those of which it has another value, or an unreadable one, such as a masked address.
	differs: 'strings',
	// All its values, as they are written.
	emails: 'strings',
	external_ids: 'strings',
};

/**
 * Compares the keys in a record with those of a search. A key that the record lacks neither agrees nor differs. A key
 * may do both, if the record has it twice with different values. An unreadable value differs, because it must not be
 * a reason to erase a person.
 */
export function compareKeys({ emails, externalIds }: IdentityValues, sought: SearchKeys) {
	const values = { email: emails.filter(isSaid), externalId: externalIds.filter(isSaid) };
	const keyOf = { email: emailKey, externalId: externalIdKey };
	const named = KEYS.filter((name) => sought[name] !== undefined);
	const isSame = (name: keyof SearchKeys) => (value: unknown) =>
		keyOf[name](value) === sought[name];
	return {
		agrees: named.filter((name) => values[name].some(isSame(name))),
		differs: named.filter((name) => !values[name].every(isSame(name))),
		emails: textsOf(values.email),
		external_ids: textsOf(values.externalId),
	};
}

/** Whether a value may be a key; `email: true` may mean a channel. */
const isSaid = (value: unknown) => typeof value !== 'boolean' && emptinessOf(value) === undefined;

function textsOf(values: unknown[]): string[] {
	const textOf = (value: unknown) =>
		typeof value === 'string' ? value.trim() : JSON.stringify(value);
	return [...new Set(values.map(textOf))];
}
