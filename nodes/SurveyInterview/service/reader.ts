/**
 * Reads the facts of a record. The interface shows few records, so a fact is a piece of information under one name,
 * whatever the service calls it, and a kind of record is a table of facts with the keys under which each may stand
 * (kinds.ts). What the table does not know is null, and never a guess.
 */
import {
	blankObject,
	type FieldNames,
	fieldNamesOf,
	isObject,
	type JsonObject,
	type Shape,
} from './json';

export interface Fact {
	/**
	 * Where it may stand, the surest first: keys, with a dot between an object and a key in it. Case, `_` and `-` do not
	 * count: `recipient_email`, `recipientEmail` and `Recipient-Email` are one key.
	 */
	keys: readonly string[];
	/** Objects in which the same keys count too, and names before the keys: `person.email` and `person_email`. */
	alsoIn?: readonly string[];
	/** Gives the value in the form of the output; undefined if it is of another kind, and then the next key counts. */
	read: (value: unknown) => unknown;
	/** Its type in the output; absent where the fact is no field, and only helps to find the value of one. */
	type?: Shape[string];
	/** Whether only Selected Fields returns it: Simplified has at most ten fields. */
	onlySelected?: true;
}

/** Facts by their names in the output, in its order. */
export type FactTable = Readonly<Record<string, Fact>>;

export interface Kind {
	/** As the credential's Field Names call it. */
	name: string;
	facts: FactTable;
}

/** The words of a text, between blanks and line ends. */
export const keysOf = (text: string): string[] => text.trim().split(/\s+/);

/** Gives a function that makes a fact of a text of keys: `aText('name full_name person.name')`. */
export const factOf =
	(type: Fact['type'], read: Fact['read']) =>
	(keys: string): Fact => ({ keys: keysOf(keys), read, type });

/** The same fact, which may stand in these objects as well. What the record itself has counts first. */
export const factAlsoIn = (objects: string, fact: Fact): Fact => ({
	...fact,
	alsoIn: keysOf(objects),
});

/** The same of several facts. */
export const alsoIn = <Facts extends FactTable>(objects: string, facts: Facts): Facts =>
	Object.fromEntries(
		Object.entries(facts).map(([name, fact]) => [name, factAlsoIn(objects, fact)]),
	) as unknown as Facts;

/** A fact that is no field, and only helps to find the value of one. */
export const helping = (fact: Fact): Fact => ({ ...fact, type: undefined });

/** A field that follows from other facts or is known from elsewhere, so that no key is looked for. */
export const calculated = (type: Fact['type']): Fact => ({ keys: [], read: () => undefined, type });

/** A fact that only Selected Fields returns, and not Simplified. */
export const onlySelected = (fact: Fact): Fact => ({ ...fact, onlySelected: true });

/** Names of the facts that a record may have; the others are calculated. */
export const searchedFacts = ({ facts }: Kind): string[] =>
	Object.keys(facts).filter((name) => facts[name]?.keys.length);

/** The fields of the output that facts become. */
export const typesOf = (facts: FactTable): Shape =>
	Object.fromEntries(
		Object.entries(facts).flatMap(([name, { type }]) => (type ? [[name, type]] : [])),
	);

/** How deep a fact may stand: `{result: {metric: {score: {value: 9}}}}` is four keys. */
export const DEEPEST_FACT = 4;
/** A longer key is not the name of a field. */
const MAX_KEY_LENGTH = 100;
/** A limit for the memory, because records may have any number of different keys. */
const MAX_PLACES = 5_000;

/** Keys that differ only in case, `_` and `-` are one key. */
export const plainKey = (key: string) => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const plainPath = (path: string) => path.split('.').map(plainKey).join('.');

/** What the table has at a plain path. */
interface Spot {
	/** The facts that may stand there, by number, each with the rank of the place: 0 is the surest. */
	facts: Array<{ number: number; rank: number }>;
	hasBelow: boolean;
}
type Table = ReadonlyMap<string, Spot>;

/** A place in the records of a list. */
interface Place extends Spot {
	table: Table;
	/** The keys that lead to it, as the records write them, and as the table does. */
	path: string;
	plain: string;
	/** By the key as the records write it; null where no fact is at it or below it. */
	below: Map<string, Place | null>;
}

/** A value that some fact is read from, or null at a place of one. */
export interface FactReading {
	fact: string;
	value: unknown;
	/** The keys that lead to it, as the record writes them. */
	path: string;
	rank: number;
}

/** Reads records of one kind. One reader for a whole list looks each key up only once. */
export class RecordReader {
	readonly names: readonly string[];
	private readonly facts: readonly Fact[];
	/** By Field Names, because records of two credentials may have the same fact under different keys. */
	private readonly tops = new WeakMap<FieldNames, Place>();
	private remembered = 0;
	/** Of the record that is being read: for each fact its value, and how sure the place of that is. */
	private readonly values: unknown[];
	private readonly ranks: number[];

