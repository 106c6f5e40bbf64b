import type { RecordFilter } from '../operations/filter';
import { answerOptionsOf, LIMIT, PROPERTY_MAPPER, RETURN_ALL } from '../operations/nodeFields';
import {
	collectionOf,
	type Endpoint,
	type EndpointOperation,
	type Identifiers,
	type Method,
} from '../operations/operation';
import { fillPath, IDENTIFIERS } from '../service/identifiers';
import { type JsonObject, objectIn } from '../service/json';
import { readAdditionalFields } from './additionalFields';
import { type FieldChecker, namesToClear, valueAndNullSentence } from './fieldChecker';
import { readOptions, readOutput, readRecordFilter, type OutputRequest } from './options';
import type { Parameter } from './parameters';
import { readUuid, refuse, uuidIn } from './problem';
import { isAutomatic, type PropertiesOrReason, readPropertyMapper } from './propertyMapper';

export interface Target {
	method: Method;
	path: string;
	/** The identifiers in the path, and the survey's ID if the form has it. */
	identifiers: Identifiers;
}

/** One item's checked input: what to send, and what to return. */
export interface ItemRequest extends Target, OutputRequest {
	query: JsonObject;
	body?: JsonObject;
	/** Properties are mapped automatically, and those of the survey must be read first. */
	needsProperties?: true;
	/** Which records of the list to return; all if undefined. */
	filter?: RecordFilter;
	/** How many of these to return; Infinity for all. */
	limit: number;
	rawAnswer: boolean;
}

/** The options about the answer, where an operation has them. */
interface AnswerOptions {
	rawAnswer?: boolean;
	maxTranscript?: number;
}

/** The form of an operation, as one item fills it in. */
interface FilledForm {
	operation: EndpointOperation;
	checker: FieldChecker;
	parameter: Parameter;
}

/**
 * Reads the request of an item.
 *
 * @param inputItem gives the fields of the input item, which the automatic mapping of properties needs
 * @param surveyProperties the properties of the survey, for a request that needs them
 */
export function readRequest(
	form: FilledForm,
	inputItem: () => JsonObject,
	surveyProperties?: PropertiesOrReason,
): ItemRequest {
	const { operation, checker, parameter } = form;
	const target = readTarget(operation, parameter);
	const fields = {
		...checker.readRequired(operation.required ?? [], parameter),
		...checker.readFilled(operation.inForm ?? [], parameter),
		...readOptional(form),
	};
	const mapper = operation.takesProperties && parameter(PROPERTY_MAPPER.name);
	const needsProperties = surveyProperties === undefined && isAutomatic(mapper);
	if (!needsProperties) {
		addProperties(fields, readPropertyMapper(mapper, inputItem, surveyProperties));
	}
	const { rawAnswer = false, maxTranscript } = readOptions<AnswerOptions>(
		answerOptionsOf(operation),
		parameter('options', {}),
		checker,
	);
	const { simplified } = operation;
	const output = simplified ? readOutput(simplified, checker, parameter) : 'everything';
	const isRead = target.method === 'GET';
	return {
		output: rawAnswer ? 'everything' : output,
		maxTextLength: maxTranscript,
		...target,
		query: isRead ? fields : {},
		body: isRead ? undefined : bodyOf(form, fields, needsProperties),
		...(needsProperties && { needsProperties }),
		filter: filterOf(form, rawAnswer),
		limit: limitOf(form),
		rawAnswer,
	};
}

