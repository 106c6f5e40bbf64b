/** What was found in the records of one kind: each fact with the keys that lead to it. */
import type { FactFinder } from '../facts/fact';
import type { JsonObject } from '../records/json';
import { shownPath, type Knows } from './keys';

/** What is said of a fact that is not found: `Names were not found: messages say “Somebody”.` */
export type Need = readonly [fact: string, what: string, without: string];

/** Records of one kind, and the facts that are looked for in them. */
export interface Part {
	/** What the records are called where an answer holds several kinds, such as `theme`. */
	name?: string;
	/** Where they stand in the answer: `data.quotes[]`. */
	at: string;
	records: readonly JsonObject[];
	finder: FactFinder;
	/** The facts without which something works less well. */
	needs: readonly Need[];
	/** Facts that are no loss here, because an anonymous survey, say, does not have them. */
	excused?: readonly string[];
	/** Facts that stand for another one. */
	instead?: Readonly<Record<string, readonly string[]>>;
	/** Keys that others read. */
	knows?: Knows;
}

/** What looking for facts gave. */
export interface Findings {
	/** By fact, the keys that lead to it. */
	found: Record<string, string>;
	/** Facts whose keys are there, and hold nothing in any record. */
	empty: string[];
	notFound: string[];
	/** Sentences about what is needed and was not found. */
	problems: string[];
	/** Whether nothing that is needed was found. */
	isUnknown: boolean;
}

/** Looks for the facts of a part in all its records. */
export function findingsOf(part: Part): Findings {
	const { name, at, finder, needs, excused = [], instead = {} } = part;
	const places = placesOver(part);
	const called = (fact: string) => (name === undefined ? fact : `${name}.${fact}`);
	const stands = (fact: string) => [fact, ...(instead[fact] ?? [])].some((one) => places.has(one));
	const missing = needs.filter(([fact]) => !excused.includes(fact) && !stands(fact));
	const found = [...places].map(([fact, { path }]) => [
		called(fact),
		[at, shownPath(path.split('.'))].filter(Boolean).join('.'),
	]);
	const isDoubtful = (fact: string) =>
		part.records.some((record) => finder.placesIn(record).get(fact)?.isCertain === false);
	return {
		found: Object.fromEntries(found) as Record<string, string>,
		empty: [...places].flatMap(([fact, { isEmpty }]) => (isEmpty ? called(fact) : [])),
		notFound: finder.names.filter((fact) => !places.has(fact)).map(called),
		problems: missing.map(([fact, what, without]) =>
			isDoubtful(fact)
				? `${what} were found in several places with different values, so ${without}.`
				: `${what} were not found, so ${without}.`,
		),
		isUnknown: needs.length > 0 && !needs.some(([fact]) => stands(fact)),
	};
}

/** Where each fact stands in the records: where it holds something, or else where it is empty. */
function placesOver({ records, finder }: Part): Map<string, { path: string; isEmpty: boolean }> {
	const places = new Map<string, { path: string; isEmpty: boolean }>();
	for (const record of records) {
		for (const [fact, { path, value, isCertain }] of finder.placesIn(record)) {
			if (!isCertain || places.get(fact)?.isEmpty === false) continue;
			if (value !== null || !places.has(fact)) places.set(fact, { path, isEmpty: value === null });
		}
	}
	return new Map(
		finder.names.flatMap((fact) => {
			const place = places.get(fact);
			return place ? [[fact, place] as const] : [];
		}),
	);
}

/** Whether a reader of the part knows a key. */
export const knownIn =
	({ finder, knows }: Part): Knows =>
	(keys, value) =>
		finder.reads(keys, value) || knows?.(keys, value) === true;
