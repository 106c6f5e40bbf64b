import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../operations/operation';
import { alphabetical } from './controls';
import { composedSections, sectionsOf } from './sections';

/** All parameters of the action node, made from the entries of the operations. */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	return [resourceChoice(resources), ...resources.flatMap(resourceProperties)];
}

function resourceChoice(resources: Resource[]): INodeProperties {
	const defaultValue = resources.find(({ value }) => value === 'survey')?.value ?? '';
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
	const operations = formsOf(resource).sort((a, b) => alphabetical(a.name, b.name));
	const defaultValue =
		(operations.find(({ value }) => value === 'getAll') ?? operations[0])?.value ?? '';
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
	return [choice, ...merged(resource.value, operations)];
}

/** What the editor shows of an operation, of either sort. */
interface Form {
	value: string;
	name: string;
	action: string;
	description: string;
	sections: INodeProperties[][];
}

function formsOf({ operations, composed = [] }: Resource): Form[] {
	return [
		...operations.map((operation) => ({ ...operation, sections: sectionsOf(operation) })),
		...composed.map((operation) => ({ ...operation, sections: composedSections(operation) })),
	];
}

/** Operations of a resource that have the very same control share it, which keeps the description small. */
function merged(resource: string, operations: Form[]): INodeProperties[] {
	const shared = new Map<
		string,
		{ control: INodeProperties; section: number; shownFor: string[] }
	>();
	for (const operation of operations) {
		for (const [section, controls] of operation.sections.entries()) {
			for (const control of controls) {
				const key = JSON.stringify(control);
				const entry = shared.get(key) ?? { control, section, shownFor: [] };
				entry.shownFor.push(operation.value);
				shared.set(key, entry);
			}
		}
	}
	return [...shared.values()]
		.sort((a, b) => a.section - b.section)
		.map(({ control, shownFor }) => ({
			...control,
			displayOptions: {
				show: { resource: [resource], operation: shownFor, ...control.displayOptions?.show },
			},
		}));
}
