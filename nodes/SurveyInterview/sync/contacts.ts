/** Reads the input items of Sync: the survey of each, its properties, and the contact. */
import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import { mapInOrder } from '../http/concurrency';
import { mapWithPauses } from '../http/pauses';
import type { Session } from '../http/session';
import type { FieldChecker } from '../input/fieldChecker';
import { parameterReader } from '../input/parameters';
import { notUuid, uuidIn } from '../input/problem';
import { isAutomatic, type PropertiesOrReason } from '../input/propertyMapper';
import { invitationSync } from '../operations/invitationSync';
import { IDENTIFIERS } from '../service/identifiers';
import { type JsonObject, withoutUndefined, objectIn } from '../service/json';
import { rowOf } from '../run/rows';
import { SurveyRecords } from '../run/surveyRecords';
import { type Contact, contactOf, type PropertiesOfItem } from './contact';
import { idOfEmptyCells, namesSomebody, readRow, type ReadRow } from './contactRow';
import { refuseMissingColumns } from './columns';
import { isEmptyRow, unusableIdsOf } from './emptyCells';
import type { MatchBy } from './syncOptions';

/** The ID of the survey of each item; for an empty row without one, that of the row before. */
export async function readSurveyIds(
	context: IExecuteFunctions,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const { parameter: controlName, label } = IDENTIFIERS.survey_id;
	const parameter = parameterReader(context);
	const items = context.getInputData();
	let surveyOfRowBefore: string | undefined;
	const readSurveyId = ({ json }: INodeExecutionData, item: number) => {
		const value = parameter(item)(controlName);
		const inherited = isEmptyRow(json as JsonObject) ? surveyOfRowBefore : undefined;
		const surveyId = uuidIn(value) ?? inherited;
		surveyOfRowBefore = surveyId;
		if (surveyId !== undefined) return surveyId;
		throw new NodeOperationError(context.getNode(), notUuid(label, value), {
			description: `This is the survey of row ${rowOf(items, item)}. Nothing was changed.`,
		});
	};
	return await mapWithPauses(items, readSurveyId, () => !signal?.aborted);
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
		PROPERTIES_BY_KEY.name in objectIn(parameters[invitationSync.collection.name]);
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
	/** Fields of the form that have a value in at least one row; `readRow` adds to it. */
	const filledFields = new Set<string>();
	const form = { checker, emptyId: idOfEmptyCells(context), filledFields };
	const makeContact = (item: number, read: ReadRow): Contact => {
		const { fields, problem, problemIfNew, unusedId } = read;
		const row = rowOf(items, item);
		if (!namesSomebody(fields) && isEmptyRow(items[item]?.json as JsonObject))
			return { item, row, fields: {}, problem: 'The row is empty.', isEmptyRow: true };
		const contact = contactOf(item, fields, matchBy, row);
		// A value that was refused is a better explanation than the key that is lacking without it.
		return { ...contact, ...withoutUndefined({ problem, problemIfNew, unusedId }) };
	};
	const readContact = ({ json: itemJson }: INodeExecutionData, item: number): Contact => {
		const json = itemJson as JsonObject;
		const source = { parameter: parameter(item), json, surveyProperties: propertiesOf(item) };
		return makeContact(item, readRow(source, form));
	};
	const contacts = await mapWithPauses(items, readContact, () => !signal?.aborted);
	const people = contacts.filter((contact) => !contact.isEmptyRow);
	// A single row may leave any field empty.
	const hasSeveralRows = people.length > 1;
	if (!signal?.aborted) refuseMissingColumns(context, filledFields, hasSeveralRows);
	// Only the whole list shows which IDs several people share, so their contacts are made a second time.
	const holdersOfUnusableIds = unusableIdsOf(people);
	for (const holder of [...holdersOfUnusableIds.values()].flat())
		contacts[holder.item] = makeContact(holder.item, withoutExternalId(holder));
	const unusedIds = people.flatMap(({ unusedId }) => unusedId ?? []);
	return { contacts, unusableIds: [...new Set([...holdersOfUnusableIds.keys(), ...unusedIds])] };
}

/** What the row of a contact says apart from its external ID, which identifies nobody. */
function withoutExternalId({ fields, problem, problemIfNew, externalId }: Contact): ReadRow {
	const otherFields = withoutUndefined({ ...fields, recipient_external_id: undefined });
	return { fields: otherFields, problem, problemIfNew, unusedId: externalId };
}
