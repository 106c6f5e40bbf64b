/** The output Simplified: the facts of a record as fields, in the order of the output. */
import { blankObject, isObject, type JsonObject, type OutputFields } from './json';
import type { IdentityValues } from './person';
import { toText } from './values';
import { type Fact, type Kind, RecordReader, typesOf } from './reader';

/**
 * What is known about a record from elsewhere: IDs of the request, facts of its survey or mailing, and link patterns of
 * the credential.
 */
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
		| 'subject_override'
		| 'topic',
		unknown
	>
>;

/** Gives the facts of a record by their names, in any order; a fact that the record does not have is null or absent. */
export type ReadFacts = (record: JsonObject, knownFacts?: KnownFacts) => JsonObject;

/** The output Simplified of one kind of record; its fields are in the order of the output. */
export interface Simplified extends OutputFields {
	/** Fields that only Selected Fields returns. */
	onlySelected: readonly string[];
	/** Absent where the interface shows all keys, and nothing is searched for. */
	kind?: Kind;
	/**
	 * Makes a reader for the records of one list, so that each key is looked up only once.
	 *
	 * @param maxTextLength of a conversation as text, in characters
	 */
	reader(maxTextLength?: number): ReadFacts;
	/** A field that every record has. If no record of a list has it, the list was not understood. */
	alwaysPresent?: string;
	/** Makes the field `message`, one line for a chat or an email. Only Selected Fields returns it. */
	message?: (facts: JsonObject) => string;
	/** Facts that come from the survey's record if this one lacks them, each with the output fields that need it. */
	fromSurvey?: { [fact in 'metric_type' | 'survey_name']?: readonly string[] };
	/** The same from the mailing that the request names. */
	fromMailing?: { [fact in 'id' | 'status' | 'subject_override']?: readonly string[] };
	/** The same from the topic that the request names. */
	fromTopic?: { topic: readonly string[] };
}

/** The record that tells more about all records of an answer, and the fields that need each of its facts. */
export function parentOf({ fromSurvey = {}, fromMailing, fromTopic }: Simplified) {
	if (fromMailing) return { parent: 'mailing', fieldsByFact: fromMailing } as const;
	if (fromTopic) return { parent: 'topic', fieldsByFact: fromTopic } as const;
	return { parent: 'survey', fieldsByFact: fromSurvey } as const;
}

/** The output Simplified for a kind of record: its facts, and what `overrides` adds or replaces. */
export const simplifiedOf = (kind: Kind, overrides: Partial<Simplified> = {}): Simplified => ({
	fields: { ...(overrides.message && { message: 'string' }), ...typesOf(kind.facts) },
	onlySelected: [
		...(overrides.message ? ['message'] : []),
		...Object.keys(kind.facts).filter((name) => kind.facts[name]?.onlySelected),
	],
	kind,
	reader() {
		const reader = new RecordReader(kind);
		return (record) => reader.factsIn(record);
	},
	...overrides,
});

/** Keys of an answer under which the whole record may stand. */
const ENVELOPES = ['data', 'result'];

/**
 * The record in an answer with an envelope: `{id: …}` in `{status: 'success', data: {id: …}}`, where the status is
 * not the record's. Beside an id, `data` is a part of the record.
 */
export function withoutEnvelope(record: JsonObject): JsonObject {
	if (record.id !== undefined) return record;
	return ENVELOPES.map((key) => record[key]).find(isObject) ?? record;
}

/** The fields with these names, in their order; null for what is not known. */
export function selectedFacts(
	read: ReadFacts,
	record: JsonObject,
	knownFacts: KnownFacts,
	names: readonly string[],
	message?: Simplified['message'],
): JsonObject {
	const facts = read(record, knownFacts);
	const knownValues: JsonObject = knownFacts;
	const item = blankObject(names);
	for (const name of names) item[name] = facts[name] ?? knownValues[name] ?? null;
	if (message && names.includes('message')) {
		item.message = message({ ...facts, survey_name: facts.survey_name ?? knownValues.survey_name });
	}
	return item;
}

/**
 * The address that a link pattern of the credential gives: each `{name}` is replaced by that part, URL-encoded.
 *
 * @returns null where there is no pattern, or where a part is not known or cannot stand in an address
 */
export function linkFrom(pattern: unknown, parts: JsonObject): string | null {
	if (typeof pattern !== 'string') return null;
	let link = pattern;
	for (const [name, part] of Object.entries(parts)) {
		if (!link.includes(`{${name}}`)) continue;
		const text = toText(part);
		// No address can have half of an emoji, and dots alone lead to another page.
		if (text === undefined || /\p{Surrogate}|^\.\.?$/u.test(text)) return null;
		link = link.replace(`{${name}}`, () => urlEncoded(text));
	}
	return link;
}

/** URL-encoded, including the signs at which a chat or Markdown ends an address. */
const urlEncoded = (text: string) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/**
 * Makes a function that gives all email addresses and external IDs in a record, as they are written; null where the
 * record has such a key without a value.
 */
export function identityReader({ name, facts }: Kind): (record: JsonObject) => IdentityValues {
	const unchanged = (fact?: Fact) => ({ keys: [], ...fact, read: (value: unknown) => value });
	const identityFacts = {
		email: unchanged(facts.email),
		external_id: unchanged(facts.external_id),
	};
	const reader = new RecordReader({ name, facts: identityFacts });
	return (record) => {
		const readings = reader.readingsIn(record);
		const valuesOf = (factName: keyof typeof identityFacts) =>
			readings.filter(({ fact }) => fact === factName).map(({ value }) => value);
		return { emails: valuesOf('email'), externalIds: valuesOf('external_id') };
	};
}
