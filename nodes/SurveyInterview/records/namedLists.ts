/** Lists of records inside a record, which are found by what their key says. */
import { isUuid } from './identifiers';
import { fieldNamesOf, isObject, type JsonObject } from './json';
import {
	arraysIn,
	checkedList,
	GENERAL_NAMES,
	saysMore,
	type FoundArray,
	type ListResult,
} from './lists';

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

/**
 * Finds a list of records with ids inside a record, by what its key says: the themes and properties of
 * SurveyDetailRead, whose keys the interface does not show.
 *
 * @param patterns what the key may be called, the surest first
 */
export function listNamedLike(
	record: unknown,
	patterns: readonly RegExp[],
): JsonObject[] | undefined {
	return arrayNamedLike(record, patterns)?.values;
}

/** The keys that lead to such a list. */
export function placeNamedLike(
	record: unknown,
	patterns: readonly RegExp[],
): readonly string[] | undefined {
	return arrayNamedLike(record, patterns)?.path;
}

/**
 * An answer as such a list. It is never a part of one: the counts beside it are about the record that it
 * stands in.
 */
export function listInRecord(answer: unknown, patterns: readonly RegExp[]): ListResult {
	const found = checkedList(answer, arrayNamedLike(answer, patterns));
	return found.kind === 'list' ? { ...found, isPartial: false } : found;
}

/** Such a list, where the record does not say that it goes on elsewhere. */
export function wholeListNamedLike(
	record: unknown,
	patterns: readonly RegExp[],
): JsonObject[] | undefined {
	const found = arrayNamedLike(record, patterns);
	return found && !saysMore(found) ? found.values : undefined;
}

type ArrayOfRecords = FoundArray & { values: JsonObject[] };

function arrayNamedLike(record: unknown, patterns: readonly RegExp[]): ArrayOfRecords | undefined {
	const arrays = isObject(record) ? arraysIn(record, []) : [];
	const ofRecords = arrays.filter((array): array is ArrayOfRecords =>
		array.values.every(isRecordWithId),
	);
	for (const pattern of patterns) {
		const named = ofRecords.filter(({ path }) => pattern.test(nameAtEnd(path)));
		const best = named.find(({ values }) => values.length > 0) ?? named[0];
		if (best) return best;
	}
	return undefined;
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
