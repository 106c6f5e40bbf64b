import type { RecordFilter } from '../filters/filter';
import type { Operation } from '../operations/operation';
import type { JsonObject } from '../records/json';
import { InputError } from './problem';
import type { FieldChecker } from './values';

/**
 * What the filters that the node applies itself let through.
 *
 * @param given the collection of filters, those of the service included
 * @returns undefined where none was added
 * @throws {InputError} one sentence for a person
 */
export function filteringOf(
	{ nodeFilters = [] }: Operation,
	checker: FieldChecker,
	given: unknown,
	rawAnswer: boolean,
): RecordFilter | undefined {
	const all = nodeFilters.flatMap(({ fields, problem: problemOf, passes }): RecordFilter[] => {
		const own: JsonObject = checker.optional({ given, fields, kind: 'filters' });
		const labels = fields.filter(({ name }) => name in own).map(({ label }) => label);
		if (labels.length === 0) return [];
		if (rawAnswer) {
			throw new InputError(
				`${labels[0]} is applied by this node, and Raw Answer gives the service’s answer unchanged: remove the filter, or turn off Raw Answer.`,
			);
		}
		const problem = problemOf?.(own);
		if (problem !== undefined) throw new InputError(problem);
		const predicate = passes(own);
		return [{ labels, passes: (record) => predicate(record) === true }];
	});
	if (all.length === 0) return undefined;
	return {
		labels: all.flatMap(({ labels }) => labels),
		passes: (record) => all.every(({ passes }) => passes(record)),
	};
}
