import type { INodeProperties } from 'n8n-workflow';

import { SEND_AS_NULL, type Field } from '../fields/field';
import { FIND_FIELDS } from '../find/find';
import { APPLIED_BY_NODE } from '../filters/filter';
import {
	collectionOf,
	type CollectionKind,
	identifiersOf,
	type Operation,
	type ComposedOperation,
} from '../operations/operation';
import { IDENTIFIERS } from '../records/identifiers';
import { alphabetical, controlsOf, pickerOf } from './controls';
import { optionsOf, optionsWith } from './options';

/** The controls of one operation in sections, which every operation has in the same order. */
export function sectionsOf(operation: Operation): INodeProperties[][] {
	return [
		noticeOf(operation),
		pickersOf(operation),
		(operation.required ?? []).flatMap((field) => controlsOf(field, true)),
		(operation.find ? FIND_FIELDS : []).flatMap((field) => controlsOf(field, true)),
		rangeOf(operation),
		collection(collectionOf(operation), optionalOf(operation), operation.nested),
		nestedOf(operation),
		freeFormOf(operation),
		[optionsOf(operation)],
	];
}

function noticeOf({ notice }: Operation): INodeProperties[] {
	return noticeWith(notice);
}

export function noticeWith(notice: string | undefined): INodeProperties[] {
	if (notice === undefined) return [];
	return [{ displayName: notice, name: 'notice', type: 'notice', default: '' }];
}

function pickersOf(operation: Operation): INodeProperties[] {
	const names = identifiersOf(operation);
	const required = names.map((name): INodeProperties => {
		const { parameter, record, label } = IDENTIFIERS[name];
		return {
			...pickerOf(record, label),
			name: parameter,
			required: true,
			description: `The ${label.toLowerCase()}, from the list or by its ID`,
		};
	});
	if (names.length === 0 || names.includes('survey_id')) return required;
	const feeding: INodeProperties = {
		...pickerOf('survey', 'Survey'),
		name: IDENTIFIERS.survey_id.parameter,
		description:
			'The survey whose records the list below shows. Not needed when you enter an ID below; where it is set, it also helps to tell whether an unanswered request was done.',
	};
	return [feeding, ...required];
}

function rangeOf({ items }: Operation): INodeProperties[] {
	if (!items) return [];
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
	];
}

/** What the service filters by and what the node filters by stand together; the help tells them apart. */
function optionalOf({ optional = [], nodeFilters = [] }: Operation): Field[] {
	const own = nodeFilters.flatMap(({ fields }) => fields);
	return [
		...optional,
		...own.map((field) => ({ ...field, help: `${field.help} ${APPLIED_BY_NODE}` })),
	];
}

function collection(
	name: CollectionKind,
	fields: Field[],
	nested?: Operation['nested'],
): INodeProperties[] {
	const clearable = [
		...fields.filter(({ nullable }) => nullable),
		...(nested?.nullable ? [{ name: nested.key, label: nested.label }] : []),
	];
	const options = [
		...fields.flatMap((field) => controlsOf(field, false)),
		...sendAsNull(clearable),
	];
	if (options.length === 0) return [];
	const { label, add } = COLLECTIONS[name];
	return [
		{
			displayName: label,
			name,
			type: 'collection',
			placeholder: add,
			default: {},
			options: options.sort((a, b) => alphabetical(a.displayName, b.displayName)),
		},
	];
}

/** The collections of optional fields, as the editor names them. */
const COLLECTIONS = {
	filters: { label: 'Filters', add: 'Add Filter' },
	updateFields: { label: 'Update Fields', add: 'Add Field' },
	additionalFields: { label: 'Additional Fields', add: 'Add Field' },
};

function sendAsNull(fields: Array<{ name: string; label: string }>): INodeProperties[] {
	if (fields.length === 0) return [];
	const options = fields.map(({ name, label }) => ({ name: label, value: name }));
	return [
		{
			displayName: 'Send as Null',
			name: SEND_AS_NULL,
			type: 'multiOptions',
			options: options.sort((a, b) => alphabetical(a.name, b.name)),
			default: [],
			description:
				'Fields to send as null, which empties them. That differs from not adding them, which leaves them as they are.',
		},
	];
}

function nestedOf({ nested }: Operation): INodeProperties[] {
	if (!nested) return [];
	return collection('filters', nested.fields).map((control) => ({
		...control,
		displayName: nested.label,
		name: nested.key,
	}));
}

function freeFormOf({ freeForm }: Operation): INodeProperties[] {
	if (!freeForm) return [];
	return [
		{
			displayName: 'Additional Fields (JSON)',
			name: 'additionalFieldsJson',
			type: 'json',
			default: '{}',
			description:
				'More fields of the request as a JSON object, for what the service takes beyond the fields above. A field above wins over the same key here.',
		},
	];
}

/** The controls of an operation that is made of several requests, in the sections of the others. */
export function composedSections(operation: ComposedOperation): INodeProperties[][] {
	const { parameter, label } = IDENTIFIERS.survey_id;
	const { collection } = operation;
	const survey: INodeProperties = {
		...pickerOf('survey', label),
		name: parameter,
		required: true,
		description: `The ${label.toLowerCase()}, from the list or by its ID`,
	};
	const fields = collection.fields.flatMap((field) => controlsOf(field, false));
	const options = operation.options.flatMap((field) => controlsOf(field, false));
	return [
		noticeWith(operation.notice),
		[survey],
		operation.parameters.flatMap((field) => controlsOf(field, false)),
		[],
		[
			{
				displayName: collection.label,
				name: collection.name,
				type: 'collection',
				description: collection.help,
				placeholder: 'Add Field',
				default: {},
				options: fields.sort((a, b) => alphabetical(a.displayName, b.displayName)),
			},
		],
		[],
		[],
		[optionsWith(operation.concurrency, options)],
	];
}
