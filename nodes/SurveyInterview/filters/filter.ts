import type { Field, OptionValues } from '../fields/field';
import type { JsonObject } from '../records/json';

/** Whether a record passes; undefined while the record does not contain the fact. */
export type Predicate = (record: JsonObject) => boolean | undefined;

/** The filters of the node that an item uses, as one. */
export interface RecordFilter {
	/** Their fields' labels, for a sentence. */
	labels: string[];
	passes: (record: JsonObject) => boolean;
}

/**
 * A filter for which the service has no query parameter: the node reads the list and applies it. It is
 * never sent. Its names are in camel case, like all that is this package's own, so that they never collide
 * with a parameter of the service.
 */
export interface NodeFilter {
	/** One field, or the two ends of a range. */
	fields: readonly Field[];
	/** Why the checked values of these fields cannot be used, in one sentence. */
	problem?(values: JsonObject): string | undefined;
	/** Called with the checked values of the fields that were added, at least one. */
	passes(values: JsonObject): Predicate;
}

/** A filter as it is declared: the types of its values follow from its fields. */
interface FilterDefinition<Fields extends readonly Field[]> extends NodeFilter {
	fields: Fields;
	problem?(values: Partial<OptionValues<Fields>>): string | undefined;
	passes(values: Partial<OptionValues<Fields>>): Predicate;
}

/** Declares a filter. */
export const defineFilter = <const Fields extends readonly Field[]>(
	filter: FilterDefinition<Fields>,
): NodeFilter => filter;

/** All of several predicates: false where one is, else undefined where one is. */
export function allOf(predicates: readonly Predicate[]): Predicate {
	return (record) => {
		let passes: boolean | undefined = true;
		for (const predicate of predicates) {
			const result = predicate(record);
			if (result === false) return false;
			passes = result && passes;
		}
		return passes;
	};
}

/** Added to the help of every such field. */
export const APPLIED_BY_NODE = 'Applied by this node after reading.';
