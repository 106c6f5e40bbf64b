/** Names the keys of records that no fact is read from, in a text that may be made public. */
import { isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';
import { type Kind, RecordReader } from './reader';
import { toTime } from './values';

/** What looks like a field's name: a few words of letters, as in `ended_at` or `endedAt`, perhaps with a number. */
const FIELD_NAME = /^_?[a-z]{1,20}(_[a-z]{1,20}|[A-Z][a-z]{0,19}){0,5}(_?v?\d{1,2})?$/;
/** Objects with these names have keys that the workspace has chosen. */
const FREE_KEYS = /propert|attribut|tags?$|custom|values?$|answers$|filter|(^|_)by_|map$/i;
const MAX_DEPTH = 4;
/** The records of a list have the same keys, so the first ones are enough. */
const MAX_RECORDS = 100;

/** A key as it may be shown: one that does not look like a field may be data, such as somebody's address. */
export const shownKey = (key: string): string => (FIELD_NAME.test(key) ? key : '{key}');

/**
 * Paths of the keys that no fact was read from, each with the types of its values. A key that may be data is left out.
 */
export function unusedKeys(kind: Kind, records: readonly JsonObject[]): Map<string, string> {
	const reader = new RecordReader(kind);
	const types = new Map<string, Set<string>>();
	/**
	 * Paths at which some record has an object. Its keys are listed instead of the path. If another record has null there,
	 * the path is listed too, as `null or object`.
	 */
	const objectPaths = new Set<string>();
	for (const record of records.slice(0, MAX_RECORDS)) {
		const usedPaths = new Set(reader.readingsIn(record).map(({ path }) => path));
		const walk = (object: JsonObject, outerKeys: readonly string[]) => {
			for (const [key, value] of Object.entries(object)) {
				const keys = [...outerKeys, key];
				const path = keys.join('.');
				// An object that is read as a whole, such as properties, has no unused keys.
				if (usedPaths.has(path)) continue;
				if (!FIELD_NAME.test(key)) continue;
				const isWalked = isObject(value) && keys.length < MAX_DEPTH && !FREE_KEYS.test(key);
				if (isWalked) {
					objectPaths.add(path);
					walk(value, keys);
				} else types.set(path, (types.get(path) ?? new Set()).add(typeOf(value)));
			}
		};
		walk(record, []);
	}
	return new Map(
		[...types].map(([path, typeNames]) => {
			if (objectPaths.has(path)) typeNames.add('object');
			return [path, [...typeNames].sort().join(' or ')];
		}),
	);
}

/** The type of a value. That a text is an id or a time helps to understand it, and shows no data. */
function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	if (isUuid(value)) return 'uuid';
	return typeof value === 'string' && toTime(value) !== undefined ? 'time' : typeof value;
}
