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

/** What the output says beside each match, in the same order: whose record it is, as far as it shows that. */
export const MATCH_KEYS: Shape = {
	id: 'string?',
	agrees: 'strings',
	differs: 'strings',
	emails: 'strings',
	external_ids: 'strings',
};
