import type {
	ChoiceField,
	ChoicesField,
	Field,
	ListField,
	PairField,
	TextField,
} from '../fields/field';
import { isUuid } from '../records/identifiers';
import { isObject } from '../records/json';
import { LIST_READERS } from './listReaders';
import { isEmptyMap, keyIn, readMap } from './map';
import { readInteger, readNumber, type ReadResult, type Removable } from './numbers';
import { display, notUuid, uuidIn } from './problem';
import { mustBeText, unfitText } from './unfit';
import { emptyFilterProblem, isNothing } from './widening';

/** Checks what the user gave for a field, by the specification's bounds, and turns it into what is sent. */
export function readField(
	field: Field,
	value: unknown,
	timeZone: string,
	removable: Removable,
): ReadResult {
	const { label } = field;
	switch (field.kind) {
		case 'text':
			return readText(value, field);
		case 'integer':
			return readInteger(value, field, removable);
		case 'number':
			return readNumber(value, field, removable);
		case 'dateTime':
			return sentOr(
				pointInTime(value, timeZone, field.endsRange),
				() =>
					`${label} is not a date: ${display(value)}. Use ISO 8601, for example 2026-05-01T12:00:00Z. To convert another format in n8n, use DateTime.fromFormat('31.12.2026', 'dd.MM.yyyy').toISO().`,
			);
		case 'choice':
			return readChoice(value, field);
		case 'choices':
			return readEach(
				wordsOf(value),
				(word) => readChoice(word, field),
				`${label} is empty: choose at least one, or remove the field.`,
			);
		case 'toggle':
			return sentOr(
				{ true: true, false: false }[String(value)],
				() => `${label} must be on or off (true or false), but it is ${display(value)}.`,
			);
		case 'list':
			if (field.reader) return LIST_READERS[field.reader](value, field);
			return readEach(
				entriesOf(value, field),
				(entry) => readEntry(entry, field),
				// Where null empties the field, an empty list does so too.
				field.nullable ? undefined : emptyList(field, removable),
			);
		case 'map':
			return readFieldMap(value, field);
		case 'pair':
			return readPair(value, field);
		case 'record':
			return sentOr(uuidIn(value), () => notUuid(label, value));
	}
}

const sentOr = (sent: unknown, problem: () => string): ReadResult =>
	sent === undefined ? { problem: problem() } : { sent };

/** @param ifEmpty the problem of a list without entries; undefined where it may be empty */
function readEach(
	entries: readonly unknown[],
	read: (entry: unknown) => ReadResult,
	ifEmpty: string | undefined,
): ReadResult {
	if (entries.length === 0 && ifEmpty !== undefined) return { problem: ifEmpty };
	const sent: unknown[] = [];
	for (const entry of entries) {
		const result = read(entry);
		if ('problem' in result) return result;
		sent.push(result.sent);
	}
	return { sent };
}

/** Text, and whether it must have a value, as an entry of a list must. */
type CheckedText = TextField & { filled?: true };

function readText(value: unknown, field: CheckedText): ReadResult {
	const { label, format, filled } = field;
	if (filled && isNothing(value)) {
		return { problem: `${label} has an empty entry: fill it in, or remove it.` };
	}
	const unfit = unfitText(value);
	if (unfit !== undefined) return { problem: `${label} ${unfit}` };
	const sent = format === undefined ? String(value) : String(value).trim();
	const problem = textIssue(sent, field);
	return problem === undefined ? { sent } : { problem };
}

/** An entry of a list. Where one decides what counts, a number or `true` is an expression gone wrong. */
function readEntry(value: unknown, field: ListField): ReadResult {
	if (field.atLeastOne && typeof value !== 'string') {
		return { problem: `${field.label} ${mustBeText(value)}` };
	}
	return readText(value, { ...field, kind: 'text', filled: true });
}

/** Why a text cannot be sent in a field, in one sentence. */
export function textIssue(
	value: string,
	{ label, format, maxLength }: TextField,
): string | undefined {
	const length = [...value].length;
	if (maxLength !== undefined && length > maxLength) {
		return `${label} has ${length} characters, and the service takes at most ${maxLength}: shorten it.`;
	}
	if (format === 'uuid' && !isUuid(value)) return notUuid(label, value);
	if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) {
		return `${label} is not an email address: ${display(value)}. Correct it or remove the field.`;
	}
	return undefined;
}

