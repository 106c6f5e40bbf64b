import type { JsonObject } from '../records/json';
import { oneLine } from '../records/text';

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
	const name = NAMES.map((key) => shown(record[key])).find((text) => text !== undefined);
	const details = DETAILS.map((key) => shown(record[key])).filter(
		(text): text is string => text !== undefined && text !== name,
	);
	const parts = [name ?? `ID ${id.slice(0, 8)}`, ...details.slice(0, 2)];
	if (record.is_archived === true) parts.push('archived');
	return parts.join(' · ');
}

function shown(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	// A time is told from a day by nobody who looks for a record.
	return /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : oneLine(value, 80);
}
