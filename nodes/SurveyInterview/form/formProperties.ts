import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_RESOURCE } from '../operations';
import { listsResource, type Resource } from '../operations/operation';
import { alphabetical } from './controls';
import { formOf, SECTIONS } from './sections';

/** All parameters of the action node, made from the entries of the operations. */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	return [
		resourceChoice(resources),
		...resources.map(operationChoice),
		...resources.flatMap(controlsOfResource),
	];
}

function controlsOfResource({ value: resource, operations }: Resource): INodeProperties[] {
	const forms = operations.map((one) => ({ operation: one.value, form: formOf(one) }));
	const controls = SECTIONS.flatMap((section) =>
		sharedControls(
			forms.map(({ operation, form }) => ({ operation, controls: form[section] ?? [] })),
		),
	);
	return controls.map((control) => shownFor(control, 'resource', [resource]));
}

function resourceChoice(resources: Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: DEFAULT_RESOURCE,
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

/** Controls of one operation, from top to bottom. */
interface OperationControls {
	operation: string;
	controls: INodeProperties[];
}

/**
 * The controls of a resource's operations as one list. Operations with an identical control share it. Collections that
 * differ only in their fields are one collection, and each field in it has its condition.
 *
 * A control stands below the one that is above it in its operation. Two operations with the same controls in another
 * order need a section for each; a test compares each form with the order of its sections.
 *
 * @param parameter what n8n calls the operation in a condition; inside a collection, with a `/`
 */
export function sharedControls(
	operations: readonly OperationControls[],
	parameter: 'operation' | '/operation' = 'operation',
): INodeProperties[] {
	const shared: Array<{ key: string; control: INodeProperties; of: OperationControls[] }> = [];
	for (const { operation, controls } of operations) {
		let next = 0;
		for (const control of controls) {
			const { options, ...frame } = control;
			const isCollection = control.type === 'collection';
			const key = JSON.stringify(isCollection ? frame : control);
			const index = shared.findIndex((entry) => entry.key === key);
			const entry = shared[index] ?? { key, control, of: [] };
			entry.of.push({ operation, controls: isCollection ? (options as INodeProperties[]) : [] });
			if (index === -1) shared.splice(next, 0, entry);
			next = shared.indexOf(entry) + 1;
		}
	}
	return shared.map(({ control, of }) => {
		const isCollection = control.type === 'collection';
		const whole = isCollection ? { ...control, options: fieldsOfCollection(of) } : control;
		const isForAll = of.length === operations.length;
		const names = of.map(({ operation }) => operation);
		return isForAll ? whole : shownFor(whole, parameter, names);
	});
}

function fieldsOfCollection(operations: readonly OperationControls[]): INodeProperties[] {
	const fields = sharedControls(operations, '/operation');
	return fields.sort((a, b) => alphabetical(a.displayName, b.displayName));
}

/** A control with one more condition: a parameter has one of these values. */
function shownFor(control: INodeProperties, parameter: string, values: string[]): INodeProperties {
	const show = { [parameter]: values, ...control.displayOptions?.show };
	return { ...control, displayOptions: { ...control.displayOptions, show } };
}