function readChoice(
	value: unknown,
	{ label, choices, open }: ChoiceField | ChoicesField,
): ReadResult {
	// The empty one is what the form shows where nothing is chosen, and is never sent.
	const names = choices.map((one) => one.value).filter((name) => name !== '');
	const isKnown = typeof value === 'string' && (open || names.includes(value));
	return sentOr(isKnown && !isNothing(value) ? value : undefined, () =>
		open
			? `${label} is ${display(value)}: choose one, or enter a value under Other.`
			: `${label} must be one of ${names.join(', ')}, but it is ${display(value)}.`,
	);
}

function readFieldMap(value: unknown, { label, nullable }: Field): ReadResult {
	if (isEmptyMap(value)) {
		const orNull = nullable ? ', or choose it under Clear Fields' : '';
		return { problem: `${label} is empty: add a value, or remove the field${orNull}.` };
	}
	const map = readMap(value);
	return 'sent' in map ? map : { problem: `${label} ${map.problem}` };
}

/** One key with its value, as the row that n8n gives them in. */
function readPair(value: unknown, { label, row }: PairField): ReadResult {
	const pair = isObject(value) ? value[row] : undefined;
	if (!isObject(pair)) {
		return { problem: `${label} has no key and value: enter both, or remove the filter.` };
	}
	const key = keyIn(pair);
	for (const [name, part] of Object.entries({ Key: key, Value: pair.value })) {
		const partLabel = `${label} → ${name}`;
		const empty = emptyFilterProblem(partLabel, part);
		if (empty !== undefined) return { problem: empty };
		const unfit = unfitText(part);
		if (unfit !== undefined) return { problem: `${partLabel} ${unfit}` };
	}
	return { sent: { [String(key).trim()]: String(pair.value).trim() } };
}

function entriesOf(value: unknown, { atLeastOne }: ListField): unknown[] {
	if (atLeastOne) return wordsOf(value).filter((entry) => !isNothing(entry));
	return Array.isArray(value) ? value : [value];
}

function emptyList({ label, entry, atLeastOne }: ListField, removable: Removable): string {
	return atLeastOne
		? `${label} is empty: enter at least one ${(entry ?? label).toLowerCase()}, or remove the ${removable}.`
		: `${label} is empty: add an entry, or remove the field.`;
}

/** The words of a text, or of a list; another value stands alone, so that its own check refuses it. */
function wordsOf(value: unknown): unknown[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
	return value
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');
}

/** A date, or a date and time, with an offset or without. */
const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * A user's date as the date-time that is sent: ISO 8601 with an offset. A date without one, as n8n's
 * date picker writes it, is in the workflow's time zone.
 *
 * @param isEnd whether a date without a time means the end of that day, and not its begin
 * @returns undefined when it is not a date
 */
export function pointInTime(value: unknown, timeZone: string, isEnd = false): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	}
	// A luxon DateTime, which n8n's expressions give ($now, $today).
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		const iso: unknown = (value as { toISO: () => unknown }).toISO();
		return typeof iso === 'string' ? iso : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const typed = value.trim();
	const [, year, month, day, time, offset] = ISO.exec(typed) ?? [];
	if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined;
	if (offset !== undefined) {
		const exact = /^(Z|[+-]\d{2}:\d{2})$/.test(offset);
		const sent = `${year}-${month}-${day}T${time}${exact ? offset : colonIn(offset)}`;
		return Number.isNaN(Date.parse(sent)) ? undefined : sent;
	}
	const clock = time ?? (isEnd ? '23:59:59.999' : '00:00:00');
	const asUtc = Date.parse(`${year}-${month}-${day}T${clock}Z`);
	if (Number.isNaN(asUtc)) return undefined;
	// The offset depends on the moment; a second look is right on the days when clocks change.
	const guess = asUtc - offsetMs(asUtc, timeZone);
	return new Date(asUtc - offsetMs(guess, timeZone)).toISOString();
}

/** How far a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetMs(at: number, timeZone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(at);
	const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
	const local = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return local - Math.floor(at / 1000) * 1000;
}

/** `+02`, `+0200` and `z`, as databases write them, in the form of ISO 8601 that every service reads. */
function colonIn(offset: string): string {
	if (/z/i.test(offset)) return 'Z';
	return `${offset.slice(0, 3)}:${offset.slice(3) || '00'}`;
}

/** Whether the calendar has this day: JavaScript would take 30 February for 2 March. */
function isDay(year: number, month: number, day: number): boolean {
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
