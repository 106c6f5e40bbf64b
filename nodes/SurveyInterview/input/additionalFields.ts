/** Additional Fields (JSON): fields of a body that the form does not offer, as one object. */
import type { Field } from '../operations/field';
import type { EndpointOperation } from '../operations/operation';
import {
	FORBIDDEN_KEYS,
	foreignKind,
	isObject,
	isPlainObject,
	type JsonObject,
	parsedJson,
	withoutGaps,
} from '../service/json';
import type { FieldChecker } from './fieldChecker';
import {
	display,
	emptinessOf,
	isNothing,
	NO_VALUE,
	numberProblem,
	refuse,
	refuseEmptyFilter,
} from './problem';

const LABEL = 'Additional Fields (JSON)';

/**
 * The form's fields with those of a JSON object. What the form has too is checked and sent as the form would send it,
 * except for null, which stays; a field that stands in both is refused.
 */
export function withAdditionalFields(
	operation: EndpointOperation,
	checker: FieldChecker,
	fields: JsonObject,
	json: unknown,
): JsonObject {
	const { required = [], inForm = [], optional = [], nested } = operation;
	const what = isObject(json) ? undefined : emptinessOf(json);
	if (nested && what !== undefined) {
		refuse(
			`${LABEL} is ${what}, and without an audience the mailing would go to everyone: correct its expression, or enter {} for no extra fields.`,
		);
	}
	const given = freeFields(json);
	const read = readKnown([...required, ...inForm, ...optional], given, checker);
	if (nested && nested.key in given) {
		read[nested.key] = readAudience(nested, given[nested.key], checker);
	}
	return together(fields, read);
}

function readKnown(fields: readonly Field[], given: JsonObject, checker: FieldChecker): JsonObject {
	const read = Object.entries(given).map(([name, value]) => {
		const field = fields.find((one) => one.name === name);
		const isValue = value !== null && value !== undefined;
		return [name, field && isValue ? checker.check(field, value) : value];
	});
	return withoutGaps(Object.fromEntries(read) as JsonObject);
}

/** The audience of a mailing. An empty one is refused like an empty filter; null stays if the service takes it. */
function readAudience(
	{ key, fields, nullable }: NonNullable<EndpointOperation['nested']>,
	audience: unknown,
	checker: FieldChecker,
): unknown {
	const refuseEmpty = (path: string, value: unknown, mayBeNull?: true) => {
		if (value !== null || !mayBeNull) refuseEmptyFilter(`${LABEL} → ${display(path)}`, value);
	};
	if (!isObject(audience)) {
		refuseEmpty(key, audience, nullable);
		return audience;
	}
	for (const [name, value] of Object.entries(audience)) {
		const field = fields.find((one) => one.name === name);
		refuseEmpty(`${key}.${name}`, value, field?.nullable);
	}
	return readKnown(fields, audience, checker);
}

function together(form: JsonObject, json: JsonObject): JsonObject {
	const all: JsonObject = { ...json, ...form };
	for (const [key, ofForm] of Object.entries(form)) {
		const ofJson = json[key];
		if (ofJson === undefined) continue;
		if (!isObject(ofForm) || !isObject(ofJson)) {
			return refuse(`${LABEL} has ${display(key)}, and the form has it too: keep one of them.`);
		}
		all[key] = together(ofForm, ofJson);
	}
	return all;
}

/** The object in a parameter. What JSON would change or leave out is refused, and keys that would change a prototype. */
export function freeFields(value: unknown): JsonObject {
	if (isNothing(value)) return {};
	const parsed = typeof value === 'string' ? parsedJson(value) : value;
	if (!isPlainObject(parsed)) {
		return refuse(
			`${LABEL} must be a JSON object such as {"key": "value"}, but it is ${display(parsed)}.`,
		);
	}
	refuseUnsendable(parsed, []);
	return parsed;
}

/** Deeper than any request, and less deep than a circular object from an expression. */
const MAX_DEPTH = 50;

function refuseUnsendable(value: unknown, path: readonly string[]): void {
	if (path.length > MAX_DEPTH) refuse(`${LABEL} is nested too deeply: make it flatter.`);
	const problem = unsendable(value);
	if (problem !== undefined) refuse(`${LABEL} → ${display(path.join('.'))} ${problem}`);
	if (typeof value !== 'object' || value === null) return;
	// A gap in a list is an entry without a value.
	for (const [key, inner] of Object.entries(Array.isArray(value) ? [...value] : value)) {
		if (FORBIDDEN_KEYS.includes(key)) {
			refuse(`${LABEL} must not contain the key "${key}": remove it.`);
		}
		// A key without a value is left out, like a field whose expression gives nothing.
		if (inner !== undefined || Array.isArray(value)) refuseUnsendable(inner, [...path, key]);
	}
}

/** What JSON would change or leave out, as the rest of a sentence; of a value without what is in it. */
function unsendable(value: unknown): string | undefined {
	if (value === undefined) return NO_VALUE;
	if (typeof value === 'number') return numberProblem(value);
	const kind = foreignKind(value);
	if (kind === undefined) return undefined;
	return `is ${kind}, which JSON does not have: ${ADVICE[kind] ?? 'pass it as a plain object, a list or text'}.`;
}

const ADVICE: Record<string, string> = {
	'a function': 'remove it',
	'a symbol': 'remove it',
	'a BigInt': 'pass it as text',
	'a Date': 'pass it as text',
	'a DateTime': 'pass it as text',
};
