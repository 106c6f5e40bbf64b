import type { INodeProperties } from 'n8n-workflow';
import { CLEAR_FIELDS, type Field } from '../fields/field';
import { fieldsField, MAX_TRANSCRIPT, OUTPUT } from '../fields/output';
import { APPLIED_BY_NODE } from '../filters/filter';
import { FIND_FIELDS } from '../find/fields';
import {
	CONCURRENCY_FIELD,
	concurrencyField,
	hasRawAnswer,
	hasTranscript,
	LIMIT,
	RAW_ANSWER,
	RETURN_ALL,
	RUN_OPTIONS,
	TOOL_OPTIONS,
} from '../operations/nodeFields';
import {
	collectionOf,
	type EndpointOperation,
	identifiersOf,
	type Operation,
} from '../operations/operation';
import { outputFieldsOf } from '../operations/outputShape';
import { type IdentifierName, IDENTIFIERS } from '../records/identifiers';
import { alphabetical, controlsOf, pickerOf } from './controls';
import { keptMapping, propertyMapper } from './propertyControls';

/** The sections of an operation's form, from top to bottom. */
export const SECTIONS = [
	'notice',
	'pickers',
	'parameters',
	'range',
	'optional',
	'nested',
	'output',
	'options',
] as const;

/** The controls of one operation by their section. */
export type Form = Partial<Record<(typeof SECTIONS)[number], INodeProperties[]>>;

export function formOf(operation: Operation): Form {
	const common = {
		notice: noticeOf(operation),
		output: outputControls(operation),
		options: optionsOf(operation),
	};
	switch (operation.kind) {
		case 'endpoint':
			return {
				...common,
				pickers: pickersOf(identifiersOf(operation)),
				parameters: [
					...controls(operation.required ?? [], true),
					...controls(operation.inForm ?? []),
					...(operation.carriesProperties ? [propertyMapper()] : []),
				],
				range: operation.items ? range() : [],
				optional: optionalFields(operation),
				nested: nestedFields(operation),
			};
		case 'find':
			return {
				...common,
				pickers: pickersOf(identifiersOf(operation)),
				parameters: controls(FIND_FIELDS, true),
			};
		case 'check':
			return {
				...common,
				pickers: [
					{
						...pickerOf('survey', 'Survey'),
						name: IDENTIFIERS.survey_id.parameter,
						description: operation.surveyHelp,
					},
				],
			};
		case 'batch': {
			const { name, label, help, fields } = operation.collection;
			const base = { displayName: label, name, description: help, placeholder: 'Add Field' };
			return {
				...common,
				pickers: pickersOf(['survey_id']),
				parameters: [
					...controls(operation.parameters),
					...(operation.carriesProperties ? [keptMapping(), propertyMapper()] : []),
				],
				range: controls(operation.runParameters),
				optional: collection(base, controls(fields)),
			};
		}
	}
}

function controls(fields: readonly Field[], required = false): INodeProperties[] {
	return fields.flatMap((field) => controlsOf(field, required));
}

function noticeOf({ notice }: Operation): INodeProperties[] {
	if (notice === undefined) return [];
	return [{ displayName: notice, name: 'notice', type: 'notice', default: '' }];
}

/** The pickers of the records that an operation needs, and of the survey whose records they list. */
function pickersOf(names: IdentifierName[]): INodeProperties[] {
	const required = names.map((name): INodeProperties => {
		const { parameter, record, label, foundBy } = IDENTIFIERS[name];
		return {
			...pickerOf(record, label),
			name: parameter,
			required: true,
			description: `The ${label.toLowerCase()}, from the list or by the ID that ${foundBy} returns`,
		};
	});
	if (names.length === 0 || names.includes('survey_id')) return required;
	const survey: INodeProperties = {
		...pickerOf('survey', 'Survey'),
		name: IDENTIFIERS.survey_id.parameter,
		description:
			'The survey whose records the list below shows. Not needed if you enter an ID below. If set, it also helps to check whether a request without an answer was done.',
	};
	return [survey, ...required];
}

