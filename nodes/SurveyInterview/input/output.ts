import { fieldsField, OUTPUT } from '../output/fields';
import type { Shape } from '../records/shapes';
import { InputError } from './problem';
import type { FieldChecker } from './values';
import { emptinessOf } from './widening';

/** What of a record to return: all that the service sent, or these fields of Simplified. */
export type OutputChoice = 'everything' | readonly string[];

/**
 * Reads what of each record to return.
 *
 * @param fields those of Simplified
 * @throws {InputError} one sentence for a person
 */
export function readOutput(
	fields: Shape,
	checker: FieldChecker,
	parameter: (name: string) => unknown,
): OutputChoice {
	const output = checker.check(OUTPUT, parameter(OUTPUT.name) ?? OUTPUT.default);
	if (output === 'everything') return output;
	const names = Object.keys(fields);
	if (output === 'simplified') return names;
	const field = fieldsField(fields);
	const given = parameter(field.name);
	if (emptinessOf(given) !== undefined || (Array.isArray(given) && given.length === 0)) {
		throw new InputError(
			`${field.label} is empty: choose at least one field, or another ${OUTPUT.label}.`,
		);
	}
	const chosen = checker.check(field, given) as string[];
	return names.filter((name) => chosen.includes(name));
}
