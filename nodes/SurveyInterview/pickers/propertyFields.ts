import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { surveyProperties } from '../facts/surveyDetail';
import { PROPERTY_FIELDS_METHOD } from '../form/propertyMapper';
import { read } from '../http/call';
import { openSession } from '../http/session';
import { fillPath } from '../records/identifiers';
import { asHtml, oneLine } from '../records/scalars';
import { chosenSurvey, pickerLimits } from './listSearch';

/** The node's methods that list fields for a resource mapper. */
export const resourceMapping = { [PROPERTY_FIELDS_METHOD]: propertyFields };

const MAX_LABEL_LENGTH = 80;
const BY_KEY = 'Values can be entered under Properties by Key.';

/**
 * The chosen survey's properties as fields. Where there are none it says why, and what works then: an error
 * would only say that loading failed.
 */
async function propertyFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const none = (why: string) => ({ fields: [], emptyFieldsNotice: `${asHtml(why)} ${BY_KEY}` });
	try {
		const path = fillPath('/surveys/{survey_id}', { survey_id: chosenSurvey(this) });
		const properties = surveyProperties(await read(await openSession(this, pickerLimits()), path));
		if (!properties)
			return none('The properties of this survey were not found in the service’s answer.');
		if (properties.length === 0) return none('This survey has no properties.');
		return {
			fields: properties.map(({ key, label }) => ({
				id: key,
				displayName: oneLine(label === key ? key : `${label} (${key})`, MAX_LABEL_LENGTH),
				required: false,
				defaultMatch: false,
				display: true,
			})),
		};
	} catch (error) {
		return none(sentenceOf(error as Error));
	}
}

const sentenceOf = ({ message }: Error) => (/[.!?]$/.test(message) ? message : `${message}.`);
