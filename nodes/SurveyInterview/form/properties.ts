import type { INodeProperties } from 'n8n-workflow';

import { listsResource, type Resource } from '../operations/operation';
import { collection } from './collections';
import { alphabetical } from './controls';
import { formOf, SECTIONS, type Form } from './sections';
import { sharedControls, type OperationControls } from './shared';

/** All parameters of the action node, made from the entries of the operations. */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	const forms = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => ({
			resource: value,
			operation: operation.value,
			form: formOf(operation),
		})),
	);
	const sectionOf = (section: keyof Form) =>
		forms.map(({ form, ...name }) => ({ ...name, controls: form[section] ?? [] }));
	return [
		resourceChoice(resources),
		...resources.map(operationChoice),
		...SECTIONS.flatMap((section) => sharedControls(sectionOf(section))),
		...optionsOf(sectionOf('options')),
	];
}

function resourceChoice(resources: Resource[]): INodeProperties {
	const defaultValue = resources.find(({ isDefault }) => isDefault)?.value ?? '';
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: defaultValue,
	};
}

function operationChoice(resource: Resource): INodeProperties {
	const operations = [...resource.operations].sort((a, b) => alphabetical(a.name, b.name));
	const defaultValue = (operations.find(listsResource) ?? operations[0])?.value ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: defaultValue,
	};
}

/** The collection Options, which all operations share: each option says for which of them it is. */
function optionsOf(operations: OperationControls[]): INodeProperties[] {
	return collection(
		{ displayName: 'Options', name: 'options', placeholder: 'Add Option' },
		sharedControls(operations, { isInside: true }),
	);
}
