/** A value's type in an output schema; `?` marks what may be null. */
export type Type = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'strings' | 'records';
/** A shape in brackets is that of each record of an array; with a mark beside it, there may be null instead. */
export type Shape = { [key: string]: Type | `${Type}?` | Shape | [Shape] | [Shape, '?'] };

/** What the output says beside each match, in the same order: whose record it is, as far as it shows that. */
export const MATCH_KEYS: [Shape] = [
	{
		id: 'string?',
		agrees: 'strings',
		differs: 'strings',
		emails: 'strings',
		external_ids: 'strings',
	},
];
