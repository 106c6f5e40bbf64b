/**
 * Reads the facts of a record. The interface shows few records, so a fact is a piece of information under one name,
 * whatever the service calls it, and a kind of record is a table of facts with the keys under which each may stand
 * (kinds.ts). What the table does not know is null, and never a guess.
 */
import { blankObject, isObject, type JsonObject } from './json';
import { type FieldNames, enteredFieldNames } from './fieldNames';
import type { Shape } from './outputFields';

export interface Fact {
	/**
	 * Where it may stand, the surest first: keys, with a dot between an object and a key in it. Case, `_` and `-` do not
	 * count: `recipient_email`, `recipientEmail` and `Recipient-Email` are one key.
	 */
	keys: readonly string[];
	/**
	 * Objects in which the same keys count too, also as a prefix: with `person`, the key `email` may be `person.email` or
	 * `person_email`.
	 */
	outerObjects?: readonly string[];
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
export const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** @param keys one or more, with blanks or line ends between them: `name full_name person.name` */
export const aFact = (type: Fact['type'], keys: string, read: Fact['read']): Fact => ({
	keys: splitWords(keys),
	read,
	type,
});

const changeEach = <Facts extends FactTable>(facts: Facts, change: (fact: Fact) => Fact): Facts =>
	Object.fromEntries(
		Object.entries(facts).map(([name, fact]) => [name, change(fact)]),
	) as unknown as Facts;

/** The same facts, which may stand in these objects as well. What the record itself has counts first. */
export const alsoIn = <Facts extends FactTable>(objects: string, facts: Facts): Facts =>
	changeEach(facts, (fact) => ({ ...fact, outerObjects: splitWords(objects) }));

/** The same facts, which are looked for in this object first. */
export const firstIn = <Facts extends FactTable>(object: string, facts: Facts): Facts =>
	changeEach(facts, (fact) => ({
		...fact,
		keys: [...fact.keys.map((key) => `${object}.${key}`), ...fact.keys],
	}));

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

/** By key as a record writes it: the same few keys come a million times in a long list. */
const plainKeys = new Map<string, string>();
const MAX_PLAIN_KEYS = 5_000;

/** Keys that differ only in case, `_` and `-` are one key. */
export function plainKey(key: string): string {
	const cached = plainKeys.get(key);
	if (cached !== undefined) return cached;
	const plain = key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	// A record may have any number of different keys, of any length.
	if (plainKeys.size < MAX_PLAIN_KEYS && key.length < 100) plainKeys.set(key, plain);
	return plain;
}

/** A place in the records of a kind: the record itself, or what stands under a key in another place. */
interface Place {
	/** The facts that may stand here. */
	candidates: Candidate[];
	/** The places under the keys of an object that stands here, by `plainKey`. */
	inside: Map<string, Place>;
}

/** A fact at a place where it may stand. */
interface Candidate {
	/** Its index among the facts that are wanted. */
	index: number;
	read: Fact['read'];
	/** How sure the place is: 0 is the surest. */
	rank: number;
}
/** The rank of a place that a person has entered as a Field Name, before all others. */
export const ENTERED = 0;
/** Of a credential without Field Names. */
const NO_NAMES: FieldNames = {};

/** A value of a fact in a record, or null if a place of the fact holds null. */
export interface FactReading {
	fact: string;
	value: unknown;
	/** The keys that lead to it, as the record writes them. */
	path: string;
	rank: number;
}

/** Reads records of one kind. */
export class RecordReader {
	readonly factNames: readonly string[];
	/** The place of a whole record, by Field Names: two credentials may have the same fact under different keys. */
	private readonly roots = new WeakMap<FieldNames, Place>();
	/** Of the record that is being read: how sure the value of each fact is. */
	private readonly ranks: number[];

	/** @param wantedFacts the facts that are wanted; without them all of the kind */
	constructor(
		private readonly kind: Kind,
		...wantedFacts: readonly string[]
	) {
		this.factNames = wantedFacts.length > 0 ? wantedFacts : Object.keys(kind.facts);
		this.ranks = this.factNames.map(() => Infinity);
	}

	/** Every fact of a record, from the surest place that has it; null where it is not found. */
	factsIn(record: JsonObject): JsonObject {
		const { factNames, ranks } = this;
		ranks.fill(Infinity);
		const facts = blankObject(factNames);
		visitValues(record, this.rootOf(record), ({ index, read, rank }, value) => {
			if ((ranks[index] as number) <= rank) return;
			// Where Field Names say that a fact stands, null means that this record does not have it.
			const fact = value === null && rank === ENTERED ? null : read(value);
			if (fact === undefined) return;
			ranks[index] = rank;
			facts[factNames[index] as string] = fact;
		});
		return facts;
	}

	/** All values of all facts in a record, and not only the surest; null where a place of a fact holds null. */
	readingsIn(record: JsonObject): FactReading[] {
		const readings: FactReading[] = [];
		visitValues(record, this.rootOf(record), ({ index, read, rank }, found, path) => {
			const value = found === null ? null : read(found);
			const fact = this.factNames[index] as string;
			if (value !== undefined) readings.push({ fact, value, path, rank });
		});
		return readings;
	}

	/** The place of a whole record. The credential's Field Names were attached to it when it was read. */
	private rootOf(record: JsonObject): Place {
		const fieldNames = enteredFieldNames(record) ?? NO_NAMES;
		const known = this.roots.get(fieldNames);
		if (known) return known;
		const root = this.rootWith(fieldNames[this.kind.name] ?? {});
		this.roots.set(fieldNames, root);
		return root;
	}

	/** @param entered the path of each fact that has a Field Name */
	private rootWith(entered: Readonly<Record<string, string>>): Place {
		const root: Place = { candidates: [], inside: new Map() };
		this.factNames.forEach((name, index) => {
			const fact = this.kind.facts[name] as Fact;
			const { read } = fact;
			const enteredPath = entered[name];
			if (enteredPath !== undefined)
				placeAt(root, enteredPath).candidates.push({ index, read, rank: ENTERED });
			pathsOf(fact).forEach((path, position) => {
				placeAt(root, path).candidates.push({ index, read, rank: position + 1 });
			});
		});
		return root;
	}
}

/** The paths under which a fact may stand, the surest first. */
function pathsOf({ keys, outerObjects = [] }: Fact): string[] {
	const inside = outerObjects.flatMap((object) =>
		keys.flatMap((key) => [`${object}.${key}`, `${object}_${key}`]),
	);
	return [...keys, ...inside];
}

/** The place at a path such as `person.email`; it is made where there is none yet. */
function placeAt(root: Place, path: string): Place {
	return path.split('.').reduce((outer, key) => {
		const place = outer.inside.get(plainKey(key)) ?? { candidates: [], inside: new Map() };
		outer.inside.set(plainKey(key), place);
		return place;
	}, root);
}

/** Calls a function for each value in a record at which a fact may stand. */
function visitValues(
	object: JsonObject,
	{ inside }: Place,
	visit: (candidate: Candidate, value: unknown, path: string) => void,
	outerPath = '',
): void {
	for (const key of Object.keys(object)) {
		const value = object[key];
		const place = value === undefined ? undefined : inside.get(plainKey(key));
		if (!place) continue;
		const path = outerPath === '' ? key : `${outerPath}.${key}`;
		for (const candidate of place.candidates) visit(candidate, value, path);
		if (place.inside.size > 0 && isObject(value)) visitValues(value, place, visit, path);
	}
}
