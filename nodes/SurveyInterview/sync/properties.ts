import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../fields/propertyFields';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import { isAutomatic } from '../input/propertyMapper';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';
import { inOrder } from '../run/inOrder';
import { knownProperties, unknownAmong } from '../run/propertyKeys';
import { perhapsMistyped } from '../run/remarks';
import { SurveyRecords } from '../run/surveyRecords';
import { isUnusable } from './contact';
import type { KnownProperties, ListEntry } from './readContacts';

/**
 * The properties of the surveys of a run. Each survey is read once, and only where contacts may carry values.
 *
 * @param surveyIds the survey of each item
 */
export async function readProperties(
	context: IExecuteFunctions,
	session: Session,
	surveyIds: readonly string[],
	concurrency: number,
): Promise<KnownProperties> {
	const known = new Map<string, Awaited<ReturnType<typeof knownProperties>>>();
	if (carriesValues(context)) {
		const surveys = new SurveyRecords(session);
		const ids = [...new Set(surveyIds)];
		await inOrder(ids.length, concurrency, async (place) => {
			const id = ids[place] ?? '';
			known.set(id, await knownProperties(surveys, id));
			return true;
		});
	}
	return (surveyId) => known.get(surveyId) ?? 'they were not read';
}

/** Whether the form has a value for a property, or takes values from the items. */
function carriesValues(context: IExecuteFunctions): boolean {
	const parameters: JsonObject = context.getNode().parameters;
	const { [PROPERTY_MAPPER.name]: mapper, [invitationSync.collection.name]: more } = parameters;
	if (isObject(more) && 'properties' in more) return true;
	if (!isObject(mapper)) return false;
	const isFilled = isObject(mapper.value) && Object.keys(mapper.value).length > 0;
	return isFilled || isAutomatic(mapper);
}

/**
 * Refuses values for properties that their survey does not have: a typo would otherwise be written for a whole
 * list, and nobody would be told. Nothing is said where a survey's properties are not known.
 *
 * @throws {InputError} one sentence for a person
 */
export function refuseUnknownProperties(entries: ListEntry[], propertiesOf: KnownProperties): void {
	for (const { surveyId, contact } of entries) {
		if (isUnusable(contact)) continue;
		const unknown = unknownAmong(
			Object.keys(contact.fields.properties ?? {}),
			propertiesOf(surveyId),
		);
		if (unknown === undefined) continue;
		throw new InputError(
			`Contacts have values for properties that the survey does not have${perhapsMistyped(unknown)} Correct the key, or add the option Unknown Properties and choose Send Them.`,
		);
	}
}
