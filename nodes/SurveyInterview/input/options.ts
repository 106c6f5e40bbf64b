import type { Field } from '../operations/field';
import { fieldsField, OUTPUT } from '../operations/nodeFields';
import { passesAll, type NodeFilter, type RecordFilter } from '../operations/filter';
import { type OutputFields, usualFields, objectIn } from '../service/json';
import type { FieldChecker } from './fieldChecker';
import { emptinessOf, refuse } from './problem';

/**
 * Reads the options of the node, of Sync and of the trigger. They have no other reader, so each way of writing a value
 * means the same everywhere:
 *
 * - not added: the field's default, or undefined if it has none that counts (`whenAbsent`);
 * - added and empty (null, blank text, an expression that gives nothing): the default as well; without one it is
 *   refused, because a limit would be off unseen;
 * - `'true'` and `'false'` as text: on and off; `3.7` for a whole number: refused.
 *
 * Other names are ignored, because n8n keeps the options of another operation or event.
 *
 * @typeParam Values the values by the names of the fields; a test plays every option of the form
 * @example const { timeout } = readOptions<{ timeout: number }>([TIMEOUT], collection, checker);
 */
export function readOptions<Values extends object>(
	fields: readonly Field[],
	collection: unknown,
	checker: FieldChecker,
): Values {
	const added = objectIn(collection);
	const values = fields.map((field) => {
		const { name, label, whenAbsent } = field;
		const hasDefault = 'default' in field && whenAbsent === undefined;
		const byDefault = hasDefault ? field.default : undefined;
		if (!Object.hasOwn(added, name)) return [name, byDefault];
		const value = added[name];
		const emptiness = emptinessOf(value);
		// Such a reader decides what it means that its list is empty.
		const isChecked = field.kind === 'list' && field.reader !== undefined;
		if (emptiness === undefined || isChecked) return [name, checker.check(field, value, 'option')];
		if (hasDefault) return [name, byDefault];
		return refuse(
			`${label} is ${emptiness}: enter a value or correct its expression, or remove the option.`,
		);
	});
	return Object.fromEntries(values) as Values;
}

/** All filters of the node that a person added, as one. */
export function readRecordFilter(
	filters: readonly NodeFilter[],
	collection: unknown,
	checker: FieldChecker,
): RecordFilter {
	const added = filters.flatMap((filter) => {
		const values = checker.added(filter.fields, collection, 'filter');
		const labels = filter.fields
			.filter(({ name }) => values[name] !== undefined)
			.map(({ label }) => label);
		if (labels.length === 0) return [];
		const problem = filter.problem?.(values);
		if (problem !== undefined) refuse(problem);
		return [{ filter, labels, values }];
	});
	return {
		labels: added.flatMap(({ labels }) => labels),
		values: added.map(({ values }) => values),
		passes: passesAll(added.map(({ filter, values }) => filter.passes(values))),
		nothingOf: (metric) =>
			added
				.map(({ filter, values }) => filter.nothingOf?.(values, metric))
				.find((reason) => reason !== undefined),
	};
}

/** The record as the service sent it, or these fields. */
export type OutputChoice = 'everything' | readonly string[];

export function readOutput(
	of: OutputFields,
	checker: FieldChecker,
	parameter: (name: string) => unknown,
): OutputChoice {
	const given = parameter(OUTPUT.name) ?? OUTPUT.default;
	// There may be thousands of items, so the two plain answers come first.
	if (given === 'everything') return given;
	if (given === 'simplified') return Object.keys(usualFields(of));
	checker.check(OUTPUT, given);
	const field = fieldsField(of.fields);
	const chosenFields = parameter(field.name);
	if (emptinessOf(chosenFields) !== undefined) {
		refuse(`${field.label} is empty: choose at least one field, or another ${OUTPUT.label}.`);
	}
	const chosen = checker.check(field, chosenFields) as string[];
	return Object.keys(of.fields).filter((name) => chosen.includes(name));
}

export interface OutputRequest {
	output: OutputChoice;
	/** The most characters of a conversation as text. */
	maxTextLength?: number;
}
