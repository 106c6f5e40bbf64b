/** Names the keys of records that no fact is read from, in a text that may be made public. */
import { isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';
import { type Kind, RecordReader } from './reader';
import { toTime } from './values';

/** A few words of letters, as in `ended_at` or `endedAt`, which may end in a number. */
const FIELD = /^_?[a-z]{1,20}(_[a-z]{1,20}|[A-Z][a-z]{0,19}){0,5}(_?v?\d{1,2})?$/;
/** Objects with these names have keys that the workspace has chosen. */
const FREE_KEYS = /propert|attribut|tags?$|custom|values?$|answers$|filter|(^|_)by_|map$/i;
const MAX_DEPTH = 4;
/** The records of a list have the same keys, so the first ones are enough. */
const MAX_RECORDS = 100;

/** A key as it may be shown: one that does not look like a field may be data, such as somebody's address. */
export const shownKey = (key: string): string => (FIELD.test(key) ? key : '{key}');

/** Paths of the keys that no fact was read from, each with the types of its values; none that may be data. */
export function unusedKeys(kind: Kind, records: readonly JsonObject[]): Map<string, string> {
	const reader = new RecordReader(kind);
	const types = new Map<string, Set<string>>();
	/** Where some record has an object, whose keys are told instead of it. */
	const objects = new Set<string>();
	for (const record of records.slice(0, MAX_RECORDS)) {
		const used = new Set(reader.readingsIn(record).map(({ path }) => path));
		const walk = (object: JsonObject, above: readonly string[]) => {
			for (const [key, value] of Object.entries(object)) {
				const keys = [...above, key];
				const path = keys.join('.');
				// An object that is read as a whole, such as properties, has no unused keys.
				if (used.has(path)) continue;
				if (shownKey(key) !== key) continue;
				const isOpen = isObject(value) && keys.length < MAX_DEPTH && !FREE_KEYS.test(key);
				if (isOpen) {
					objects.add(path);
					walk(value, keys);
				} else types.set(path, (types.get(path) ?? new Set()).add(typeOf(value)));
			}
		};
		walk(record, []);
	}
	return new Map(
		[...types].map(([path, found]) => {
			if (objects.has(path)) found.add('object');
			return [path, [...found].sort().join(' or ')];
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
