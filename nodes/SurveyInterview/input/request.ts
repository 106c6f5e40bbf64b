import type { RecordFilter } from '../filters/filter';
import {
	hasRawAnswer,
	LIMIT,
	PROPERTY_MAPPER,
	RAW_ANSWER,
	RETURN_ALL,
} from '../operations/nodeFields';
import {
	endpointOf,
	identifiersOf,
	type EndpointOperation,
	type Method,
} from '../operations/operation';
import { fillPath, IDENTIFIERS, type IdentifierName } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { addProperties, bodyOf, readOptional } from './body';
import { readOptions } from './options';
import type { Parameter } from './parameters';
import { readOutputOf, type OutputRequest } from './output';
import { InputError, notUuid, uuidIn } from './problem';
import { readPropertyMapper, type AutomaticProperties } from './propertyMapper';
import { readRecordFilter } from './recordFilter';
import type { FieldChecker } from './values';

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
	/** Properties that are not in the body yet, because the survey's are to be read first. */
	automatic?: AutomaticProperties;
	/** Which records of the list to return; undefined: all. */
	filter?: RecordFilter;
	/** How many of these records to return at most; Infinity for all. */
	limit: number;
	rawAnswer: boolean;
}

/** Reads and checks one item's parameters. Nothing is sent before every item passed. */
export function readRequest(
	operation: EndpointOperation,
	checker: FieldChecker,
	parameter: Parameter,
	item: () => JsonObject,
): ItemRequest {
	const target = readTarget(operation, parameter);
	const fields = {
		...checker.required(operation.required ?? [], parameter),
		...checker.filled(operation.inForm ?? [], parameter),
		...readOptional(operation, checker, parameter),
	};
	const mapped = operation.carriesProperties
		? readPropertyMapper(parameter(PROPERTY_MAPPER.name), item)
		: undefined;
	const automatic = mapped && 'saved' in mapped ? mapped : undefined;
	if (mapped && 'values' in mapped) addProperties(fields, mapped.values);
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
		body: isRead
			? undefined
			: bodyOf(operation, checker, fields, parameter, automatic !== undefined),
		...(automatic ? { automatic } : {}),
		filter: filterOf(operation, checker, parameter, rawAnswer),
		limit: limitOf(operation, checker, parameter),
		rawAnswer,
	};
}

/** Reads the identifiers of an endpoint, and fills its path with them. */
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

/** The filters that the node applies itself, as one; undefined where none was added. */
function filterOf(
	{ nodeFilters = [] }: EndpointOperation,
	checker: FieldChecker,
	parameter: Parameter,
	rawAnswer: boolean,
): RecordFilter | undefined {
	if (nodeFilters.length === 0) return undefined;
	// The service's own filters are in the same collection.
	const values = parameter('filters', {});
	const filter = readRecordFilter(nodeFilters, (fields) =>
		checker.optional({ values, fields, kind: 'filters' }),
	);
	const [label] = filter.labels;
	if (label === undefined) return undefined;
	if (!rawAnswer) return filter;
	throw new InputError(
		`${label} is applied by this node, and Raw Answer returns the service’s answer unchanged: remove the filter, or turn off Raw Answer.`,
	);
}

/** Return All decides; a Limit that it hides is not read. */
function limitOf(operation: EndpointOperation, checker: FieldChecker, parameter: Parameter) {
	if (!operation.items) return Infinity;
	const { returnAll } = readOptions([RETURN_ALL], { returnAll: parameter('returnAll') }, checker);
	return returnAll ? Infinity : Number(checker.check(LIMIT, parameter('limit')));
}
