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

/** How a picker shows the records of a kind: by the first of the names that a record has, and by its details. */
interface Line {
	of: Simplified;
	names: readonly string[];
	details: readonly string[];
}

const PERSON = ['name', 'email', 'external_id'];

const LINES: Record<RecordName, Line> = {
	survey: { of: SURVEY, names: ['name'], details: ['metric_type', 'status', 'response_count'] },
	mailing: { of: MAILING, names: ['subject_override'], details: ['status', 'created_at'] },
	invitation: {
		of: INVITATION,
		names: ['label', ...PERSON],
		details: ['email', 'type', 'status'],
	},
	respondent: {
		of: RESPONDENT,
		names: PERSON,
		details: ['email', 'status', 'score', 'completed_at'],
	},
	theme: { of: THEME, names: ['name'], details: ['is_archived'] },
	property: { of: PROPERTY, names: ['label', 'key'], details: [] },
	topic: { of: TOPIC, names: ['name'], details: [] },
	// A record that `templatesOf` makes of mailings.
	template: { of: MAILING, names: ['subject_override'], details: ['created_at'] },
};

const READERS = Object.fromEntries(
	Object.entries(LINES).map(([kind, { of }]) => [kind, of.reader()]),
);

/**
 * The line for a record, which may be inside another object, as in `{topic: {id, name}, mentions: 3}`. Without a key
 * for the id, the only UUID is the id.
 *
 * @returns undefined when the record has no id, or several that could be it
 */
export function pickerEntry(record: unknown, kind: RecordName) {
	if (!isObject(record)) return undefined;
	const { [kind]: inner, ...others } = record;
	// Not the records of other kinds in it: the survey of a respondent is not the respondent.
	const unnamed = Object.entries(others).flatMap(([key, value]) => (key in LINES ? [] : [value]));
	const candidates = [record, inner, ...unnamed].filter(isObject).map((candidate) => ({
		facts: READERS[kind]?.(candidate, {}) ?? {},
		onlyId: onlyId(candidate),
	}));
	const withId = candidates.find(({ facts }) => isUuid(facts.id));
	const found = withId ?? candidates.find((candidate) => candidate.onlyId !== undefined);
	if (!found) return undefined;
	const id = String(withId ? found.facts.id : found.onlyId);
	// Facts that are missing in the inner record may be in the outer one.
	const outer = candidates[0]?.facts;
	const facts = Object.fromEntries(
		Object.entries(found.facts).map(([name, fact]) => [name, fact ?? outer?.[name]]),
	);
	return { name: labelOf(facts, id, kind), value: id };
}

function onlyId(record: JsonObject): string | undefined {
	const ids = Object.values(record).filter(isUuid);
	return ids.length === 1 ? ids[0] : undefined;
}

/**
 * The label of a record: its name or the start of its id, and two details; of a survey three:
 * `Customer relationship · NPS · open · 418 answers`.
 */
export function labelOf(facts: JsonObject, id: string, kind: RecordName): string {
	const { names, details } = LINES[kind];
	const textOf = (name: string) => displayText(name, facts[name]);
	const name = names.map(textOf).find((text) => text !== undefined);
	const others = details.map(textOf).filter((text) => text !== undefined && text !== name);
	return [name ?? `ID ${id.slice(0, 8)}`, ...others.slice(0, kind === 'survey' ? 3 : 2)].join(
		' · ',
	);
}

function displayText(name: string, value: unknown): string | undefined {
	if (name === 'metric_type') return METRIC_LABELS[scalarText(value)];
	if (value === true) return 'archived';
	if (typeof value === 'number') {
		if (name !== 'response_count') return String(value);
		return `${value} ${value === 1 ? 'answer' : 'answers'}`;
	}
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	// The day of a time is enough to recognise a record.
	return name.endsWith('_at') ? value.slice(0, 10) : oneLine(value, 80);
}
