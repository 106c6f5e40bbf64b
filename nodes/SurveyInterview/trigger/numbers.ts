import { isObject } from '../records/json';
import type { RememberedValues } from './state';

/** Keys that name an entry of a list. */
const NAMES = ['label', 'name', 'key', 'bucket', 'id'];
/** Keys that name an entry that has another number, such as `{value: 9, count: 3}` of a distribution. */
const NUMBERS_THAT_NAME = ['value', 'score'];
const MAX_DEPTH = 6;

/** Every number in an answer whose fields are not documented, by its path: `distribution.9.count`. */
export function numbersIn(value: unknown): RememberedValues {
	const found: RememberedValues = {};
	collect(value, '', 0, found);
	return found;
}

function collect(value: unknown, path: string, depth: number, found: RememberedValues): void {
	if (typeof value === 'number') found[path] = value;
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
	const below = (key: string, inner: unknown) =>
		collect(inner, path === '' ? key : `${path}.${key}`, depth + 1, found);
	if (!Array.isArray(value)) {
		for (const [key, inner] of Object.entries(value)) below(key, inner);
		return;
	}
	const name =
		NAMES.find((key) => namesAll(value, key)) ??
		NUMBERS_THAT_NAME.find((key) => namesAll(value, key) && value.every(hasOtherNumber(key)));
	for (const [place, entry] of (value as unknown[]).entries()) {
		if (name === undefined || !isObject(entry)) below(String(place), entry);
		else {
			const { [name]: entryName, ...rest } = entry;
			below(String(entryName), rest);
		}
	}
}

/** Whether a key has another value in each entry of a list. */
function namesAll(entries: unknown[], key: string): boolean {
	const names = entries.map((entry) => (isObject(entry) ? entry[key] : undefined));
	const plain = names.every((name) => typeof name === 'string' || typeof name === 'number');
	return plain && new Set(names.map(String)).size === names.length;
}

function hasOtherNumber(key: string): (entry: unknown) => boolean {
	return (entry) =>
		isObject(entry) &&
		Object.entries(entry).some(([name, value]) => name !== key && typeof value === 'number');
}
