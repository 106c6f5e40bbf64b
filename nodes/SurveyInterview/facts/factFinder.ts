/** Finding facts in records: what is not found is null, and so is what may be either of two. */
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

/** A fact that was found in a record. */
interface Found {
	/** How sure its place is; 0 is one that Field Names of the credential confirm. */
	rank: number;
	value: unknown;
	isCertain: boolean;
	/** The keys that lead to it, as the record has them. */
	path: string;
	/** The value as text, once another was compared with it. */
	text?: string;
}

/** `Full_Name`, `full-name` and `fullName` are one key. */
const plainly = (key: string) => key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A place in records: what leads to it, and which facts may stand there, by their number, and how surely. */
interface Spot {
	/** As patterns spell it, and as it stands in the record; at the top there is neither. */
	spelled?: string;
	written?: string;
	facts: ReadonlyArray<readonly [fact: number, rank: number]>;
	below: Map<string, Spot>;
	/** Those with which the record was read. */
	names?: FieldNames;
	/** What stands in `attributes` of a JSON:API resource, which is as if it stood beside it. */
	resource?: Spot;
}

/** Whether a record may be in the form of JSON:API, so that all it says is in `attributes`. */
const isResource = (record: JsonObject): record is JsonObject & { attributes: JsonObject } =>
	typeof record.type === 'string' && isObject(record.attributes);

/** Such a record as a plain one; undefined for any other. */
export const plainResource = (record: JsonObject): JsonObject | undefined =>
	isResource(record) ? { ...record.attributes, ...record } : undefined;

/** All spots are made here: V8 is fast with objects that are made in one place. */
const spotAt = (
	names?: FieldNames,
	written?: string,
	spelled?: string,
	facts: Spot['facts'] = [],
): Spot => ({ spelled, written, facts, below: new Map(), names });

/** What is done with a value at a place of a fact. */
type Take = (fact: number, rank: number, value: unknown, path: string) => void;

/** A longer key is no name of a field; patterns would take long for it. */
const MAX_KEY_LENGTH = 100;

/** As many spots as are remembered. A record may have any keys, and any number of them. */
const MAX_SPOTS = 5_000;

/** Finds facts in records of one kind. It looks each path up once, so one finder serves a whole list. */
export class FactFinder {
	/** The names of the facts. */
	readonly names: readonly string[];
	private readonly top = spotAt();
	/** Records of two credentials have the same fact at different places. */
	private readonly tops = new WeakMap<FieldNames, Spot>();
	private remembered = 0;

	constructor(private readonly facts: readonly FactOfKind[]) {
		this.names = facts.map(({ name }) => name);
	}

	/**
	 * Every fact of a record, in the order of the facts; null for what it does not say.
	 *
	 * @param orLesser facts of which the lesser of several values is taken, of times the earlier one
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

	/** By fact, whatever stands at its places, as it is written. */
	allIn(record: JsonObject): unknown[][] {
		const all = this.names.map((): unknown[] => []);
		this.search(record, this.topOf(record), 1, (number, _rank, value) => all[number]?.push(value));
		return all;
	}

	/** Where each fact of a record stands, by the fact's name; those that it does not say are left out. */
	placesIn(record: JsonObject): Map<string, Readonly<Found>> {
		const places = new Map<string, Readonly<Found>>();
		this.foundIn(record).forEach((best, number) => {
			if (best) places.set(this.names[number] ?? '', best);
		});
		return places;
	}

	/** The same over several records: where a fact holds something, or else where it is empty. */
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

	/** Every place of a record at which there is something of a fact, or null: the keys that lead to it, with dots. */
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
			// What kind of record it is says nothing of it.
			const others = { ...object, attributes: undefined, type: undefined };
			const beside: Array<Parameters<Take>> = [];
			this.search(others, at, depth, (...found) => beside.push(found));
			// A record that says its facts beside its attributes has them as a part like others.
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

/** Whether a value shows nothing. */
export const isBare = (value: unknown): boolean =>
	value === null || (Array.isArray(value) && value.length === 0);

/** Two different values at equally sure places leave open which of them is meant. */
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
	// Once for each value: a record may have thousands of spellings of a key, and a text of megabytes.
	known.text ??= textOf(known.value);
	const text = textOf(value);
	if (known.text === text) return known;
	return { ...known, ...(known.text < text ? {} : { value, text }), isCertain: false };
}

const textOf = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);
