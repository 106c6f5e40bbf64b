import { isObject } from '../records/json';
import type { Facts } from './state';

/** Keys that name an entry of a list. */
const NAMES = ['label', 'name', 'key', 'bucket', 'id'];
/** Keys that name it where it holds another number, as in `{value: 9, count: 3}` of a distribution. */
const NUMBERS_THAT_NAME = ['value', 'score'];
const DEEPEST = 6;

/** Every number in an answer whose fields are not shown, by its path: `distribution.9.count`. */
export function numbersIn(value: unknown, path = '', depth = 0): Facts {
	if (typeof value === 'number') return { [path]: value };
	if (depth > DEEPEST) return {};
	const below = (key: string, inner: unknown) =>
		numbersIn(inner, path === '' ? key : `${path}.${key}`, depth + 1);
	if (Array.isArray(value)) {
		const name =
			NAMES.find((key) => namesAll(value, key)) ??
			NUMBERS_THAT_NAME.find((key) => namesAll(value, key) && value.every(holdsAnother(key)));
		const inner = value.map((entry: unknown, place) => {
			if (name === undefined || !isObject(entry)) return below(String(place), entry);
			const { [name]: called, ...rest } = entry;
			return below(String(called), rest);
		});
		return Object.assign({}, ...inner) as Facts;
	}
	if (!isObject(value)) return {};
	return Object.assign(
		{},
		...Object.entries(value).map(([key, inner]) => below(key, inner)),
	) as Facts;
}

/** Whether a key tells the entries of a list apart. */
function namesAll(entries: unknown[], key: string): boolean {
	const names = entries.map((entry) => (isObject(entry) ? entry[key] : undefined));
	const plain = names.every((name) => typeof name === 'string' || typeof name === 'number');
	return plain && new Set(names.map(String)).size === names.length;
}

function holdsAnother(key: string): (entry: unknown) => boolean {
	return (entry) =>
		isObject(entry) &&
		Object.entries(entry).some(([name, value]) => name !== key && typeof value === 'number');
}
