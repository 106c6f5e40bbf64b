import type { KnownFacts } from '../service/simplified';
import { type Field, list } from './field';
import type { JsonObject } from '../service/json';
import { textKey } from '../service/scalars';

/** What all filters together say of a record. The last two may become another verdict later. */
export type FilterVerdict = 'passes' | 'rejected' | 'noScoreYet' | 'unknownMetric';

/**
 * What one filter says of a record: whether it passes, and false also if it lacks a fact that the filter needs. A
 * filter by score cannot say it of a record without a score, which may come later, nor of a score whose metric is
 * unknown.
 *
 * @param survey facts of the record's survey, such as its metric
 */
type Predicate = (
	record: JsonObject,
	survey?: KnownFacts,
) => boolean | Exclude<FilterVerdict, 'passes' | 'rejected'>;

/** All filters of an item, as one. */
export interface RecordFilter {
	/** The labels of their fields, for a sentence. */
	labels: string[];
	/** Filters with equal values are equal. */
	values: JsonObject[];
	/** @param survey facts of the record's survey, such as its metric */
	verdictOn: (record: JsonObject, survey?: KnownFacts) => FilterVerdict;
	/** Why no record of a survey with this metric can pass, for an error; the metric is null if it is unknown. */
	whyNothingPasses: (metric: unknown) => string | undefined;
	/** Whether the metric of the survey must be known before it is applied. */
	needsMetric: boolean;
}

/**
 * A filter that the service does not have: the node applies it to the list, and never sends it. The names of its
 * fields are in camel case, so they never collide with a parameter of the service.
 *
 * @typeParam Values the checked values by the names of the fields
 */
export interface NodeFilter<Values = JsonObject> {
	fields: readonly Field[];
	/** Why the checked values cannot be used, in one sentence. */
	problem?(values: Values): string | undefined;
	/** @param values the checked values of the fields that were added, at least one */
	makePredicate(values: Values): Predicate;
	/** As in `RecordFilter`. */
	whyNothingPasses?(values: Values, metric: unknown): string | undefined;
}

/** The verdict of several filters: one that rejects decides, and a missing score comes before a missing metric. */
export function verdictOfAll(predicates: readonly Predicate[]): RecordFilter['verdictOn'] {
	return (record, survey) => {
		const results = predicates.map((predicate) => predicate(record, survey));
		if (results.includes(false)) return 'rejected';
		if (results.includes('noScoreYet')) return 'noScoreYet';
		return results.includes('unknownMetric') ? 'unknownMetric' : 'passes';
	};
}

/**
 * The first millisecond after a range that ends at this time. A range that ends with a day is given with the last
 * millisecond of the day (`23:59:59.999`), which belongs to the range; any other end does not.
 */
export function exclusiveEnd(end: string): number {
	const at = Date.parse(end);
	return at % 1000 === 999 ? at + 1 : at;
}

/** Added to the help of every field of a `NodeFilter`. */
export const APPLIED_BY_NODE = 'Applied in n8n.';

/**
 * By status, whose values the specification does not show.
 *
 * @param reader makes a function that gives all words for the status of a record
 */
export function statusFilter(help: string, reader: () => (record: JsonObject) => unknown[]) {
	return {
		fields: [list('statuses', help)],
		makePredicate({ statuses = [] }) {
			const wanted = statuses.map(textKey);
			const read = reader();
			return (record) => read(record).some((word) => wanted.includes(String(word)));
		},
	} satisfies NodeFilter<{ statuses?: string[] }>;
}
