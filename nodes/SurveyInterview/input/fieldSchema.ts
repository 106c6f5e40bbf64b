import * as z from 'zod/v4-mini';

import type { ChoiceField, ChoicesField, Field, ListField, TextField } from '../fields/field';
import { isUuid } from '../records/identifiers';
import { uuidIn, notUuid } from './identifier';
import { LIST_READERS } from './listReaders';
import { isEmptyMap, readMap } from './map';
import { readInteger, readNumber, type ReadResult, type Removable } from './numbers';
import { pointInTime } from './pointInTime';
import { readPair } from './pair';
import { display } from './problem';
import { mustBeText, unfitText } from './unfit';
import { isNothing } from './widening';

/** Checks what the user gave and turns it into what is sent. Every issue is a whole sentence. */
type Schema = z.ZodMiniType;

/**
 * The check of a field; the bounds are the specification's.
 *
 * @param removable what the editor calls a field that can be removed
 */
export function fieldSchema(field: Field, timeZone: string, removable: Removable): Schema {
	switch (field.kind) {
		case 'text':
			return checked((value) => readText(value, field));
		case 'integer':
			return checked((value) => readInteger(value, field, removable));
		case 'number':
			return checked((value) => readNumber(value, field, removable));
		case 'dateTime':
			return converted(
				(value) => pointInTime(value, timeZone, field.endsRange),
				(shown) =>
					`${field.label} is not a date: ${shown}. Use ISO 8601, for example 2026-05-01T12:00:00Z. To convert another format in n8n, use DateTime.fromFormat('31.12.2026', 'dd.MM.yyyy').toISO().`,
			);
		case 'choice':
			return oneOf(field);
		case 'choices':
			return z.pipe(
				z.transform(wordsOf),
				filledList(
					oneOf(field),
					`${field.label} is empty: choose at least one, or remove the field.`,
				),
			);
		case 'toggle':
			return converted(
				(value) => ({ true: true, false: false })[String(value)],
				(shown) => `${field.label} must be on or off (true or false), but it is ${shown}.`,
			);
		case 'list': {
			const { reader } = field;
			if (reader) return checked((value) => LIST_READERS[reader](value, field));
			return z.pipe(
				z.transform((value) => entriesOf(value, field)),
				filledList(
					checked((value) => readEntry(value, field)),
					emptyList(field, removable),
					// Where null empties the field, an empty list does so too.
					field.nullable ? 0 : 1,
				),
			);
		}
		case 'map':
			return checked((value) => readFieldMap(value, field));
		case 'pair':
			return checked((value) => readPair(value, field));
		case 'record':
			return converted(uuidIn, (_shown, value) => notUuid(field.label, value));
	}
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

function oneOf({ label, choices, open }: ChoiceField | ChoicesField): Schema {
	// The empty one is what the form shows where nothing is chosen, and is never sent.
	const names = choices.map(({ value }) => value).filter((value) => value !== '');
	return converted(
		(value) =>
			typeof value === 'string' && !isNothing(value) && (open || names.includes(value))
				? value
				: undefined,
		(shown) =>
			open
				? `${label} is ${shown}: choose one, or enter a value under Other.`
				: `${label} must be one of ${names.join(', ')}, but it is ${shown}.`,
	);
}

function readFieldMap(value: unknown, { label, nullable }: Field): ReadResult {
	if (isEmptyMap(value)) {
		const orNull = nullable ? ', or choose it under Clear Fields' : '';
		return { problem: `${label} is empty: add a value, or remove the field${orNull}.` };
	}
	const map = readMap(value);
	return 'texts' in map ? { sent: map.texts } : { problem: `${label} ${map.problem}` };
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

function converted(
	convert: (value: unknown) => unknown,
	sentence: (shownValue: string, value: unknown) => string,
): Schema {
	return checked((value) => {
		const sent = convert(value);
		return sent === undefined ? { problem: sentence(display(value), value) } : { sent };
	});
}

function checked(read: (value: unknown) => ReadResult): Schema {
	return z.transform((value, context) => {
		const result = read(value);
		if ('sent' in result) return result.sent;
		context.issues.push({ code: 'custom', message: result.problem, input: value });
		return z.NEVER;
	});
}

function filledList(entry: Schema, ifEmpty: string, least = 1) {
	return z.array(entry).check(z.minLength(least, ifEmpty));
}

/** The words of a text, or of a list; another value stands alone, so that its own check refuses it. */
function wordsOf(value: unknown): unknown[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
	return value
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');
}
