import type { JsonObject, Shape } from '../records/json';
import {
	emailKey,
	externalIdKey,
	type IdentityValues,
	isMasked,
	type PersonIdentity,
} from '../records/person';

/** The keys of a person to search for, one or both, in the form for comparison. */
export interface SearchKeys {
	email?: string;
	externalId?: string;
}

/** The kinds of search that a record may hide from: by address, by external ID, or by both. */
const KINDS = ['email', 'externalId', 'both'] as const;

/** A record that is searched for, with its place in the list. */
interface Entry {
	place: number;
	record: JsonObject;
	hides: Record<(typeof KINDS)[number], boolean>;
}

/**
 * An index of the records of one list by person, for any number of searches. Only records that are searched for are
 * kept, so a long list needs no more memory than a short one.
 */
export class PersonIndex {
	private readonly entries = new Map<string, Entry[]>();
	private hidden = { email: 0, externalId: 0, both: 0 };
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
		const place = this.count++;
		const { emails, externalIds, erased } = this.personOf(record);
		const shows = (keys: readonly string[]) =>
			erased !== true && keys.some((key) => !isMasked(key));
		const [email, externalId] = [!shows(emails), !shows(externalIds)];
		const hides = { email, externalId, both: email && externalId };
		for (const kind of KINDS) if (hides[kind]) this.hidden[kind]++;
		const entry = { place, record, hides };
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
		const { email, externalId } = sought;
		const kind = email === undefined ? 'externalId' : externalId === undefined ? 'email' : 'both';
		const hiding = entries.filter(({ hides }) => hides[kind]).length;
		return {
			matches: entries.map(({ record }) => record),
			unreadable: this.hidden[kind] - hiding,
		};
	}
}

const indexKeys = (keys: { [name in keyof SearchKeys]: string | string[] }): string[] =>
	Object.entries(keys).flatMap(([name, values = []]) =>
		[values].flat().map((key) => `${name} ${key}`),
	);

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
export function compareKeys(said: IdentityValues, sought: SearchKeys) {
	const agrees: Array<keyof SearchKeys> = [];
	const differs: Array<keyof SearchKeys> = [];
	const emails = said.emails.filter(isSaid);
	const externalIds = said.externalIds.filter(isSaid);
	for (const [name, values, keyOf] of [
		['email', emails, emailKey],
		['externalId', externalIds, externalIdKey],
	] as const) {
		if (sought[name] === undefined) continue;
		const same = values.filter((value) => keyOf(value) === sought[name]).length;
		if (same > 0) agrees.push(name);
		if (same < values.length) differs.push(name);
	}
	return { agrees, differs, emails: textsOf(emails), external_ids: textsOf(externalIds) };
}

/** Whether a value may be a key: null, blank text and booleans are not. `email: true` may mean a channel. */
function isSaid(value: unknown): boolean {
	if (value === undefined || value === null || typeof value === 'boolean') return false;
	if (typeof value === 'object') return Object.keys(value).length > 0;
	return typeof value !== 'string' || value.trim() !== '';
}

function textsOf(values: unknown[]): string[] {
	const texts = values.map((value) =>
		typeof value === 'string' ? value.trim() : JSON.stringify(value),
	);
	return [...new Set(texts)];
}
