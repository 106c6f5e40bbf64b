/** The properties of the surveys of a run. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import type { Session } from '../http/session';
import { mapInOrder } from '../http/timing';
import { InputError } from '../input/problem';
import { isAutomatic, type PropertiesOrReason } from '../input/propertyMapper';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject, objectIn } from '../service/json';
import { perhapsMistyped } from '../run/remarks';
import { SurveyRecords, unknownAmong } from '../run/surveyRecords';
import type { Contact } from './contact';

/** Gives the properties of the survey of an item, or a sentence why they are not known. */
export type KnownProperties = (item: number) => PropertiesOrReason;

/**
 * The properties of the surveys of a run. Each survey is read once, and only where the form gives contacts values
 * for properties.
 */
export async function readProperties(
	context: IExecuteFunctions,
	session: Session,
	surveyIds: readonly string[],
	concurrency: number,
): Promise<KnownProperties> {
	const parameters: JsonObject = context.getNode().parameters;
	const { [PROPERTY_MAPPER.name]: mapper, [invitationSync.collection.name]: more } = parameters;
	const mapped = objectIn(objectIn(mapper).value);
	const areCarried =
		isAutomatic(mapper) ||
		Object.keys(mapped).length > 0 ||
		(isObject(more) && PROPERTIES_BY_KEY.name in more);
	const surveys = new SurveyRecords(session);
	const ids = areCarried ? [...new Set(surveyIds)] : [];
	const read = await mapInOrder(ids, concurrency, async (id) => await surveys.propertiesOf(id));
	const known = new Map(ids.map((id, place) => [id, read[place]]));
	return (item) => known.get(surveyIds[item] ?? '') ?? 'they were not read';
}

/**
 * Refuses values for properties that the survey does not have: otherwise a typing mistake would be written for a
 * whole list, and nobody would be told. Nothing is refused where a survey's properties are not known.
 */
export function refuseUnknownProperties(
	contacts: readonly Contact[],
	propertiesOf: KnownProperties,
): void {
	for (const { item, fields, problem } of contacts) {
		if (problem !== undefined) continue;
		const unknown = unknownAmong(Object.keys(fields.properties ?? {}), propertiesOf(item));
		if (unknown === undefined) continue;
		throw new InputError(
			`Contacts have values for properties that the survey does not have${perhapsMistyped(unknown)} Correct the key, or add the option Unknown Properties and choose Send Them.`,
		);
	}
}
