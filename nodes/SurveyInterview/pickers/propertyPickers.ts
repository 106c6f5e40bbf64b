import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { surveyProperties, type SurveyProperty } from '../facts/surveyFacts';
import { PROPERTY_FIELDS_METHOD, SEARCH_PROPERTY_KEYS } from '../form/recordPickers';
import { read } from '../http/call';
import { openSession } from '../http/session';
import { fillPath } from '../records/identifiers';
import { asHtml, oneLine } from '../records/scalars';
import {
	chosenSurveys,
	containsWords,
	listingRecords,
	pickerLimits,
	surveysInForm,
	withAdvice,
} from './listSearch';

/** The node's methods that list fields for a resource mapper. */
export const resourceMapping = { [PROPERTY_FIELDS_METHOD]: propertyFields };

/** The node's methods that list the keys of properties, for a row of key and value. */
export const propertySearch = { [SEARCH_PROPERTY_KEYS]: searchPropertyKeys };

/** The trigger may watch all surveys, and then nobody can choose one. */
const SHOWS = 'the properties of chosen surveys. You can always enter a key by hand';
const MAX_LABEL_LENGTH = 80;
/** n8n does not always ask again when a survey is chosen: not while another field's expression has no value. */
const NO_SURVEY =
	'Choose a survey, and its properties appear here. If they do not, choose Refresh Property List in the menu of this field.';
const BY_KEY = 'You can enter values under Properties by Key.';

/**
 * The chosen survey's properties as fields. Where there are none it says why, and what works then: an error
 * would only say that loading failed.
 */
async function propertyFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const none = (why: string) => ({ fields: [], emptyFieldsNotice: `${asHtml(why)} ${BY_KEY}` });
	if (surveysInForm(this).length === 0) return none(NO_SURVEY);
	try {
		const properties = await propertiesChosen(this);
		if (!properties)
			return none('The service’s answer does not list the properties of this survey.');
		if (properties.length === 0) return none('This survey has no properties.');
		return {
			fields: properties.map((property) => ({
				id: property.key,
				displayName: nameOf(property),
				required: false,
				defaultMatch: false,
				display: true,
			})),
		};
	} catch (error) {
		return none(withAdvice(error));
	}
}

/** The keys of the properties of the survey, or of the chosen surveys. */
async function searchPropertyKeys(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const properties = await listingRecords(async () => await propertiesChosen(this));
	if (!properties) {
		throw new NodeOperationError(
			this.getNode(),
			'The service’s answer does not list the properties of this survey: choose By Key and enter the key.',
		);
	}
	const entries = properties.map((property) => ({ name: nameOf(property), value: property.key }));
	return { results: entries.filter(({ name }) => containsWords(name, filter)) };
}

/** How people recognise a property: `Department (department)`. */
const nameOf = ({ key, label }: SurveyProperty) =>
	oneLine(label === key ? key : `${label} (${key})`, MAX_LABEL_LENGTH);

/** The properties of the chosen surveys, each key once; undefined where no answer names any. */
async function propertiesChosen(
	context: ILoadOptionsFunctions,
): Promise<SurveyProperty[] | undefined> {
	const surveyIds = chosenSurveys(context, SHOWS);
	const session = await openSession(context, pickerLimits());
	const byKey = new Map<string, SurveyProperty>();
	let isListed = false;
	for (const survey_id of surveyIds) {
		const path = fillPath('/surveys/{survey_id}', { survey_id });
		const properties = surveyProperties(await read(session, path));
		isListed ||= properties !== undefined;
		for (const property of properties ?? []) byKey.set(property.key, property);
	}
	return isListed ? [...byKey.values()] : undefined;
}
