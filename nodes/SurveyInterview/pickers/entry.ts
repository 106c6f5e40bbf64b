import { IDENTIFIERS, isUuid, type RecordName } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';

/** One line of a picker: what a person reads, and the id that is used. */
export interface PickerEntry {
	name: string;
	value: string;
}

/**
 * The picker's line for a record whose fields are not shown: its id may be called `id` or `topic_id`, and
 * may stand one level down, as in `{topic: {topic_id, topic_name}, mentions: 3}`.
 *
 * @returns undefined when no id can be told
 */
export function pickerEntry(record: unknown, kind: RecordName): PickerEntry | undefined {
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

/** Keys that name a record to a person, best first; records that are not shown may have any of them. */
const NAMES = [
	'name',
	'label',
	'title',
	'topic_name',
	'property_label',
	'subject_override',
	'recipient_name',
	'recipient_email',
	'email',
	'recipient_external_id',
	'external_id',
];

/** Keys that tell records of the same name apart. */
const DETAILS = ['recipient_email', 'type', 'status', 'score', 'completed_at', 'created_at'];

/** One line for a picker: a name where there is one, what tells it apart, and the start of the id. */
export function labelOf(record: JsonObject, id: string): string {
	const name = NAMES.map((key) => displayText(record[key])).find((text) => text !== undefined);
	const details = DETAILS.map((key) => displayText(record[key])).filter(
		(text): text is string => text !== undefined && text !== name,
	);
	const parts = [name ?? `ID ${id.slice(0, 8)}`, ...details.slice(0, 2)];
	if (record.is_archived === true) parts.push('archived');
	return parts.join(' · ');
}

function displayText(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	// A time is told from a day by nobody who looks for a record.
	return /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : oneLine(value, 80);
}
