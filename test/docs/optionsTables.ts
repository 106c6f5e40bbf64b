import type { INodeProperties } from 'n8n-workflow';

import { formOf } from '../../nodes/SurveyInterview/form/sections';
import { findOperation, RESOURCES } from '../../nodes/SurveyInterview/operations';
import type { TriggerEvent } from '../../nodes/SurveyInterview/trigger/event';

/** The events of the trigger: for what each delivers an item. */
export function eventsTable(events: readonly TriggerEvent[]): string {
	return table(
		['Event', 'One item for'],
		events.map(({ label, item }) => [`**${label}**`, item]),
	);
}

/** The options or filters of a trigger: what each does. */
export function triggerTable(
	properties: INodeProperties[],
	collection: 'options' | 'filters',
): string {
	const options = optionsIn(properties.filter(({ name }) => name === collection));
	return helpTable(collection === 'options' ? 'Option' : 'Filter', options);
}

/** The options of one operation: what each does. */
export const operationTable = (resource: string, operation: string): string =>
	helpTable('Option', ownOptionsOf(resource, operation));

const helpTable = (head: string, options: readonly INodeProperties[]): string =>
	table(
		[head, 'What it does'],
		options.map((option) => [`*${option.displayName}*`, helpOf(option)]),
	);

/** The options of one operation, but for those that every operation has. */
export function ownOptionsOf(resource: string, operation: string): INodeProperties[] {
	const entry = findOperation(resource, operation);
	if (!entry) throw new Error(`There is no operation ${resource}/${operation}.`);
	const { options = [] } = formOf(entry);
	return optionsIn(options).filter(({ name }) => !OF_EVERY_RUN.includes(name));
}

/** Options that every operation has; docs/faults.md says what they do. */
const OF_EVERY_RUN = ['concurrency', 'maxWait', 'timeout'];

/** What a parameter offers: the events of the trigger, say. */
export function choicesOf(properties: INodeProperties[], parameter: string) {
	const options = properties.find(({ name }) => name === parameter)?.options ?? [];
	return options.flatMap((option) => ('value' in option ? [option] : []));
}

/** The options in a form's collections. */
export function optionsIn(collections: INodeProperties[]): INodeProperties[] {
	return collections
		.flatMap(({ options = [] }) => options)
		.filter((option): option is INodeProperties => 'displayName' in option && 'type' in option);
}

/** The first sentence of an option's help, and of what its choices say of themselves; the form shows the rest. */
function helpOf({ description = '', options = [] }: INodeProperties): string {
	const choices = options.flatMap((option) => {
		if (!('value' in option)) return [];
		const meaning = lowerFirst(firstSentence(option.description ?? ''));
		return [meaning === '' ? `*${option.name}*` : `*${option.name}* (${meaning})`];
	});
	const sentence = `${firstSentence(description)}.`;
	return choices.length > 0 ? `${sentence} ${choices.join(', ')}` : sentence;
}

const firstSentence = (text: string): string =>
	(text.split(/(?<=[.!?]) (?=[A-Z])/)[0] ?? '').replace(/\.$/, '');

const lowerFirst = (text: string) =>
	/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The fields of all filters that the node applies itself. */
export const filterFields = () =>
	RESOURCES.flatMap(({ operations }) => operations)
		.flatMap((one) => ('nodeFilters' in one ? (one.nodeFilters ?? []) : []))
		.flatMap(({ fields }) => fields);
