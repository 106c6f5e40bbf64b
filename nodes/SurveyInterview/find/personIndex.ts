import { isObject, type JsonObject } from '../records/json';
import {
	emailKey,
	externalIdKey,
	type IdentityValues,
	type PersonIdentity,
} from '../records/person';
import type { RecordKeeper } from '../run/intake';

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

/** What a record may show of a person: an address, an external ID, and either of them. */
const KINDS = ['email', 'externalId', 'either'] as const;
type Kind = (typeof KINDS)[number];

/** A record that somebody looks for, with its place in the list, and what it does not show. */
interface Entry {
	place: number;
	record: JsonObject;
	hides: Record<Kind, boolean>;
}

/**
 * The records of one list by whom they are about, for any number of searches. It keeps only the records that
 * somebody looks for, so a long list takes up no more memory than a short one.
 */
export class PersonIndex implements RecordKeeper {
	private readonly entries = new Map<string, Entry[]>();
	private readonly hidden = { email: 0, externalId: 0, either: 0 };
	private count = 0;
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
		Object.assign(this.hidden, { email: 0, externalId: 0, either: 0 });
		this.count = this.kept = 0;
	}

	/** The records that carry any of the keys, in the order of the list. */
	find(sought: SearchKeys): SearchResult {
		const found = new Set(indexKeys(sought).flatMap((key) => this.entries.get(key) ?? []));
		const entries = [...found].sort((a, b) => a.place - b.place);
		const kind = kindOf(sought);
		const total = kind === undefined ? this.count : this.hidden[kind];
		const hiding = entries.filter(({ hides }) => kind === undefined || hides[kind]).length;
		return { matches: entries.map(({ record }) => record), unreadable: total - hiding };
	}

	private addOne(record: JsonObject, place: number): void {
		const { emails, externalIds, erased } = this.personOf(record);
		const shows = (keys: readonly string[]) =>
			erased !== true && keys.some((key) => !MASK.test(key));
		const [email, externalId] = [!shows(emails), !shows(externalIds)];
		const hides = { email, externalId, either: email && externalId };
		for (const kind of KINDS) if (hides[kind]) this.hidden[kind]++;
		const keys = [
			...emails.map((key) => `email ${key}`),
			...externalIds.map((id) => `externalId ${id}`),
		];
		let entry: Entry | undefined;
		for (const key of new Set(keys)) {
			const entries = this.entries.get(key);
			if (!entries) continue;
			if (!entry) this.kept++;
			entry ??= { place, record, hides };
			entries.push(entry);
		}
	}
}

function kindOf({ email, externalId }: SearchKeys): Kind | undefined {
	if (email !== undefined) return externalId === undefined ? 'email' : 'either';
	return externalId === undefined ? undefined : 'externalId';
}

function indexKeys({ email, externalId }: SearchKeys): string[] {
	return [
		...(email === undefined ? [] : [`email ${email}`]),
		...(externalId === undefined ? [] : [`externalId ${externalId}`]),
	];
}

type SearchKey = keyof SearchKeys;

/** How a record that was found compares with whom was looked for. */
interface Agreement {
	/** The keys looked for that the record carries. */
	agrees: SearchKey[];
	/** Those of which it carries another value, or one that cannot be read, such as a masked one. */
	differs: SearchKey[];
	/** All that it carries, as it is written there. */
	emails: string[];
	external_ids: string[];
}

/**
 * Compares all that a record says of a person with the keys looked for. A key that the record does not carry
 * neither agrees nor differs. A key may do both: under one name the value is the same, under another it is
 * not. A value that cannot be read differs, because nobody must erase a person on its account.
 */
export function compareKeys(said: IdentityValues, sought: SearchKeys): Agreement {
	const agrees: SearchKey[] = [];
	const differs: SearchKey[] = [];
	const compare = (name: SearchKey, values: unknown[], keyOf: (value: unknown) => unknown) => {
		const key = sought[name];
		if (key === undefined) return;
		const same = values.filter((value) => keyOf(value) === key).length;
		if (same > 0) agrees.push(name);
		if (same < values.length) differs.push(name);
	};
	const emails = said.emails.filter(isSaid);
	const externalIds = said.externalIds.filter(isSaid);
	compare('email', emails, emailKey);
	compare('externalId', externalIds, externalIdKey);
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
