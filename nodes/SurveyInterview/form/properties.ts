import type { INodeProperties } from 'n8n-workflow';

import { listsResource, type Operation, type Resource } from '../operations/operation';
import { alphabetical } from './controls';
import { formOf, SECTIONS } from './sections';

/** All parameters of the action node, made from the entries of the operations. */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	return [resourceChoice(resources), ...resources.flatMap(resourceProperties)];
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

function resourceProperties(resource: Resource): INodeProperties[] {
	const operations = [...resource.operations].sort((a, b) => alphabetical(a.name, b.name));
	const defaultValue = (operations.find(listsResource) ?? operations[0])?.value ?? '';
	const choice: INodeProperties = {
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
	return [choice, ...sharedControls(resource.value, operations)];
}

/**
 * The controls of a resource's operations, section by section. Operations that have the very same control
 * share it, which keeps the description small.
 */
function sharedControls(resource: string, operations: Operation[]): INodeProperties[] {
	const forms = operations.map((operation) => ({
		operation: operation.value,
		form: formOf(operation),
	}));
	return SECTIONS.flatMap((section) => {
		const shared = new Map<string, { control: INodeProperties; shownFor: string[] }>();
		for (const { operation, form } of forms) {
			for (const control of form[section] ?? []) {
				const key = JSON.stringify(control);
				const entry = shared.get(key) ?? { control, shownFor: [] };
				entry.shownFor.push(operation);
				shared.set(key, entry);
			}
		}
		return [...shared.values()].map(({ control, shownFor }) => ({
			...control,
			displayOptions: {
				show: { resource: [resource], operation: shownFor, ...control.displayOptions?.show },
			},
		}));
	});
}
