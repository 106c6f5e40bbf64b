import { isObject, type JsonObject } from '../records/json';
import type { PersonIdentity } from '../records/person';

/** Whom to look for: the keys to compare, one or both. */
export interface SearchKeys {
	email?: string;
	externalId?: string;
}

/** The records of one list about a person. */
export interface SearchResult {
	matches: JsonObject[];
	/** How many other records show none of the keys looked for, and so may be this person's or not. */
	unreadable: number;
}

/** What is shown in place of letters that are hidden. */
const MASK = /\*\*|[•…█]/;

/** The records that show no key of the kinds that a search uses. */
interface Unreadable {
	flags: boolean[];
	total: number;
}

/** The records of one list by whom they are about, for any number of searches. */
export class PersonIndex {
	private readonly places = new Map<string, number[]>();
	private readonly people: PersonIdentity[];
	private readonly unreadables = new Map<string, Unreadable>();

	constructor(
		private readonly records: unknown[],
		personOf: (record: JsonObject) => PersonIdentity,
	) {
		this.people = records.map((record) => personOf(isObject(record) ? record : {}));
		for (const [place, { emails, externalIds }] of this.people.entries()) {
			for (const email of emails) this.add(`email ${email}`, place);
			for (const id of externalIds) this.add(`externalId ${id}`, place);
		}
	}

	/** The records that carry any of the keys, in the order of the list. */
	find(sought: SearchKeys): SearchResult {
		const { email, externalId } = sought;
		const found = new Set([
			...(email === undefined ? [] : this.at(`email ${email}`)),
			...(externalId === undefined ? [] : this.at(`externalId ${externalId}`)),
		]);
		const { flags, total } = this.unreadableBy(sought);
		const places = [...found].sort((a, b) => a - b);
		const matches = places.map((place) => this.records[place]).filter(isObject);
		return { matches, unreadable: total - places.filter((place) => flags[place]).length };
	}

	/**
	 * The records that show no key of these kinds, computed once for each combination of kinds. Thousands of
	 * searches, each through a long list, would block all of n8n.
	 */
	private unreadableBy({ email, externalId }: SearchKeys): Unreadable {
		const [byEmail, byExternalId] = [email !== undefined, externalId !== undefined];
		const kinds = `${byEmail} ${byExternalId}`;
		const known = this.unreadables.get(kinds);
		if (known) return known;
		const flags = this.people.map(({ emails, externalIds, erased }) => {
			const keys = [...(byEmail ? emails : []), ...(byExternalId ? externalIds : [])];
			return erased === true || !keys.some((key) => !MASK.test(key));
		});
		const unreadable = { flags, total: flags.filter(Boolean).length };
		this.unreadables.set(kinds, unreadable);
		return unreadable;
	}

	private at(key: string): number[] {
		return this.places.get(key) ?? [];
	}

	private add(key: string, place: number): void {
		const known = this.places.get(key);
		if (known) known.push(place);
		else this.places.set(key, [place]);
	}
}
