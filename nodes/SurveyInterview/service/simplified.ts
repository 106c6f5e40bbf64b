/** The output Simplified: the facts of a record as fields, in the order of the output. */
import { blankObject, isObject, type JsonObject, type OutputFields } from './json';
import type { IdentityValues } from './person';
import { toText } from './values';
import { type Fact, type Kind, RecordReader, typesOf } from './reader';

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
	more: readonly string[];
	/** Absent where the interface shows all keys, and nothing is searched for. */
	kind?: Kind;
	/**
	 * Makes a reader for the records of one list, so that each key is looked up only once.
	 *
	 * @param maxTextLength of a conversation as text, in characters
	 */
	reader(maxTextLength?: number): ReadFacts;
	/** A field that every record has. A list in which no record shows it was not understood. */
	always?: string;
	/** Makes the field `message`, one line for a chat or an email. Only Selected Fields returns it. */
	message?: (facts: JsonObject) => string;
	/** Facts to take from the survey's own record where the record lacks them, with the fields that need them. */
	ofSurvey?: { [fact in 'metric_type' | 'survey_name']?: readonly string[] };
	/** The same of the mailing that the request names, whose answer does not show them. */
	ofMailing?: { [fact in 'id' | 'status' | 'subject_override']?: readonly string[] };
}

/** Simplified of records of a kind, with nothing but its facts unless `other` says otherwise. */
export const simplifiedOf = (kind: Kind, other: Partial<Simplified> = {}): Simplified => ({
	fields: { ...(other.message && { message: 'string' }), ...typesOf(kind.facts) },
	more: [
		...(other.message ? ['message'] : []),
		...Object.keys(kind.facts).filter((name) => kind.facts[name]?.onlySelected),
	],
	kind,
	reader() {
		const reader = new RecordReader(kind);
		return (record) => reader.in(record);
	},
	...other,
});

/** Keys of an object that may be all of the record. */
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
		link = link.replace(`{${name}}`, () => inAddress(text));
	}
	return link;
}

/** URL-encoded, including the signs at which a chat or Markdown ends an address. */
const inAddress = (text: string) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/**
 * Makes a function that gives all addresses and external IDs of a person in a record, as they are written; null where
 * a key is there and holds nothing.
 */
export function identityReader({ name, facts }: Kind): (record: JsonObject) => IdentityValues {
	const asWritten = (fact?: Fact) => ({ keys: [], ...fact, read: (value: unknown) => value });
	const keys = { email: asWritten(facts.email), external_id: asWritten(facts.external_id) };
	const reader = new RecordReader({ name, facts: keys });
	return (record) => {
		const readings = reader.readingsIn(record);
		const valuesOf = (key: keyof typeof keys) =>
			readings.filter(({ fact }) => fact === key).map(({ value }) => value);
		return { emails: valuesOf('email'), externalIds: valuesOf('external_id') };
	};
}
