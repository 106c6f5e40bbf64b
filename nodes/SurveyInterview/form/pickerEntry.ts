import { INVITATION } from '../service/invitations';
import { MAILING } from '../service/mailings';
import { RESPONDENT } from '../service/respondents';
import type { Simplified } from '../service/simplified';
import { SURVEY, PROPERTY, THEME } from '../service/surveys';
import { TOPIC } from '../service/results';
import { METRIC_LABELS } from '../service/metric';
import { isUuid, type RecordName } from '../service/identifiers';
import { isObject, type JsonObject } from '../service/json';
import { oneLine, scalarText } from '../service/scalars';

/** How a picker shows the records of a kind: the first of the names that a record has, and then its details. */
interface EntryFormat {
	simplified: Simplified;
	names: readonly string[];
	details: readonly string[];
}

const PERSON = ['name', 'email', 'external_id'];

const ENTRY_FORMATS: Record<RecordName, EntryFormat> = {
	survey: {
		simplified: SURVEY,
		names: ['name'],
		details: ['metric_type', 'status', 'response_count'],
	},
	mailing: { simplified: MAILING, names: ['subject_override'], details: ['status', 'created_at'] },
	invitation: {
		simplified: INVITATION,
		names: ['label', ...PERSON],
		details: ['email', 'type', 'status'],
	},
	respondent: {
		simplified: RESPONDENT,
		names: PERSON,
		details: ['email', 'status', 'score', 'completed_at'],
	},
	theme: { simplified: THEME, names: ['name'], details: ['is_archived'] },
	property: { simplified: PROPERTY, names: ['label', 'key'], details: [] },
	topic: { simplified: TOPIC, names: ['name'], details: [] },
	// A record that `templatesOf` makes of mailings.
	template: { simplified: MAILING, names: ['subject_override'], details: ['created_at'] },
};

const READERS = Object.fromEntries(
	Object.entries(ENTRY_FORMATS).map(([kind, { simplified }]) => [kind, simplified.read]),
);

/** The entry for a record; undefined if the record has no ID. */
export function pickerEntry(record: unknown, kind: RecordName) {
	const facts = isObject(record) ? READERS[kind]?.(record, {}) : undefined;
	if (!isUuid(facts?.id)) return undefined;
	return { name: labelOf(facts, facts.id, kind), value: facts.id };
}

/**
 * The label of a record: its name or the start of its id, and two details; of a survey three:
 * `Customer relationship · NPS · open · 418 answers`.
 */
export function labelOf(facts: JsonObject, id: string, kind: RecordName): string {
	const { names, details } = ENTRY_FORMATS[kind];
	const textOf = (name: string) => displayText(name, facts[name]);
	const name = names.map(textOf).find((text) => text !== undefined);
	const otherDetails = details.map(textOf).filter((text) => text !== undefined && text !== name);
	return [name ?? `ID ${id.slice(0, 8)}`, ...otherDetails.slice(0, kind === 'survey' ? 3 : 2)].join(
		' · ',
	);
}

function displayText(name: string, value: unknown): string | undefined {
	if (name === 'metric_type') return METRIC_LABELS[scalarText(value)];
	// The only flag among the details is `is_archived`.
	if (value === true) return 'archived';
	if (typeof value === 'number') {
		if (name !== 'response_count') return String(value);
		return `${value} ${value === 1 ? 'answer' : 'answers'}`;
	}
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	// The day of a time is enough to recognise a record.
	return name.endsWith('_at') ? value.slice(0, 10) : oneLine(value, 80);
}