	/** @param only the facts that are wanted; without them all of the kind */
	constructor(
		private readonly kind: Kind,
		...only: readonly string[]
	) {
		this.names = only.length > 0 ? only : Object.keys(kind.facts);
		this.facts = this.names.map((name) => kind.facts[name] as Fact);
		this.values = this.names.map(() => null);
		this.ranks = this.names.map(() => NOT_FOUND);
	}

	/** Every fact of a record; null where it is not found. */
	in(record: JsonObject): JsonObject {
		const { values, ranks } = this;
		values.fill(null);
		ranks.fill(NOT_FOUND);
		this.fill(record, this.topFor(fieldNamesOf(record) ?? NO_NAMES));
		const facts = blankObject(this.names);
		for (let number = 0; number < values.length; number++) {
			const value = values[number];
			if (value !== null) facts[this.names[number] as string] = value;
		}
		return facts;
	}

	/** Every value of a record that some fact is read from, and every null at a place of one. */
	readingsIn(record: JsonObject): FactReading[] {
		const readings: FactReading[] = [];
		const walk = (object: JsonObject, at: Place) => {
			for (const [key, held] of Object.entries(object)) {
				const place = held === undefined ? null : this.placeBelow(at, key);
				if (!place) continue;
				for (const { number, rank } of place.facts) {
					const value = held === null ? null : this.facts[number]?.read(held);
					const fact = this.names[number] ?? '';
					if (value !== undefined) readings.push({ fact, value, path: place.path, rank });
				}
				if (place.hasBelow && isObject(held)) walk(held, place);
			}
		};
		walk(record, this.topFor(fieldNamesOf(record) ?? NO_NAMES));
		return readings;
	}

	/** Notes the surest value of each fact. A long list has a million keys, so nothing is allocated here. */
	private fill(object: JsonObject, at: Place): void {
		for (const key of Object.keys(object)) {
			const value = object[key];
			if (value === undefined) continue;
			const place = this.placeBelow(at, key);
			if (place === null) continue;
			for (const { number, rank } of place.facts) {
				if ((this.ranks[number] as number) <= rank) continue;
				// Where Field Names say that a fact stands, null means that this record does not have it.
				const isNone = value === null && rank === CONFIRMED;
				const read = isNone ? null : (this.facts[number] as Fact).read(value);
				if (read === undefined) continue;
				this.ranks[number] = rank;
				this.values[number] = read;
			}
			if (place.hasBelow && isObject(value)) this.fill(value, place);
		}
	}

	private placeBelow(at: Place, key: string): Place | null {
		const known = at.below.get(key);
		if (known !== undefined) return known;
		if (key.length > MAX_KEY_LENGTH) return null;
		const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
		const plain = below(at.plain, plainKey(key));
		const spot = at.table.get(plain);
		const place = spot
			? { ...spot, table: at.table, path: below(at.path, key), plain, below: new Map() }
			: null;
		if (this.remembered < MAX_PLACES) {
			at.below.set(key, place);
			this.remembered++;
		}
		return place;
	}

	private topFor(names: FieldNames): Place {
		const known = this.tops.get(names);
		if (known) return known;
		const table = this.tableWith(names[this.kind.name]);
		const top = { table, path: '', plain: '', facts: [], hasBelow: true, below: new Map() };
		this.tops.set(names, top);
		return top;
	}

	/** @param confirmed the places that a person has entered, by fact */
	private tableWith(confirmed: Readonly<Record<string, string>> = {}): Table {
		const table = new Map<string, Spot>();
		const spotAt = (path: string) => {
			const spot = table.get(path) ?? { facts: [], hasBelow: false };
			table.set(path, spot);
			return spot;
		};
		const put = (path: string, fact: number, rank: number) => {
			const keys = plainPath(path).split('.');
			keys.slice(1).forEach((_, index) => {
				spotAt(keys.slice(0, index + 1).join('.')).hasBelow = true;
			});
			spotAt(keys.join('.')).facts.push({ number: fact, rank });
		};
		this.facts.forEach((fact, number) => {
			const entered = confirmed[this.names[number] ?? ''];
			if (entered !== undefined) put(entered, number, CONFIRMED);
			placesOf(fact).forEach((path, index) => put(path, number, index + 1));
		});
		return table;
	}
}

/** The rank of a fact that is not found. */
const NOT_FOUND = Infinity;
/** The rank of a place that a person has entered, before all others. */
export const CONFIRMED = 0;
/** Of a credential without Field Names. */
const NO_NAMES: FieldNames = {};

/** Every place of a fact, the surest first. */
function placesOf({ keys, alsoIn: objects = [] }: Fact): string[] {
	const inside = objects.flatMap((object) =>
		keys.flatMap((key) => [`${object}.${key}`, `${object}_${key}`]),
	);
	return [...keys, ...inside];
}
