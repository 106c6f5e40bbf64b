/** Filters that the service does not have: the node applies them to a list, and never sends them. */
import type { JsonObject } from '../service/json';
import { textKey } from '../service/scalars';
import type { KnownFacts } from '../service/simplified';
import { type Field, list } from './field';

/**
 * What a filter says of a record. A record that lacks a fact which the filter needs is rejected, but for two facts that
 * the service may show later: the score, and the metric of the survey.
 */
export type FilterVerdict = 'passes' | 'rejected' | 'noScoreYet' | 'unknownMetric';

/** @param survey facts of the record's survey, such as its metric */
export type VerdictOn = (record: JsonObject, survey?: KnownFacts) => FilterVerdict;

/** All filters of an item, as one. */
export interface RecordFilter {
	/** The labels of their fields, for a sentence. */
	labels: string[];
	/** Filters with equal values are equal. */
	values: JsonObject[];
	verdictOn: VerdictOn;
	/** The labels of the filters that reject a record. */
	rejectedBy: (record: JsonObject, survey?: KnownFacts) => string[];
	/**
	 * Why no record of a survey with this metric can pass, such as NPS Group in a survey of CSAT, for an error. The metric
	 * is null if it is unknown.
	 */
	whyNothingPasses: (metric: unknown) => string | undefined;
	/** Whether the metric of the survey must be known before it is applied, because without it no record would pass. */
	needsMetric: boolean;
}

/**
 * One filter. The names of its fields are in camel case, so they never collide with a parameter of the service.
 *
 * @typeParam Values the checked values by the names of the fields
 */
export interface NodeFilter<Values = JsonObject> {
	fields: readonly Field[];
	/** Why the checked values cannot be used, in one sentence. */
	problem?(values: Values): string | undefined;
	/** @param values the checked values of the fields that were added, at least one */
	makeVerdict(values: Values): VerdictOn;
	/** As in `RecordFilter`. */
	whyNothingPasses?(values: Values, metric: unknown): string | undefined;
}

/** The verdict of a filter that needs no fact which may come later. */
export const passesIf = (passes: boolean): FilterVerdict => (passes ? 'passes' : 'rejected');

/**
 * The first millisecond after a range that ends at this time. A range that ends with a day is given with the last
 * millisecond of the day (`23:59:59.999`), which belongs to the range; any other end does not.
 */
export function exclusiveEnd(end: string): number {
	const at = Date.parse(end);
	const isLastMillisecond = at % 1000 === 999;
	return isLastMillisecond ? at + 1 : at;
}

/**
 * By status, whose values the specification does not show.
 *
 * @param statusesOf gives all words for the status of a record, already in the form of `textKey`
 */
export function statusFilter(help: string, statusesOf: (record: JsonObject) => unknown[]) {
	return {
		fields: [list('statuses', help)],
		makeVerdict({ statuses = [] }) {
			// Blanks separate nothing: `not completed` is not `completed`.
			const wanted = statuses.flatMap((status) => status.split('/')).map(textKey);
			return (record) => passesIf(statusesOf(record).some((word) => wanted.includes(String(word))));
		},
	} satisfies NodeFilter<{ statuses?: string[] }>;
}
