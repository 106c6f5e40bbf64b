/** What the user gave for a field, checked by the specification's bounds and turned into what is sent. */
import type { Field, FieldOf } from '../fields/field';
import { isUuid } from '../records/identifiers';
import { FORBIDDEN_KEYS, isObject, isPlainObject } from '../records/json';
import { pointInTime } from './dates';
import { emptyFilterProblem, isEmptyMap, isNothing, keyIn, mapEntries } from './emptiness';
import { LIST_READERS } from './listReaders';
import {
	characterProblem,
	digitsProblem,
	display,
	mustBeText,
	notUuid,
	numberProblem,
	refuse,
	textProblem,
	uuidIn,
} from './problem';

/** What the editor calls a value that somebody can remove. */
export type Removable = 'field' | 'option' | 'filter';

/** @throws {InputError} one sentence: which field, why, and what to do */
export function readField(
	field: Field,
	value: unknown,
	timeZone: string,
	removable: Removable,
): unknown {
	const { label } = field;
	switch (field.kind) {
		case 'text':
			return readText(value, field);
		case 'integer':
			return readInteger(value, field, removable);
		case 'number':
			return readNumber(value, field, removable);
		case 'dateTime':
			return (
				pointInTime(value, timeZone, field.endsRange) ??
				refuse(
					`${label} is not a date: ${display(value)}. Use ISO 8601, for example 2026-05-01T12:00:00Z. To convert another format in n8n, use DateTime.fromFormat('31.12.2026', 'dd.MM.yyyy').toISO().`,
				)
			);
		case 'choice':
			return readChoice(value, field);
		case 'choices':
			return entriesIn(
				wordsOf(value),
				`${label} is empty: choose at least one, or remove the field.`,
			).map((word) => readChoice(word, field));
		case 'toggle':
			return (
				{ true: true, false: false }[String(value)] ??
				refuse(`${label} must be on or off (true or false), but it is ${display(value)}.`)
			);
		case 'list':
			return field.reader
				? LIST_READERS[field.reader](value, label)
				: readList(value, field, removable);
		case 'map':
			return readMapField(value, field);
		case 'pair':
			return readPair(value, field);
		case 'propertyKey':
			return readText(keyIn({ key: value }), { ...field, kind: 'text' });
		case 'record':
			return uuidIn(value) ?? refuse(notUuid(label, value));
	}
}

function readText(value: unknown, field: FieldOf<'text'>): string {
	const { label, format } = field;
	const unsendable = textProblem(value);
	if (unsendable !== undefined) refuse(`${label} ${unsendable}`);
	const text = format === undefined ? String(value) : String(value).trim();
	const problem = textIssue(text, field);
	return problem === undefined ? text : refuse(problem);
}

