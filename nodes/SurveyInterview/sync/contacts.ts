import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { FieldOf } from '../operations/field';
import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import { mapInTurns } from '../http/timing';
import { withoutLimit, type FieldChecker } from '../input/fieldChecker';
import { type Parameter, parametersOf } from '../input/parameters';
import { LOST_LETTERS, readPropertyValue } from '../input/people';
import { display, emptinessOf, isNothing, notUuid, refuse, uuidIn } from '../input/problem';
import { mappedEntries, type PropertiesOrReason } from '../input/propertyMapper';
import { entriesOfMap, readKey, refuseTwice } from '../input/readField';
import { CONTACT_EXPIRY, FIELDS_OF_CONTACT, invitationSync } from '../operations/invitationSync';
import { IDENTIFIERS, isUuid } from '../service/identifiers';
import { groupedBy, type JsonObject, withoutGaps, objectIn } from '../service/json';
import { isNoName } from '../service/person';
import { rowOf } from '../run/rows';
import { type Contact, type ContactFields, contactOf } from './contact';
import { propertyId, refuseMissingColumns } from './columns';
import type { KnownProperties } from './properties';
import type { MatchBy } from './syncOptions';

/** The survey of each item. Where a row is empty, that of the row before it does. */
export async function readSurveyIds(
	context: IExecuteFunctions,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const { parameter: control, label } = IDENTIFIERS.survey_id;
	const parameter = parametersOf(context);
	const items = context.getInputData();
	let before: string | undefined;
	const surveyOf = ({ json }: INodeExecutionData, item: number) => {
		const given = parameter(item)(control);
		const surveyId = uuidIn(given) ?? (isEmptyRow(json as JsonObject) ? before : undefined);
		before = surveyId;
		if (surveyId !== undefined) return surveyId;
		throw new NodeOperationError(context.getNode(), notUuid(label, given), {
			description: `This is the survey of row ${rowOf(items, item)}. Nothing was changed.`,
		});
	};
	return await mapInTurns(items, surveyOf, () => !signal?.aborted);
}

interface ContactList {
	/** One for each item, in the order of the input. */
	contacts: Contact[];
	/** External IDs that several people of the list have, so that they identify nobody and were left out. */
	sharedIds: string[];
}

/**
 * Reads the contact of each item. One that cannot be used does not stop the others; when the execution is cancelled,
 * the rest is not read.
 *
 * @throws {InputError} where a field names a column that the input does not have
 */
export async function readContacts(
	context: IExecuteFunctions,
	checker: FieldChecker,
	signal: AbortSignal | undefined,
	matchBy: MatchBy,
	propertiesOf: KnownProperties,
): Promise<ContactList> {
	const parameter = parametersOf(context);
	const items = context.getInputData();
	const filled = new Set<string>();
	const readOne = (one: INodeExecutionData, item: number): Contact => {
		const json = one.json as JsonObject;
		const row = rowOf(items, item);
		const reading = new RowReading(checker, filled);
		reading.read(parameter(item), json, propertiesOf(item));
		const { fields, problem, problemIfNew } = reading;
		if (isEmptyRow(json) && !WHO.some((name) => name in fields)) {
			return { item, row, fields: {}, problem: 'The row is empty.', isEmptyRow: true };
		}
		return { ...contactOf(item, fields, matchBy, row), ...withoutGaps({ problem, problemIfNew }) };
	};
	const contacts = await mapInTurns(items, readOne, () => !signal?.aborted);
	const people = contacts.filter((contact) => !contact.isEmptyRow);
	if (!signal?.aborted) refuseMissingColumns(context, filled, people.length > 1);
	return { contacts, sharedIds: removeSharedIds(contacts, people, matchBy) };
}

const TEXTS = FIELDS_OF_CONTACT.filter((one): one is FieldOf<'text'> => one.kind === 'text');
/** Without any of these, nobody is meant. */
const WHO = TEXTS.map(({ name }) => name).filter((name) => name.startsWith('recipient_'));
const COLLECTION = invitationSync.collection;

/** Columns that Google Sheets, Airtable and Baserow add to every row, also to one that nobody has filled in. */
const ADDED_COLUMNS = ['row_number', 'id', 'createdTime', 'order'];
/** What a box that is not ticked, a formula without input, and the end of an old text file leave in a cell. */
const LEFT_OVER = ['false', '0', '\u001a'];

/** Whether no cell of a row has a value, as in the last line of many files. */
function isEmptyRow(json: JsonObject): boolean {
	const isEmpty = (cell: unknown) =>
		emptinessOf(cell) !== undefined ||
		LEFT_OVER.includes(String(cell).toLowerCase()) ||
		// A column may say which survey the row is for.
		isUuid(cell) ||
		(typeof cell === 'string' && isNoName(cell));
	return Object.entries(json).every(
		([name, cell]) => ADDED_COLUMNS.includes(name) || isEmpty(cell),
	);
}

