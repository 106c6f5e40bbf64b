/**
 * What is said of records, under one name each, whatever a service calls it. The interface shows few records, so a
 * fact says where it is looked for; and `Simplified` says what the output makes of the facts of one kind of record.
 */
import {
	blankObject,
	isObject,
	type JsonObject,
	type OutputFields,
	type Shape,
} from '../records/json';
import { FactFinder } from './factFinder';

/** One fact: where a record may have it, and how its value is read. */
export interface Fact {
	/**
	 * Paths at which it may stand, the surest first. A path is the keys that lead to the value, with dots
	 * between them, in lower case and without `_` and `-`: `person.fullname`.
	 */
	at: readonly RegExp[];
	/**
	 * The value in the output's form; undefined where it is not of this kind, so that another is looked for.
	 *
	 * @param path the keys that lead to it, as the record has them
	 */
	read: (value: unknown, path: string) => unknown;
	/** Its type in the output; undefined where it is no field, and only helps with one. */
	type?: Shape[string];
	/** Whether null at one place says nothing, so that a value at another counts. */
	isOpenWhenNull?: boolean;
}

/** A fact under its name in the output, and under the kind of record by which Field Names of a credential have it. */
export interface FactOfKind extends Fact {
	kind: string;
	name: string;
}

/** The facts of one kind of record. */
export const ofKind = (kind: string, facts: Readonly<Record<string, Fact>>): FactOfKind[] =>
	Object.entries(facts).map(([name, fact]) => ({ ...fact, kind, name }));

/** Some facts of a kind, in the order of the kind. */
export const factsNamed = (facts: readonly FactOfKind[], ...names: readonly string[]) =>
	facts.filter(({ name }) => names.includes(name));

/** The fields of the output that facts are, with their types. */
export const typesOf = (facts: readonly FactOfKind[]): Shape =>
	Object.fromEntries(facts.flatMap(({ name, type }) => (type ? [[name, type] as const] : [])));

/**
 * Places as patterns. A comma stands between places that are equally sure, and a semicolon before those that are
 * less so. A place is a pattern in which a dot is a dot, `…` is any text, and `_` and spaces are only for the reader.
 */
export const placesAt = (places: string): RegExp[] =>
	places.split(';').map((alike) => {
		const plain = alike.replace(/[_\s]/g, '').replaceAll('.', '\\.').replaceAll('…', '.*');
		const whole = plain.includes(',') ? `(${plain.replaceAll(',', '|')})` : plain;
		// To look for the end after any text takes long.
		return new RegExp(whole.endsWith('.*') ? `^${whole.slice(0, -2)}` : `^${whole}$`);
	});

/**
 * Makes facts of one type, whose values are read alike.
 *
 * @param type that of the field in the output; undefined where it is none
 */
export const factOf =
	(type: Fact['type'], read: Fact['read'], isOpenWhenNull = false) =>
	(places: string): Fact => ({ at: placesAt(places), read, type, isOpenWhenNull });

/** A fact that is no field of the output, and only helps with one. */
export const helping = (fact: Fact): Fact => ({ ...fact, type: undefined });

/** What is known of a record beside it: the ids of the request, facts of its survey or mailing, and the credential's patterns of links. */
export type KnownFacts = Partial<
	Record<
		| 'id'
		| 'mailing_id'
		| 'survey_id'
		| 'survey_name'
		| 'metric_type'
		| 'participantLink'
		| 'respondentPage'
		| 'status'
		| 'subject_override',
		unknown
	>
>;

/** The facts of a record by name, in any order; what the record does not say is null or absent. */
export type ReadFacts = (record: JsonObject, known: KnownFacts) => JsonObject;

/** What the output says of records of one kind; its fields stand in the order of the output. */
export interface Simplified extends OutputFields {
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
	/** Makes the field `message` of its facts, which only Selected Fields returns: one line for a chat or an email. */
	message?: (facts: JsonObject) => string;
	/** Facts that the survey's own record tells where these do not, and the fields that need them. */
	ofSurvey?: { [fact in 'metric_type' | 'survey_name']?: readonly string[] };
	/** The same of the mailing that the request names, where it is told of and not shown. */
	ofMailing?: { [fact in 'id' | 'status' | 'subject_override']?: readonly string[] };
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
	message?: Simplified['message'],
): JsonObject {
	const facts = read(record, known);
	const told: JsonObject = known;
	const item = blankObject(names);
	for (const name of names) item[name] = facts[name] ?? told[name] ?? null;
	if (message && names.includes('message')) {
		item.message = message({ ...facts, survey_name: facts.survey_name ?? told.survey_name });
	}
	return item;
}
