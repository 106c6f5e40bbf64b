/**
 * Facts of a record, under one name each, whatever a service calls them. The interface shows few records,
 * so a fact says where it is looked for; what is not found is null, and so is what may be either of two.
 */
import { isObject, type JsonObject } from '../records/json';

/** One fact: its name in the output, where a record may have it, and how its value is read. */
export interface Fact {
	name: string;
	/**
	 * Paths at which it may stand, the surest first. A path is the keys that lead to the value, with dots
	 * between them, in lower case and without `_` and `-`: `person.fullname`.
	 */
	at: readonly RegExp[];
	/** The value in the output's form; undefined where it is not of this kind, so that another is looked for. */
	read: (value: unknown) => unknown;
}

/** How deep a fact may stand: `{result: {metric: {score: {value: 9}}}}` is four keys. */
const MAX_DEPTH = 4;

interface Found {
	rank: number;
	value: unknown;
	isCertain: boolean;
	/** The keys that lead to it, as the record has them. */
	path: string;
}

/** Where a fact stands in a record. */
export type Place = Readonly<Pick<Found, 'path' | 'value' | 'isCertain'>>;

/** `Full_Name`, `full-name` and `fullName` are one key. */
const plainly = (key: string) => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds facts in records of one kind. It looks each path up once, so one finder serves a whole list. */
export class FactFinder {
	/** By path: which facts may stand there, and how sure that is. */
	private readonly places = new Map<string, ReadonlyArray<readonly [fact: Fact, rank: number]>>();
	/** By key, as it stands in a record. */
	private readonly spellings = new Map<string, string>();

	/** @param spell how patterns spell a key; records that the interface shows have each key in one way */
	constructor(
		private readonly facts: readonly Fact[],
		private readonly spell = plainly,
	) {}

	/** Every fact of a record, in the order of the facts; null for what it does not say. */
	in(record: JsonObject): JsonObject {
		const found = this.foundIn(record);
		return Object.fromEntries(
			this.facts.map((fact) => {
				const best = found.get(fact);
				return [fact.name, best?.isCertain ? best.value : null];
			}),
		);
	}

	/** The names of the facts. */
	get names(): string[] {
		return this.facts.map(({ name }) => name);
	}

	/** Where each fact of a record stands, by the fact's name; those that it does not say are left out. */
	placesIn(record: JsonObject): Map<string, Place> {
		return new Map([...this.foundIn(record)].map(([fact, place]) => [fact.name, place]));
	}

	/** Whether a fact may stand under a key at the top of a record. */
	knows(key: string): boolean {
		return this.factsAt(this.spelled(key)).length > 0;
	}

	/** Whether a value at the end of some keys is one that a fact is read from. */
	reads(keys: readonly string[], value: unknown): boolean {
		const facts = this.factsAt(keys.map((key) => this.spelled(key)).join('.'));
		return facts.some(([fact]) => value === null || fact.read(value) !== undefined);
	}

	private foundIn(record: JsonObject): Map<Fact, Found> {
		const found = new Map<Fact, Found>();
		this.search(record, ['', ''], 1, found);
		return found;
	}

	/** @param above the keys that lead to the object: as patterns spell them, and as they stand in the record */
	private search(
		object: JsonObject,
		above: readonly [spelled: string, written: string],
		depth: number,
		found: Map<Fact, Found>,
	): void {
		for (const key of Object.keys(object)) {
			const value = object[key];
			const path = above[0] + this.spelled(key);
			for (const [fact, rank] of this.factsAt(path)) {
				note(found, fact, rank, value, above[1] + key);
			}
			if (depth < MAX_DEPTH && isObject(value)) {
				this.search(value, [`${path}.`, `${above[1]}${key}.`], depth + 1, found);
			}
		}
	}

	private spelled(key: string): string {
		let spelled = this.spellings.get(key);
		if (spelled === undefined) {
			spelled = this.spell(key);
			remember(this.spellings, key, spelled);
		}
		return spelled;
	}

	private factsAt(path: string) {
		let facts = this.places.get(path);
		if (facts === undefined) {
			facts = this.facts.flatMap((fact) => {
				const rank = fact.at.findIndex((pattern) => pattern.test(path));
				return rank === -1 ? [] : [[fact, rank] as const];
			});
			remember(this.places, path, facts);
		}
		return facts;
	}
}

/** Records may have ids for keys, and some finders live as long as the process. */
const MAX_REMEMBERED_KEYS = 5_000;

function remember<T>(map: Map<string, T>, key: string, value: T): void {
	if (map.size >= MAX_REMEMBERED_KEYS) map.clear();
	map.set(key, value);
}

/** Two different values at equally sure places leave open which of them is meant. */
function note(
	found: Map<Fact, Found>,
	fact: Fact,
	rank: number,
	written: unknown,
	path: string,
): void {
	const known = found.get(fact);
	if (known && known.rank < rank) return;
	const value = written === null ? null : fact.read(written);
	if (value === undefined) return;
	if (!known || known.rank > rank) found.set(fact, { rank, value, isCertain: true, path });
	else if (JSON.stringify(known.value) !== JSON.stringify(value)) known.isCertain = false;
}
