import type { Field } from '../operations/field';
import { fieldsField, OUTPUT } from '../operations/nodeFields';
import type { NodeFilter, RecordFilter, VerdictOn } from '../operations/filter';
import { type OutputFields, simplifiedFields } from '../service/outputFields';
import { objectIn } from '../service/json';
import type { FieldChecker } from './fieldChecker';
import { emptyWordOf, isEmpty, refuse } from './problem';

/**
 * Reads the options of the node, of Sync and of the trigger. They have no other reader, so each way of writing a value
 * means the same everywhere:
 *
 * - not added: the field's default, or undefined if the form only proposes it when the option is added
 *   (`defaultOnlyProposed`);
 * - added and empty (null, blank text, an expression that gives nothing): the default as well; without one it is
 *   refused, because otherwise a limit would silently not apply;
 * - `'true'` and `'false'` as text: on and off; `3.7` for a whole number: refused.
 *
 * Other names are ignored, because n8n keeps the options of another operation or event.
 *
 * @typeParam Values the values by the names of the fields. The compiler cannot check it; `everyOption.test.ts` does
 * @example const { timeout } = readOptions<{ timeout: number }>([TIMEOUT], collection, checker);
 */
export function readOptions<Values extends object>(
	fields: readonly Field[],
	collection: unknown,
	checker: FieldChecker,
): Values {
	const added = objectIn(collection);
	const values = fields.map((field) => {
		const { name, label, defaultOnlyProposed } = field;
		const hasDefault = 'default' in field && !defaultOnlyProposed;
		const defaultValue = hasDefault ? field.default : undefined;
		if (!Object.hasOwn(added, name)) return [name, defaultValue];
		const value = added[name];
		const emptyWord = emptyWordOf(value);
		// Such a list has its own reader, which decides what an empty list means.
		const readerTakesEmpty = field.kind === 'list' && field.reader !== undefined;
		if (emptyWord === undefined || readerTakesEmpty)
			return [name, checker.check(field, value, 'option')];
		if (hasDefault) return [name, defaultValue];
		return refuse(
			`${label} is ${emptyWord}: enter a value or correct its expression, or remove the option.`,
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
	const addedFilters = filters.flatMap((filter) => {
		const values = checker.readAdded(filter.fields, collection, 'filter');
		const labels = filter.fields
			.filter(({ name }) => values[name] !== undefined)
			.map(({ label }) => label);
		if (labels.length === 0) return [];
		const problem = filter.problem?.(values);
		if (problem !== undefined) refuse(problem);
		return [{ filter, labels, values, verdictOn: filter.makeVerdict(values) }];
	});
	const whyNothingPasses = (metric: unknown) =>
		addedFilters
			.map(({ filter, values }) => filter.whyNothingPasses?.(values, metric))
			.find((reason) => reason !== undefined);
	return {
		labels: addedFilters.flatMap(({ labels }) => labels),
		values: addedFilters.map(({ values }) => values),
		verdictOn: verdictOfAll(addedFilters.map(({ verdictOn }) => verdictOn)),
		rejectedBy: (record, survey) =>
			addedFilters
				.filter(({ verdictOn }) => verdictOn(record, survey) === 'rejected')
				.flatMap(({ labels }) => labels),
		whyNothingPasses,
		// Of an unknown metric, only a filter that needs the metric gives a reason.
		needsMetric: whyNothingPasses(null) !== undefined,
	};
}

/** The record as the service sent it, or these fields. */
export type OutputChoice = 'everything' | readonly string[];

/** What an item shows: everything, the fields of Simplified, or those that a person chose. */
export function readOutput(
	outputFields: OutputFields,
	checker: FieldChecker,
	parameter: (name: string) => unknown,
): OutputChoice {
	const output = parameter(OUTPUT.name) ?? OUTPUT.default;
	// There may be thousands of items, so the two plain answers come first.
	if (output === 'everything') return output;
	if (output === 'simplified') return Object.keys(simplifiedFields(outputFields));
	checker.check(OUTPUT, output);
	const field = fieldsField(outputFields.fields);
	const chosenFields = parameter(field.name);
	if (isEmpty(chosenFields)) {
		refuse(`${field.label} is empty: choose at least one field, or another ${OUTPUT.label}.`);
	}
	const chosen = checker.check(field, chosenFields) as string[];
	return Object.keys(outputFields.fields).filter((name) => chosen.includes(name));
}

export interface OutputRequest {
	output: OutputChoice;
	/** The most characters of a conversation as text. */
	maxTextLength?: number;
}

/** The verdict of several filters: one that rejects decides, and a missing score comes before a missing metric. */
function verdictOfAll(filters: readonly VerdictOn[]): VerdictOn {
	return (record, survey) => {
		const verdicts = filters.map((verdictOn) => verdictOn(record, survey));
		return DECIDING.find((verdict) => verdicts.includes(verdict)) ?? 'passes';
	};
}

const DECIDING = ['rejected', 'noScoreYet', 'unknownMetric'] as const;
