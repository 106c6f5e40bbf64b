/**
 * The kinds of field in one table: what each takes, and what it refuses in which sentence. What a field without a value
 * means depends on where it stands, and is said in `fieldChecker.ts`.
 */
import type { Field, FieldKind, FieldOf } from '../operations/field';
import {
	CUSTOM_PERIOD,
	periodChoices,
	type PeriodName,
	type TimeRange,
} from '../operations/periodFields';
import { ID_SHAPE, isUuid } from '../service/identifiers';
import { isPlainObject } from '../service/json';
import { plainText } from '../service/scalars';
import { readDate } from './dates';
import { READERS_OF_PEOPLE, readPropertyValue } from './people';
import { periodRange } from './periods';
import {
	display,
	isBlank,
	isEmpty,
	mapEntries,
	numberProblem,
	readUuid,
	refuse,
	textProblem,
	valueOfLocator,
} from './problem';
import { entriesIn, LIST_READERS, wordsInList } from './readLists';

/** What a person can remove from a form. */
export type Removable = 'field' | 'option' | 'filter';

/** What a value depends on besides its field. */
interface FieldContext {
	timeZone: string;
	now: Date;
	removable: Removable;
}

/**
 * Gives the value to send; undefined for a placeholder in a field about a person, such as `n/a` or `-`, and for a
 * period whose ends are fields of their own.
 */
type Reader<K extends FieldKind> = (
	value: unknown,
	field: FieldOf<K>,
	context: FieldContext,
) => unknown;

const READERS: { [K in FieldKind]: Reader<K> } = {
	text: readText,
	integer: readInteger,
	number: readNumber,
	dateTime: readTime,
	period: readPeriod,
	choice: readChoice,
	choices: readChoices,
	toggle: readToggle,
	list: readList,
	map: readTextsByKey,
	propertyKey: (value, { label }) => readPlainText(valueOfLocator(value), label),
	record: (value, { label }) => readUuid(value, label),
};

/** @throws {InputError} one sentence: which field, why, and what to do */
export function readField(value: unknown, field: Field, context: FieldContext): unknown {
	// The compiler cannot see that the reader is the one of the field's kind.
	const read = READERS[field.kind] as Reader<FieldKind>;
	return read(value, field, context);
}

function readText(value: unknown, field: FieldOf<'text'>): string | undefined {
	const { label, format } = field;
	let text: string | undefined;
	if (format === undefined) text = readPlainText(value, label);
	else if (format === 'uuid' || format === 'color') text = readPlainText(value, label).trim();
	else text = READERS_OF_PEOPLE[format](value, label);
	if (text === undefined) return undefined;
	if (format === 'uuid' && !isUuid(text)) {
		refuse(
			`${label} is not an ID: ${display(text)}. Enter a UUID, which looks like ${ID_SHAPE}, or remove the field.`,
		);
	}
	const problem = lengthProblem(text, field);
	return problem === undefined ? text : refuse(problem);
}

/** A text that is not about a person. */
function readPlainText(value: unknown, label: string): string {
	const problem = textProblem(value);
	return problem === undefined ? plainText(value) : refuse(`${label} ${problem}`);
}

export function lengthProblem(
	value: string,
	{ label, maxLength }: FieldOf<'text'>,
): string | undefined {
	const length = [...value].length;
	return maxLength !== undefined && length > maxLength
		? `${label} has ${length} characters, and the service takes at most ${maxLength}: shorten it.`
		: undefined;
}

/** A number with or without a fraction, also as text. */
function readNumber(
	value: unknown,
	{ label, min = -Infinity }: FieldOf<'number'>,
	{ removable }: FieldContext,
): number {
	const number = numberIn(label, value, /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i);
	if (number === undefined) {
		return refuse(
			`${label} is not a number: ${display(value)}. Enter one, or remove the ${removable}.`,
		);
	}
	return number >= min ? number : refuse(tooSmall(label, number, min, removable));
}

/** A whole number within its bounds, also as text. */
function readInteger(
	value: unknown,
	{ label, min, max = Infinity, clamped }: FieldOf<'integer'>,
	{ removable }: FieldContext,
): number {
	const number = numberIn(label, value, /^\d+$/);
	const isWhole = number !== undefined && Number.isInteger(number);
	if (isWhole && number >= min && (clamped || number <= max)) return Math.min(number, max);
	const bounds = max === Infinity || clamped ? `of at least ${min}` : `from ${min} to ${max}`;
	const problem = `${label} must be a whole number ${bounds}, but it is ${display(value)}`;
	// Whole numbers are also fields that cannot be removed, such as Limit.
	if (removable === 'field') return refuse(`${problem}.`);
	return isWhole && number < min
		? refuse(tooSmall(label, number, min, removable))
		: refuse(`${problem}: enter one, or remove the ${removable}.`);
}

const tooSmall = (label: string, number: number, min: number, removable: Removable) =>
	`${label} is ${number}: enter ${min} or more, or remove the ${removable}.`;

/** The number in a value, or in a text that matches `form`; undefined if it is no number. */
function numberIn(label: string, value: unknown, form: RegExp): number | undefined {
	const isText = typeof value === 'string' && form.test(value.trim());
	const number = isText ? Number(value) : value;
	if (typeof number !== 'number') return undefined;
	const problem = numberProblem(number, 'enter one with fewer digits');
	return problem === undefined ? number : refuse(`${label} ${problem}`);
}

function readTime(
	value: unknown,
	field: FieldOf<'dateTime'>,
	{ timeZone, now }: FieldContext,
): string {
	const time = readDate(value, field, timeZone);
	if (!field.inFuture || Date.parse(time) > now.getTime()) return time;
	return refuse(
		`${field.label} is in the past (${time}), so the link would not work: enter a later time.`,
	);
}

