import { type Shape, blankObject, isObject, type JsonObject } from '../records/json';
import { FactFinder } from './factFinder';
import { type FactOfKind, typesOf } from './fact';

/** What is known of a record beside it: the ids of the request, facts of its survey, and the credential's Participant Link. */
export type KnownFacts = Partial<
	Record<'id' | 'survey_id' | 'survey_name' | 'metric_type' | 'participantLink', unknown>
>;

/** The facts of a record by name, in any order; what the record does not say is null or absent. */
export type ReadFacts = (record: JsonObject, known: KnownFacts) => JsonObject;

/** What the output Simplified says of records of one kind. */
export interface Simplified {
	/** Its fields in the order of the output, with their types: the output schema, and the choice of fields. */
	fields: Shape;
	/** What is looked for in a record. */
	facts?: readonly FactOfKind[];
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
	/** A field that each record has: where a list shows it nowhere, it was not understood. */
	always?: string;
	/** What an answer that is a list alone is: the part of the record under this key, or `record`, if it is one. */
	listAs?: string;
	/** Facts that the survey's own record tells where these do not, and the fields that need them. */
	ofSurvey?: { [fact in 'metric_type' | 'survey_name']?: readonly string[] };
}

/** Simplified of records whose facts are found each by itself, but for what is said of it. */
export const simplifiedBy = (
	facts: readonly FactOfKind[],
	more: Partial<Simplified> = {},
): Simplified => ({
	fields: typesOf(facts),
	facts,
	reader() {
		const finder = new FactFinder(facts);
		return (record) => finder.in(record);
	},
	...more,
});

/** An answer as one record: a bare list holds the record alone, or is a part of it. */
export function oneRecord(answer: unknown, { listAs }: Pick<Simplified, 'listAs'> = {}): unknown {
	if (!Array.isArray(answer) || listAs === undefined) return answer;
	if (!answer.every((one) => isObject(one) && Object.keys(one).length > 0)) return answer;
	if (listAs !== 'record') return { [listAs]: answer };
	return answer.length === 1 ? answer[0] : answer;
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
