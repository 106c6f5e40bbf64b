import { allOf, type NodeFilter, type Predicate, type RecordFilter } from '../filters/filter';
import { readOptions } from '../input/options';
import { InputError } from '../input/problem';
import type { FieldChecker } from '../input/values';

/**
 * The filters that a person added to an event, as one: the node applies them, because the service has none of the
 * kind.
 *
 * @throws {InputError} one sentence: which field, why, and what to do
 */
export function readFilters(
	filters: readonly NodeFilter[],
	given: unknown,
	checker: FieldChecker,
): Pick<RecordFilter, 'nothingOf'> & { passes: Predicate } {
	const added = filters.flatMap((filter) => {
		const values = readOptions(filter.fields, given, checker, 'filter');
		if (Object.values(values).every((value) => value === undefined)) return [];
		const problem = filter.problem?.(values);
		if (problem !== undefined) throw new InputError(problem);
		return [{ filter, values }];
	});
	return {
		passes: allOf(added.map(({ filter, values }) => filter.passes(values))),
		nothingOf: (metric) =>
			added
				.map(({ filter, values }) => filter.nothingOf?.(values, metric))
				.find((reason) => reason !== undefined),
	};
}
