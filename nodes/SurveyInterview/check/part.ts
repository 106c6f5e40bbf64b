/** What is found in the records of one kind: a walk over the facts of the kind. */
import { FactFinder, DEEPEST_FACT } from '../facts/fact';
import { RECORD_KINDS, type RecordKind, type KindName } from '../facts/kinds';
import { shownPath, UnreadKeys, type Knows } from '../facts/unreadKeys';
import { isUuid } from '../records/identifiers';
import { fieldNamesOf, isObject, type JsonObject } from '../records/json';
import { millis } from '../records/scalars';

/** Records of one kind, where they stand in an answer, and what an area has of its own. */
export interface Part {
	kind: KindName;
	/** What the facts are called after, where an answer holds several kinds, such as `theme`. */
	name?: string;
	/** `data.quotes[]`. */
	at: string;
	records: readonly JsonObject[];
	/** The facts that are needed here, where that is not all of which something is lost. */
	needs?: readonly string[];
	/** Facts that are no loss here, because an anonymous survey, say, does not have them. */
	excused?: readonly string[];
	/** Keys that others read. */
	knows?: Knows;
}

/** A fact that is needed and was not found. */
export interface Missing {
	kind: KindName;
	fact: string;
	called: string;
	/** The keys that could be it, each as the keys that lead to it. */
	candidates: ReadonlyArray<readonly string[]>;
}

/** What looking for the facts of a part gave. */
export interface Findings {
	/** By fact, the keys that lead to it. */
	found: Record<string, string>;
	/** Facts whose keys are there, and hold nothing in any record. */
	empty: string[];
	notFound: string[];
	/** What shows something: neither null in all records, nor an empty list. */
	shown: string[];
	missing: Missing[];
	/** What is lost, a sentence for each reason. */
	problems: string[];
	/** Whether nothing that is needed was found. */
	isUnknown: boolean;
	unread: UnreadKeys;
}

/** Looks for the facts of a part in all its records. */
export function findingsOf(part: Part): Findings {
	const { kind, name, at, records, excused = [] } = part;
	const { facts, without, instead = {} }: RecordKind = RECORD_KINDS[kind];
	const { needs = Object.keys(without) } = part;
	const finder = new FactFinder(facts);
	const places = placesOver(finder, records);
	const called = (fact: string) => (name === undefined ? fact : `${name}.${fact}`);
	const isFound = (fact: string) => places.get(fact)?.isCertain === true;
	const stands = (fact: string) => isFound(fact) || isFound(instead[fact] ?? '');
	const lost = needs.filter((fact) => !excused.includes(fact) && !stands(fact));
	const reasons = {
		'Not found': lost.filter((fact) => !places.has(fact)),
		'Found in several places with different values': lost.filter((fact) => places.has(fact)),
	};
	const told = (fact: string) => `${called(fact)} (${without[fact]})`;
	const all = finder.names.filter(isFound);
	const names = records[0] && fieldNamesOf(records[0]);
	const hollow = Object.keys(names?.[kind] ?? {}).filter(
		(fact) => !excused.includes(fact) && places.get(fact)?.isConfirmed !== true,
	);
	const unread = new UnreadKeys(
		at,
		(keys, value) => finder.reads(keys, value, names) || part.knows?.(keys, value) === true,
	);
	for (const record of records) unread.add(record);
	return {
		found: Object.fromEntries(
			all.map((fact) => [called(fact), shownPlace(at, places.get(fact)?.path)]),
		),
		empty: all.filter((fact) => places.get(fact)?.value === null).map(called),
		shown: all.filter((fact) => !isBare(places.get(fact)?.value)),
		notFound: finder.names.filter((fact) => !isFound(fact)).map(called),
		missing: lost.map((fact) => ({
			kind,
			fact,
			called: called(fact),
			candidates: unread.paths().filter((keys) => fits(part, fact, keys)),
		})),
		problems: [
			...Object.entries(reasons).flatMap(([reason, of]) =>
				of.length > 0 ? `${reason}: ${of.map(told).join(', ')}.` : [],
			),
			...(hollow.length > 0
				? [`Nothing is at the place in Field Names: ${hollow.map(called).join(', ')}.`]
				: []),
		],
		isUnknown: needs.length > 0 && !needs.some(stands),
		unread,
	};
}

const shownPlace = (at: string, path = '') =>
	[at, shownPath(path.split('.'))].filter(Boolean).join('.');

interface Seen {
	path: string;
	value: unknown;
	/** Whether the places of the fact agree in some record. */
	isCertain: boolean;
	/** Whether some record has it at the place that Field Names give. */
	isConfirmed: boolean;
}

const isBare = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** Where each fact stands in the records: where it holds something, or else where it is empty. */
function placesOver(finder: FactFinder, records: readonly JsonObject[]): Map<string, Seen> {
	const places = new Map<string, Seen>();
	for (const record of records) {
		for (const [fact, { path, value, isCertain, isConfirmed }] of finder.placesIn(record)) {
			const known = places.get(fact);
			const seen = { path, value, isCertain, isConfirmed };
			const isBetter = isCertain && (!known?.isCertain || (isBare(known.value) && value !== null));
			const best = !known || isBetter ? seen : known;
			places.set(fact, { ...best, isConfirmed: isConfirmed || known?.isConfirmed === true });
		}
	}
	return places;
}

/** Whether what stands at the end of some keys could be a fact, in every record that has a value there. */
function fits({ kind, records }: Part, name: string, keys: readonly string[]): boolean {
	const facts: RecordKind['facts'] = RECORD_KINDS[kind].facts;
	const fact = facts.find((one) => one.name === name);
	if (!fact || keys.length > DEEPEST_FACT || keys.some((key) => key.includes('.'))) return false;
	const values = records.map((record) => valueUnder(record, keys)).filter((one) => !isNone(one));
	const takesAnyText = fact.read('any text', '') !== undefined;
	const isOwnId = /(^|(?<!external)_)id$/.test(name);
	return (
		values.length > 0 &&
		values.every((value) => {
			if (isNone(fact.read(value, keys.join('.')))) return false;
			if (isOwnId || isUuid(value)) return isOwnId && isUuid(value);
			// A time and a number are texts to whoever takes any text, and say more.
			const isPlain = typeof value !== 'number' && millis(value) === undefined;
			return !takesAnyText || isPlain;
		})
	);
}

const isNone = (value: unknown) => value === undefined || value === null;

/** What stands at the end of some keys. */
export const valueUnder = (record: JsonObject, keys: readonly string[]): unknown =>
	keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), record);