/** Why a text cannot be sent in a field, in one sentence. */
export function textIssue(
	value: string,
	{ label, format, maxLength }: FieldOf<'text'>,
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

/** A number with or without a fraction, also as text. */
export function readNumber(
	value: unknown,
	{ label, min = -Infinity }: FieldOf<'number'>,
	removable: Removable = 'field',
): number {
	const number = numberIn(label, value, /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i);
	if (number === undefined) {
		return refuse(
			`${label} is not a number: ${display(value)}. Enter one, or remove the ${removable}.`,
		);
	}
	if (number >= min) return number;
	return removable === 'field'
		? refuse(`${label} must be at least ${min}, but it is ${number}.`)
		: refuse(tooSmall(label, number, min, removable));
}

/** A whole number within its bounds, also as text. */
export function readInteger(
	value: unknown,
	{ label, min, max = Infinity, clamped }: FieldOf<'integer'>,
	removable: Removable = 'field',
): number {
	const number = numberIn(label, value, /^\d+$/);
	const isWhole = number !== undefined && Number.isInteger(number);
	if (isWhole && number >= min && (clamped || number <= max)) return Math.min(number, max);
	const bounds = max === Infinity || clamped ? `of at least ${min}` : `from ${min} to ${max}`;
	const problem = `${label} must be a whole number ${bounds}, but it is ${display(value)}`;
	if (removable === 'field') return refuse(`${problem}.`);
	return isWhole && number < min
		? refuse(tooSmall(label, number, min, removable))
		: refuse(`${problem}: enter one, or remove the ${removable}.`);
}

const tooSmall = (label: string, number: number, min: number, removable: Removable) =>
	`${label} is ${number}: enter ${min} or more, or remove the ${removable}.`;

/** The number that a value is or, as text of this form, holds; refused where it would become another one. */
function numberIn(label: string, value: unknown, form: RegExp): number | undefined {
	const advice = 'enter one with fewer digits';
	if (typeof value === 'number') {
		const problem = numberProblem(value, advice);
		return problem === undefined ? value : refuse(`${label} ${problem}`);
	}
	const text = typeof value === 'string' ? value.trim() : '';
	if (!form.test(text)) return undefined;
	const problem = digitsProblem(text);
	return problem === undefined ? Number(text) : refuse(`${label} is ${problem}: ${advice}.`);
}

function readChoice(
	value: unknown,
	{ label, choices, open }: FieldOf<'choice' | 'choices'>,
): string {
	// The empty one is what the form shows where nothing is chosen, and is never sent.
	const names = choices.map((one) => one.value).filter((name) => name !== '');
	const isKnown = typeof value === 'string' && (open || names.includes(value));
	if (isKnown && !isNothing(value)) return value;
	return open
		? refuse(`${label} is ${display(value)}: choose one, or enter a value under Other.`)
		: refuse(`${label} must be one of ${names.join(', ')}, but it is ${display(value)}.`);
}

/** An array of texts. */
function readList(value: unknown, field: FieldOf<'list'>, removable: Removable): string[] {
	const { label, entry = label, atLeastOne, nullable } = field;
	if (atLeastOne) {
		return entriesIn(
			wordsOf(value).filter((word) => !isNothing(word)),
			`${label} is empty: enter at least one ${entry.toLowerCase()}, or remove the ${removable}.`,
		).map((word) => {
			// Where one entry decides what counts, a number or `true` is an expression gone wrong.
			if (typeof word !== 'string') return refuse(`${label} ${mustBeText(word)}`);
			return readText(word, { ...field, kind: 'text' });
		});
	}
	const entries = Array.isArray(value) ? (value as unknown[]) : [value];
	// Where null empties the field, an empty list does so too.
	if (!nullable) entriesIn(entries, `${label} is empty: add an entry, or remove the field.`);
	return entries.map((one) => {
		if (isNothing(one)) refuse(`${label} has an empty entry: fill it in, or remove it.`);
		return readText(one, { ...field, kind: 'text' });
	});
}

/** @param ifNone the sentence where there is no entry */
function entriesIn(entries: unknown[], ifNone: string): unknown[] {
	return entries.length > 0 ? entries : refuse(ifNone);
}

/** The words of a text, or of a list; another value stands alone, so that its own check refuses it. */
function wordsOf(value: unknown): unknown[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
	const words = value.split(',').map((word) => word.trim());
	return words.filter((word) => word !== '');
}

function readMapField(value: unknown, { label, nullable }: Field): Record<string, string> {
	if (isEmptyMap(value)) {
		const orNull = nullable ? ', or choose it under Clear Fields' : '';
		refuse(`${label} is empty: add a value, or remove the field${orNull}.`);
	}
	return readMap(label, value);
}

/** The texts by key of n8n's rows, or of a plain object from an expression. */
export function readMap(label: string, value: unknown): Record<string, string> {
	if (!isPlainObject(value)) {
		const what = display(value);
		return refuse(
			`${label} must be keys with one text each, but it is ${what}: map each key to one value.`,
		);
	}
	const texts: Record<string, string> = {};
	for (const [rawKey, entry] of mapEntries(value)) {
		const key = typeof rawKey === 'number' ? String(rawKey) : rawKey;
		if (typeof key !== 'string' || key.trim() === '') {
			return refuse(`${label} has a value without a key: enter the key of the property.`);
		}
		const ofKey = typeof rawKey === 'number' ? numberProblem(rawKey) : characterProblem(key);
		if (ofKey !== undefined) refuse(`${label} has a key that ${ofKey}`);
		if (FORBIDDEN_KEYS.includes(key)) {
			refuse(`${label} has the key ${key}, which no property may have: rename it.`);
		}
		if (Object.hasOwn(texts, key)) refuse(`${label} ${duplicateKey(key)}`);
		const problem = textProblem(entry);
		if (problem !== undefined) refuse(`${label} → ${display(key)} ${problem}`);
		texts[key] = String(entry);
	}
	return texts;
}

/** The rest of a sentence about a duplicate key: one of its values would be lost. */
export function duplicateKey(key: string): string {
	return `has the key ${display(key)} twice: keep one.`;
}

/** One key with its value, as the row that n8n gives them in. */
function readPair(value: unknown, { label, row }: FieldOf<'pair'>): Record<string, string> {
	const pair = isObject(value) ? value[row] : undefined;
	if (!isObject(pair)) {
		return refuse(`${label} has no key and value: enter both, or remove the filter.`);
	}
	const key = keyIn(pair);
	for (const [name, part] of Object.entries({ Key: key, Value: pair.value })) {
		const partLabel = `${label} → ${name}`;
		const empty = emptyFilterProblem(partLabel, part);
		if (empty !== undefined) refuse(empty);
		const problem = textProblem(part);
		if (problem !== undefined) refuse(`${partLabel} ${problem}`);
	}
	return { [String(key).trim()]: String(pair.value).trim() };
}
