/** Reads the input items of Sync: the survey of each, its properties, and the contact. */
import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { FieldOf } from '../operations/field';
import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import { mapInOrder } from '../http/concurrency';
import { mapWithPauses } from '../http/pauses';
import type { Session } from '../http/session';
import { noLimitSentence, type FieldChecker } from '../input/fieldChecker';
import { type Parameter, parameterReader } from '../input/parameters';
import { LOST_LETTERS } from '../input/encoding';
import { readPropertyValue } from '../input/people';
import { display, isBlank, notUuid, refuse, uuidIn } from '../input/problem';
import { isAutomatic, mappedEntries, type PropertiesOrReason } from '../input/propertyMapper';
import { entriesOfMap, readKey, refuseTwice } from '../input/readField';
import { CONTACT_EXPIRY, ALL_CONTACT_FIELDS, invitationSync } from '../operations/invitationSync';
import { IDENTIFIERS } from '../service/identifiers';
import { type JsonObject, withoutUndefined, objectIn } from '../service/json';
import { rowOf } from '../run/rows';
import { SurveyRecords } from '../run/surveyRecords';
import { type Contact, type ContactFields, contactOf, type PropertiesOfItem } from './contact';
import { propertyId, refuseMissingColumns } from './columns';
import { isEmptyRow, isTextOfEmptyCells, unusableIdsOf, textOfEmptyCells } from './emptyCells';
import type { MatchBy } from './syncOptions';

/** The ID of the survey of each item; for an empty row without one, that of the row before. */
export async function readSurveyIds(
	context: IExecuteFunctions,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const { parameter: control, label } = IDENTIFIERS.survey_id;
	const parameter = parameterReader(context);
	const items = context.getInputData();
	let surveyOfRowBefore: string | undefined;
	const surveyOf = ({ json }: INodeExecutionData, item: number) => {
		const value = parameter(item)(control);
		const surveyId =
			uuidIn(value) ?? (isEmptyRow(json as JsonObject) ? surveyOfRowBefore : undefined);
		surveyOfRowBefore = surveyId;
		if (surveyId !== undefined) return surveyId;
		throw new NodeOperationError(context.getNode(), notUuid(label, value), {
			description: `This is the survey of row ${rowOf(items, item)}. Nothing was changed.`,
		});
	};
	return await mapWithPauses(items, surveyOf, () => !signal?.aborted);
}

/**
 * The properties of the surveys of a run. Each survey is read once, and only where the form gives contacts values
 * for properties.
 *
 * @param surveyIds that of each item, by its index
 */
export async function readProperties(
	context: IExecuteFunctions,
	session: Session,
	surveyIds: readonly string[],
	concurrency: number,
): Promise<PropertiesOfItem> {
	// As they were entered: an expression counts as a value, whatever it gives.
	const { parameters } = context.getNode();
	const mapper = parameters[PROPERTY_MAPPER.name];
	const hasPropertyFields =
		isAutomatic(mapper) ||
		Object.keys(objectIn(objectIn(mapper).value)).length > 0 ||
		PROPERTIES_BY_KEY.name in objectIn(parameters[COLLECTION.name]);
	const surveys = new SurveyRecords(session);
	const ids = hasPropertyFields ? [...new Set(surveyIds)] : [];
	const bySurvey = new Map<string, PropertiesOrReason>();
	await mapInOrder(ids, concurrency, async (id) => {
		bySurvey.set(id, await surveys.propertiesOf(id));
	});
	return (item) => bySurvey.get(surveyIds[item] ?? '') ?? 'they were not read';
}

interface ContactList {
	/** One for each item, in the order of the input. */
	contacts: Contact[];
	/** External IDs that identify nobody and were left out: several people have them, or they come from empty cells. */
	unusableIds: string[];
}

/**
 * Reads the contact of each item. One that cannot be used does not stop the others; when the execution is canceled,
 * the rest is not read.
 *
 * @throws {InputError} where a field names a column that the input does not have
 */
export async function readContacts(
	context: IExecuteFunctions,
	checker: FieldChecker,
	signal: AbortSignal | undefined,
	matchBy: MatchBy,
	propertiesOf: PropertiesOfItem,
): Promise<ContactList> {
	const parameter = parameterReader(context);
	const items = context.getInputData();
	const idOfEmptyCells = textOfEmptyCells(externalIdParameter(context));
	const filledFields = new Set<string>();
	const contactFrom = (item: number, { fields, ...problems }: ReadRow): Contact => {
		const row = rowOf(items, item);
		const namesNobody = !RECIPIENT_FIELDS.some((name) => name in fields);
		if (namesNobody && isEmptyRow(items[item]?.json as JsonObject))
			return { item, row, fields: {}, problem: 'The row is empty.', isEmptyRow: true };
		return { ...contactOf(item, fields, matchBy, row), ...withoutUndefined(problems) };
	};
	const readContact = ({ json }: INodeExecutionData, item: number): Contact => {
		const source = { parameter: parameter(item), json: json as JsonObject };
		const form = { checker, idOfEmptyCells, filledFields };
		return contactFrom(item, readRow(source, form, propertiesOf(item)));
	};
	const contacts = await mapWithPauses(items, readContact, () => !signal?.aborted);
	const people = contacts.filter((contact) => !contact.isEmptyRow);
	if (!signal?.aborted) refuseMissingColumns(context, filledFields, people.length > 1);
	const unusable = unusableIdsOf(people);
	// The contacts with such an ID are made again from their other fields.
	for (const [id, holders] of unusable) {
		for (const { item, problem, problemIfNew, ...contact } of holders) {
			const fields = withoutUndefined({ ...contact.fields, recipient_external_id: undefined });
			contacts[item] = contactFrom(item, { fields, problem, problemIfNew, unusedId: id });
		}
	}
	const unusedIds = people.flatMap(({ unusedId }) => unusedId ?? []);
	return { contacts, unusableIds: [...new Set([...unusable.keys(), ...unusedIds])] };
}

