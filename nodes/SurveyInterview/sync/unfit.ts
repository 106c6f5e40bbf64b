import { mapEntries } from '../input/mapEntries';
import { InputProblem, shown } from '../input/problem';
import type { Field } from '../operations/field';
import { FORBIDDEN_KEYS, isObject } from '../records/json';

/**
 * Refuses what a list may hold and no invitation can: one sentence with the field, why, and what to do.
 * It is stricter than a single operation is. Nobody looks at each of ten thousand contacts, and some
 * programs write `false` for an empty field.
 *
 * @throws {InputProblem}
 */
export function refuseUnfit({ kind, label }: Field, value: unknown): void {
	if (value === undefined) return;
	const problem = kind === 'map' ? unfitMap(value) : kind === 'text' ? unfitText(value) : undefined;
	if (problem !== undefined) throw new InputProblem(`${label} ${problem}`);
}

function unfitText(value: unknown): string | undefined {
	if (typeof value === 'number') return unfitNumber(value);
	if (typeof value === 'string') return unfitCharacter(value);
	return `must be text, but it is ${shown(value)}: map it to the field of the contact that holds the text.`;
}

/** A number beyond these has lost its last digits, and another person's id may end up the same. */
function unfitNumber(value: number): string | undefined {
	if (Number.isNaN(value)) return 'is a calculation that gave no number (NaN): correct it.';
	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return undefined;
	return `is a number that is too large to be exact (${value}): hand it over as text.`;
}

/** Databases have no place for these; a service may fail on one, and the whole sync with it. */
function unfitCharacter(text: string): string | undefined {
	const isUnfit = text.includes('\0') || /\p{Surrogate}/u.test(text);
	return isUnfit
		? 'holds a character that cannot be stored (a null byte, or half of an emoji): remove it from the contact.'
		: undefined;
}

function unfitMap(value: unknown): string | undefined {
	if (!isObject(value)) {
		return `must be keys with one text each, but it is ${shown(value)}: map each key to one value.`;
	}
	const seen = new Set<string>();
	for (const [key, entry] of mapEntries(value)) {
		if (typeof key !== 'string' || key.trim() === '') {
			return 'has a value without a key: enter the key of the property.';
		}
		if (FORBIDDEN_KEYS.includes(key)) {
			return `has the key ${key}, which no property may have: rename it.`;
		}
		if (seen.has(key)) return `has the key ${shown(key)} twice: keep one.`;
		seen.add(key);
		const problem =
			unfitCharacter(key) ?? (typeof entry === 'boolean' ? undefined : unfitText(entry));
		if (problem !== undefined) return `→ ${shown(key)} ${problem}`;
	}
	return undefined;
}
