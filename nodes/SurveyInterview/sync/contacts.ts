import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { FieldOf } from '../operations/field';
import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import { mapInTurns } from '../http/timing';
import { withoutLimit, type FieldChecker } from '../input/fieldChecker';
import { type Parameter, parameterReader } from '../input/parameters';
import { LOST_LETTERS } from '../input/encoding';
import { readPropertyValue } from '../input/people';
import { display, isNothing, notUuid, refuse, uuidIn } from '../input/problem';
import { mappedEntries, type PropertiesOrReason } from '../input/propertyMapper';
import { entriesOfMap, readKey, refuseTwice } from '../input/readField';
import { CONTACT_EXPIRY, FIELDS_OF_CONTACT, invitationSync } from '../operations/invitationSync';
import { IDENTIFIERS } from '../service/identifiers';
import { type JsonObject, withoutGaps, objectIn } from '../service/json';
import { rowOf } from '../run/rows';
import { type Contact, type ContactFields, contactOf } from './contact';
import { propertyId, refuseMissingColumns } from './columns';
import { isEmptyRow, sharedIdsOf } from './emptyCells';
import type { KnownProperties } from './properties';
import type { MatchBy } from './syncOptions';

/** The survey of each item. Where a row is empty, that of the row before it does. */
export async function readSurveyIds(
	context: IExecuteFunctions,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const { parameter: control, label } = IDENTIFIERS.survey_id;
	const parameter = parameterReader(context);
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
	const parameter = parameterReader(context);
	const items = context.getInputData();
	const filled = new Set<string>();
	const contactFrom = (item: number, { fields, problem, problemIfNew, unusedId }: ReadRow) => {
		const row = rowOf(items, item);
		if (isEmptyRow(items[item]?.json as JsonObject) && !WHO.some((name) => name in fields)) {
			return { item, row, fields: {}, problem: 'The row is empty.', isEmptyRow: true } as const;
		}
		const contact = contactOf(item, fields, matchBy, row);
		return { ...contact, ...withoutGaps({ problem, problemIfNew, unusedId }) };
	};
	const readOne = (one: INodeExecutionData, item: number): Contact => {
		const reading = new RowReading(checker, filled);
		reading.read(parameter(item), one.json as JsonObject, propertiesOf(item));
		return contactFrom(item, reading);
	};
	const contacts: Contact[] = await mapInTurns(items, readOne, () => !signal?.aborted);
	const people = contacts.filter((contact) => !contact.isEmptyRow);
	if (!signal?.aborted) refuseMissingColumns(context, filled, people.length > 1);
	const shared = sharedIdsOf(people);
	for (const [id, those] of shared) {
		for (const { item, problem, problemIfNew, ...contact } of those) {
			const fields = withoutGaps({ ...contact.fields, recipient_external_id: undefined });
			contacts[item] = contactFrom(item, { fields, problem, problemIfNew, unusedId: id });
		}
	}
	return { contacts, sharedIds: [...shared.keys()] };
}

const TEXTS = FIELDS_OF_CONTACT.filter((one): one is FieldOf<'text'> => one.kind === 'text');
/** Without any of these, nobody is meant. */
const WHO = TEXTS.map(({ name }) => name).filter((name) => name.startsWith('recipient_'));
const COLLECTION = invitationSync.collection;

/** What a row says of its contact. */
type ReadRow = Pick<Contact, 'fields' | 'problem' | 'problemIfNew' | 'unusedId'>;

/** Reads the contact of an item field by field, so that the row shows who it is whatever cannot be read. */
class RowReading implements ReadRow {
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
