import type { KnownFacts } from '../facts/fact';
import { type Field, type OptionValues, list } from '../fields/field';
import type { JsonObject } from '../records/json';

/**
 * Whether a record passes; undefined while its score may still come, and `metric` while nothing that is known
 * says in which metric its score is. Where another fact is missing, the record does not pass.
 */
export type FilterVerdict = boolean | 'metric' | undefined;

/** @param survey what is known of the record's survey */
export type Predicate = (record: JsonObject, survey?: KnownFacts) => FilterVerdict;

/** The filters of the node that an item uses, as one. */
export interface RecordFilter {
	/** Their fields' labels, for a sentence. */
	labels: string[];
	/** Their values: two filters with equal ones are equal. */
	values: JsonObject[];
	passes: Predicate;
	/** Why none passes in a survey of this metric, null where nothing says it; undefined where some may. */
	nothingOf: (metric: unknown) => string | undefined;
}

/**
 * A filter for which the service has no query parameter: the node reads the list and applies it. It is
 * never sent. Its names are in camel case, like all that is this package's own, so that they never collide
 * with a parameter of the service.
 */
export interface NodeFilter<Values = JsonObject> {
	/** One field, or the two ends of a range. */
	fields: readonly Field[];
	/** Why the checked values of these fields cannot be used, in one sentence. */
	problem?(values: Values): string | undefined;
	/** Called with the checked values of the fields that were added, at least one. */
	passes(values: Values): Predicate;
	/** Why none passes in a survey of this metric, null where nothing says it: one sentence. */
	nothingOf?(values: Values, metric: unknown): string | undefined;
}

/** A filter as it is declared: the types of its values follow from its fields. */
export const defineFilter = <const Fields extends readonly Field[]>(
	filter: NodeFilter<Partial<OptionValues<Fields>>> & { fields: Fields },
): NodeFilter => filter;

/** All of several predicates: false where one is, else undefined or `metric` where one is. */
export function allOf(predicates: readonly Predicate[]): Predicate {
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

/** Added to the help of every such field. */
export const APPLIED_BY_NODE = 'Applied in n8n.';

/** By status, whose values the specification does not show; `reader` makes what reads the words for it. */
export const statusFilter = (help: string, reader: () => (record: JsonObject) => unknown[]) =>
	defineFilter({
		fields: [list('statuses', 'Statuses', help)],
		passes({ statuses = [] }) {
			const wanted = statuses.map((status) => status.trim().toLowerCase());
			const read = reader();
			return (record) => read(record).some((word) => wanted.includes(String(word)));
		},
	});
