import { isExact, isExactText } from '../records/scalars';
import { foreignKind, isObject } from '../records/json';
import { display } from './problem';

/**
 * Values that would change unnoticed on their way to the service are refused. Each function returns the rest
 * of a sentence that begins with the field, or undefined where the value can be sent as it is.
 */
type Unfit = string | undefined;

const AS_TEXT = 'pass it as text';

/** A number that has lost digits, so that another number would be sent, or that is not finite. */
export function unfitNumber(value: number, advice = AS_TEXT): Unfit {
	if (isExact(value)) return undefined;
	return Number.isFinite(value)
		? `is a number that is too large to be exact (${value}): ${advice}.`
		: `is not a number (${value}): correct the calculation.`;
}

/** A number in text that JavaScript reads as another one; the rest of `is …` and `holds …`. */
export function unfitDigits(digits: string): Unfit {
	if (isExactText(digits)) return undefined;
	return `the number ${digits}, which would become ${JSON.stringify(Number(digits))}`;
}

/** Databases have no place for these, and half of an emoji cannot be written in UTF-8. */
export function unfitCharacter(text: string): Unfit {
	const isUnfit = text.includes('\0') || /\p{Surrogate}/u.test(text);
	return isUnfit
		? 'contains a character that cannot be stored (a null byte, or half of an emoji): remove it.'
		: undefined;
}

/** A value that is not text and cannot be sent as text. */
export function unfitText(value: unknown): Unfit {
	switch (typeof value) {
		case 'string':
			return unfitCharacter(value);
		case 'number':
			return unfitNumber(value);
		case 'boolean':
			return undefined;
		default:
			return unfitNothing(value) ?? mustBeText(value);
	}
}

/** The rest of a sentence about a value that is not text. */
export function mustBeText(value: unknown): string {
	return `must be text, but it is ${display(value)}: map it to the field that has the text.`;
}

function unfitNothing(value: unknown): Unfit {
	return value === undefined || value === null
		? 'has no value, because its expression returned nothing: correct the expression, or remove the entry.'
		: undefined;
}

/**
 * A value inside an object from an expression that JSON would change or leave out. The object must not hold
 * itself. A key without a value is left out, like a field whose expression gives nothing.
 */
export function unfitJson(value: unknown, path: Array<string | number> = []): Unfit {
	const here = path.length === 0 ? '' : `→ ${display(path.join('.'))} `;
	const problem = unfitValue(value);
	if (problem !== undefined) return here + problem;
	const isList = Array.isArray(value);
	if (!isList && !isObject(value)) return undefined;
	const wrongKey = Object.keys(value).find((name) => unfitCharacter(name) !== undefined);
	if (wrongKey !== undefined) return `${here}has a key that ${unfitCharacter(wrongKey)}`;
	// Array.from, because `Object.entries` skips the gaps of a list.
	const entries: Array<[string | number, unknown]> = isList
		? Array.from(value as unknown[], (entry, place) => [place, entry])
		: Object.entries(value).filter(([, entry]) => entry !== undefined);
	for (const [key, entry] of entries) {
		const inside = unfitJson(entry, [...path, key]);
		if (inside !== undefined) return inside;
	}
	return undefined;
}

function unfitValue(value: unknown): Unfit {
	if (typeof value === 'string') return unfitCharacter(value);
	if (typeof value === 'number') return unfitNumber(value);
	if (value === undefined) return unfitNothing(value);
	const kind = foreignKind(value);
	if (kind === undefined) return undefined;
	return `is ${kind}, which JSON does not have: ${ADVICE[kind] ?? 'pass it as a plain object, a list or text'}.`;
}

const ADVICE: Record<string, string> = {
	'a function': 'remove it',
	'a symbol': 'remove it',
	'a BigInt': AS_TEXT,
	'a Date': AS_TEXT,
	'a DateTime': AS_TEXT,
};
