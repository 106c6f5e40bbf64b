import { hasTranscript } from '../operations/nodeFields';
import type { Operation } from '../operations/operation';
import { simplifiedOf } from '../operations/outputShape';
import { fieldsField, MAX_TRANSCRIPT, OUTPUT } from '../fields/output';
import type { Shape } from '../records/json';
import { readOptions } from './options';
import { InputError } from './problem';
import type { FieldChecker } from './values';
import { emptinessOf } from './widening';

/** What of a record to return: all that the service sent, or these fields of Simplified. */
export type OutputChoice = 'everything' | readonly string[];

/** Reads what of each record to return. */
export function readOutput(
	fields: Shape,
	checker: FieldChecker,
	parameter: (name: string) => unknown,
): OutputChoice {
	const given = parameter(OUTPUT.name) ?? OUTPUT.default;
	// Read for each of thousands of items, so the two plain answers come first.
	if (given === 'everything') return given;
	const names = Object.keys(fields);
	if (given === 'simplified') return names;
	checker.check(OUTPUT, given);
	const field = fieldsField(fields);
	const chosenFields = parameter(field.name);
	if (emptinessOf(chosenFields) !== undefined || isEmptyList(chosenFields)) {
		throw new InputError(
			`${field.label} is empty: choose at least one field, or another ${OUTPUT.label}.`,
		);
	}
	const chosen = checker.check(field, chosenFields) as string[];
	return names.filter((name) => chosen.includes(name));
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

export interface OutputRequest {
	output: OutputChoice;
	/** Of a conversation as text, in characters. */
	maxTextLength?: number;
}

export function readOutputOf(
	operation: Operation,
	checker: FieldChecker,
	parameter: (name: string, fallback?: object) => unknown,
): OutputRequest {
	const simplified = simplifiedOf(operation);
	if (!simplified) return { output: 'everything' };
	const output = readOutput(simplified.fields, checker, parameter);
	if (!hasTranscript(operation)) return { output };
	const options = parameter('options', {});
	const { maxTranscript } = readOptions([MAX_TRANSCRIPT], options, checker);
	return { output, maxTextLength: maxTranscript };
}
