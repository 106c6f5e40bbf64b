import type { INodeProperties } from 'n8n-workflow';
import { choices, CLEAR_FIELDS, type Field } from '../operations/field';
import {
	answerOptionsOf,
	CONCURRENCY_FIELD,
	concurrencyField,
	fieldsField,
	showsProperties,
	LIMIT,
	outputControlsOf,
	PROPERTIES_AS_COLUMNS,
	RETURN_ALL,
	RUN_OPTIONS,
	TOOL_OPTIONS,
} from '../operations/nodeFields';
import { FIND_FIELDS } from '../run/find';
import { collectionOf, type EndpointOperation, type Operation } from '../operations/operation';
import { type IdentifierName, IDENTIFIERS } from '../service/identifiers';
import { alphabetical, controlsOf } from './controls';
import { keptMapping, propertyMapper } from './propertyPickers';
import { pickerOf } from './recordPickers';

/** The parts of a form, from top to bottom. `nested` is an object inside the body: so far only a mailing's audience. */
export const SECTIONS = [
	'notice',
	'pickers',
	'parameters',
	'properties',
	'limit',
	'nested',
	'optional',
	'output',
	'options',
] as const;

/** The controls of an operation by their section; the form has them in the order of SECTIONS. */
export type Form = Partial<Record<(typeof SECTIONS)[number], INodeProperties[]>>;

export function formOf(operation: Operation): Form {
	return {
		notice: operation.notice === undefined ? [] : [noticeOf(operation.notice)],
		pickers: pickersOf(operation),
		output: outputControls(operation),
		options: optionsOf(operation),
		...sectionsOfKind(operation),
	};
}

const noticeOf = (displayName: string): INodeProperties => ({
	displayName,
	name: 'notice',
	type: 'notice',
	default: '',
});

function sectionsOfKind(operation: Operation): Form {
	switch (operation.kind) {
		case 'endpoint':
			return {
				parameters: parametersOf(operation),
				properties: operation.takesProperties ? [propertyMapper] : [],
				limit: operation.items ? controls([RETURN_ALL, LIMIT]) : [],
				optional: optionalFields(operation),
				nested: nestedFields(operation),
			};
		case 'find':
			return { parameters: controls(FIND_FIELDS, true) };
		case 'composed':
			return { parameters: parametersOf(operation) };
		case 'check':
			return {};
		case 'sync': {
			const { name, label, help, fields } = operation.collection;
			const base = { displayName: label, name, description: help, placeholder: 'Add Field' };
			return {
				// `keptMapping` is hidden, and keeps the mapping until a survey is chosen.
				parameters: [...controls(operation.parameters), keptMapping],
				properties: [propertyMapper],
				// Where other operations have Return All and Limit.
				limit: controls(operation.runParameters),
				optional: collection(base, fields),
			};
		}
	}
}

function controls(fields: readonly Field[], required = false): INodeProperties[] {
	return fields.flatMap((field) => controlsOf(field, required));
}

const parametersOf = ({ required = [], inForm = [] }: { required?: Field[]; inForm?: Field[] }) => [
	...required.flatMap(requiredControls),
	...controls(inForm),
];

/**
 * A control that is not always shown is not required: n8n would require it even if an expression hides it. A period
 * always has a value.
 */
const requiredControls = (field: Field) =>
	controlsOf(field, field.shownFor === undefined && field.kind !== 'period');

/**
 * Pickers of the records in the path. If the path has no survey, a picker of the survey comes first, because the lists
 * below need one.
 */
function pickersOf(operation: Operation): INodeProperties[] {
	if (operation.kind === 'check') return [picker('survey_id', operation.surveyHelp)];
	const names: IdentifierName[] = operation.kind === 'sync' ? ['survey_id'] : operation.identifiers;
	const required = names.map((name) => {
		const { label, foundBy } = IDENTIFIERS[name];
		const help = `The ${label.toLowerCase()}, from the list or by the ID from ${foundBy}`;
		return { ...picker(name, help), required: true };
	});
	if (names.length === 0 || names.includes('survey_id')) return required;
	return [picker('survey_id', SURVEY_OF_LIST_HELP), ...required];
}

