/** Checks what the user gave for a field by the specification's bounds, and turns it into what is sent. */
import type { FieldOf } from '../fields/field';
import { ID_SHAPE, isUuid } from '../records/identifiers';
import { FORBIDDEN_KEYS, isObject, isPlainObject } from '../records/json';
import { readPropertyValue } from './people';
import {
	display,
	refuseEmptyFilter,
	isEmptyMap,
	isNothing,
	keyIn,
	mapEntries,
	numberProblem,
	refuse,
	textProblem,
} from './problem';

/** What a person can remove from a form. */
export type Removable = 'field' | 'option' | 'filter';

/** A text that is not about a person. */
export function readText(value: unknown, field: FieldOf<'text'>): string {
	const { label, format } = field;
	const unsendable = textProblem(value);
	if (unsendable !== undefined) refuse(`${label} ${unsendable}`);
	const text = format === undefined ? String(value) : String(value).trim();
	if (format === 'uuid' && !isUuid(text)) {
		refuse(
			`${label} is not an ID: ${display(text)}. Enter a UUID, which looks like ${ID_SHAPE}, or remove the field.`,
		);
	}
	const problem = lengthProblem(text, field);
	return problem === undefined ? text : refuse(problem);
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

/** The number in a value, or in text of this form; undefined if it is none. */
function numberIn(label: string, value: unknown, form: RegExp): number | undefined {
	const isText = typeof value === 'string' && form.test(value.trim());
	const number = isText ? Number(value) : value;
	if (typeof number !== 'number') return undefined;
	const problem = numberProblem(number, 'enter one with fewer digits');
	return problem === undefined ? number : refuse(`${label} ${problem}`);
}

export function readChoice(
	value: unknown,
	{ kind, label, choices, open }: FieldOf<'choice' | 'choices'>,
): string {
	// The empty choice stands for "not chosen", and is never sent.
	const names = choices.map((one) => one.value).filter((name) => name !== '');
	const isKnown = typeof value === 'string' && (open || names.includes(value));
	if (isKnown && !isNothing(value)) return value;
	const wrong = display(value);
	if (!open) return refuse(`${label} must be one of ${names.join(', ')}, but it is ${wrong}.`);
	// Several choices have no Other in the form.
	const orElse = kind === 'choice' ? 'enter a value under Other' : 'give a value as text';
	return refuse(`${label} is ${wrong}: choose one, or ${orElse}.`);
}

/** Texts by key; undefined if each value only says that there is none. */
export function readMapField(
	value: unknown,
	{ label, nullable, ofPerson }: FieldOf<'map'>,
): Record<string, string> | undefined {
	if (isEmptyMap(value)) {
		const orNull = nullable ? ', or choose it under Clear Fields' : '';
		refuse(`${label} is empty: add a value, or remove the field${orNull}.`);
	}
	if (!ofPerson) return readMap(label, value);
	const texts = readMap(label, value, readPropertyOfRecord);
	return Object.keys(texts).length > 0 ? texts : undefined;
}

/** An empty text stays, because it empties the property. */
const readPropertyOfRecord: ValueReader = (value, label) =>
	isNothing(value) ? readSendable(value, label).trim() : readPropertyValue(value, label);

/** Gives undefined for a value that is left out. */
type ValueReader = (value: unknown, label: string) => string | undefined;

function readSendable(value: unknown, label: string): string {
	const problem = textProblem(value);
	return problem === undefined ? String(value) : refuse(`${label} ${problem}`);
}

/** Texts by key, from n8n's rows or from a plain object. */
export function readMap(
	label: string,
	value: unknown,
	readValue: ValueReader = readSendable,
): Record<string, string> {
	const texts: Record<string, string> = {};
	for (const [rawKey, entry] of entriesOfMap(label, value)) {
		const key = readKey(label, rawKey);
		if (Object.hasOwn(texts, key)) refuseTwice(label, key);
		const text = readValue(entry, `${label} → ${display(key)}`);
		if (text !== undefined) texts[key] = text;
	}
	return texts;
}

export function refuseTwice(label: string, key: string): never {
	return refuse(`${label} has the key ${display(key)} twice: keep one.`);
}

/** The keys and values of a map, which are not checked. */
export function entriesOfMap(label: string, value: unknown): unknown[][] {
	if (isPlainObject(value)) return mapEntries(value);
	return refuse(
		`${label} must be keys with one text each, but it is ${display(value)}: map each key to one value.`,
	);
}

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

/** One key with its value, from n8n's row. */
export function readPair(value: unknown, { label, row }: FieldOf<'pair'>): Record<string, string> {
	const pair = isObject(value) ? value[row] : undefined;
	if (!isObject(pair)) {
		return refuse(`${label} has no key and value: enter both, or remove the filter.`);
	}
	const key = keyIn(pair);
	for (const [name, part] of Object.entries({ Key: key, Value: pair.value })) {
		const partLabel = `${label} → ${name}`;
		refuseEmptyFilter(partLabel, part);
		const problem = textProblem(part);
		if (problem !== undefined) refuse(`${partLabel} ${problem}`);
	}
	return { [String(key).trim()]: String(pair.value).trim() };
}
