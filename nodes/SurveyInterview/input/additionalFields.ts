/** Additional Fields (JSON): fields of a body that the form does not offer, as one object. */
import type { EndpointOperation } from '../operations/operation';
import { isPlainObject, type JsonObject, parsedJson } from '../service/json';
import { display, isBlank, numberProblem, refuse } from './problem';

const LABEL = 'Additional Fields (JSON)';

/**
 * Reads the fields. One that the form offers is refused, because only the form checks it: an audience without a filter,
 * for example, would be everybody.
 */
export function readAdditionalFields(operation: EndpointOperation, json: unknown): JsonObject {
	const { required = [], inForm = [], optional = [], nested } = operation;
	const fields = jsonFields(json);
	const offered = [...required, ...inForm, ...optional].map(({ name, label }) => ({ name, label }));
	if (nested) offered.push({ name: nested.key, label: nested.label });
	const formField = offered.find(({ name }) => name in fields);
	if (formField) {
		refuse(
			`${LABEL} has ${display(formField.name)}, which the form has as ${formField.label}: fill it in there.`,
		);
	}
	if (nested) {
		// The service would ignore a filter with a wrong name, and the mailing would reach more people.
		const misspelt = Object.keys(fields).find((key) => /^_?filter/i.test(key));
		if (misspelt !== undefined)
			refuse(`${LABEL} has ${display(misspelt)}: fill in ${nested.label} of the form instead.`);
	}
	return fields;
}

/**
 * Reads the parameter: JSON as text, or an object that an expression gives. A number that has lost digits is refused.
 */
export function jsonFields(value: unknown): JsonObject {
	if (isBlank(value)) return {};
	const parsed = typeof value === 'string' ? parsedJson(value) : value;
	if (!isPlainObject(parsed)) {
		return refuse(
			`${LABEL} must be a JSON object such as {"key": "value"}, but it is ${display(parsed)}.`,
		);
	}
	const checkNumber = (key: string, inner: unknown) => {
		const problem = typeof inner === 'number' ? numberProblem(inner) : undefined;
		return problem === undefined ? inner : refuse(`${LABEL} → ${display(key)} ${problem}`);
	};
	return JSON.parse(JSON.stringify(parsed, checkNumber)) as JsonObject;
}
