/**
 * Reads the facts of a record. The interface shows few records, so a fact is a piece of information under one name,
 * whatever the service calls it, and a kind of record is a table of facts with the keys under which each may stand
 * (kinds.ts). What the table does not know is null, and never a guess.
 */
import {
	blankObject,
	type FieldNames,
	enteredFieldNames,
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
	/** Gives the value in the form of the output; undefined for a value of another kind: then the next key counts. */
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

/** The same for each of several facts. */
export const alsoIn = <Facts extends FactTable>(objects: string, facts: Facts): Facts =>
	Object.fromEntries(
		Object.entries(facts).map(([name, fact]) => [name, factAlsoIn(objects, fact)]),
	) as unknown as Facts;

/** A fact that is no field, and only helps to find the value of one. */
export const onlyInternal = (fact: Fact): Fact => ({ ...fact, type: undefined });

/** A field that follows from other facts or is known from elsewhere, so that no key is looked for. */
export const calculated = (type: Fact['type']): Fact => ({ keys: [], read: () => undefined, type });

/** A fact that only Selected Fields returns, and not Simplified. */
export const onlySelected = (fact: Fact): Fact => ({ ...fact, onlySelected: true });

/** Names of the facts that are looked for in a record; the others are calculated. */
export const searchedFacts = ({ facts }: Kind): string[] =>
	Object.keys(facts).filter((name) => facts[name]?.keys.length);

/** The fields of the output that facts become. */
export const typesOf = (facts: FactTable): Shape =>
	Object.fromEntries(
		Object.entries(facts).flatMap(([name, { type }]) => (type ? [[name, type]] : [])),
	);

/** How deep a fact of Field Names may stand: `{result: {metric: {score: {value: 9}}}}` is four keys (credential.ts). */
export const MAX_FACT_DEPTH = 4;
/** In characters: a longer key is not the name of a field. */
const MAX_KEY_LENGTH = 100;
/** How many places a reader remembers, because records may have any number of different keys. */
const MAX_PLACES = 5_000;

/** Keys that differ only in case, `_` and `-` are one key. */
export const plainKey = (key: string) => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const plainPath = (path: string) => path.split('.').map(plainKey).join('.');

/** What the table has at a plain path. */
interface Spot {
	/** The facts that may stand there, each with the rank of this place for it: 0 is the surest. */
	facts: Array<{ factIndex: number; rank: number }>;
	/** Whether a fact may stand deeper, in an object that is here. */
	hasBelow: boolean;
}
/** By plain path: keys as `plainKey` gives them, with dots between them. */
type Table = ReadonlyMap<string, Spot>;

/** A place in the records of a list. */
interface Place extends Spot {
	table: Table;
	/** The keys that lead to it, as the records write them. */
	path: string;
	/** The same keys, as the table writes them. */
	plain: string;
	/** By the key as the records write it; null where no fact is at it or below it. */
	below: Map<string, Place | null>;
}

/** A value of a fact in a record, or null if a place of the fact holds null. */
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
	private readonly roots = new WeakMap<FieldNames, Place>();
	private rememberedPlaces = 0;
	/** Of the record that is being read: the value of each fact. */
	private readonly values: unknown[];
	/** The rank of the place where that value stood. */
	private readonly ranks: number[];

	/** @param wantedFacts the facts that are wanted; without them all of the kind */
	constructor(
		private readonly kind: Kind,
		...wantedFacts: readonly string[]
	) {
		this.names = wantedFacts.length > 0 ? wantedFacts : Object.keys(kind.facts);
		this.facts = this.names.map((name) => kind.facts[name] as Fact);
		this.values = this.names.map(() => null);
		this.ranks = this.names.map(() => NOT_FOUND);
	}

	/** Every fact of a record; null where it is not found. */
	factsIn(record: JsonObject): JsonObject {
		const { values, ranks } = this;
		values.fill(null);
		ranks.fill(NOT_FOUND);
		// The credential's Field Names were attached to the record when it was read.
		this.noteValues(record, this.rootFor(enteredFieldNames(record) ?? NO_NAMES));
		const facts = blankObject(this.names);
		for (let factIndex = 0; factIndex < values.length; factIndex++) {
			const value = values[factIndex];
			if (value !== null) facts[this.names[factIndex] as string] = value;
		}
		return facts;
	}

	/** All values of all facts in a record, and not only the surest; null where a place of a fact holds null. */
	readingsIn(record: JsonObject): FactReading[] {
		const readings: FactReading[] = [];
		const walk = (object: JsonObject, parent: Place) => {
			for (const [key, raw] of Object.entries(object)) {
				const place = raw === undefined ? null : this.placeBelow(parent, key);
				if (!place) continue;
				for (const { factIndex, rank } of place.facts) {
					const value = raw === null ? null : this.facts[factIndex]?.read(raw);
					const fact = this.names[factIndex] ?? '';
					if (value !== undefined) readings.push({ fact, value, path: place.path, rank });
				}
				if (place.hasBelow && isObject(raw)) walk(raw, place);
			}
		};
		walk(record, this.rootFor(enteredFieldNames(record) ?? NO_NAMES));
		return readings;
	}

	/** Notes the surest value of each fact. A long list has a million keys, so no object is made here. */
	private noteValues(object: JsonObject, parent: Place): void {
		for (const key of Object.keys(object)) {
			const value = object[key];
			if (value === undefined) continue;
			const place = this.placeBelow(parent, key);
			if (place === null) continue;
			for (const { factIndex, rank } of place.facts) {
				if ((this.ranks[factIndex] as number) <= rank) continue;
				// Where Field Names say that a fact stands, null means that this record does not have it.
				const isNone = value === null && rank === CONFIRMED;
				const read = isNone ? null : (this.facts[factIndex] as Fact).read(value);
				if (read === undefined) continue;
				this.ranks[factIndex] = rank;
				this.values[factIndex] = read;
			}
			if (place.hasBelow && isObject(value)) this.noteValues(value, place);
		}
	}

	/** The place of a key inside the object at another place; null where no fact may stand at it or deeper. */
	private placeBelow(parent: Place, key: string): Place | null {
		const cached = parent.below.get(key);
		if (cached !== undefined) return cached;
		if (key.length > MAX_KEY_LENGTH) return null;
		const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
		const plain = joinPath(parent.plain, plainKey(key));
		const spot = parent.table.get(plain);
		const place = spot
			? { ...spot, table: parent.table, path: joinPath(parent.path, key), plain, below: new Map() }
			: null;
		if (this.rememberedPlaces < MAX_PLACES) {
			parent.below.set(key, place);
			this.rememberedPlaces++;
		}
		return place;
	}

	/** The place of a whole record that has these Field Names. */
	private rootFor(names: FieldNames): Place {
		const cached = this.roots.get(names);
		if (cached) return cached;
		const table = this.tableWith(names[this.kind.name]);
		const root = { table, path: '', plain: '', facts: [], hasBelow: true, below: new Map() };
		this.roots.set(names, root);
		return root;
	}

	/** @param confirmed the paths that a person has entered as Field Names, by fact */
	private tableWith(confirmed: Readonly<Record<string, string>> = {}): Table {
		const table = new Map<string, Spot>();
		const spotAt = (path: string) => {
			const spot = table.get(path) ?? { facts: [], hasBelow: false };
			table.set(path, spot);
			return spot;
		};
		const addPlace = (path: string, factIndex: number, rank: number) => {
			const keys = plainPath(path).split('.');
			// Every object on the way to the fact has something below it.
			keys.slice(1).forEach((_, index) => {
				spotAt(keys.slice(0, index + 1).join('.')).hasBelow = true;
			});
			spotAt(keys.join('.')).facts.push({ factIndex, rank });
		};
		this.facts.forEach((fact, factIndex) => {
			const enteredPath = confirmed[this.names[factIndex] ?? ''];
			if (enteredPath !== undefined) addPlace(enteredPath, factIndex, CONFIRMED);
			placesOf(fact).forEach((path, index) => addPlace(path, factIndex, index + 1));
		});
		return table;
	}
}

/** The rank of a fact that is not found. */
const NOT_FOUND = Infinity;
/** The rank of a place that a person has entered as a Field Name, before all others. */
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
