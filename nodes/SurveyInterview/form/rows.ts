import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { MapField, PairField } from '../fields/field';

/** What a control has besides its type. */
type Base = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

/** Rows of a key with its value. */
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

/** One row of a key with its value. */
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

/** What is said of one of the two controls of a row. */
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

/** The node's method that lists the keys of properties. */
export const SEARCH_PROPERTY_KEYS = 'searchPropertyKeys';
