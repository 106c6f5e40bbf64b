/** The survey's properties in a form: the picker of a property's key, and the mapper, which shows them as fields. */
import {
	type ILoadOptionsFunctions,
	type INodeProperties,
	NodeOperationError,
	type ResourceMapperFields,
} from 'n8n-workflow';

import { read } from '../http/read';
import { openSession } from '../http/session';
import { PROPERTY_MAPPER } from '../operations/nodeFields';
import { fillPath, IDENTIFIERS } from '../service/identifiers';
import { asHtml, oneLine } from '../service/scalars';
import { surveyProperties, type SurveyProperty } from '../service/surveys';
import {
	chosenSurveys,
	containsWords,
	locatorOf,
	messageWithAdvice,
	pickerLimits,
	showingAdvice,
	surveysInForm,
} from './pickerList';

/** The node's methods for resource mappers, by name. */
export const resourceMapping = { propertyFields };

/** The node's methods that list keys of properties, by name. */
export const propertySearch = { searchPropertyKeys };

export const propertyKeyPicker = (description: string): INodeProperties => ({
	displayName: 'Key',
	name: 'key',
	description,
	...locatorOf('searchPropertyKeys', {}, { displayName: 'By Key' }),
});

const MAPPER = {
	displayName: PROPERTY_MAPPER.label,
	name: PROPERTY_MAPPER.name,
	default: { mappingMode: 'defineBelow', value: null },
};

/** The properties of the chosen survey as fields. */
export const propertyMapper: INodeProperties = {
	...MAPPER,
	type: 'resourceMapper',
	noDataExpression: true,
	description: PROPERTY_MAPPER.help,
	// It loads the properties when it appears, so it must appear only after a survey was chosen. It does not always
	// learn of a survey that is chosen later: not while n8n cannot resolve an expression in another field.
	displayOptions: { hide: { [IDENTIFIERS.survey_id.parameter]: [''] } },
	typeOptions: {
		loadOptionsDependsOn: [`${IDENTIFIERS.survey_id.parameter}.value`],
		resourceMapper: {
			resourceMapperMethod: 'propertyFields',
			mode: 'add',
			fieldWords: { singular: 'property', plural: 'properties' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
};

/**
 * Keeps the value of the property mapper until a survey is chosen. Until then the mapper is not displayed, and n8n
 * drops the value of a parameter that is not displayed. This one has the same name, and n8n keeps it, but shows it to
 * nobody. An imported workflow has a mapping before somebody has chosen its survey.
 */
export const keptMapping: INodeProperties = {
	...MAPPER,
	type: 'hidden',
	displayOptions: { show: { [IDENTIFIERS.survey_id.parameter]: [''] } },
};

/**
 * It names Refresh, because n8n does not load the fields by itself while an expression in another field has no value.
 */
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
	oneLine(label === key ? key : `${label} (${key})`, 80);

/** The properties of the chosen surveys, each key once; undefined where no answer has a list of them. */
async function readChosenProperties(context: ILoadOptionsFunctions) {
	// The form of a trigger that watches all surveys has no survey; a key can be entered there all the same.
	const shows = 'the properties of chosen surveys. You can always enter a key by hand';
	const surveyIds = chosenSurveys(context, shows);
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
