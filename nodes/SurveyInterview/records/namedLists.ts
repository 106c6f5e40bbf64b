/** Lists of records inside a record, which are found by what their key says. */
import { isUuid } from './identifiers';
import { fieldNamesOf, isObject, type JsonObject } from './json';
import { arraysIn, type FoundArray, GENERAL_NAMES } from './lists';

/** What a survey's detail may call its themes and properties, the surest names first; they are not shown. */
export const THEME_LIST_NAMES = [
	/^(themes|topic_?categories|categories)$/i,
	/theme|categor/i,
	/topic/i,
];
export const PROPERTY_LIST_NAMES = [
	/^((participant_?)?properties|attributes)$/i,
	/propert|attribute/i,
	/(^|_)tags?($|_)/i,
];

/** A list of records with ids inside a record. */
export type NamedList = FoundArray & { values: JsonObject[] };

/**
 * Finds a list of records with ids inside a record, by what its key says: the themes and properties of
 * SurveyDetailRead, whose keys the interface does not show.
 *
 * @param patterns what the key may be called, the surest first
 */
export function namedListIn(record: unknown, patterns: readonly RegExp[]): NamedList | undefined {
	const arrays = isObject(record) ? arraysIn(record) : [];
	const ofRecords = arrays.filter((array): array is NamedList =>
		array.values.every(isRecordWithId),
	);
	for (const pattern of patterns) {
		const named = ofRecords.filter(({ path }) => pattern.test(nameAtEnd(path)));
		const best = named.find(({ values }) => values.length > 0) ?? named[0];
		if (best) return best;
	}
	return undefined;
}

/** The records of such a list. */
export function listNamedLike(
	record: unknown,
	patterns: readonly RegExp[],
): JsonObject[] | undefined {
	return namedListIn(record, patterns)?.values;
}

/** What a list is called: in `{themes: {items: [...]}}` the key above says what is in it. */
function nameAtEnd(path: readonly string[]): string {
	const [above = '', last = ''] = path.slice(-2);
	return path.length > 1 && GENERAL_NAMES.includes(last) ? above : (path.at(-1) ?? '');
}

/** Records that can be chosen have an id, whatever it is called, also by Field Names of a credential. */
function isRecordWithId(record: unknown): record is JsonObject {
	if (!isObject(record)) return false;
	const confirmed = Object.values(fieldNamesOf(record) ?? {}).map(({ id }) => id?.split('.', 1)[0]);
	return Object.entries(record).some(
		([key, value]) => isUuid(value) || /^(.*_)?id$/i.test(key) || confirmed.includes(key),
	);
}
