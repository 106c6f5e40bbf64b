import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_RESOURCE } from '../operations';
import { listsResource, type Resource } from '../operations/operation';
import { alphabetical } from './controls';
import { type Form, formOf, SECTIONS } from './sections';

/** All parameters of the action node, made from the entries of the operations. */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	const forms = resources.flatMap(({ value: resource, operations }) =>
		operations.map((one) => ({ resource, operation: one.value, form: formOf(one) })),
	);
	const controlsIn = (section: keyof Form) =>
		forms.map(({ form, ...name }) => ({ ...name, controls: form[section] ?? [] }));
	return [
		resourceChoice(resources),
		...resources.map(operationChoice),
		...SECTIONS.flatMap((section) => sharedControls(controlsIn(section))),
	];
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
	resource: string;
	operation: string;
	controls: INodeProperties[];
}

/**
 * The controls of several operations as one list. Operations with an identical control share it, even across
 * resources, which keeps the description small. Collections share their frame, and each field in it has conditions.
 *
 * The list has the order of the first operation. An operation with another order needs a section of its own; a test
 * compares each form with the order of its sections.
 *
 * @param prefix of a parameter's name in a condition: inside a collection, n8n reads those of the node with `/`
 */
export function sharedControls(
	operations: readonly OperationControls[],
	prefix: '' | '/' = '',
): INodeProperties[] {
	const shared = new Map<string, { control: INodeProperties; of: OperationControls[] }>();
	for (const { controls, ...name } of operations) {
		for (const one of controls) {
			const { options, ...frame } = one;
			const isCollection = one.type === 'collection';
			const key = JSON.stringify(isCollection ? frame : one);
			const entry = shared.get(key) ?? { control: one, of: [] };
			entry.of.push({ ...name, controls: isCollection ? (options as INodeProperties[]) : [] });
			shared.set(key, entry);
		}
	}
	return [...shared.values()].flatMap(({ control, of }) => {
		const options = sharedControls(of, '/').sort((a, b) =>
			alphabetical(a.displayName, b.displayName),
		);
		const whole = control.type === 'collection' ? { ...control, options } : control;
		const hidden = hiddenFor(of, operations);
		const shown = conditionsFor(of, operations);
		const isShorter =
			hidden && hidden.length < shown.flatMap(({ operation = [] }) => operation).length;
		if (!isShorter) return shown.map((one) => withShown(whole, one, prefix));
		const hide = { [`${prefix}operation`]: hidden };
		return [{ ...whole, displayOptions: { ...whole.displayOptions, hide } }];
	});
}

/** The resources and operations for which a control is shown; all if absent. */
interface Shown {
	resource?: string[];
	operation?: string[];
}

function withShown(control: INodeProperties, shown: Shown, prefix: string): INodeProperties {
	const conditions = Object.entries(shown).map(([name, values]) => [`${prefix}${name}`, values]);
	const show = { ...Object.fromEntries(conditions), ...control.displayOptions?.show };
	if (Object.keys(show).length === 0) return control;
	return { ...control, displayOptions: { ...control.displayOptions, show } };
}

/** The operations that hide a control, of any resource; undefined if an operation that shows it has the same name. */
function hiddenFor(
	of: readonly OperationControls[],
	all: readonly OperationControls[],
): string[] | undefined {
	const own = new Set(of.map(nameOf));
	const others = all.filter((one) => !own.has(nameOf(one))).map(({ operation }) => operation);
	const isOfOwn = of.some(({ operation }) => others.includes(operation));
	return isOfOwn || others.length === 0 ? undefined : [...new Set(others)];
}

/**
 * The fewest conditions that hold for these operations and no others. A condition of n8n holds for every combination
 * of its resources and operations.
 */
function conditionsFor(
	of: readonly OperationControls[],
	all: readonly OperationControls[],
): Shown[] {
	const own = new Set(of.map(nameOf));
	const isRight = ({ resource, operation }: Shown) =>
		all.every(
			(one) =>
				own.has(nameOf(one)) ||
				resource?.includes(one.resource) === false ||
				operation?.includes(one.operation) === false,
		);
	const conditions: Array<Required<Shown>> = [];
	for (const one of of) {
		const wider = conditions.map(({ resource, operation }) => ({
			resource: [...new Set([...resource, one.resource])],
			operation: [...new Set([...operation, one.operation])],
		}));
		const place = wider.findIndex(isRight);
		const condition = wider[place] ?? { resource: [one.resource], operation: [one.operation] };
		conditions.splice(place === -1 ? conditions.length : place, 1, condition);
	}
	return conditions.map(
		({ resource, operation }) =>
			[{}, { operation }, { resource }].find(isRight) ?? { resource, operation },
	);
}

const nameOf = ({ resource, operation }: OperationControls) => `${resource}/${operation}`;
