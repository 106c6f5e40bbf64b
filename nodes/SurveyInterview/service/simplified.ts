/** The output Simplified: the facts of a record as fields, in the order of the output. */
import { blankObject, isObject, type JsonObject } from './json';
import type { OutputFields, Shape } from './outputFields';
import { toText } from './values';
import { type Kind, RecordReader, typesOf } from './reader';

/**
 * What is known about a record from elsewhere: IDs of the request, facts of its survey or mailing, link patterns of the
 * credential, and how long a conversation may be as text, in characters.
 */
export type KnownFacts = {
	id?: unknown;
	mailing_id?: unknown;
	survey_id?: unknown;
	survey_name?: unknown;
	metric_type?: unknown;
	status?: unknown;
	subject_override?: unknown;
	topic?: unknown;
	participantLink?: unknown;
	respondentPage?: unknown;
	maxTextLength?: number;
};

/** Gives the facts of a record by their names, in any order; a fact that the record does not have is null or absent. */
type ReadFacts = (record: JsonObject, knownFacts?: KnownFacts) => JsonObject;

/** The output Simplified of one kind of record; its fields are in the order of the output. */
export interface Simplified extends OutputFields {
	onlySelected: readonly string[];
	/** Absent where the interface shows all keys, and nothing is searched for. */
	kind?: Kind;
	read: ReadFacts;
	/** A field that every record of this kind has: where no record of a list has it, a remark says that the list was not understood. */
	inEveryRecord?: string;
	/** Makes the field `message`, one line for a chat or an email. Only Selected Fields returns it. */
	message?: (facts: JsonObject) => string;
	/** Absent if the records say everything themselves. */
	parent?: Parent;
}

/** The record that tells more about all records of an answer: their survey, mailing or topic. */
export interface Parent {
	record: 'survey' | 'mailing' | 'topic';
	/**
	 * For each of its facts, the fields of the output that need it. The parent is read if one of these fields is wanted,
	 * and the records do not have the fact themselves.
	 */
	fieldsThatNeed: { readonly [fact in keyof KnownFacts]: readonly string[] };
}

/** What follows from the facts of a record: the facts of the output. */
type Derive = (facts: JsonObject, record: JsonObject, knownFacts: KnownFacts) => JsonObject;

/**
 * The output Simplified for a kind of record: its facts, what follows from them (`derive`), fields that no fact fills
 * (`extraFields`), and what `overrides` adds or replaces.
 */
export function simplifiedOf(
	kind: Kind,
	{
		derive = (facts) => facts,
		extraFields = {},
		...overrides
	}: Partial<Simplified> & { derive?: Derive; extraFields?: Shape } = {},
): Simplified {
	const reader = new RecordReader(kind);
	const { facts } = kind;
	return {
		fields: { ...(overrides.message && { message: 'string' }), ...typesOf(facts), ...extraFields },
		onlySelected: [
			...(overrides.message ? ['message'] : []),
			...Object.keys(facts).filter((name) => facts[name]?.onlySelected),
		],
		kind,
		read: (record, knownFacts = {}) => derive(reader.factsIn(record), record, knownFacts),
		...overrides,
	};
}

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
	{ read, message }: Simplified,
	record: JsonObject,
	knownFacts: KnownFacts,
	names: readonly string[],
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
