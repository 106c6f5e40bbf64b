import { surveyProperties, type SurveyProperty } from '../service/surveys';
import {
	type ILoadOptionsFunctions,
	NodeOperationError,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { PROPERTY_FIELDS_METHOD, SEARCH_PROPERTY_KEYS } from './recordPickers';
import { read } from '../http/read';
import { openSession } from '../http/session';
import { fillPath } from '../service/identifiers';
import { asHtml, oneLine } from '../service/scalars';
import {
	chosenSurveys,
	containsWords,
	showingAdvice,
	pickerLimits,
	surveysInForm,
	messageWithAdvice,
} from './listSearch';

/** The node's methods for resource mappers, by name. */
export const resourceMapping = { [PROPERTY_FIELDS_METHOD]: propertyFields };

/** The node's methods that list keys of properties, by name. */
export const propertySearch = { [SEARCH_PROPERTY_KEYS]: searchPropertyKeys };

/** Completes “Choose a survey first: this list shows …”. A trigger that watches all surveys has none chosen. */
const WHAT_LIST_SHOWS = 'the properties of chosen surveys. You can always enter a key by hand';
const MAX_LABEL_LENGTH = 80;
/** n8n does not reload the fields when a survey is chosen while an expression in another field has no value. */
const NO_SURVEY =
	'Choose a survey, and its properties appear here. If they do not, choose Refresh Property List in the menu of this field.';
const BY_KEY = 'You can enter values under Properties by Key.';

/** The chosen survey's properties as fields, or a notice why there are none: n8n would not show an error's text. */
async function propertyFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const noFields = (why: string) => ({ fields: [], emptyFieldsNotice: `${asHtml(why)} ${BY_KEY}` });
	if (surveysInForm(this).length === 0) return noFields(NO_SURVEY);
	try {
		const properties = await readChosenProperties(this);
		if (!properties)
			return noFields('The service’s answer does not list the properties of this survey.');
		if (properties.length === 0) return noFields('This survey has no properties.');
		return {
			fields: properties.map((property) => ({
				id: property.key,
				displayName: displayNameOf(property),
				required: false,
				defaultMatch: false,
				display: true,
			})),
		};
	} catch (error) {
		return noFields(messageWithAdvice(error));
	}
}

async function searchPropertyKeys(this: ILoadOptionsFunctions, filter = '') {
	const properties = await showingAdvice(async () => await readChosenProperties(this));
	if (!properties) {
		throw new NodeOperationError(
			this.getNode(),
			'The service’s answer does not list the properties of this survey: choose By Key and enter the key.',
		);
	}
	const entries = properties.map((property) => ({
		name: displayNameOf(property),
		value: property.key,
	}));
	return { results: entries.filter(({ name }) => containsWords(name, filter)) };
}

/** `Department (department)` */
const displayNameOf = ({ key, label }: SurveyProperty) =>
	oneLine(label === key ? key : `${label} (${key})`, MAX_LABEL_LENGTH);

/** The properties of the chosen surveys, each key once; undefined where no answer has a list of them. */
async function readChosenProperties(context: ILoadOptionsFunctions) {
	const surveyIds = chosenSurveys(context, WHAT_LIST_SHOWS);
	const session = await openSession(context, pickerLimits());
	const byKey = new Map<string, SurveyProperty>();
	let isAnyListed = false;
	for (const survey_id of surveyIds) {
		const path = fillPath('/surveys/{survey_id}', { survey_id });
		const properties = surveyProperties(await read(session, path));
		isAnyListed ||= properties !== undefined;
		for (const property of properties ?? []) byKey.set(property.key, property);
	}
	return isAnyListed ? [...byKey.values()] : undefined;
}
