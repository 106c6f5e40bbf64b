/** The properties of the surveys of a run. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import type { Session } from '../http/session';
import { mapInOrder } from '../http/concurrency';
import { InputError } from '../input/problem';
import { isAutomatic, type PropertiesOrReason } from '../input/propertyMapper';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject, objectIn } from '../service/json';
import { mistypedEnding } from '../run/remarks';
import { SurveyRecords, unknownAmong } from '../run/surveyRecords';
import type { Contact } from './contact';

/** Gives the properties of the survey of an item, or a sentence why they are not known. */
export type PropertiesOfItem = (item: number) => PropertiesOrReason;

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
	const parameters: JsonObject = context.getNode().parameters;
	const mapper = parameters[PROPERTY_MAPPER.name];
	const moreFields = parameters[invitationSync.collection.name];
	const mapped = objectIn(objectIn(mapper).value);
	const hasPropertyFields =
		isAutomatic(mapper) ||
		Object.keys(mapped).length > 0 ||
		(isObject(moreFields) && PROPERTIES_BY_KEY.name in moreFields);
	const surveys = new SurveyRecords(session);
	const ids = hasPropertyFields ? [...new Set(surveyIds)] : [];
	const properties = await mapInOrder(
		ids,
		concurrency,
		async (id) => await surveys.propertiesOf(id),
	);
	const bySurvey = new Map(ids.map((id, index) => [id, properties[index]]));
	return (item) => bySurvey.get(surveyIds[item] ?? '') ?? 'they were not read';
}

/**
 * Refuses values for properties that the survey does not have: otherwise a typing mistake would be written for a
 * whole list, and nobody would be told. Nothing is refused where a survey's properties are not known.
 */
export function refuseUnknownProperties(
	contacts: readonly Contact[],
	propertiesOf: PropertiesOfItem,
): void {
	for (const { item, fields, problem } of contacts) {
		if (problem !== undefined) continue;
		const mistyped = unknownAmong(Object.keys(fields.properties ?? {}), propertiesOf(item));
		if (mistyped === undefined) continue;
		throw new InputError(
			`Contacts have values for properties that the survey does not have${mistypedEnding(mistyped)} Correct the key, or add the option Unknown Properties and choose Send Them.`,
		);
	}
}
