/** Shared vocabulary: what a generated answer is, and what is true about it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const KINDS = [
	'survey',
	'respondents',
	'conversation',
	'overview',
	'scores',
	'topics',
	'quotes',
	'overTime',
	'range',
	'conclusion',
	'token',
	'property',
	'theme',
	'publicInvitation',
	'sentEmail',
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * One fact. `value` is what the answer says (null: it does not say it). `certain` is true where a
 * careful human who reads the answer alone could not doubt it. `also` holds other sensible
 * readings, because a client must not be blamed for one of two honest answers.
 */
export interface Fact {
	value: Json;
	certain: boolean;
	also: Json[];
}
export type Facts = Record<string, Fact>;

/** The single facts of an answer, and its lists of records by name (`rows` for a list answer). */
export interface Truth {
	facts: Facts;
	lists: Record<string, Facts[]>;
}

export interface Generated {
	kind: Kind;
	answer: unknown;
	truth: Truth;
	note: string;
}

/** A value as it is written in the answer, together with what the writing says. */
export interface Said extends Fact {
	json: Json;
}

/** What a kind's module returns; the generator adds kind and note. */
export interface Made {
	answer: Json;
	truth: Truth;
	note: string[];
}

/** A fact that the answer does not state. `also` names readings that are still sensible. */
export function unsaid(...also: Json[]): Fact {
	return { value: null, certain: false, also };
}

/** A fact that the answer states. */
export function fact(value: Json, certain = true, also: Json[] = []): Fact {
	// A copy, because readings are added later and the given list may be a shared constant.
	return {
		value,
		certain: certain && value !== null,
		also: [...new Set(also)].filter((one) => one !== value),
	};
}
