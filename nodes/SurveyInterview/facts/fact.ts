/**
 * A fact is a piece of information in a record, with one name whatever a service calls it. The interface shows few
 * records, so a fact lists the places where it may stand. `Simplified` describes the output made of facts.
 */
import {
	blankObject,
	isObject,
	type JsonObject,
	type OutputFields,
	type Shape,
} from '../records/json';
import { FactFinder } from './factFinder';

export interface Fact {
	/**
	 * Patterns of the paths where it may stand, the surest first. A path is the keys that lead to the value, joined
	 * by dots, in lower case and without `_` and `-`: `person.fullname`.
	 */
	at: readonly RegExp[];
	/**
	 * Gives the value in the form of the output, or undefined if it is not of the fact's kind: the search continues.
	 *
	 * @param path the keys that lead to the value, as the record has them
	 */
	read: (value: unknown, path: string) => unknown;
	/** Its type in the output; undefined where it is not a field, and only helps to find the value of one. */
	type?: Shape[string];
	/** Whether a null is skipped, so that a value at another place counts. */
	isOpenWhenNull?: boolean;
}

/** A fact with its name in the output, and its kind of record: Field Names of a credential use both. */
export interface FactOfKind extends Fact {
	kind: string;
	name: string;
}

export const ofKind = (kind: string, facts: Readonly<Record<string, Fact>>): FactOfKind[] =>
	Object.entries(facts).map(([name, fact]) => ({ ...fact, kind, name }));

/** Some of the facts, in the same order. */
export const factsNamed = (facts: readonly FactOfKind[], ...names: readonly string[]) =>
	facts.filter(({ name }) => names.includes(name));

/** The fields of the output that facts become. */
export const typesOf = (facts: readonly FactOfKind[]): Shape =>
	Object.fromEntries(facts.flatMap(({ name, type }) => (type ? [[name, type] as const] : [])));

/**
 * Patterns of places. A comma separates places that are equally sure, and a semicolon those that are less so. In a
 * place, a dot is a dot, `…` is any text, and `_` and spaces only make it readable; the rest is a regular expression.
 */
const placesAt = (places: string): RegExp[] =>
	places.split(';').map((alike) => {
		const plain = alike.replace(/[_\s]/g, '').replaceAll('.', '\\.').replaceAll('…', '.*');
		const whole = plain.includes(',') ? `(${plain.replaceAll(',', '|')})` : plain;
		// A pattern that ends in any text needs no `.*$`, which would take long.
		return new RegExp(whole.endsWith('.*') ? `^${whole.slice(0, -2)}` : `^${whole}$`);
	});

/** Gives a function that makes a fact of places; all its facts have one type, and their values are read in one way. */
export const factOf =
	(type: Fact['type'], read: Fact['read'], isOpenWhenNull = false) =>
	(places: string): Fact => ({ at: placesAt(places), read, type, isOpenWhenNull });

/** A fact that is not in the output, and only helps to find the value of a field. */
export const helping = (fact: Fact): Fact => ({ ...fact, type: undefined });

/** Known besides a record: ids of the request, facts of its survey or mailing, and link patterns of the credential. */
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

/** Gives the facts of a record by name, in any order; what the record does not have is null or absent. */
export type ReadFacts = (record: JsonObject, known: KnownFacts) => JsonObject;

/** The output Simplified of one kind of record; its fields are in the order of the output. */
export interface Simplified extends OutputFields {
	facts?: readonly FactOfKind[];
	/**
	 * Makes a reader for the records of one list, so that each path is looked up only once.
	 *
	 * @param maxTextLength of a conversation as text, in characters
	 */
	reader(maxTextLength?: number): ReadFacts;
	/** Finds the records in a whole answer; undefined where its form does not show them. */
	recordsIn?(answer: unknown): JsonObject[] | undefined;
	/** A field that every record has. A list in which no record shows it was not understood. */
	always?: string;
	/** How an answer that is only a list is read: as the record's part under this key, or as `record`, its only entry. */
	listAs?: string;
	/** Makes the field `message`, one line for a chat or an email. Only Selected Fields returns it. */
	message?: (facts: JsonObject) => string;
	/** Facts to take from the survey's own record where the record lacks them, with the fields that need them. */
	ofSurvey?: { [fact in 'metric_type' | 'survey_name']?: readonly string[] };
	/** The same of the mailing that the request names, whose answer does not show them. */
	ofMailing?: { [fact in 'id' | 'status' | 'subject_override']?: readonly string[] };
}

/** Simplified of records in which each fact is searched for by itself, unless `more` says otherwise. */
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

/** An answer as one record: a bare list has the record as its only entry, or is a part of it. */
export function oneRecord(answer: unknown, { listAs }: Pick<Simplified, 'listAs'> = {}): unknown {
	if (!Array.isArray(answer) || listAs === undefined) return answer;
	if (!answer.every((one) => isObject(one) && Object.keys(one).length > 0)) return answer;
	if (listAs !== 'record') return { [listAs]: answer };
	return answer.length === 1 ? answer[0] : answer;
}

/**
 * The record in an answer with an envelope: `{id: …}` in `{status: 'success', data: {id: …}}`, where the status is
 * not the record's. Beside an id, `data` is a part of the record.
 */
export function withoutEnvelope(record: JsonObject): JsonObject {
	const { data, id } = record;
	return isObject(data) && id === undefined ? data : record;
}

/** The fields with these names, in their order; null for what is not known. */
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
