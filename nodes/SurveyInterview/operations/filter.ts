import type { KnownFacts } from '../service/simplified';
import { type Field, list } from './field';
import type { JsonObject } from '../service/json';
import { textKey } from '../service/scalars';

/**
 * Whether a record passes; undefined if its score is missing and may come later, and `metric` if the metric of its
 * score is unknown. A record in which another fact is missing does not pass.
 */
export type FilterVerdict = boolean | 'metric' | undefined;

/** @param survey what is known of the record's survey */
type Predicate = (record: JsonObject, survey?: KnownFacts) => FilterVerdict;

/** All filters of an item, as one. */
export interface RecordFilter {
	/** The labels of their fields, for a sentence. */
	labels: string[];
	/** Filters with equal values are equal. */
	values: JsonObject[];
	passes: Predicate;
	/** Why no record of a survey with this metric can pass; the metric is null where it is unknown. */
	nothingOf: (metric: unknown) => string | undefined;
}

/**
 * A filter that the service does not have, so the node reads the list and applies it. It is never sent. Its names
 * are in camel case, as all of this package, so that they never collide with a parameter of the service.
 *
 * @typeParam Values the checked values by the names of the fields
 */
export interface NodeFilter<Values = JsonObject> {
	fields: readonly Field[];
	/** Why the checked values cannot be used, in one sentence. */
	problem?(values: Values): string | undefined;
	/** @param values the checked values of the fields that were added, at least one */
	passes(values: Values): Predicate;
	/** As in `RecordFilter`. */
	nothingOf?(values: Values, metric: unknown): string | undefined;
}

/** False if one of the predicates says so; else undefined or `metric`, if one says so. */
export function passesAll(predicates: readonly Predicate[]): Predicate {
	return (record, survey) => {
		let verdict: FilterVerdict = true;
		for (const predicate of predicates) {
			const result = predicate(record, survey);
			if (result === false) return false;
			if (result !== true && verdict !== undefined) verdict = result;
		}
		return verdict;
	};
}

/**
 * The milliseconds below which a time is before an end. A day ends with its last millisecond, which belongs to it, also
 * as `endOf('day')` gives it.
 */
export function endsBelow(end: string): number {
	const at = Date.parse(end);
	return at % 1000 === 999 ? at + 1 : at;
}

/** Added to the help of every field of such a filter. */
export const APPLIED_BY_NODE = 'Applied in n8n.';

/**
 * By status, whose values the specification does not show.
 *
 * @param reader makes a function that gives all words for the status of a record
 */
export function statusFilter(help: string, reader: () => (record: JsonObject) => unknown[]) {
	return {
		fields: [list('statuses', help)],
		passes({ statuses = [] }) {
			const wanted = statuses.map(textKey);
			const read = reader();
			return (record) => read(record).some((word) => wanted.includes(String(word)));
		},
	} satisfies NodeFilter<{ statuses?: string[] }>;
}
