/** The parameters of a node that is a tool, as a model fills them in. */
import { isObject, isPlainObject, type JsonObject } from '../service/json';
import { isNoName, isNoValue } from '../service/person';

/** What a model writes for nothing, beside the words of people: it must fill in every parameter that it may define. */
const PLACEHOLDER = /^(null|none|nil|undefined|n\/a)?$/i;

/**
 * A parameter without what has no value in it: texts, entries, rows of a key and fields; undefined if nothing is left.
 *
 * @param saysNothing whether a text only says that there is no value; as the value of a property, `unknown` may be one
 */
export function withoutPlaceholders(value: unknown, saysNothing = isNoName): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string') {
		return PLACEHOLDER.test(value.trim()) || saysNothing(value) ? undefined : value;
	}
	if (Array.isArray(value)) {
		const entries = value.map((entry) => withoutPlaceholders(entry, saysNothing));
		const filled = entries.filter((entry) => entry !== undefined);
		return filled.length > 0 ? filled : undefined;
	}
	if (!isPlainObject(value)) return value;
	// A row of n8n with a key, or the mapping of properties to columns.
	const isOfProperties = 'key' in value || 'mappingMode' in value;
	const saysNothingInside = isOfProperties ? isNoValue : saysNothing;
	// In an object of JSON, the author of the workflow decides what null means.
	const isKept = (key: string, one: unknown) => key === JSON_FIELD && isObject(one);
	const given = Object.entries(value)
		.map(([key, one]) => [
			key,
			isKept(key, one) ? one : withoutPlaceholders(one, saysNothingInside),
		])
		.filter(([, one]) => one !== undefined);
	const rest = Object.fromEntries(given) as JsonObject;
	// Nor is a row or a resource locator one that has no value.
	const isEmptyRow = ('key' in value || '__rl' in value) && rest.value === undefined;
	return given.length > 0 && !isEmptyRow ? rest : undefined;
}

const JSON_FIELD = 'additionalFieldsJson';
