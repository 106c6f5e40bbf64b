import { isObject, type JsonObject } from '../records/json';
import type { RememberedValues } from './state';

/** Keys that name an entry of a list. */
const NAMES = ['label', 'name', 'key', 'bucket', 'id'];
/** Keys that name it where it holds another number, as in `{value: 9, count: 3}` of a distribution. */
const NUMBERS_THAT_NAME = ['value', 'score'];
const DEEPEST = 6;

/** Every number in an answer whose fields are not shown, by its path: `distribution.9.count`. */
export function numbersIn(value: unknown): RememberedValues {
	const found: RememberedValues = {};
	collect(value, '', 0, found);
	return found;
}

function collect(value: unknown, path: string, depth: number, found: RememberedValues): void {
	if (typeof value === 'number') found[path] = value;
	if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
	const below = (key: string, inner: unknown) =>
		collect(inner, path === '' ? key : `${path}.${key}`, depth + 1, found);
	if (!Array.isArray(value)) {
		for (const [key, inner] of Object.entries(value)) below(key, inner);
		return;
	}
	const name =
		NAMES.find((key) => namesAll(value, key)) ??
		NUMBERS_THAT_NAME.find((key) => namesAll(value, key) && value.every(holdsAnother(key)));
	for (const [place, entry] of (value as unknown[]).entries()) {
		if (name === undefined || !isObject(entry)) below(String(place), entry);
		else {
			const { [name]: called, ...rest } = entry;
			below(String(called), rest);
		}
	}
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

/** What a SurveyRead counts, in the order of its keys. Their names are not shown, so they are guessed at. */
export function countsIn(record: JsonObject | undefined): number[] {
	return Object.entries(numbersIn(record ?? {})).flatMap(([path, number]) =>
		COUNTS.test(path) && typeof number === 'number' ? number : [],
	);
}

const COUNTS =
	/(^|[._])((\w+_)?counts?|totals?|(responses?|respondents?|participants?|completed|completions)(_?count)?)($|\.)/i;

/**
 * How many have completed, as the summary says; undefined where no number in it is called so. The list of
 * surveys carries it (interface-spec, Survey), but not under a name that is shown.
 */
export function responsesIn(record: JsonObject | undefined): number | undefined {
	const numbers = Object.entries(numbersIn(record ?? {})).flatMap(([path, number]) =>
		RESPONSES.test(path) && typeof number === 'number' ? number : [],
	);
	return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

const RESPONSES =
	/(^|\.)((total|num(ber_of)?)_)?(responses?|completed|completions?|completed_\w+)(_?count)?$/i;
