/** Finds facts in records. A fact is null where it is not found, or where two values could be meant. */
import {
	fieldNamesOf,
	type FieldNames,
	blankObject,
	isObject,
	type JsonObject,
} from '../records/json';
import { plainTime } from '../records/scalars';
import type { Fact, FactOfKind } from './fact';

/** How deep a fact may stand: `{result: {metric: {score: {value: 9}}}}` is four keys. */
export const DEEPEST_FACT = 4;

interface Found {
	/** How sure its place is, the lowest number the surest; 0 is a place that the credential's Field Names give. */
	rank: number;
	value: unknown;
	/** Whether no equally sure place has another value. */
	isCertain: boolean;
	/** The keys that lead to it, as the record has them. */
	path: string;
	/** The value as text, kept once it has been compared with another. */
	text?: string;
}

/** `Full_Name`, `full-name` and `fullName` are one key. */
const plainly = (key: string) => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A place in records, with the facts that may stand there. */
interface Spot {
	/** Its path as patterns spell it, and as the record has it; the record itself has neither. */
	spelled?: string;
	written?: string;
	facts: ReadonlyArray<readonly [fact: number, rank: number]>;
	below: Map<string, Spot>;
	/** The Field Names of the credential with which the record was read. */
	names?: FieldNames;
	/** The `attributes` of a JSON:API resource, whose keys count as those of the record. */
	resource?: Spot;
}

/** Whether a record may be a JSON:API resource, which has all its facts in `attributes`. */
const isResource = (record: JsonObject): record is JsonObject & { attributes: JsonObject } =>
	typeof record.type === 'string' && isObject(record.attributes);

/** A JSON:API resource as a plain record; undefined for any other record. */
export const plainResource = (record: JsonObject): JsonObject | undefined =>
	isResource(record) ? { ...record.attributes, ...record } : undefined;

/** The one place that makes spots, because V8 is fast with objects from one place. */
const spotAt = (
	names?: FieldNames,
	written?: string,
	spelled?: string,
	facts: Spot['facts'] = [],
): Spot => ({ spelled, written, facts, below: new Map(), names });

type Take = (fact: number, rank: number, value: unknown, path: string) => void;

/** A longer key is not the name of a field, and patterns would take long for it. */
const MAX_KEY_LENGTH = 100;

/** A limit for the memory, because records may have any number of different keys. */
const MAX_SPOTS = 5_000;

/** Finds facts in records of one kind. One finder for a whole list looks each path up only once. */
export class FactFinder {
	readonly names: readonly string[];
	private readonly top = spotAt();
	/** By Field Names, because records of two credentials may have the same fact at different places. */
	private readonly tops = new WeakMap<FieldNames, Spot>();
	private remembered = 0;

	constructor(private readonly facts: readonly FactOfKind[]) {
		this.names = facts.map(({ name }) => name);
	}

	/**
	 * Every fact of a record, in the order of the facts; null where it is not found.
	 *
	 * @param orLesser facts that, where two values could be meant, take the lesser one; of times the earlier one
	 */
	in(record: JsonObject, orLesser: readonly string[] = []): JsonObject {
		const found = this.foundIn(record);
		const facts = blankObject(this.names);
		this.names.forEach((name, number) => {
			const best = found[number];
			if (best && (best.isCertain || orLesser.includes(name))) facts[name] = best.value;
		});
		return facts;
	}

	/** For each fact, the values at all its places, as they are written. */
	allIn(record: JsonObject): unknown[][] {
		const all = this.names.map((): unknown[] => []);
		this.search(record, this.topOf(record), 1, (number, _rank, value) => all[number]?.push(value));
		return all;
	}

	/** The facts that a record has, by name, with their places. */
	placesIn(record: JsonObject): Map<string, Readonly<Found>> {
		const places = new Map<string, Readonly<Found>>();
		this.foundIn(record).forEach((best, number) => {
			if (best) places.set(this.names[number] ?? '', best);
		});
		return places;
	}

	/** The same of several records: for each fact the best place, preferably one that is not empty. */
	placesOver(records: readonly JsonObject[]): Map<string, Found & { isConfirmed: boolean }> {
		const worth = ({ isCertain, value }: Found) =>
			isCertain ? 1 + Number(value !== null) + Number(!isBare(value)) : 0;
		const places = new Map<string, Found & { isConfirmed: boolean }>();
		for (const record of records) {
			for (const [fact, place] of this.placesIn(record)) {
				const known = places.get(fact);
				const best = known && worth(known) >= worth(place) ? known : place;
				const isConfirmed = known?.isConfirmed === true || place.rank === 0;
				places.set(fact, { ...best, isConfirmed });
			}
		}
		return places;
	}

