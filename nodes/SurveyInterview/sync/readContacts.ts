import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { FieldOf } from '../fields/field';
import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../fields/nodeFields';
import { mapInTurns } from '../http/timing';
import { withoutLimit, type FieldChecker } from '../input/fieldChecker';
import { parametersOf, type Parameter } from '../input/parameters';
import { LOST_LETTERS, readPropertyValue } from '../input/people';
import { display, emptinessOf, isNothing, notUuid, uuidIn } from '../input/problem';
import { mappedEntries, type PropertiesOrReason } from '../input/propertyMapper';
import { entriesOfMap, readKey, refuseTwice } from '../input/readField';
import { CONTACT_EXPIRY, FIELDS_OF_CONTACT, invitationSync } from '../operations/invitationSync';
import { IDENTIFIERS } from '../records/identifiers';
import { groupedBy, isObject, type JsonObject, withoutGaps } from '../records/json';
import { emailKey, externalIdKey, isNoName } from '../records/person';
import { rowOf } from '../run/rows';
import {
	contactOf,
	isUnusable,
	type Contact,
	type ContactFields,
	type UnusableContact,
} from './contact';
import { refuseMissingColumns } from './mappedFields';
import type { MatchBy } from './syncOptions';

/** Gives the properties of the survey of an item, or a sentence why they are not known. */
export type KnownProperties = (item: number) => PropertiesOrReason;

interface ContactList {
	/** One for each item, in the order of the input. */
	contacts: Array<Contact | UnusableContact>;
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
	/** The fields and rows of the form that have a value for some contact. */
	const filled = new Set<string>();
	const readOne = ({ json }: INodeExecutionData, item: number): Contact | UnusableContact => {
		const reading = new RowReading(checker, filled);
		reading.read(parameter(item), json as JsonObject, propertiesOf(item));
		const { fields, problem, problemIfNew } = reading;
		const row = rowOf(items, item);
		if (isEmptyRow(json as JsonObject) && !WHO.some((name) => name in fields)) {
			return { item, row, fields: {}, problem: 'The row is empty.', isEmptyRow: true };
		}
		if (problem !== undefined) {
			const isOfAll = problem.endsWith(LOST_LETTERS);
			return { item, row, fields, problem: isOfAll ? `The contact ${LOST_LETTERS}` : problem };
		}
		const contact = contactOf(item, fields as ContactFields, matchBy, row);
		return problemIfNew === undefined ? contact : { ...contact, problemIfNew };
	};
	const read = await mapInTurns(items, readOne, () => !signal?.aborted);
	const people = read.filter((contact) => !(isUnusable(contact) && contact.isEmptyRow));
	if (people.length > 1 && !signal?.aborted) refuseMissingColumns(context, filled);
	return withoutSharedIds(read, people, matchBy);
}

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
		// An empty row is no contact, so its survey does not matter.
		const surveyId = uuidIn(given) ?? (isEmptyRow(json as JsonObject) ? before : undefined);
		before = surveyId;
		if (surveyId !== undefined) return surveyId;
		throw new NodeOperationError(context.getNode(), notUuid(label, given), {
			description: `This is the survey of row ${rowOf(items, item)}. Nothing was changed.`,
		});
	};
	return await mapInTurns(items, surveyOf, () => !signal?.aborted);
}

/** Whether no cell of a row has a value, as in the last line of many files; a box that is not ticked is false. */
function isEmptyRow(json: JsonObject): boolean {
	const isEmpty = (cell: unknown) =>
		cell === false ||
		emptinessOf(cell) !== undefined ||
		(typeof cell === 'string' && isNoName(cell));
	return Object.entries(json).every(([name, cell]) => name === 'row_number' || isEmpty(cell));
}

const TEXTS = FIELDS_OF_CONTACT.filter((one): one is FieldOf<'text'> => one.kind === 'text');
/** Without any of these, nobody is meant. */
const WHO = TEXTS.map(({ name }) => name).filter((name) => name.startsWith('recipient_'));
const COLLECTION = invitationSync.collection.name;

/** Reads the contact of an item field by field, so that the row shows who it is whatever cannot be read. */
class RowReading {
	/** A value that cannot be read is there as it was given. */
	readonly fields: JsonObject = {};
	/** The first one. */
	problem?: string;
	problemIfNew?: string;

	constructor(
		private readonly checker: FieldChecker,
		private readonly filled: Set<string>,
	) {}

