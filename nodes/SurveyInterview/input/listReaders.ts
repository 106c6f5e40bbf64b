import { externalIdKey, isAddressAlone } from '../records/person';
import type { FieldOf } from '../fields/field';
import { display, refuse } from './problem';

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