	/** The paths of all values that are read for some fact, and of every null at a place of one. */
	readPlaces(record: JsonObject): Set<string> {
		const places = new Set<string>();
		this.search(record, this.topOf(record), 1, (number, _rank, value, path) => {
			const isRead = value === null || this.facts[number]?.read(value, path) !== undefined;
			if (isRead) places.add(path);
		});
		return places;
	}

	private foundIn(record: JsonObject): Array<Found | undefined> {
		const found: Array<Found | undefined> = [];
		this.search(record, this.topOf(record), 1, (number, rank, value, path) => {
			found[number] = surest(found[number], this.facts[number], rank, value, path);
		});
		return found;
	}

	private topOf(record: JsonObject): Spot {
		const names = fieldNamesOf(record);
		if (!names) return this.top;
		const top = this.tops.get(names) ?? spotAt(names);
		this.tops.set(names, top);
		return top;
	}

	private search(object: JsonObject, at: Spot, depth: number, take: Take): void {
		if (at.written === undefined && isResource(object)) {
			// The type of a resource is its kind of record, and not a fact.
			const others = { ...object, attributes: undefined, type: undefined };
			const beside: Array<Parameters<Take>> = [];
			this.search(others, at, depth, (...found) => beside.push(found));
			// If there are other facts beside it, `attributes` is an ordinary part of the record.
			if (beside.every(([, , , path]) => /^(id|relationships|links|meta)(\.|$)/.test(path))) {
				at.resource ??= spotAt(at.names, 'attributes');
				this.search(object.attributes, at.resource, depth, take);
				return beside.forEach((found) => take(...found));
			}
		}
		for (const key of Object.keys(object)) {
			const value = plainTime(object[key]);
			if (value === undefined || key.length > MAX_KEY_LENGTH) continue;
			const spot = at.below.get(key) ?? this.spotBelow(at, key);
			for (const [number, rank] of spot.facts) take(number, rank, value, spot.written ?? '');
			if (depth < DEEPEST_FACT && isObject(value)) this.search(value, spot, depth + 1, take);
		}
	}

	private spotBelow(at: Spot, key: string): Spot {
		const below = (path: string | undefined, name: string) =>
			path === undefined ? name : `${path}.${name}`;
		const spelled = below(at.spelled, plainly(key));
		const facts = this.factsAt(spelled, at.names);
		const spot = spotAt(at.names, below(at.written, key), spelled, facts);
		if (this.remembered < MAX_SPOTS) {
			at.below.set(key, spot);
			this.remembered++;
		}
		return spot;
	}

	private factsAt(path: string, names: FieldNames = {}): Spot['facts'] {
		return this.facts.flatMap(({ name, kind, at }, number) => {
			const confirmed = names[kind]?.[name];
			const isConfirmed = confirmed?.split('.').map(plainly).join('.') === path;
			const rank = isConfirmed ? 0 : at.findIndex((pattern) => pattern.test(path)) + 1;
			return isConfirmed || rank > 0 ? [[number, rank] as const] : [];
		});
	}
}

/** Whether a value is null or an empty list. */
export const isBare = (value: unknown): boolean =>
	value === null || (Array.isArray(value) && value.length === 0);

/** The surer of a known value and a new one; of two different values at equally sure places, none is certain. */
function surest(
	known: Found | undefined,
	fact: Fact | undefined,
	rank: number,
	written: unknown,
	path: string,
): Found | undefined {
	if (!fact || (known && known.rank < rank)) return known;
	if (written === null && fact.isOpenWhenNull) return known;
	const value = written === null ? null : fact.read(written, path);
	if (value === undefined) return known;
	if (!known || known.rank > rank) return { rank, value, isCertain: true, path };
	// Once for each value, because a record may spell a key in thousands of ways, and have texts of megabytes.
	known.text ??= textOf(known.value);
	const text = textOf(value);
	if (known.text === text) return known;
	return { ...known, ...(known.text < text ? {} : { value, text }), isCertain: false };
}

const textOf = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);
