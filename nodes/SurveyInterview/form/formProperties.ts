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
	const forms = operations.map((operation) => ({ name: operation.value, form: formOf(operation) }));
	const controls = SECTIONS.flatMap((section) =>
		sharedControls(
			forms.map(({ name, form }) => ({ operation: name, controls: form[section] ?? [] })),
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

/** A control of several operations. */
interface SharedControl {
	key: string;
	control: INodeProperties;
	/** The operations that have it; for a collection, with the fields that each operation has in it. */
	usedBy: OperationControls[];
}

/**
 * The controls of a resource's operations as one list. Operations with an identical control share it. Collections that
 * differ only in their fields are one collection, and each field in it has its condition.
 *
 * In the list, each control stands below those that are above it in its operation. So two operations that have the
 * same controls in another order need different sections; a test compares each form with the order of its sections.
 *
 * @param parameter the name of the operation's parameter in n8n's conditions; inside a collection it begins with `/`
 */
export function sharedControls(
	operations: readonly OperationControls[],
	parameter: 'operation' | '/operation' = 'operation',
): INodeProperties[] {
	const shared: SharedControl[] = [];
	for (const { operation, controls } of operations) {
		/** Below the last control of this operation. */
		let nextIndex = 0;
		for (const control of controls) {
			const { options, ...withoutOptions } = control;
			const isCollection = control.type === 'collection';
			const key = JSON.stringify(isCollection ? withoutOptions : control);
			let entry = shared.find((other) => other.key === key);
			if (!entry) {
				entry = { key, control, usedBy: [] };
				shared.splice(nextIndex, 0, entry);
			}
			const fields = isCollection ? (options as INodeProperties[]) : [];
			entry.usedBy.push({ operation, controls: fields });
			nextIndex = shared.indexOf(entry) + 1;
		}
	}
	return shared.map(({ control, usedBy }) => {
		const withFields =
			control.type === 'collection' ? { ...control, options: fieldsOfCollection(usedBy) } : control;
		const names = usedBy.map(({ operation }) => operation);
		const isForAll = usedBy.length === operations.length;
		return isForAll ? withFields : shownFor(withFields, parameter, names);
	});
}

function fieldsOfCollection(operations: readonly OperationControls[]): INodeProperties[] {
	const fields = sharedControls(operations, '/operation');
	return fields.sort((a, b) => alphabetical(a.displayName, b.displayName));
}

/** A control with one more condition, on a parameter that its own conditions do not name: it has one of these values. */
function shownFor(control: INodeProperties, parameter: string, values: string[]): INodeProperties {
	const show = { [parameter]: values, ...control.displayOptions?.show };
	return { ...control, displayOptions: { ...control.displayOptions, show } };
}
