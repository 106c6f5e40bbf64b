import type { Field } from '../fields/field';
import type { EndpointOperation } from '../operations/operation';
import {
	forbiddenKeyIn,
	isDeeperThan,
	isObject,
	isPlainObject,
	type JsonObject,
	parsedJson,
	withoutGaps,
} from '../records/json';
import type { Parameter } from './parameters';
import { display, emptinessOf, jsonProblem, refuse, refuseEmptyFilter } from './problem';
import type { FieldChecker } from './fieldChecker';

const LABEL = 'Additional Fields (JSON)';

/** The form of an operation, as one item fills it in. */
export interface FilledForm {
	operation: EndpointOperation;
	checker: FieldChecker;
	parameter: Parameter;
}

/** The form's fields with those of Additional Fields (JSON); a field that stands in both is refused. */
export function withAdditionalFields(
	{ operation, checker, parameter }: FilledForm,
	fields: JsonObject,
): JsonObject {
	const options = parameter('options', {});
	const isAdded =
		operation.body !== undefined && isObject(options) && 'additionalFieldsJson' in options;
	const json = isAdded ? options.additionalFieldsJson : {};
	const free = freeFields(json);
	refuseEmptyAudience(json, free, operation);
	return together(fields, asInForm(operation, checker, free));
}

function together(form: JsonObject, json: JsonObject): JsonObject {
	const inner = Object.keys(form).filter((key) => json[key] !== undefined);
	const merged = inner.map((key) => {
		const [one, other] = [form[key], json[key]];
		if (isObject(one) && isObject(other)) return [key, together(one, other)];
		return refuse(`${LABEL} has ${display(key)}, and the form has it too: keep one of them.`);
	});
	return { ...json, ...form, ...(Object.fromEntries(merged) as JsonObject) };
}

/** Checks the free fields that the form has too, and turns them into what it would send; null stays. */
function asInForm(
	{ required = [], inForm = [], optional = [], nested }: EndpointOperation,
	checker: FieldChecker,
	free: JsonObject,
): JsonObject {
	const checked = (values: JsonObject, fields: readonly Field[]) => {
		const known = fields.filter(({ name }) => (values[name] ?? null) !== null);
		const sent = known.map((field) => [field.name, checker.check(field, values[field.name])]);
		return withoutGaps({ ...values, ...(Object.fromEntries(sent) as JsonObject) });
	};
	const outer = checked(free, [...required, ...inForm, ...optional]);
	const inner = nested && outer[nested.key];
	if (!nested || !isObject(inner)) return outer;
	return { ...outer, [nested.key]: checked(inner, nested.fields) };
}

/** Refuses an empty audience like an empty filter; null stays if the service takes it. */
function refuseEmptyAudience(json: unknown, free: JsonObject, { nested }: EndpointOperation): void {
	if (!nested) return;
	const what = isObject(json) ? undefined : emptinessOf(json);
	if (what !== undefined) {
		refuse(
			`${LABEL} is ${what}, and without an audience the mailing would go to everyone: correct its expression, or enter {} for no extra fields.`,
		);
	}
	const refuseEmpty = (path: string, value: unknown, nullable?: true) => {
		if (value !== null || !nullable) refuseEmptyFilter(`${LABEL} → ${display(path)}`, value);
	};
	const { [nested.key]: audience } = free;
	if (isObject(audience)) {
		for (const [name, value] of Object.entries(audience)) {
			const field = nested.fields.find((one) => one.name === name);
			refuseEmpty(`${nested.key}.${name}`, value, field?.nullable);
		}
	} else if (nested.key in free) refuseEmpty(nested.key, audience, nested.nullable);
}

/** Deeper than any request, and less deep than a circular object from an expression. */
const MAX_DEPTH = 50;

/** Reads the free fields. Keys that would change a prototype are refused. */
export function freeFields(value: unknown): JsonObject {
	if (value === undefined || value === null) return {};
	if (typeof value === 'string' && value.trim() === '') return {};
	const parsed = typeof value === 'string' ? parsedJson(value) : value;
	if (!isPlainObject(parsed)) {
		return refuse(
			`${LABEL} must be a JSON object such as {"key": "value"}, but it is ${display(parsed)}.`,
		);
	}
	if (isDeeperThan(parsed, MAX_DEPTH)) refuse(`${LABEL} is nested too deeply: make it flatter.`);
	const forbidden = forbiddenKeyIn(parsed);
	if (forbidden !== undefined) {
		refuse(`${LABEL} must not contain the key "${forbidden}": remove it.`);
	}
	const problem = jsonProblem(parsed);
	return problem === undefined ? parsed : refuse(`${LABEL} ${problem}`);
}
