import { blankObject, isObject, type JsonObject } from '../records/json';
import type { Shape } from '../records/shapes';
import { FactFinder, type Fact } from './fact';

/** What is known of a record beside it: the ids of the request, and facts of its survey. */
export type KnownFacts = Partial<
	Record<'id' | 'survey_id' | 'survey_name' | 'metric_type', unknown>
>;

/** The facts of a record by name, in any order; what the record does not say is null or absent. */
export type ReadFacts = (record: JsonObject, known: KnownFacts) => JsonObject;

/** What the output Simplified says of records of one kind. */
export interface Simplified {
	/** Its fields in the order of the output, with their types: the output schema, and the choice of fields. */
	fields: Shape;
	/**
	 * Makes what reads the records of one list: it looks each path up once for all of them.
	 *
	 * @param maxTextLength of a conversation as text, in characters
	 */
	reader(maxTextLength?: number): ReadFacts;
	/**
	 * Finds the records in a whole answer, where its form says what they are.
	 *
	 * @returns undefined where it does not
	 */
	recordsIn?(answer: unknown): JsonObject[] | undefined;
	/** Facts that the survey's own record tells where these do not, and the fields that need them. */
	ofSurvey?: { [fact in 'metric_type' | 'survey_name']?: readonly string[] };
}

/** Simplified of records whose facts are found each by itself. */
export function simplifiedBy(fields: Shape, facts: readonly Fact[]): Simplified {
	return {
		fields,
		reader() {
			const finder = new FactFinder(facts);
			return (record) => finder.in(record);
		},
	};
}

/**
 * An answer without the object that it came in: `{status: 'success', data: {id: …}}` is `{id: …}`, because what
 * stands around the record is not about it. Beside an id, `data` is a part of the record.
 */
export function withoutEnvelope(record: JsonObject): JsonObject {
	const { data, id } = record;
	return isObject(data) && id === undefined ? data : record;
}

/**
 * The fields of a record in the order of the output; null for what is not known.
 *
 * @param names which of them
 */
export function factsOf(
	read: ReadFacts,
	record: JsonObject,
	known: KnownFacts,
	names: readonly string[],
): JsonObject {
	const facts = read(record, known);
	const told: JsonObject = known;
	const item = blankObject(names);
	for (const name of names) item[name] = facts[name] ?? told[name] ?? null;
	return item;
}
