import type { INodeProperties } from 'n8n-workflow';

import { listsResource, type Resource } from '../operations/operation';
import { alphabetical } from './controls';
import { type Form, formOf, SECTIONS } from './sections';

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

/** One operation, by the values of n8n's parameters `resource` and `operation`. */
interface OperationName {
	resource: string;
	operation: string;
}

/** The controls of one operation, from top to bottom. */
interface OperationControls extends OperationName {
	controls: INodeProperties[];
}

/** Which resources and operations a control is shown for; one that is absent does not matter. */
interface Shown {
	resource?: string[];
	operation?: string[];
}

/**
 * The controls of several operations as one list. Operations that have the very same control share it, also
 * across resources, which keeps the description small; each operation shows its own in their order.
 *
 * @param isInside they stand in a collection, where n8n reads conditions from the node's root only with `/`
 */
export function sharedControls(
	operations: readonly OperationControls[],
	{ isInside = false } = {},
): INodeProperties[] {
	const shared = new Map<string, { control: INodeProperties; of: OperationName[] }>();
	for (const { controls, resource, operation } of operations) {
		for (const control of controls) {
			const key = JSON.stringify(control);
			const entry = shared.get(key) ?? { control, of: [] };
			entry.of.push({ resource, operation });
			shared.set(key, entry);
		}
	}
	const keys = orderOf(
		operations.map(({ controls }) => controls.map((one) => JSON.stringify(one))),
	);
	return keys.flatMap((key) => {
		const { control, of } = shared.get(key) ?? { control: undefined, of: [] };
		return control
			? shownFor(of, operations).map((shown) => withShown(control, shown, isInside))
			: [];
	});
}

function withShown(control: INodeProperties, shown: Shown, isInside: boolean): INodeProperties {
	const prefix = isInside ? '/' : '';
	const conditions = Object.entries(shown).map(([name, values]) => [`${prefix}${name}`, values]);
	const show = { ...Object.fromEntries(conditions), ...control.displayOptions?.show };
	if (Object.keys(show).length === 0) return control;
	return { ...control, displayOptions: { ...control.displayOptions, show } };
}

/** One order in which the items of each list keep theirs. The tests hold each form to its own order. */
export function orderOf(lists: ReadonlyArray<readonly string[]>): string[] {
	const order: string[] = [];
	// The longest first: they say most of the order.
	for (const list of [...lists].sort((a, b) => b.length - a.length)) {
		let place = 0;
		for (const item of list) {
			const known = order.indexOf(item);
			if (known === -1) order.splice(place, 0, item);
			place = (known === -1 ? place : known) + 1;
		}
	}
	return order;
}

/**
 * As few conditions as hold for these operations and no other. n8n asks for one of the resources and one of
 * the operations, so each condition is all of their combinations that exist.
 */
function shownFor(of: OperationName[], all: readonly OperationName[]): Shown[] {
	const isShown = ({ resource, operation }: OperationName) =>
		of.some((one) => one.resource === resource && one.operation === operation);
	const among = (names: readonly string[], name: string) => names.includes(name);
	const holds = (resources: readonly string[], operations: readonly string[]) =>
		all.every(
			(one) => !among(resources, one.resource) || !among(operations, one.operation) || isShown(one),
		);
	const conditions: Array<Required<Shown>> = [];
	for (const { resource, operation } of of) {
		const fitting = conditions.find((one) =>
			holds(added(one.resource, resource), added(one.operation, operation)),
		);
		if (!fitting) conditions.push({ resource: [resource], operation: [operation] });
		else {
			fitting.resource = added(fitting.resource, resource);
			fitting.operation = added(fitting.operation, operation);
		}
	}
	const resources = [...new Set(all.map(({ resource }) => resource))];
	const operations = [...new Set(all.map(({ operation }) => operation))];
	return conditions.map(({ resource, operation }) => {
		if (holds(resources, operation)) return holds(resources, operations) ? {} : { operation };
		return holds(resource, operations) ? { resource } : { resource, operation };
	});
}

const added = (values: readonly string[], value: string): string[] =>
	values.includes(value) ? [...values] : [...values, value];
