import { isObject, type JsonObject, type Shape } from '../records/json';
import {
	emailKey,
	externalIdKey,
	type IdentityValues,
	type PersonIdentity,
} from '../records/person';
import type { RecordKeeper } from '../run/recordIntake';

/** Whom to look for: the keys to compare, one or both. */
export interface SearchKeys {
	email?: string;
	externalId?: string;
}

interface SearchResult {
	matches: JsonObject[];
	/** How many other records show none of the keys looked for, and so may be this person's or not. */
	unreadable: number;
}

/** What is shown in place of letters that are hidden. */
const MASK = /\*\*|[•…█]/;

/** What a record may hide from a search: an address, an external ID, or both of them. */
const KINDS = ['email', 'externalId', 'both'] as const;

/** A record that somebody looks for, with its place in the list, and what it hides. */
interface Entry {
	place: number;
	record: JsonObject;
	hides: Record<(typeof KINDS)[number], boolean>;
}

/**
 * The records of one list by whom they are about, for any number of searches. It keeps only the records that
 * somebody looks for, so a long list takes up no more memory than a short one.
 */
export class PersonIndex implements RecordKeeper {
	private readonly entries = new Map<string, Entry[]>();
	private hidden = { email: 0, externalId: 0, both: 0 };
	/** How many records there are. */
	count = 0;
	kept = 0;

	/** @param sought all whom anybody will look for */
	constructor(
		private readonly personOf: (record: JsonObject) => PersonIdentity,
		sought: readonly SearchKeys[],
	) {
		for (const keys of sought) for (const key of indexKeys(keys)) this.entries.set(key, []);
	}

	/** Takes in the next records of the list. Of somebody else there may always be another. */
	add(records: readonly unknown[]): false {
		for (const record of records) this.addOne(isObject(record) ? record : {}, this.count++);
		return false;
	}

	clear(): void {
		for (const key of this.entries.keys()) this.entries.set(key, []);
		this.hidden = { email: 0, externalId: 0, both: 0 };
		this.count = this.kept = 0;
	}

	/** The records that carry any of the keys, in the order of the list. */
	find(sought: SearchKeys): SearchResult {
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

	private addOne(record: JsonObject, place: number): void {
		const { emails, externalIds, erased } = this.personOf(record);
		const shows = (keys: readonly string[]) =>
			erased !== true && keys.some((key) => !MASK.test(key));
		const [email, externalId] = [!shows(emails), !shows(externalIds)];
		const hides = { email, externalId, both: email && externalId };
		for (const kind of KINDS) if (hides[kind]) this.hidden[kind]++;
		const entry = { place, record, hides };
		const keys = new Set(indexKeys({ email: emails, externalId: externalIds }));
		const sought = [...keys].filter((key) => this.entries.has(key));
		if (sought.length > 0) this.kept++;
		for (const key of sought) this.entries.get(key)?.push(entry);
	}
}

const indexKeys = (keys: { [name in keyof SearchKeys]: string | string[] }): string[] =>
	Object.entries(keys).flatMap(([name, values = []]) =>
		[values].flat().map((key) => `${name} ${key}`),
	);

/** What the output says beside each match, in the same order: whose record it is, as far as it shows that. */
export const MATCH_KEYS: Shape = {
	id: 'string?',
	// The keys looked for that the record carries.
	agrees: 'strings',
	// Those of which it carries another value, or one that cannot be read, such as a masked one.
	differs: 'strings',
	// All that it carries, as it is written there.
	emails: 'strings',
	external_ids: 'strings',
};

/**
 * Compares all that a record says of a person with the keys looked for. A key that the record does not carry
 * neither agrees nor differs. A key may do both: under one name the value is the same, under another it is
 * not. A value that cannot be read differs, because nobody must erase a person on its account.
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

/** Null and blank text say nothing. Neither does a boolean: `email: true` may be a channel, not an address. */
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
