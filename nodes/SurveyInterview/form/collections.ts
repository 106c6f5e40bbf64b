import type { INodeProperties } from 'n8n-workflow';

import { CLEAR_FIELDS, type Field } from '../fields/field';
import { APPLIED_BY_NODE } from '../filters/filter';
import { collectionOf, type EndpointOperation } from '../operations/operation';
import { alphabetical, controlsOf } from './controls';

/** A collection control: what the user adds to it is sent, and nothing else. */
export function collection(
	base: { displayName: string; name: string; placeholder: string; description?: string },
	options: INodeProperties[],
): INodeProperties[] {
	if (options.length === 0) return [];
	return [
		{
			...base,
			type: 'collection',
			default: {},
			options: options.sort((a, b) => alphabetical(a.displayName, b.displayName)),
		},
	];
}

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
};

/**
 * The collection of an endpoint's optional fields. What the service filters by and what the node filters by
 * stand in it together; the help tells them apart.
 */
export function optionalFields(operation: EndpointOperation): INodeProperties[] {
	const { optional = [], nodeFilters = [], nested } = operation;
	const applied = nodeFilters
		.flatMap(({ fields }) => fields)
		.map((field) => ({ ...field, help: `${field.help} ${APPLIED_BY_NODE}` }));
	const fields = [...optional, ...applied];
	const name = collectionOf(operation);
	return collection({ ...COLLECTIONS[name], name }, [
		...fields.flatMap((field) => controlsOf(field, false)),
		...clearFields([...fields, ...(nested ? [{ ...nested, name: nested.key }] : [])]),
	]);
}

/** The collection of the fields that stand in an object inside the body. */
export function nestedFields({ nested }: EndpointOperation): INodeProperties[] {
	if (!nested) return [];
	const { key, label, fields, shownFor } = nested;
	const displayOptions = shownFor ? { displayOptions: { show: shownFor } } : {};
	const base = { displayName: label, name: key, placeholder: 'Add Filter', ...displayOptions };
	return collection(base, [
		...fields.flatMap((field) => controlsOf(field, false)),
		...clearFields(fields),
	]);
}

function clearFields(fields: Array<Pick<Field, 'name' | 'label' | 'nullable'>>): INodeProperties[] {
	const clearable = fields.filter(({ nullable }) => nullable);
	if (clearable.length === 0) return [];
	const options = clearable.map(({ name, label }) => ({ name: label, value: name }));
	return [
		{
			displayName: 'Clear Fields',
			name: CLEAR_FIELDS,
			type: 'multiOptions',
			options: options.sort((a, b) => alphabetical(a.name, b.name)),
			default: [],
			description: 'Fields to clear by sending null. Fields that you do not add stay unchanged.',
		},
	];
}

/** Additional Fields (JSON), an option where the body's record is not fully shown. */
export const freeFormControl: INodeProperties = {
	displayName: 'Additional Fields (JSON)',
	name: 'additionalFieldsJson',
	type: 'json',
	default: '{}',
	description:
		'More fields of the request as a JSON object, for fields that the form does not offer. Fields that are filled in above must not be here too.',
};
