/** Lists as the user gave them: values of a choice, texts, and those that a field reads in its own way. */
import type { FieldOf } from '../fields/field';
import { externalIdKey, isAddressAlone } from '../records/person';
import { display, isNothing, mustBeText, refuse } from './problem';
import { readChoice, readText, type Removable } from './readField';

/** Several values of a choice. */
export function readChoices(value: unknown, field: FieldOf<'choices'>): string[] {
	const words = wordsOf(value);
	if (words.length === 0)
		refuse(`${field.label} is empty: choose at least one, or remove the field.`);
	return words.map((word) => readChoice(word, field));
}

/** An array of texts. */
export function readList(value: unknown, field: FieldOf<'list'>, removable: Removable): string[] {
	const { label, entry = label, atLeastOne, nullable, reader } = field;
	if (reader) return LIST_READERS[reader](value, label);
	if (atLeastOne) {
		const words = wordsOf(value).filter((word) => !isNothing(word));
		if (words.length === 0) {
			refuse(
				`${label} is empty: enter at least one ${entry.toLowerCase()}, or remove the ${removable}.`,
			);
		}
		return words.map((word) => {
			// Where one entry decides what counts, a number or `true` is an expression gone wrong.
			if (typeof word !== 'string') return refuse(`${label} ${mustBeText(word)}`);
			return readText(word, { ...field, kind: 'text' });
		});
	}
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	// Where null empties the field, an empty list does so too.
	if (entries.length === 0 && !nullable)
		refuse(`${label} is empty: add an entry, or remove the field.`);
	return entries.map((one) => {
		if (isNothing(one)) refuse(`${label} has an empty entry: fill it in, or remove it.`);
		return readText(one, { ...field, kind: 'text' });
	});
}

/** The words of a text, or of a list; another value stands alone, so that its own check refuses it. */
function wordsOf(value: unknown): unknown[] {
	if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
	const words = value.split(',').map((word) => word.trim());
	return words.filter((word) => word !== '');
}

/** The ways to read a list that a field can name in `reader`. An empty list is a value of such a field. */
export const LIST_READERS: Record<
	NonNullable<FieldOf<'list'>['reader']>,
	(value: unknown, label: string) => string[]
> = {
	stepIds: readStepIds,
	optOuts: readOptOuts,
};

/**
 * Reads step IDs: one by one, in an expression's array, or in one text with spaces, commas or semicolons
 * between them. Entries without a value are left out: items that need no write have no step ID.
 */
function readStepIds(value: unknown, label: string): string[] {
	const entries = entriesOf(value).filter((entry) => !isMissing(entry));
	const wrong = entries.find((entry) => typeof entry !== 'string');
	if (wrong !== undefined) {
		refuse(
			`${label} contains ${display(wrong)}, which is not a step ID: pass the stepId of each item of a dry run.`,
		);
	}
	const ids = entries.flatMap((entry) => String(entry).split(/[\s,;]+/));
	return ids.filter((id) => id !== '');
}

/**
 * Reads the people who opted out: email addresses or external IDs, one by one, in an expression's array, or
 * in one text with separators. An entry that can match nobody as it is written is refused, not left out.
 */
function readOptOuts(value: unknown, label: string): string[] {
	const refused = (what: string, why: string) =>
		refuse(`${label} ${what}: ${why}; correct it so that nobody who opted out is invited.`);
	const all = entriesOf(value);
	if (Array.isArray(value) && all.length > 0 && all.every(isMissing)) {
		refused('has no value', 'its expression returned nothing');
	}
	return all
		.filter((one) => !isMissing(one))
		.flatMap(partsOf)
		.flatMap((entry) => {
			const key = externalIdKey(entry);
			if (key === undefined && typeof entry === 'string') return [];
			if (key === undefined) {
				const why = 'it must contain email addresses or external IDs as text';
				return refused(`contains ${display(entry)}`, why);
			}
			if (key.includes('@') && !isAddressAlone(key)) {
				refused(`contains ${display(key)}`, 'enter only the email address or the external ID');
			}
			return [key];
		});
}

/** The parts of a text, split in each way that is possible, because an external ID may hold a separator itself. */
function partsOf(entry: unknown): unknown[] {
	if (typeof entry !== 'string') return [entry];
	const split = (by: RegExp): string[] => entry.match(by) ?? [];
	const longer = [entry, ...split(/[^\n]+/g), ...split(/[^;\n]+/g)];
	const ids = longer.filter((part) => /[,;\n]/.test(part) && !part.includes('@'));
	return [...split(/[^,;\n]+/g), ...ids];
}

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.flat(3) : [value]);

const isMissing = (entry: unknown) => entry === undefined || entry === null;
