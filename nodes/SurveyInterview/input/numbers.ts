import type { IntegerField, NumberField } from '../fields/field';
import { display } from './problem';
import { unfitDigits, unfitNumber } from './unfit';

/** What is sent for a value, or why it is not taken: one whole sentence. */
export type ReadResult = { sent: unknown } | { problem: string };

/** What the editor calls a value that somebody can remove. */
export type Removable = 'field' | 'option' | 'filter';

/** A number with or without a fraction, also as text. */
export function readNumber(
	value: unknown,
	{ label, min = -Infinity }: NumberField,
	removable: Removable = 'field',
): ReadResult {
	const { number, unfit } = numberIn(value, DECIMAL);
	if (unfit !== undefined) return { problem: `${label} ${unfit}` };
	if (number !== undefined && number >= min) return { sent: number };
	if (number !== undefined) {
		return removable === 'field'
			? { problem: `${label} must be at least ${min}, but it is ${number}.` }
			: tooSmall(label, number, min, removable);
	}
	return {
		problem: `${label} is not a number: ${display(value)}. Enter one, or remove the ${removable}.`,
	};
}

/** A whole number within its bounds, also as text. */
export function readInteger(
	value: unknown,
	{ label, min, max, clamped }: IntegerField,
	removable: Removable = 'field',
): ReadResult {
	const { number, unfit } = numberIn(value, DIGITS);
	if (unfit !== undefined) return { problem: `${label} ${unfit}` };
	const isWhole = number !== undefined && Number.isInteger(number);
	const highest = max ?? Infinity;
	if (isWhole && number >= min && (clamped || number <= highest)) {
		return { sent: Math.min(number, highest) };
	}
	const bounds = max === undefined || clamped ? `of at least ${min}` : `from ${min} to ${max}`;
	const problem = `${label} must be a whole number ${bounds}, but it is ${display(value)}`;
	if (removable === 'field') return { problem: `${problem}.` };
	return isWhole && number < min
		? tooSmall(label, number, min, removable)
		: { problem: `${problem}: enter one, or remove the ${removable}.` };
}

const tooSmall = (label: string, number: number, min: number, removable: Removable) => ({
	problem: `${label} is ${number}: enter ${min} or more, or remove the ${removable}.`,
});

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const DIGITS = /^\d+$/;

/** The number that a value is or, as text of this form, holds; or what would be changed about it. */
function numberIn(value: unknown, form: RegExp): { number?: number; unfit?: string } {
	const advice = 'enter one with fewer digits';
	if (typeof value === 'number') return { number: value, unfit: unfitNumber(value, advice) };
	const text = typeof value === 'string' ? value.trim() : '';
	if (!form.test(text)) return {};
	const unfit = unfitDigits(text);
	return { number: Number(text), unfit: unfit && `is ${unfit}: ${advice}.` };
}
