import type { IExecuteFunctions } from 'n8n-workflow';

import { collectionOf, endpointOf, identifiersOf, type Operation } from '../operations/operation';
import type { IntegerField } from '../fields/field';
import type { RecordFilter } from '../filters/filter';
import { fillPath, IDENTIFIERS, type IdentifierName } from '../records/identifiers';
import type { SearchKeys } from '../find/personIndex';
import { isObject, type JsonObject } from '../records/json';
import { filteringOf } from './filters';
import { readSearchKeys } from '../find/find';
import { freeFields } from './freeFields';
import { uuidIn, notUuid } from './identifier';
import { readInteger } from './numbers';
import { InputError } from './problem';
import { namesSentAsNull, valueAndNull, type FieldChecker } from './values';
import { refuseEmptyAudience } from './widening';

/** One item's input, checked: what will be sent, and how the answer is wanted. */
export interface ItemRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	/** Every identifier that is known, those outside the path too. */
	identifiers: Partial<Record<IdentifierName, string>>;
	query: JsonObject;
	/** Undefined: no body. */
	body?: JsonObject;
	/** Which records of the list are wanted, where not all are. */
	filter?: RecordFilter;
	/** Whom to look for in the list. */
	searchKeys?: SearchKeys;
	/** Most records to return, of those that are wanted; Infinity for all. */
	limit: number;
	rawAnswer: boolean;
}

/** Reads the control of a name; the fallback is for one that a workflow does not have. */
type Parameter = (name: string, fallback?: object | null) => unknown;

/**
 * Reads and checks one item's parameters. Nothing is sent before every item passed.
 *
 * @throws {InputError} one sentence for a person
 */
export function readItem(
	context: IExecuteFunctions,
	operation: Operation,
	checker: FieldChecker,
	item: number,
): ItemRequest {
	const parameter: Parameter = (name, fallback = null) =>
		context.getNodeParameter(name, item, fallback) as unknown;
	const { method, path } = endpointOf(operation);
	const identifiers = readIdentifiers(operation, parameter);
	const fields = {
		...checker.required(operation.required ?? [], parameter),
		...readOptional(operation, checker, parameter),
	};
	const options = parameter('options');
	const rawAnswer = isObject(options) && options.rawAnswer === true;
	return {
		method,
		path: fillPath(path, identifiers),
		identifiers,
		query: method === 'GET' ? fields : {},
		body: method === 'GET' ? undefined : bodyOf(operation, fields, parameter),
		filter: filteringOf(operation, checker, parameter('filters', {}), rawAnswer),
		searchKeys: operation.find ? readSearchKeys(parameter) : undefined,
		limit: mostOf(operation, parameter),
		rawAnswer,
	};
}

function readIdentifiers(operation: Operation, parameter: Parameter): ItemRequest['identifiers'] {
	const identifiers: ItemRequest['identifiers'] = {};
	const needed = identifiersOf(operation);
	for (const name of needed) {
		const { parameter: control, label } = IDENTIFIERS[name];
		const given = parameter(control);
		const id = uuidIn(given);
		if (id === undefined) throw new InputError(notUuid(label, given));
		identifiers[name] = id;
	}
	if (needed.length > 0 && !needed.includes('survey_id')) {
		identifiers.survey_id = uuidIn(parameter(IDENTIFIERS.survey_id.parameter));
	}
	return identifiers;
}

function readOptional(
	operation: Operation,
	checker: FieldChecker,
	parameter: Parameter,
): JsonObject {
	const { optional = [], nested } = operation;
	const kind = collectionOf(operation);
	const nullable = nested?.nullable ? [nested.key] : [];
	if (optional.length === 0 && nullable.length === 0) return {};
	const given = parameter(kind, {});
	const fields = checker.optional({ given, fields: optional, nullable, kind });
	if (!nested) return fields;
	const inner = checker.optional({
		given: parameter(nested.key, {}),
		fields: nested.fields,
		kind: 'filters',
	});
	const asNull = isObject(given) && namesSentAsNull(given).includes(nested.key);
	if (asNull && Object.keys(inner).length > 0) throw new InputError(valueAndNull(nested.label));
	if (asNull) return { ...fields, [nested.key]: null };
	return Object.keys(inner).length > 0 ? { ...fields, [nested.key]: inner } : fields;
}

function bodyOf(
	operation: Operation,
	fields: JsonObject,
	parameter: Parameter,
): JsonObject | undefined {
	const given = operation.freeForm ? parameter('additionalFieldsJson', {}) : {};
	const free = freeFields(given);
	refuseEmptyAudience(given, free, operation);
	const body = { ...free, ...fields };
	const key = operation.nested?.key;
	if (key !== undefined && isObject(free[key]) && isObject(fields[key])) {
		body[key] = { ...free[key], ...fields[key] };
	}
	if (Object.keys(body).length > 0) return body;
	if (endpointOf(operation).method === 'PATCH') {
		throw new InputError('There is nothing to change: add at least one field to update.');
	}
	if (operation.fieldsRequired) {
		throw new InputError(
			'There is nothing to create: no field was added, or the expressions gave no values. Add at least one field.',
		);
	}
	return operation.bodyRequired ? body : undefined;
}

const LIMIT: IntegerField = {
	kind: 'integer',
	name: 'limit',
	label: 'Limit',
	help: '',
	min: 1,
	default: 50,
};

function mostOf(operation: Operation, parameter: Parameter): number {
	if (!operation.items || String(parameter('returnAll')) === 'true') return Infinity;
	const read = readInteger(parameter('limit'), LIMIT);
	if ('problem' in read) throw new InputError(read.problem);
	return Number(read.sent);
}
