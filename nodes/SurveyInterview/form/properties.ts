import type { INodeProperties } from 'n8n-workflow';

import { listsResource, type Resource } from '../operations/operation';
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
		...SECTIONS.flatMap((section) => sharedForm(sectionOf(section))),
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

/** The controls of a section. Collections of the same name are one, in which each field says for which operations it is. */
function sharedForm(operations: OperationControls[]): INodeProperties[] {
	const withoutFields = operations.map(({ controls, ...name }) => ({
		...name,
		controls: controls.map((one) => (one.type === 'collection' ? { ...one, options: [] } : one)),
	}));
	return sharedControls(withoutFields).map((control) => {
		if (control.type !== 'collection') return control;
		const { displayName, name } = control;
		const isSame = (one: INodeProperties) => one.name === name && one.displayName === displayName;
		const of = operations.flatMap(({ controls, ...names }) => {
			const fields = controls.find(isSame)?.options as INodeProperties[] | undefined;
			return fields ? [{ ...names, controls: fields }] : [];
		});
		const fields = sharedControls(of, { isInside: true });
		return { ...control, options: fields.sort(byDisplayName) };
	});
}

const byDisplayName = (a: INodeProperties, b: INodeProperties) =>
	alphabetical(a.displayName, b.displayName);