/** The optional fields that were added, including those of an object inside the body. */
function readOptional({ operation, checker, parameter }: FilledForm): JsonObject {
	const { optional = [], nested } = operation;
	const collectionName = collectionOf(operation);
	// The object as a whole may be chosen under Clear Fields.
	const nullable = nested?.nullable ? [nested.key] : [];
	if (optional.length === 0 && nullable.length === 0) return {};
	const collection = parameter(collectionName, {});
	const kind = collectionName === 'filters' ? 'filter' : 'field';
	const fields = checker.readAdded(optional, collection, kind, nullable);
	if (!nested) return fields;
	// The fields of such an object are filters: they choose the audience of a mailing.
	const filters = checker.readAdded(nested.fields, parameter(nested.key, {}), 'filter');
	const hasFilters = Object.keys(filters).length > 0;
	const isCleared = namesToClear(objectIn(collection)).includes(nested.key);
	if (isCleared && hasFilters) refuse(valueAndNullSentence(nested.label));
	if (isCleared) return { ...fields, [nested.key]: null };
	return hasFilters ? { ...fields, [nested.key]: filters } : fields;
}

/**
 * The fields of the form and of Additional Fields (JSON). A request without any is refused if that can only be a mistake.
 *
 * @param needsProperties the request is read once more when the properties are known, so it may still be empty
 */
function bodyOf(
	form: FilledForm,
	fields: JsonObject,
	needsProperties: boolean,
): JsonObject | undefined {
	const { operation, parameter } = form;
	const problem = operation.problem?.(fields);
	if (problem !== undefined) refuse(problem);
	const { additionalFieldsJson: json } = objectIn(parameter('options', {}));
	const body = { ...(operation.body && readAdditionalFields(operation, json)), ...fields };
	// Such as the audience of a mailing, which was needed only to check the other fields.
	for (const { name, unsent } of operation.required ?? []) if (unsent) delete body[name];
	if (Object.keys(body).length > 0 || needsProperties) return body;
	if (operation.method === 'PATCH') {
		refuse('There is nothing to change: add at least one field to update.');
	}
	if (operation.body === 'notEmpty') {
		refuse(
			'There is nothing to create: no field was added, or the expressions returned no values. Add at least one field.',
		);
	}
	return operation.body === 'required' ? body : undefined;
}

/** Adds mapped values to the properties of a body; values that were entered by key win. */
function addProperties(body: JsonObject, values: Record<string, string>): void {
	if (Object.keys(values).length === 0) return;
	const { properties: byKey } = body;
	if (byKey === null) refuse(valueAndNullSentence(PROPERTY_MAPPER.label));
	body.properties = { ...values, ...objectIn(byKey) };
}

export function readTarget(operation: Endpoint, parameter: Parameter): Target {
	const identifiers: Target['identifiers'] = {};
	const { method, path, identifiers: names } = operation;
	for (const name of names) {
		const { parameter: control, label } = IDENTIFIERS[name];
		identifiers[name] = readUuid(parameter(control), label);
	}
	if (names.length > 0 && !names.includes('survey_id')) {
		identifiers.survey_id = uuidIn(parameter(IDENTIFIERS.survey_id.parameter));
	}
	return { method, path: fillPath(path, identifiers), identifiers };
}

/** The filters that the node applies itself, as one; undefined if none was added. */
function filterOf(form: FilledForm, rawAnswer: boolean): RecordFilter | undefined {
	const { operation, checker, parameter } = form;
	const { nodeFilters = [] } = operation;
	if (nodeFilters.length === 0) return undefined;
	const filter = readRecordFilter(nodeFilters, parameter('filters', {}), checker);
	const [firstLabel] = filter.labels;
	if (firstLabel === undefined) return undefined;
	if (!rawAnswer) return filter;
	return refuse(
		`${firstLabel} is applied by this node, and Raw Answer returns the service’s answer unchanged: remove the filter, or turn off Raw Answer.`,
	);
}

/** With Return All, the hidden Limit is not read. */
function limitOf({ operation, checker, parameter }: FilledForm): number {
	if (!operation.items) return Infinity;
	const values = { returnAll: parameter('returnAll') };
	const { returnAll } = readOptions<{ returnAll: boolean }>([RETURN_ALL], values, checker);
	return returnAll ? Infinity : Number(checker.check(LIMIT, parameter('limit', LIMIT.default)));
}
