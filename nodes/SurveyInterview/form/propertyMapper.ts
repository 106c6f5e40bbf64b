import type { INodeProperties } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../fields/propertyFields';
import { IDENTIFIERS } from '../records/identifiers';

/** The node's method that lists the chosen survey's properties as fields. */
export const PROPERTY_FIELDS_METHOD = 'propertyFields';

/** The properties of the chosen survey as fields of their own, each by hand or all automatically. */
export const propertyMapper = (): INodeProperties => ({
	displayName: PROPERTY_MAPPER.label,
	name: PROPERTY_MAPPER.name,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
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