/** How much of a list: Return All, or Limit as every node of n8n has it, without a precision. */
function range(): INodeProperties[] {
	const limit = controls([LIMIT]).map((control) => ({
		...control,
		typeOptions: { minValue: LIMIT.min },
		displayOptions: { show: { [RETURN_ALL.name]: [false] } },
	}));
	return [...controls([RETURN_ALL]), ...limit];
}

function outputControls(operation: Operation): INodeProperties[] {
	const fields = outputFieldsOf(operation);
	const output = operation.kind === 'batch' ? operation.outputField : OUTPUT;
	return fields ? controls([output, fieldsField(fields)]) : [];
}

/** What stands under Options: how to run the operation, and what its form does not show. */
function optionsOf(operation: Operation): INodeProperties[] {
	const takesMore = operation.kind === 'endpoint' && operation.freeForm;
	const base = { displayName: 'Options', name: 'options', placeholder: 'Add Option' };
	return collection(base, [
		...controls([
			...(operation.kind === 'batch' ? operation.options : []),
			...(concurrencyField(operation) ? [CONCURRENCY_FIELD] : []),
			...(hasRawAnswer(operation) ? [RAW_ANSWER] : []),
			...(hasTranscript(operation) ? [MAX_TRANSCRIPT] : []),
			...RUN_OPTIONS,
			// As a tool a sync gets one contact, and its answer is short.
			...(operation.kind === 'batch' ? [] : TOOL_OPTIONS),
		]),
		...(takesMore ? [freeFormControl] : []),
	]);
}

/** A collection control: what the user adds to it is sent, and nothing else. */
export function collection(
	base: { displayName: string; name: string; placeholder: string; description?: string },
	options: INodeProperties[],
): INodeProperties[] {
	if (options.length === 0) return [];
	return [
		{
			...base,
			type: 'collection',
			default: {},
			options: options.sort((a, b) => alphabetical(a.displayName, b.displayName)),
		},
	];
}

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
};

/**
 * The collection of an endpoint's optional fields. What the service filters by and what the node filters by
 * stand in it together; the help tells them apart.
 */
export function optionalFields(operation: EndpointOperation): INodeProperties[] {
	const { optional = [], nodeFilters = [], nested } = operation;
	const applied = nodeFilters
		.flatMap(({ fields }) => fields)
		.map((field) => ({ ...field, help: `${field.help} ${APPLIED_BY_NODE}` }));
	const fields = [...optional, ...applied];
	const name = collectionOf(operation);
	return collection({ ...COLLECTIONS[name], name }, [
		...fields.flatMap((field) => controlsOf(field, false)),
		...clearFields([...fields, ...(nested ? [{ ...nested, name: nested.key }] : [])]),
	]);
}

/** The collection of the fields that stand in an object inside the body. */
export function nestedFields({ nested }: EndpointOperation): INodeProperties[] {
	if (!nested) return [];
	const { key, label, fields, shownFor } = nested;
	const displayOptions = shownFor ? { displayOptions: { show: shownFor } } : {};
	const base = { displayName: label, name: key, placeholder: 'Add Filter', ...displayOptions };
	return collection(base, [
		...fields.flatMap((field) => controlsOf(field, false)),
		...clearFields(fields),
	]);
}

function clearFields(fields: Array<Pick<Field, 'name' | 'label' | 'nullable'>>): INodeProperties[] {
	const clearable = fields.filter(({ nullable }) => nullable);
	if (clearable.length === 0) return [];
	const options = clearable.map(({ name, label }) => ({ name: label, value: name }));
	return [
		{
			displayName: 'Clear Fields',
			name: CLEAR_FIELDS,
			type: 'multiOptions',
			options: options.sort((a, b) => alphabetical(a.name, b.name)),
			default: [],
			description: 'Fields to clear by sending null. Fields that you do not add stay unchanged.',
		},
	];
}

/** Additional Fields (JSON), an option where the body's record is not fully shown. */
export const freeFormControl: INodeProperties = {
	displayName: 'Additional Fields (JSON)',
	name: 'additionalFieldsJson',
	type: 'json',
	default: '{}',
	description:
		'More fields of the request as a JSON object, for fields that the form does not offer. Fields that are filled in above must not be here too.',
};
