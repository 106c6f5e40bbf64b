import { IDENTIFIERS, isUuid, type RecordName } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { labelOf } from './label';

/** One line of a picker: what a person reads, and the id that is used. */
export interface Entry {
	name: string;
	value: string;
}

/**
 * The picker's line for a record whose fields are not shown: its id may be called `id` or `topic_id`, and
 * may stand one level down, as in `{topic: {topic_id, topic_name}, mentions: 3}`.
 *
 * @returns undefined when no id can be told
 */
export function entryOf(record: unknown, kind: RecordName): Entry | undefined {
	if (!isObject(record)) return undefined;
	const inner = Object.entries(record).filter(([, value]) => isObject(value)) as Array<
		[string, JsonObject]
	>;
	const own = inner.filter(([key]) => key === kind).map(([, value]) => value);
	const others = inner.filter(([key]) => key !== kind).map(([, value]) => value);
	const candidates = [record, ...own, ...others];
	for (const idOf of [namedId, onlyId]) {
		for (const candidate of candidates) {
			const value = idOf(candidate, kind);
			if (value !== undefined) {
				return { name: labelOf({ ...record, ...candidate }, value), value };
			}
		}
	}
	return undefined;
}

/** An id under a name that says so: `id`, or the name that the specification's paths give it. */
function namedId(record: JsonObject, kind: RecordName): string | undefined {
	const inPaths = Object.entries(IDENTIFIERS).find(([, { record: of }]) => of === kind)?.[0];
	return ['id', `${kind}_id`, inPaths ?? '', 'uuid'].map((key) => record[key]).find(isUuid);
}

/** The only UUID that the record holds at its top. */
function onlyId(record: JsonObject): string | undefined {
	const ids = Object.values(record).filter(isUuid);
	return ids.length === 1 ? ids[0] : undefined;
}
