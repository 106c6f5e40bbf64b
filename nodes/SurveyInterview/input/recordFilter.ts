import { allOf, type NodeFilter, type RecordFilter } from '../filters/filter';
import type { JsonObject } from '../records/json';
import { InputError } from './problem';

/**
 * The filters that a person added, as one.
 *
 * @param read gives the checked values of the fields that were added
 * @throws {InputError} one sentence: which field, why, and what to do
 */
export function readRecordFilter(
	filters: readonly NodeFilter[],
	read: (fields: NodeFilter['fields']) => JsonObject,
): RecordFilter {
	const added = filters.flatMap((filter) => {
		const values = read(filter.fields);
		const labels = filter.fields
			.filter(({ name }) => values[name] !== undefined)
			.map(({ label }) => label);
		if (labels.length === 0) return [];
		const problem = filter.problem?.(values);
		if (problem !== undefined) throw new InputError(problem);
		return [{ filter, labels, values }];
	});
	return {
		labels: added.flatMap(({ labels }) => labels),
		values: added.map(({ values }) => values),
		passes: allOf(added.map(({ filter, values }) => filter.passes(values))),
		nothingOf: (metric) =>
			added
				.map(({ filter, values }) => filter.nothingOf?.(values, metric))
				.find((reason) => reason !== undefined),
	};
}
