import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { MapField, PairField } from '../fields/field';
import { PROPERTY_MAPPER } from '../operations/nodeFields';
import { IDENTIFIERS } from '../records/identifiers';

type Base = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

export function mapControl(base: Base, { ofProperties }: MapField): INodeProperties {
	const values = [
		keyControl({ help: 'Key of the property' }, ofProperties),
		textControl('Value', 'value', { help: 'Value of the property' }),
	];
	return {
		...base,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Value',
		default: {},
		options: [{ displayName: 'Value', name: 'values', values }],
	};
}

export function pairControl(base: Base, field: PairField): INodeProperties {
	const { entry, row, key, value, ofProperties } = field;
	const values = [keyControl(key, ofProperties), textControl('Value', 'value', value)];
	return {
		...base,
		type: 'fixedCollection',
		placeholder: `Add ${entry}`,
		default: {},
		options: [{ displayName: entry, name: row, values }],
	};
}

interface RowText {
	help: string;
	placeholder?: string;
}

const textControl = (displayName: string, name: string, { help, ...text }: RowText) =>
	({ displayName, name, type: 'string', default: '', ...text, description: help }) as const;

/** The key of a row: text, or one of the survey's properties from a list or by hand. */
function keyControl(text: RowText, ofProperties = false): INodeProperties {
	if (!ofProperties) return textControl('Key', 'key', text);
	const { help, ...placeholder } = text;
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

export const SEARCH_PROPERTY_KEYS = 'searchPropertyKeys';

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