	read(parameter: Parameter, json: JsonObject, known: PropertiesOrReason): void {
		const given = this.attempt(() => parameter(COLLECTION, {}));
		const added = isObject(given) ? given : {};
		const inCollection = invitationSync.collection.fields.map(({ name }) => name);
		for (const field of TEXTS) {
			const { name } = field;
			const isAdded = inCollection.includes(name);
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
		const byKey = added[PROPERTIES_BY_KEY.name];
		const rows =
			this.attempt(() => isNothing(byKey) || entriesOfMap(PROPERTIES_BY_KEY.label, byKey)) ?? [];
		this.readProperties(mapped, rows === true ? [] : rows);
	}

	private attempt<Value>(read: () => Value): Value | undefined {
		try {
			return read();
		} catch (error) {
			this.problem ??= (error as Error).message;
			return undefined;
		}
	}

	/** Only new invitations get an expiry, so a wrong one harms no other. */
	private readExpiry(value: unknown): void {
		const { name, label } = CONTACT_EXPIRY;
		if (isNothing(value)) {
			this.problemIfNew = withoutLimit(label);
			return;
		}
		this.filled.add(name);
		try {
			this.fields[name] = this.checker.check(CONTACT_EXPIRY, value);
		} catch (error) {
			this.problemIfNew = (error as Error).message;
		}
	}

	/** A property that was added by key wins over that of the form. */
	private readProperties(mapped: unknown[][], byKey: unknown[][]): void {
		const properties: Record<string, string> = {};
		const addedKeys = new Set<string>();
		const readOne = (label: string, [rawKey, value]: unknown[], id: unknown) => {
			// CRMs write an empty text where there is no value.
			if (isNothing(value) && rawKey !== undefined) return;
			const key = readKey(label, rawKey);
			if (label === PROPERTIES_BY_KEY.label) {
				if (addedKeys.has(key)) refuseTwice(label, key);
				addedKeys.add(key);
			}
			this.filled.add(`${label} ${String(id)}`);
			const text = readPropertyValue(value, `${label} → ${display(key)}`);
			if (text !== undefined) properties[key] = text;
		};
		for (const entry of mapped) {
			this.attempt(() => readOne(PROPERTY_MAPPER.label, entry, entry[0]));
		}
		for (const [place, entry] of byKey.entries()) {
			this.attempt(() => readOne(PROPERTIES_BY_KEY.label, entry, place));
		}
		if (Object.keys(properties).length > 0) this.fields.properties = properties;
	}
}

/** The end of an ID that an expression makes where a cell is empty: `crm-`, `crm-null`. */
const EMPTY_PLACE = /(?:[-_:#/.]|null|none|nan)$/i;

/**
 * The contacts without an external ID that identifies nobody: all of them have it, or it ends like that of an empty
 * cell, and their addresses differ.
 */
function withoutSharedIds(
	read: Array<Contact | UnusableContact>,
	people: Array<Contact | UnusableContact>,
	matchBy: MatchBy,
): ContactList {
	const idOf = (contact: Contact | UnusableContact) =>
		isUnusable(contact) ? externalIdKey(contact.fields.recipient_external_id) : contact.externalId;
	const byId = groupedBy(people, idOf);
	const isShared = (id: string, those: typeof people) =>
		(those.length === people.length || EMPTY_PLACE.test(id)) && haveSeveralAddresses(those);
	const shared = new Set<string>();
	for (const [id, those] of byId) {
		if (id !== undefined && those.length > 1 && isShared(id, those)) shared.add(id);
	}
	const sharedIds = [...shared];
	if (shared.size === 0) return { contacts: read, sharedIds };
	const withoutId = (contact: Contact | UnusableContact): Contact | UnusableContact => {
		if (!shared.has(idOf(contact) ?? '')) return contact;
		const fields = withoutGaps({ ...contact.fields, recipient_external_id: undefined });
		if (isUnusable(contact)) return { ...contact, fields };
		const { item, row, problemIfNew } = contact;
		return withoutGaps({ ...contactOf(item, fields, matchBy, row), problemIfNew });
	};
	return { contacts: read.map(withoutId), sharedIds };
}

function haveSeveralAddresses(contacts: Array<Contact | UnusableContact>): boolean {
	const addresses = contacts.map(({ fields }) => emailKey(fields.recipient_email));
	return new Set(addresses.filter((email) => email !== undefined)).size > 1;
}
