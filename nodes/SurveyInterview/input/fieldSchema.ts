import type { z as Zod } from 'zod';

import type {
	ChoiceField,
	ChoicesField,
	Field,
	IntegerField,
	TextField,
} from '../operations/field';
import { isUuid } from '../records/identifiers';
import { FORBIDDEN_KEYS, isObject } from '../records/json';
import { idOf, notUuid } from './identifier';
import { mapEntries } from './mapEntries';
import { pointInTime } from './pointInTime';
import { shown } from './problem';

type Z = typeof Zod;
/** Checks what the user gave and turns it into what is sent. Every issue is a whole sentence. */
type Schema = Zod.ZodType<unknown, Zod.ZodTypeDef, unknown>;

/** The check of a field; the bounds are the specification's. */
export function fieldSchema(z: Z, field: Field, timeZone: string): Schema {
	switch (field.kind) {
		case 'text':
			return textSchema(z, field);
		case 'integer':
			return integerSchema(z, field);
		case 'number':
			return converted(z, numberOf, (given) =>
				given === '""'
					? `${field.label} is empty: enter a number, or remove the field.`
					: `${field.label} is no number: ${given}. Enter one, or remove the field.`,
			);
		case 'dateTime':
			return converted(
				z,
				(value) => pointInTime(value, timeZone),
				(shown) =>
					shown === '""'
						? `${field.label} is empty: pick a date or remove the field${orNull(field)}.`
						: `${field.label} is no date: ${shown}. Use ISO 8601, for example 2026-05-01T12:00:00Z, which n8n makes with DateTime.fromFormat('31.12.2026', 'dd.MM.yyyy').toISO().`,
			);
		case 'choice':
			return oneOf(z, field);
		case 'choices':
			return z.preprocess(
				splitWords,
				z
					.array(oneOf(z, field))
					.min(1, `${field.label} is empty: choose at least one, or remove the field.`),
			);
		case 'toggle':
			return converted(
				z,
				(value) => ({ true: true, false: false })[String(value)],
				(shown) => `${field.label} must be on or off (true or false), but it is ${shown}.`,
			);
		case 'list':
			return z.preprocess(
				(value) => (Array.isArray(value) ? (value as unknown[]) : [value]),
				z
					.array(textSchema(z, { ...field, kind: 'text', filled: true }))
					.min(1, `${field.label} is empty: add an entry, or remove the field.`),
			);
		case 'map':
			return converted(z, mapOf, (shown, value) =>
				isEmptyMap(value)
					? `${field.label} is empty: add a value, or remove the field${orNull(field)}.`
					: `${field.label} must be keys with one value each: ${shown} is not. Correct it, or remove the field.`,
			);
		case 'record':
			return converted(z, idOf, (_shown, value) => notUuid(field.label, value));
	}
}

/** Text, and whether it must have a value, as an entry of a list must. */
type CheckedText = TextField & { filled?: true };

function textSchema(z: Z, field: CheckedText): Schema {
	const asText = (value: unknown) => {
		const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
		return field.format !== undefined && typeof text === 'string' ? text.trim() : text;
	};
	return z.preprocess(
		asText,
		z
			.custom<string>(
				(value) => typeof value === 'string',
				(value) => ({
					message: `${field.label} must be text, but it is ${shown(value)}.`,
				}),
			)
			.superRefine((value, context) => {
				const issue = textIssue(value, field);
				if (issue !== undefined) context.addIssue({ code: 'custom', message: issue });
			}),
	);
}

function textIssue(
	value: string,
	{ label, format, longest, filled }: CheckedText,
): string | undefined {
	if (filled && value.trim() === '')
		return `${label} has an empty entry: fill it in, or remove it.`;
	const length = [...value].length;
	if (longest !== undefined && length > longest) {
		return `${label} has ${length} characters, and the service takes at most ${longest}: shorten it.`;
	}
	if (format === 'uuid' && !isUuid(value)) return notUuid(label, value);
	if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) {
		return `${label} is no e-mail address: ${shown(value)}. Correct it or remove the field.`;
	}
	return undefined;
}

function integerSchema(z: Z, { label, least, most }: IntegerField): Schema {
	return converted(
		z,
		(value) => {
			const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
			const fits = typeof number === 'number' && Number.isInteger(number);
			return fits && number >= least && number <= most ? number : undefined;
		},
		(given) => `${label} must be a whole number from ${least} to ${most}, but it is ${given}.`,
	);
}

function numberOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function oneOf(z: Z, { label, choices, open }: ChoiceField | ChoicesField): Schema {
	const names = choices.map(({ value }) => value);
	return converted(
		z,
		(value) =>
			typeof value === 'string' && value !== '' && (open || names.includes(value))
				? value
				: undefined,
		(given) =>
			open
				? `${label} is ${given}: choose one, or enter a value under Other.`
				: `${label} must be one of ${names.join(', ')}, but it is ${given}.`,
	);
}

function converted(
	z: Z,
	convert: (value: unknown) => unknown,
	sentence: (shownValue: string, value: unknown) => string,
): Schema {
	return z.unknown().transform((value, context) => {
		const result = convert(value);
		if (result !== undefined) return result;
		context.addIssue({
			code: 'custom',
			message: sentence(shown(value), value),
		});
		return z.NEVER;
	});
}

function splitWords(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	return value
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');
}

/** n8n's `{values: [{key, value}]}`, or a plain object from an expression, as an object of strings. */
function mapOf(value: unknown): Record<string, string> | undefined {
	if (!isObject(value)) return undefined;
	const entries = mapEntries(value);
	if (entries.length === 0) return undefined;
	const result: Record<string, string> = {};
	for (const [key, entry] of entries) {
		const plain = ['string', 'number', 'boolean'].includes(typeof entry);
		if (typeof key !== 'string' || key.trim() === '' || !plain) return undefined;
		if (FORBIDDEN_KEYS.includes(key) || Object.hasOwn(result, key)) return undefined;
		result[key] = String(entry);
	}
	return result;
}

function isEmptyMap(value: unknown): boolean {
	if (!isObject(value)) return value === '' || value === null;
	const rows = 'values' in value ? value.values : value;
	return Object.keys(isObject(rows) || Array.isArray(rows) ? rows : {}).length === 0;
}

/** What else can be done about an empty field. */
function orNull({ nullable }: Field): string {
	return nullable ? ', or choose it under Send as Null' : '';
}
