import type { Field } from '../fields/field';
import { PROPERTY_MAPPER } from '../operations/nodeFields';
import { collectionOf, endpointOf, type EndpointOperation } from '../operations/operation';
import {
	forbiddenKeyIn,
	isDeeperThan,
	isObject,
	isPlainObject,
	type JsonObject,
} from '../records/json';
import { duplicateKey } from './map';
import type { Parameter } from './parameters';
import { display, InputError } from './problem';
import { unfitCharacter, unfitDigits, unfitJson } from './unfit';
import { type FieldChecker, namesToClear, valueAndNull } from './values';
import { refuseEmptyAudience } from './widening';

export function readOptional(
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
	const asNull = isObject(values) && namesToClear(values).includes(nested.key);
	if (asNull && Object.keys(inner).length > 0) throw new InputError(valueAndNull(nested.label));
	if (asNull) return { ...fields, [nested.key]: null };
	return Object.keys(inner).length > 0 ? { ...fields, [nested.key]: inner } : fields;
}

/** The form's fields and those of the JSON as one object; the same one in both is refused. */
function together(form: JsonObject, json: JsonObject): JsonObject {
	const inner = Object.keys(form).filter((key) => json[key] !== undefined);
	const merged = inner.map((key) => {
		const [one, other] = [form[key], json[key]];
		if (isObject(one) && isObject(other)) return [key, together(one, other)];
		throw new InputError(
			`Additional Fields (JSON) has ${display(key)}, and the form has it too: keep one of them.`,
		);
	});
	return { ...json, ...form, ...(Object.fromEntries(merged) as JsonObject) };
}

/** Free fields as the form would send them, where it has them too; null stays. */
function asInForm(
	{ required = [], inForm = [], optional = [], nested }: EndpointOperation,
	checker: FieldChecker,
	free: JsonObject,
): JsonObject {
	const checked = (values: JsonObject, fields: readonly Field[]) => {
		const known = fields.filter(({ name }) => (values[name] ?? null) !== null);
		const sent = known.map((field) => [field.name, checker.check(field, values[field.name])]);
		return { ...values, ...(Object.fromEntries(sent) as JsonObject) };
	};
	const outer = checked(free, [...required, ...inForm, ...optional]);
	const inner = nested && outer[nested.key];
	if (!nested || !isObject(inner)) return outer;
	return { ...outer, [nested.key]: checked(inner, nested.fields) };
}

/** The body of a request: its fields, and what Additional Fields (JSON) adds. `mayBeEmpty`: more is added later. */
export function bodyOf(
	operation: EndpointOperation,
	checker: FieldChecker,
	fields: JsonObject,
	parameter: Parameter,
	mayBeEmpty: boolean,
): JsonObject | undefined {
	const options = parameter('options', {});
	const added = isObject(options) && 'additionalFieldsJson' in options;
	const json = operation.freeForm && added ? options.additionalFieldsJson : {};
	const free = freeFields(json);
	refuseEmptyAudience(json, free, operation);
	const body = together(fields, asInForm(operation, checker, free));
	const problem = operation.problem?.(fields, body);
	if (problem !== undefined) throw new InputError(problem);
	for (const { name, unsent } of operation.required ?? []) if (unsent) delete body[name];
	if (Object.keys(body).length > 0 || mayBeEmpty) return body;
	refuseEmptyBody(operation);
	return operation.bodyRequired ? body : undefined;
}

/** Refuses a request that says nothing, where that can only be a mistake. */
export function refuseEmptyBody(operation: EndpointOperation): void {
	if (endpointOf(operation).method === 'PATCH') {
		throw new InputError('There is nothing to change: add at least one field to update.');
	}
	if (operation.fieldsRequired) {
		throw new InputError(
			'There is nothing to create: no field was added, or the expressions returned no values. Add at least one field.',
		);
	}
}

/** Adds mapped values to the properties of a body. Those that were entered by key win. */
export function addProperties(body: JsonObject, values: Record<string, string>): void {
	if (Object.keys(values).length === 0) return;
	const { properties: byKey } = body;
	if (byKey === null) throw new InputError(valueAndNull(PROPERTY_MAPPER.label));
	body.properties = { ...values, ...(isObject(byKey) ? byKey : {}) };
}

/** Deeper than any request; a circular object from an expression is deeper still. */
const MAX_DEPTH = 50;

/**
 * Reads Additional Fields (JSON): an object that is sent as it is. Keys that would change a prototype are
 * refused.
 */
export function freeFields(value: unknown): JsonObject {
	if (value === undefined || value === null) return {};
	if (typeof value === 'string' && value.trim() === '') return {};
	const parsed = typeof value === 'string' ? parsedJson(value) : value;
	if (!isPlainObject(parsed)) {
		throw refusal(`must be a JSON object such as {"key": "value"}, but it is ${display(parsed)}.`);
	}
	if (isDeeperThan(parsed, MAX_DEPTH)) throw refusal('is nested too deeply: make it flatter.');
	const forbidden = forbiddenKeyIn(parsed);
	if (forbidden !== undefined) {
		throw refusal(`must not contain the key "${forbidden}": remove it.`);
	}
	const unfit = typeof value === 'string' ? unfitJsonText(value) : unfitJson(parsed);
	if (unfit !== undefined) throw refusal(unfit);
	return parsed;
}

function refusal(why: string): InputError {
	return new InputError(`Additional Fields (JSON) ${why}`);
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** The strings, numbers and punctuation of a text that is valid JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:]/g;

/** What reading a JSON text would lose: digits of a number, and all but the last value of a duplicate key. */
function unfitJsonText(json: string): string | undefined {
	const tokens = json.match(TOKENS) ?? [];
	/** The keys of the objects that are open; undefined stands for a list. */
	const open: Array<Set<string> | undefined> = [];
	for (const [place, token] of tokens.entries()) {
		if (token === '{') open.push(new Set());
		else if (token === '[') open.push(undefined);
		else if (token === '}' || token === ']') open.pop();
		else if (token.startsWith('"')) {
			const text = JSON.parse(token) as string;
			const unfit = unfitCharacter(text);
			if (unfit !== undefined) return unfit;
			if (tokens[place + 1] !== ':') continue;
			if (open.at(-1)?.has(text)) return duplicateKey(text);
			open.at(-1)?.add(text);
		} else if (token !== ':') {
			const unfit = unfitDigits(token);
			if (unfit !== undefined) return `contains ${unfit}: write it as text, in quotes.`;
		}
	}
	return undefined;
}