const SURVEY_OF_LIST_HELP =
	'The survey whose records the list below shows. Not needed if you enter an ID below. If set, it also helps to check whether a request without an answer was done.';

function picker(name: IdentifierName, description: string): INodeProperties {
	const { parameter, recordName, label } = IDENTIFIERS[name];
	return { ...pickerOf(recordName, label), name: parameter, description };
}

function outputControls(operation: Operation): INodeProperties[] {
	if (operation.kind === 'sync') {
		return controls([operation.outputField, fieldsField(operation.fields)]);
	}
	const { simplified } = operation;
	return simplified ? controls(outputControlsOf(simplified)) : [];
}

function optionsOf(operation: Operation): INodeProperties[] {
	const takesJsonFields = operation.kind === 'endpoint' && operation.body !== undefined;
	const base = { displayName: 'Options', name: 'options', placeholder: 'Add Option' };
	const fields = [
		...('options' in operation ? operation.options : []),
		...(concurrencyField(operation) ? [CONCURRENCY_FIELD] : []),
		...(operation.kind === 'endpoint' ? answerOptionsOf(operation) : []),
		...(showsProperties(operation) ? [PROPERTIES_AS_COLUMNS] : []),
		...RUN_OPTIONS,
		// As a tool, Sync gets one contact, and its answer is short.
		...(operation.kind === 'sync' ? [] : TOOL_OPTIONS),
	];
	return collection(base, fields, takesJsonFields ? [JSON_FIELDS] : []);
}

/** For requests whose body the interface does not fully show. */
const JSON_FIELDS: INodeProperties = {
	displayName: 'Additional Fields (JSON)',
	name: 'additionalFieldsJson',
	type: 'json',
	default: '{}',
	description:
		'More fields of the request as a JSON object, for fields that the form does not offer',
};

/** Only the fields that the user adds to a collection are sent. */
function collection(
	base: { displayName: string; name: string; placeholder: string; description?: string },
	fields: readonly Field[],
	otherControls: readonly INodeProperties[] = [],
): INodeProperties[] {
	const options = [...controls(fields), ...otherControls];
	return options.length === 0 ? [] : [{ ...base, type: 'collection', default: {}, options }];
}

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
};

/** The filters of the service and those of the node stand in one collection; the help tells them apart. */
function optionalFields(operation: EndpointOperation): INodeProperties[] {
	const { optional = [], nodeFilters = [], nested } = operation;
	const filterFields = nodeFilters
		.flatMap(({ fields }) => fields)
		.map((field) => ({ ...field, help: `${field.help} Applied in n8n.` }));
	const fields = [...optional, ...filterFields];
	const clearable = nested ? [...fields, { ...nested, name: nested.key }] : fields;
	const name = collectionOf(operation);
	return collection({ ...COLLECTIONS[name], name }, [
		...fields,
		...clearFields(operation, clearable),
	]);
}

function nestedFields(operation: EndpointOperation): INodeProperties[] {
	const { nested } = operation;
	if (!nested) return [];
	const { key, label, fields, shownFor } = nested;
	const displayOptions = shownFor ? { displayOptions: { show: shownFor } } : {};
	const base = { displayName: label, name: key, placeholder: 'Add Filter', ...displayOptions };
	return collection(base, [...fields, ...clearFields(operation, fields)]);
}

/** The field that lists those to send as null. Only an update has it: what a create leaves out is empty. */
function clearFields(
	{ method }: EndpointOperation,
	fields: ReadonlyArray<Pick<Field, 'name' | 'label' | 'nullable'>>,
): Field[] {
	const clearable = fields
		.filter(({ nullable }) => nullable)
		.map(({ name, label }) => ({ value: name, label }))
		.sort((a, b) => alphabetical(a.label, b.label));
	if (method !== 'PATCH' || clearable.length === 0) return [];
	const help = 'Fields to clear by sending null; others stay unchanged.';
	return [choices(CLEAR_FIELDS, help, clearable)];
}
