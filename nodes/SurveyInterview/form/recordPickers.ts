/** Controls whose choices come from the service, through the methods in `listSearch.ts` and `propertyPickers.ts`. */
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../operations/nodeFields';
import { ID_SHAPE, IDENTIFIERS, type RecordName } from '../service/identifiers';

/** The node's method that lists the records for each picker. */
export const SEARCH_METHODS = {
	survey: 'searchSurveys',
	mailing: 'searchMailings',
	invitation: 'searchInvitations',
	respondent: 'searchRespondents',
	theme: 'searchThemes',
	property: 'searchProperties',
	topic: 'searchTopics',
	template: 'searchTemplates',
} as const satisfies Record<RecordName, string>;

export const SEARCH_PROPERTY_KEYS = 'searchPropertyKeys';

export const PROPERTY_FIELDS_METHOD = 'propertyFields';

/**
 * A list with search, and By ID. It has no validation pattern: n8n checks it before each execution within 250 ms, so
 * a busy machine would fail the execution. The node checks every ID itself before it sends anything.
 */
export function pickerOf(record: RecordName, label: string): INodeProperties {
	const placeholder = `Choose ${/^[aeiou]/.test(record) ? 'an' : 'a'} ${record}`;
	const byId = { displayName: 'By ID', placeholder: `e.g. ${ID_SHAPE}` };
	return {
		displayName: label,
		name: record,
		...locatorOf(SEARCH_METHODS[record], { placeholder }, byId),
		...(record === 'survey' ? {} : { typeOptions: { loadOptionsDependsOn: ['surveyId.value'] } }),
	};
}

/** A list with search, and a text in its place. */
function locatorOf(
	searchListMethod: string,
	list: Partial<INodePropertyMode>,
	byHand: Omit<INodePropertyMode, 'name' | 'type'>,
) {
	const typeOptions = { searchListMethod, searchable: true };
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', ...list, typeOptions },
			{ ...byHand, name: 'id', type: 'string' },
		],
	} satisfies Partial<INodeProperties>;
}

export interface ControlTexts {
	help: string;
	placeholder?: string;
}

export function propertyKeyPicker({ help, ...otherTexts }: ControlTexts): INodeProperties {
	const byKey = { displayName: 'By Key', default: '', ...otherTexts };
	return {
		displayName: 'Key',
		name: 'key',
		description: help,
		...locatorOf(SEARCH_PROPERTY_KEYS, {}, byKey),
	};
}

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
			resourceMapperMethod: PROPERTY_FIELDS_METHOD,
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