/** Reads the contact of an item field by field, so that the row shows who it is whatever cannot be read. */
class RowReading {
	/** A value that cannot be read is there as it was given. */
	readonly fields: ContactFields & JsonObject = {};
	/** The first one. */
	problem?: string;
	problemIfNew?: string;

	/** @param filled gets the fields of the form that have a value */
	constructor(
		private readonly checker: FieldChecker,
		private readonly filled: Set<string>,
	) {}

	read(parameter: Parameter, json: JsonObject, known: PropertiesOrReason): void {
		const given = this.attempt(() => parameter(COLLECTION.name, {}));
		const added = objectIn(given);
		for (const field of TEXTS) {
			const { name } = field;
			const isAdded = COLLECTION.fields.some((one) => one.name === name);
			const value = isAdded ? added[name] : this.attempt(() => parameter(name));
			if (isNothing(value)) continue;
			this.fields[name] = value;
			this.attempt(() => (this.fields[name] = this.checker.check(field, value)));
			if (this.fields[name] === undefined) delete this.fields[name];
			else this.filled.add(name);
		}
		if (CONTACT_EXPIRY.name in added) this.readExpiry(added[CONTACT_EXPIRY.name]);
		const mapper = this.attempt(() => parameter(PROPERTY_MAPPER.name));
		const mapped = this.attempt(() => mappedEntries(mapper, () => json, known)) ?? [];
		const byKey = added[PROPERTIES_BY_KEY.name] ?? '';
		const rows = isNothing(byKey)
			? []
			: this.attempt(() => entriesOfMap(PROPERTIES_BY_KEY.label, byKey));
		// A property that was added by key wins over that of the form.
		const properties = {
			...this.propertiesIn(PROPERTY_MAPPER.label, mapped),
			...this.propertiesIn(PROPERTIES_BY_KEY.label, rows ?? []),
		};
		if (Object.keys(properties).length > 0) this.fields.properties = properties;
	}

	/** Does what may be refused, and keeps the sentence. */
	private attempt<Value>(read: () => Value): Value | undefined {
		try {
			return read();
		} catch (error) {
			const { message } = error as Error;
			// One sentence for all such contacts, whichever field it is.
			this.problem ??= message.endsWith(LOST_LETTERS) ? `The contact ${LOST_LETTERS}` : message;
			return undefined;
		}
	}

	/** Only new invitations get an expiry, so a wrong one harms no other. */
	private readExpiry(value: unknown): void {
		const { name, label } = CONTACT_EXPIRY;
		try {
			if (isNothing(value)) refuse(withoutLimit(label));
			this.filled.add(name);
			this.fields[name] = this.checker.check(CONTACT_EXPIRY, value);
		} catch (error) {
			this.problemIfNew = (error as Error).message;
		}
	}

	private propertiesIn(label: string, entries: unknown[][]): Record<string, string> {
		const properties: Record<string, string> = {};
		const keys = new Set<string>();
		const readOne = (rawKey: unknown, value: unknown, place: number) => {
			// CRMs write an empty text where there is no value.
			if (isNothing(value) && rawKey !== undefined) return;
			const key = readKey(label, rawKey);
			if (keys.has(key)) refuseTwice(label, key);
			keys.add(key);
			this.filled.add(propertyId(label, key, place));
			const text = readPropertyValue(value, `${label} → ${display(key)}`);
			if (text !== undefined) properties[key] = text;
		};
		for (const [place, [key, value]] of entries.entries())
			this.attempt(() => readOne(key, value, place));
		return properties;
	}
}

/** An ID that an expression makes where a cell is empty: `crm-`, `-NL`. Nothing but letters is left of it. */
const EMPTY_PLACE = /^(?:\p{L}{1,20}[-_:#/.]|[-_:#/.]\p{L}{1,20})$/u;
/** The end of an ID that may be made so, if several people have it. */
const EMPTY_END = /(?:[-_:#/.]|null|none|nan)$/i;

/**
 * Removes external IDs that identify nobody: a cell was empty where the ID should stand, or people with different
 * addresses have it, and either all of the list do or it ends like that of an empty cell.
 *
 * @returns these IDs
 */
function removeSharedIds(
	contacts: Contact[],
	people: readonly Contact[],
	matchBy: MatchBy,
): string[] {
	const shared: string[] = [];
	for (const [id, those] of groupedBy(people, ({ externalId }) => externalId)) {
		if (id === undefined) continue;
		const addresses = new Set(those.flatMap(({ email }) => email ?? []));
		const isShared = addresses.size > 1 && (those.length === people.length || EMPTY_END.test(id));
		if (!isShared && !EMPTY_PLACE.test(id)) continue;
		shared.push(id);
		for (const { item, row, fields, problem, problemIfNew } of those) {
			const others = withoutGaps({ ...fields, recipient_external_id: undefined });
			const contact = contactOf(item, others, matchBy, row);
			contacts[item] = { ...contact, unusedId: id, ...withoutGaps({ problem, problemIfNew }) };
		}
	}
	return shared;
}