/** The range of a period; undefined for Custom, whose ends are two fields of their own. */
function readPeriod(
	value: unknown,
	field: FieldOf<'period'>,
	{ timeZone, now }: FieldContext,
): TimeRange | undefined {
	const word = readChoice(value, { ...field, kind: 'choice', choices: periodChoices(field) });
	return word === CUSTOM_PERIOD ? undefined : periodRange(word as PeriodName, now, timeZone);
}

function readChoice(
	value: unknown,
	{ kind, label, choices, open }: FieldOf<'choice' | 'choices'>,
): string {
	// The empty choice stands for "not chosen", and is never sent.
	const names = choices.map((choice) => choice.value).filter((name) => name !== '');
	const isAllowed = typeof value === 'string' && (open || names.includes(value));
	if (isAllowed && !isBlank(value)) return value;
	const wrong = display(value);
	if (!open) return refuse(`${label} must be one of ${names.join(', ')}, but it is ${wrong}.`);
	// The kind `choices` has no Other in the form.
	const orElse = kind === 'choice' ? 'enter a value under Other' : 'give a value as text';
	return refuse(`${label} is ${wrong}: choose one, or ${orElse}.`);
}

function readChoices(value: unknown, field: FieldOf<'choices'>): string[] {
	const words = wordsInList(value).filter((word) => word !== '');
	if (words.length === 0)
		refuse(`${field.label} is empty: choose at least one, or remove the field.`);
	return words.map((word) => readChoice(word, field));
}

function readToggle(value: unknown, { label }: FieldOf<'toggle'>): boolean {
	const text = String(value);
	if (text === 'true' || text === 'false') return text === 'true';
	return refuse(`${label} must be on or off (true or false), but it is ${display(value)}.`);
}

function readList(
	value: unknown,
	{ label, nullable, reader, mayHaveCommas }: FieldOf<'list'>,
): string[] {
	if (reader) return LIST_READERS[reader](value, label);
	const entries = mayHaveCommas ? entriesWithCommas(label, value) : wordsInList(value);
	// A field that may be emptied with null may be emptied with an empty list too.
	if (entries.length === 0 && !nullable)
		refuse(`${label} is empty: add an entry, or remove the field.`);
	return entries.map((item) => {
		if (isBlank(item)) refuse(`${label} has an empty entry: fill it in, or remove it.`);
		return readPlainText(item, label);
	});
}

/** The entries of a list in which an entry may contain a comma. */
function entriesWithCommas(label: string, value: unknown): unknown[] {
	const entries = entriesIn(value);
	// `entriesIn` returns a text as the only entry, unchanged, unless it is a list written as JSON.
	const isUnparsedText = typeof value === 'string' && entries[0] === value;
	if (isUnparsedText && /[,\n]/.test(value)) {
		refuse(
			`${label} is one text, in which a comma may separate entries or belong to one: give a list, with one entry for each.`,
		);
	}
	return entries;
}

/** Texts by key; undefined if all values are placeholders, such as `n/a` or `-`. */
function readTextsByKey(
	value: unknown,
	{ label, nullable, ofPerson }: FieldOf<'map'>,
): Record<string, string> | undefined {
	if (isEmpty(value)) {
		const orNull = nullable ? ', or choose it under Clear Fields' : '';
		refuse(`${label} is empty: add a value, or remove the field${orNull}.`);
	}
	const entries = entriesOfMap(label, value);
	if (!ofPerson) return readEntries(label, entries, readPlainText);
	// A blank text is kept, because it empties the property. `readPlainText` refuses null, which is blank as well.
	const texts = readEntries(label, entries, (entry, keyLabel) =>
		isBlank(entry) ? readPlainText(entry, keyLabel).trim() : readPropertyValue(entry, keyLabel),
	);
	return Object.keys(texts).length > 0 ? texts : undefined;
}

/** The keys and values of a map, from n8n's rows or from a plain object; they are not checked. */
export function entriesOfMap(label: string, value: unknown): unknown[][] {
	if (isPlainObject(value)) return mapEntries(value);
	return refuse(
		`${label} must be keys with one text each, but it is ${display(value)}: map each key to one value.`,
	);
}

/**
 * Texts by key.
 *
 * @param readValue gives undefined for a value that is left out
 */
export function readEntries(
	label: string,
	entries: readonly unknown[][],
	readValue: (value: unknown, label: string) => string | undefined,
): Record<string, string> {
	const texts = new Map<string, string>();
	for (const [rawKey, entry] of entries) {
		const key = readKey(label, rawKey);
		if (texts.has(key)) refuseTwice(label, key);
		const text = readValue(entry, `${label} → ${display(key)}`);
		if (text !== undefined) texts.set(key, text);
	}
	return Object.fromEntries(texts);
}

export function refuseTwice(label: string, key: string): never {
	return refuse(`${label} has the key ${display(key)} twice: keep one.`);
}

/** Keys that would change a prototype. */
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

export function readKey(label: string, rawKey: unknown): string {
	const key = typeof rawKey === 'number' ? String(rawKey) : rawKey;
	if (typeof key !== 'string' || key.trim() === '') {
		return refuse(`${label} has a value without a key: enter the key of the property.`);
	}
	const problem = textProblem(rawKey);
	if (problem !== undefined) refuse(`${label} has a key that ${problem}`);
	if (FORBIDDEN_KEYS.includes(key)) {
		refuse(`${label} has the key ${key}, which no property may have: rename it.`);
	}
	return key;
}
