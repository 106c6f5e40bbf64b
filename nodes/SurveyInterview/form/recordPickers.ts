/** Controls whose choices come from the service: the node's methods list them (`pickers/`). */
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../fields/nodeFields';
import { EXAMPLE_ID, IDENTIFIERS, type RecordName } from '../records/identifiers';

/** The node's method that lists the records of a kind for a picker. */
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

/** The node's method that lists the keys of properties, for a row of key and value. */
export const SEARCH_PROPERTY_KEYS = 'searchPropertyKeys';

/** The node's method that lists the chosen survey's properties as fields. */
export const PROPERTY_FIELDS_METHOD = 'propertyFields';

/**
 * A resource locator: a list with search, and By ID. It has no validation pattern: n8n runs one again before
 * each execution and gives it 250 ms by the clock, so a busy machine would fail the execution. The node
 * checks every ID itself before it sends anything.
 */
export function pickerOf(record: RecordName, label: string): INodeProperties {
	return {
		displayName: label,
		name: record,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose ${/^[aeiou]/.test(record) ? 'an' : 'a'} ${record}`,
				typeOptions: { searchListMethod: SEARCH_METHODS[record], searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${EXAMPLE_ID.slice(0, 14)}…`,
			},
		],
		...(record === 'survey' ? {} : { typeOptions: { loadOptionsDependsOn: ['surveyId.value'] } }),
	};
}

/** The help of one of the texts in a row, and its placeholder. */
export interface TextOfRow {
	help: string;
	placeholder?: string;
}

/** The key of one of the survey's properties, from a list or by hand. */
export function propertyKeyPicker({ help, ...placeholder }: TextOfRow): INodeProperties {
	const byKey = { displayName: 'By Key', name: 'id', type: 'string', default: '', ...placeholder };
	return {
		displayName: 'Key',
		name: 'key',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: help,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: SEARCH_PROPERTY_KEYS, searchable: true },
			},
			byKey as INodePropertyMode,
		],
	};
}

const MAPPER = {
	displayName: PROPERTY_MAPPER.label,
	name: PROPERTY_MAPPER.name,
	default: { mappingMode: 'defineBelow', value: null },
};

/** The properties of the chosen survey as fields of their own, each by hand or all automatically. */
export const propertyMapper: INodeProperties = {
	...MAPPER,
	type: 'resourceMapper',
	noDataExpression: true,
	description: PROPERTY_MAPPER.help,
	// It asks for the properties when it appears: n8n does not tell it of a survey that is chosen later while
	// another field has an expression that cannot be resolved yet.
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
 * Keeps the value of the property mapper until a survey is chosen. n8n forgets the value of a parameter that does
 * not show, and a workflow to import maps automatically before somebody has chosen its survey.
 */
export const keptMapping: INodeProperties = {
	...MAPPER,
	type: 'hidden',
	displayOptions: { show: { [IDENTIFIERS.survey_id.parameter]: [''] } },
};