/** The field External ID as it is typed, which may be an expression. */
function externalIdParameter(context: IExecuteFunctions): unknown {
	const { parameters } = context.getNode();
	return { ...parameters, ...objectIn(parameters[COLLECTION.name]) }[EXTERNAL_ID];
}

const TEXT_FIELDS = ALL_CONTACT_FIELDS.filter(
	(field): field is FieldOf<'text'> => field.kind === 'text',
);
/** A row without a value for any of these names nobody. */
const RECIPIENT_FIELDS = TEXT_FIELDS.map(({ name }) => name).filter((name) =>
	name.startsWith('recipient_'),
);
const EXTERNAL_ID = 'recipient_external_id';
const COLLECTION = invitationSync.collection;
const NAMES_IN_COLLECTION = COLLECTION.fields.map(({ name }) => name);

/** What a row says of its contact. */
type ReadRow = Pick<Contact, 'fields' | 'problem' | 'problemIfNew' | 'unusedId'>;

/** What is the same for all rows. */
interface FormReading {
	checker: FieldChecker;
	/** What the expression of the external ID gives where its cells are empty. */
	idOfEmptyCells: string | undefined;
	/** Gets the IDs of the form's fields that have a value in some row (`columns.ts`). */
	filledFields: Set<string>;
}

/** Reads the contact of an item field by field, so that one bad value does not hide whose row it is. */
function readRow(
	{ parameter, json }: { parameter: Parameter; json: JsonObject },
	{ checker, idOfEmptyCells, filledFields }: FormReading,
	surveyProperties: PropertiesOrReason,
): ReadRow {
	const fields: ContactFields & JsonObject = {};
	const row: ReadRow = { fields };
	/** Calls a reader; if it refuses the value, keeps its sentence as the problem of the row. */
	const attempt = <Value>(read: () => Value): Value | undefined => {
		try {
			return read();
		} catch (error) {
			const { message } = error as Error;
			// Equal problems are told once, so lost letters get one sentence, whichever field has them.
			row.problem ??= message.endsWith(LOST_LETTERS) ? `The contact ${LOST_LETTERS}` : message;
			return undefined;
		}
	};
	const added = objectIn(attempt(() => parameter(COLLECTION.name, {})));
	for (const field of TEXT_FIELDS) {
		const { name } = field;
		const isAdded = NAMES_IN_COLLECTION.includes(name);
		const value = isAdded ? added[name] : attempt(() => parameter(name));
		if (isBlank(value)) continue;
		if (name === EXTERNAL_ID && isTextOfEmptyCells(value, idOfEmptyCells)) {
			// It is not sent, but may stand in an opt-out.
			row.unusedId = String(value);
			continue;
		}
		// The value as it was given stays if the check refuses it.
		fields[name] = value;
		attempt(() => (fields[name] = checker.check(field, value)));
		if (fields[name] === undefined) delete fields[name];
		else filledFields.add(name);
	}
	if (CONTACT_EXPIRY.name in added) {
		const { name, label } = CONTACT_EXPIRY;
		const value = added[name];
		// Only new invitations get an expiry, so a wrong one makes the contact unusable only for a create.
		try {
			if (isBlank(value)) refuse(noLimitSentence(label));
			filledFields.add(name);
			fields.expires_at = checker.check(CONTACT_EXPIRY, value) as string;
		} catch (error) {
			row.problemIfNew = (error as Error).message;
		}
	}
	const readProperties = (label: string, entries: unknown[][] = []): Record<string, string> => {
		const properties: Record<string, string> = {};
		const keys = new Set<string>();
		for (const [index, [rawKey, value]] of entries.entries()) {
			// CRMs write an empty text where there is no value. A row of the form without a key goes on, to be refused.
			if (isBlank(value) && rawKey !== undefined) continue;
			attempt(() => {
				const key = readKey(label, rawKey);
				if (keys.has(key)) refuseTwice(label, key);
				keys.add(key);
				filledFields.add(propertyId(label, key, index));
				const text = readPropertyValue(value, `${label} → ${display(key)}`);
				if (text !== undefined) properties[key] = text;
			});
		}
		return properties;
	};
	const mapped = attempt(() =>
		mappedEntries(parameter(PROPERTY_MAPPER.name), () => json, surveyProperties),
	);
	const byKey = added[PROPERTIES_BY_KEY.name];
	const addedByKey = isBlank(byKey)
		? []
		: attempt(() => entriesOfMap(PROPERTIES_BY_KEY.label, byKey));
	// A property that was added by key wins over that of the form.
	const properties = {
		...readProperties(PROPERTY_MAPPER.label, mapped),
		...readProperties(PROPERTIES_BY_KEY.label, addedByKey),
	};
	if (Object.keys(properties).length > 0) fields.properties = properties;
	return row;
}
