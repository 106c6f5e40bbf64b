/** The parameters of a node that is a tool, as a model fills them in. */
import { isObject, isPlainObject, type JsonObject } from '../service/json';
import { isNoName, isNoValue } from '../service/placeholders';

/** What models write for no value, as they must fill in each parameter. What people write is in `placeholders.ts`. */
const PLACEHOLDER = /^(null|none|nil|undefined|n\/a)?$/i;

/** The parameter in which a person writes JSON. */
const JSON_FIELD = 'additionalFieldsJson';

/**
 * A parameter without its placeholders, and without the entries, rows and fields that have nothing else; undefined if
 * nothing is left.
 *
 * @param isPlaceholder which texts count as placeholders. Inside property values it is `isNoValue`, because `unknown`
 * may be a real value
 */
export function withoutPlaceholders(value: unknown, isPlaceholder = isNoName): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string') {
		return PLACEHOLDER.test(value.trim()) || isPlaceholder(value) ? undefined : value;
	}
	if (Array.isArray(value)) {
		const entries = value.map((entry) => withoutPlaceholders(entry, isPlaceholder));
		const filled = entries.filter((entry) => entry !== undefined);
		return filled.length > 0 ? filled : undefined;
	}
	if (!isPlainObject(value)) return value;
	// A row of n8n with a key, or the mapping of properties to columns.
	const isOfProperties = 'key' in value || 'mappingMode' in value;
	const isPlaceholderInside = isOfProperties ? isNoValue : isPlaceholder;
	// In an object of JSON, the author of the workflow decides what null means.
	const isKept = (key: string, inner: unknown) => key === JSON_FIELD && isObject(inner);
	const kept = Object.entries(value)
		.map(([key, inner]) => [
			key,
			isKept(key, inner) ? inner : withoutPlaceholders(inner, isPlaceholderInside),
		])
		.filter(([, inner]) => inner !== undefined);
	const result = Object.fromEntries(kept) as JsonObject;
	// A row or a resource locator without its value says nothing either.
	const isEmptyRow = ('key' in value || '__rl' in value) && result.value === undefined;
	return kept.length > 0 && !isEmptyRow ? result : undefined;
}
