import type { INodeProperties } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../fields/propertyFields';
import { IDENTIFIERS } from '../records/identifiers';

/** The node's method that lists the chosen survey's properties as fields. */
export const PROPERTY_FIELDS_METHOD = 'propertyFields';

/**
 * The properties of the chosen survey as fields of their own, each by hand or all automatically.
 *
 * @param appears with a survey: it asks for the properties when it appears, for n8n does not tell it of a survey
 *   that is chosen later while another field has an expression that cannot be resolved yet. Always: n8n forgets
 *   the value of a field that does not show, and a workflow to import maps automatically before its survey is chosen
 */
export const propertyMapper = (appears: 'with a survey' | 'always'): INodeProperties => ({
	displayName: PROPERTY_MAPPER.label,
	name: PROPERTY_MAPPER.name,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description: PROPERTY_MAPPER.help,
	...(appears === 'always'
		? {}
		: { displayOptions: { hide: { [IDENTIFIERS.survey_id.parameter]: [''] } } }),
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
