import type { RecordFilter } from '../filters/filter';
import { LIMIT, RAW_ANSWER, RETURN_ALL, hasRawAnswer } from '../operations/nodeFields';
import {
	collectionOf,
	endpointOf,
	identifiersOf,
	type EndpointOperation,
	type Method,
} from '../operations/operation';
import { fillPath, IDENTIFIERS, type IdentifierName } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { freeFields } from './freeFields';
import { uuidIn, notUuid } from './identifier';
import { readOptions } from './options';
import type { Parameter } from './parameters';
import { readOutputOf, type OutputRequest } from './output';
import { InputError } from './problem';
import { namesSentAsNull, valueAndNull, type FieldChecker } from './values';
import { refuseEmptyAudience } from './widening';

/** Where a request goes. */
export interface Target {
	method: Method;
	path: string;
	/** Every identifier that is known, those outside the path too. */
	identifiers: Partial<Record<IdentifierName, string>>;
}

/** One item's input, checked: what will be sent, and what to return of the answer. */
export interface ItemRequest extends Target, OutputRequest {
	query: JsonObject;
	/** Undefined: no body. */
	body?: JsonObject;
	/** Which records of the list to return; undefined: all. */
	filter?: RecordFilter;
	/** How many of these records to return at most; Infinity for all. */
	limit: number;
	rawAnswer: boolean;
}

/**
 * Reads and checks one item's parameters. Nothing is sent before every item passed.
 *
 * @throws {InputError} one sentence for a person
 */
export function readRequest(
	operation: EndpointOperation,
	checker: FieldChecker,
	parameter: Parameter,
): ItemRequest {
	const target = readTarget(operation, parameter);
	const fields = {
		...checker.required(operation.required ?? [], parameter),
		...readOptional(operation, checker, parameter),
	};
	const isRead = target.method === 'GET';
	const output = readOutputOf(operation, checker, parameter);
	const rawAnswer =
		hasRawAnswer(operation) &&
		readOptions([RAW_ANSWER], parameter('options', {}), checker).rawAnswer;
	return {
		...output,
		...(rawAnswer ? { output: 'everything' } : {}),
		...target,
		query: isRead ? fields : {},
		body: isRead ? undefined : bodyOf(operation, fields, parameter),
		filter: filterOf(operation, checker, parameter, rawAnswer),
		limit: limitOf(operation, checker, parameter),
		rawAnswer,
	};
}

/**
 * Reads the identifiers of an endpoint, and fills its path with them.
 *
 * @throws {InputError} one sentence for a person
 */
export function readTarget(
	operation: Pick<EndpointOperation, 'endpoint'>,
	parameter: Parameter,
): Target {
	const identifiers: Target['identifiers'] = {};
	const names = identifiersOf(operation);
	for (const name of names) {
		const { parameter: control, label } = IDENTIFIERS[name];
		const value = parameter(control);
		const id = uuidIn(value);
		if (id === undefined) throw new InputError(notUuid(label, value));
		identifiers[name] = id;
	}
	if (names.length > 0 && !names.includes('survey_id')) {
		identifiers.survey_id = uuidIn(parameter(IDENTIFIERS.survey_id.parameter));
	}
	const { method, path } = endpointOf(operation);
	return { method, path: fillPath(path, identifiers), identifiers };
}

function readOptional(
	operation: EndpointOperation,
	checker: FieldChecker,
	parameter: Parameter,
): JsonObject {
	const { optional = [], nested } = operation;
	const kind = collectionOf(operation);
	const nullable = nested?.nullable ? [nested.key] : [];
	if (optional.length === 0 && nullable.length === 0) return {};
	const values = parameter(kind, {});
	const fields = checker.optional({ values, fields: optional, nullable, kind });
	if (!nested) return fields;
	const inner = checker.optional({
		values: parameter(nested.key, {}),
		fields: nested.fields,
		kind: 'filters',
	});
	const asNull = isObject(values) && namesSentAsNull(values).includes(nested.key);
	if (asNull && Object.keys(inner).length > 0) throw new InputError(valueAndNull(nested.label));
	if (asNull) return { ...fields, [nested.key]: null };
	return Object.keys(inner).length > 0 ? { ...fields, [nested.key]: inner } : fields;
}

function bodyOf(
	operation: EndpointOperation,
	fields: JsonObject,
	parameter: Parameter,
): JsonObject | undefined {
	const json = operation.freeForm ? parameter('additionalFieldsJson', {}) : {};
	const free = freeFields(json);
	refuseEmptyAudience(json, free, operation);
	const body = { ...free, ...fields };
	const key = operation.nested?.key;
	if (key !== undefined && isObject(free[key]) && isObject(fields[key])) {
		body[key] = { ...free[key], ...fields[key] };
	}
	const problem = operation.problem?.(fields, body);
	if (problem !== undefined) throw new InputError(problem);
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

/** The filters that the node applies itself, as one; undefined where none was added. */
function filterOf(
	{ nodeFilters = [] }: EndpointOperation,
	checker: FieldChecker,
	parameter: Parameter,
	rawAnswer: boolean,
): RecordFilter | undefined {
	if (nodeFilters.length === 0) return undefined;
	// The service's own filters are in the same collection.
	const filters = parameter('filters', {});
	const added = nodeFilters.flatMap((nodeFilter): RecordFilter[] => {
		const { fields, problem: problemOf, passes, nothingOf } = nodeFilter;
		const values = checker.optional({ values: filters, fields, kind: 'filters' });
		const labels = fields.filter(({ name }) => name in values).map(({ label }) => label);
		if (labels.length === 0) return [];
		if (rawAnswer) {
			throw new InputError(
				`${labels[0]} is applied by this node, and Raw Answer gives the service’s answer unchanged: remove the filter, or turn off Raw Answer.`,
			);
		}
		const problem = problemOf?.(values);
		if (problem !== undefined) throw new InputError(problem);
		const predicate = passes(values);
		return [
			{
				labels,
				passes: (record, survey) => predicate(record, survey) === true,
				nothingOf: (metric) => nothingOf?.(values, metric),
			},
		];
	});
	if (added.length === 0) return undefined;
	return {
		labels: added.flatMap(({ labels }) => labels),
		passes: (record, survey) => added.every(({ passes }) => passes(record, survey)),
		nothingOf: (metric) =>
			added.map(({ nothingOf }) => nothingOf(metric)).find((reason) => reason !== undefined),
	};
}

/** Return All decides; a Limit that it hides is not read. */
function limitOf(operation: EndpointOperation, checker: FieldChecker, parameter: Parameter) {
	if (!operation.items) return Infinity;
	const { returnAll } = readOptions([RETURN_ALL], { returnAll: parameter('returnAll') }, checker);
	return returnAll ? Infinity : Number(checker.check(LIMIT, parameter('limit')));
}
