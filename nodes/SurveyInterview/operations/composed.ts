import type { Shape } from '../records/shapes';
import type { Field } from './field';

/**
 * An operation that is made of several requests, and works on all input items together: it has a run of
 * its own, and its entry is its form.
 */
export interface ComposedOperation {
	/** Value of the n8n parameter `operation`: a contract with saved workflows. */
	value: string;
	name: string;
	action: string;
	description: string;
	notice?: string;
	/** Parameters of their own. */
	parameters: Field[];
	/** A collection of optional fields. */
	collection: { name: string; label: string; help: string; fields: Field[] };
	/** Under Options, besides those of every operation. */
	options: Field[];
	/** Requests at the same time, by default and at most. */
	concurrency: { default: number; most: number };
	output: Shape;
	/** What it sends, for the README. */
	requests: string;
}
