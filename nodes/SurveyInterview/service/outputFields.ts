/** The fields of an operation's output, with their types. */

/** A value's type in an output schema; `?` marks what may be null. */
export type Type =
	| 'string'
	| 'integer'
	| 'number'
	| 'scalar'
	| 'boolean'
	| 'object'
	| 'strings'
	| 'records';
/** The keys of an item with their types, and the shapes of objects and lists inside it. */
export type Shape = { [key: string]: Type | `${Type}?` | Nested };
type Nested = ({ object: Shape } | { list: Shape }) & { nullable?: true };

export interface OutputFields {
	fields: Shape;
	/** Those of `fields` that only Selected Fields returns: Simplified has at most ten fields. */
	onlySelected?: readonly string[];
}

/** The fields of the output Simplified. */
export const simplifiedFields = ({ fields, onlySelected = [] }: OutputFields): Shape =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !onlySelected.includes(name)));
