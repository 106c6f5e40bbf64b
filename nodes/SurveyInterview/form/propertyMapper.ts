import type { INodeProperties } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../fields/propertyFields';
import { IDENTIFIERS } from '../records/identifiers';

/** The node's method that lists the chosen survey's properties as fields. */
export const PROPERTY_FIELDS_METHOD = 'propertyFields';

const UNMAPPED = { mappingMode: 'defineBelow', value: null };

/** The properties of the chosen survey as fields of their own, each by hand or all automatically. */
export const propertyMapper = (): INodeProperties => ({
	displayName: PROPERTY_MAPPER.label,
	name: PROPERTY_MAPPER.name,
	type: 'resourceMapper',
	noDataExpression: true,
	default: UNMAPPED,
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
});

/**
 * Keeps the value of the property mapper until a survey is chosen. n8n forgets the value of a parameter that does
 * not show, and a workflow to import maps automatically before somebody has chosen its survey.
 */
export const keptMapping = (): INodeProperties => ({
	displayName: PROPERTY_MAPPER.label,
	name: PROPERTY_MAPPER.name,
	type: 'hidden',
	default: UNMAPPED,
	displayOptions: { show: { [IDENTIFIERS.survey_id.parameter]: [''] } },
});
