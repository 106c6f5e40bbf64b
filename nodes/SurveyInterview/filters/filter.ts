import type { JsonObject } from '../records/json';
import type { Field } from '../fields/field';

/** Whether a record is wanted. */
export type Predicate = (record: JsonObject) => boolean;

/** The filters of the node that an item uses, as one. */
export interface RecordFilter {
	/** Their fields' labels, for a sentence. */
	labels: string[];
	passes: Predicate;
}

/**
 * A filter for which the service has no query parameter: the node reads the list and applies it. It is
 * never sent. A record whose fact cannot be told does not pass. Its names are in camel case, as all that
 * is this package's own, so that they never meet a parameter of the service.
 */
export interface NodeFilter {
	/** One field, or the two ends of a range. */
	fields: Field[];
	/** Why the checked values of these fields cannot be used, in one sentence. */
	problem?: (given: JsonObject) => string | undefined;
	/** Called with the values of the fields that were added, at least one. */
	passes: (given: JsonObject) => Predicate;
}

/** Added to the help of every such field. */
export const APPLIED_BY_NODE = 'Applied by this node after reading, because the service cannot.';
