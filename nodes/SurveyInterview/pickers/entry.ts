import { SURVEY } from '../facts/survey';
import { METRIC_LABELS } from '../facts/values';
import { IDENTIFIERS, isUuid, type RecordName } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';

/** One line of a picker: the label that a person reads, and the id of the record. */
export interface PickerEntry {
	name: string;
	value: string;
}

/**
 * The picker's line for a record whose fields are not shown: its id may be called `id` or `topic_id`, and
 * may stand one level down, as in `{topic: {topic_id, topic_name}, mentions: 3}`.
 *
 * @returns undefined when the record has no id, or several that may be meant
 */
export function pickerEntry(record: unknown, kind: RecordName): PickerEntry | undefined {
	if (!isObject(record)) return undefined;
	const nested = Object.entries(record).filter(([, value]) => isObject(value)) as Array<
		[string, JsonObject]
	>;
	const own = nested.filter(([key]) => key === kind).map(([, value]) => value);
	const others = nested.filter(([key]) => key !== kind).map(([, value]) => value);
	const candidates = [record, ...own, ...others];
	for (const idOf of [namedId, onlyId]) {
		for (const candidate of candidates) {
			const value = idOf(candidate, kind);
			if (value !== undefined) {
				const own = { ...personIn(nested), ...record, ...candidate };
				return { name: labelOf(own, value, kind), value };
			}
		}
	}
	return undefined;
}

/** Where a record keeps whom it is about, as in `{id, person: {name}}`. */
const PERSON = /^(person|participant|respondent|contact|recipient)$/;

const personIn = (nested: ReadonlyArray<[string, JsonObject]>) =>
	nested.find(([key]) => PERSON.test(key))?.[1];

/** An id under the name of an id: `id`, or the name that it has in the interface's paths. */
function namedId(record: JsonObject, kind: RecordName): string | undefined {
	const nameInPaths = Object.entries(IDENTIFIERS).find(([, { record: of }]) => of === kind)?.[0];
	return ['id', `${kind}_id`, nameInPaths ?? '', 'uuid'].map((key) => record[key]).find(isUuid);
}

/** The only UUID among the record's own values. */
function onlyId(record: JsonObject): string | undefined {
	const ids = Object.values(record).filter(isUuid);
	return ids.length === 1 ? ids[0] : undefined;
}

/** Keys that name a record to a person, best first; any record may have any of them. */
const NAME_KEYS = [
	'name',
	'label',
	'title',
	'display_name',
	'topic_name',
	'property_label',
	'subject_override',
	'recipient_name',
	'participant_name',
	'recipient_email',
	'participant_email',
	'email',
	'recipient_external_id',
	'participant_external_id',
	'external_id',
];

/** Keys that distinguish records of the same name. */
const DETAIL_KEYS = ['recipient_email', 'type', 'status', 'score', 'completed_at', 'created_at'];

/**
 * The label of a record: its name and two details; without a name, the start of its id. What the list says of
 * a survey: `Customer relationship · NPS · open · 418 answers`.
 */
export function labelOf(record: JsonObject, id: string, kind: RecordName): string {
	const name = NAME_KEYS.map((key) => displayText(record[key])).find((text) => text !== undefined);
	const ofSurvey = kind === 'survey' ? surveyDetails(record) : [];
	const others = DETAIL_KEYS.map((key) => displayText(record[key])).filter(
		(text): text is string => text !== undefined && text !== name,
	);
	const details = ofSurvey.length > 0 ? ofSurvey : others.slice(0, 2);
	const parts = [name ?? `ID ${id.slice(0, 8)}`, ...details];
	if (record.is_archived === true) parts.push('archived');
	return parts.join(' · ');
}

const surveyFacts = SURVEY.reader();

function surveyDetails(record: JsonObject): string[] {
	const { metric_type: metric, status, response_count: count } = surveyFacts(record, {});
	const answers = typeof count === 'number' && `${count} ${count === 1 ? 'answer' : 'answers'}`;
	const details = [METRIC_LABELS[String(metric)], displayText(status), answers];
	return details.filter((detail) => typeof detail === 'string');
}

function displayText(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	// The day of a time is enough to recognise a record.
	return /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : oneLine(value, 80);
}
