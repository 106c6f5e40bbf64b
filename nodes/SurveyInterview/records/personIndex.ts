import { isObject, type JsonObject } from './json';
import type { Person } from './person';

/** Whom to look for: the keys to compare, one or both. */
export interface Sought {
	email?: string;
	externalId?: string;
}

/** The records of one list about a person. */
export interface Found {
	matches: JsonObject[];
	/** How many of the others carry none of the keys looked for: whether they are meant cannot be told. */
	unreadable: number;
}

/** What is shown in place of letters that are hidden. */
const MASK = /\*\*|[•…█]/;

/** The records of one list by whom they are about, for any number of searches. */
export class PersonIndex {
	private readonly places = new Map<string, number[]>();
	private readonly people: Person[];

	constructor(
		private readonly records: unknown[],
		personOf: (record: JsonObject) => Person,
	) {
		this.people = records.map((record) => personOf(isObject(record) ? record : {}));
		for (const [place, { emails, externalIds }] of this.people.entries()) {
			for (const email of emails) this.add(`email ${email}`, place);
			for (const id of externalIds) this.add(`externalId ${id}`, place);
		}
	}

	/** The records that carry any of the keys, in the order of the list. */
	find({ email, externalId }: Sought): Found {
		const places = new Set([
			...(email === undefined ? [] : this.at(`email ${email}`)),
			...(externalId === undefined ? [] : this.at(`externalId ${externalId}`)),
		]);
		const unreadable = this.people.filter(({ emails, externalIds, erased }, place) => {
			if (places.has(place)) return false;
			const keys = [
				...(email === undefined ? [] : emails),
				...(externalId === undefined ? [] : externalIds),
			];
			return erased || !keys.some((key) => !MASK.test(key));
		});
		const matches = [...places].sort((a, b) => a - b).map((place) => this.records[place]);
		return { matches: matches.filter(isObject), unreadable: unreadable.length };
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
