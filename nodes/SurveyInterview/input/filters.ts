import type { Filtering } from '../filters/filter';
import type { Operation } from '../operations/operation';
import type { JsonObject } from '../records/json';
import { InputProblem } from './problem';
import type { FieldChecker } from './values';

/**
 * What the filters that the node applies itself let through.
 *
 * @param given the collection of filters, those of the service included
 * @returns undefined where none was added
 * @throws {InputProblem} one sentence for a person
 */
export function filteringOf(
	{ appliedHere = [] }: Operation,
	checker: FieldChecker,
	given: unknown,
	rawAnswer: boolean,
): Filtering | undefined {
	const all = appliedHere.flatMap(({ fields, problemOf, passes }): Filtering[] => {
		const own: JsonObject = checker.optional({ given, fields, kind: 'filters' });
		const labels = fields.filter(({ name }) => name in own).map(({ label }) => label);
		if (labels.length === 0) return [];
		if (rawAnswer) {
			throw new InputProblem(
				`${labels[0]} is applied by this node, and Raw Answer gives the service’s answer unchanged: remove the filter, or turn off Raw Answer.`,
			);
		}
		const problem = problemOf?.(own);
		if (problem !== undefined) throw new InputProblem(problem);
		return [{ labels, passes: passes(own) }];
	});
	if (all.length === 0) return undefined;
	return {
		labels: all.flatMap(({ labels }) => labels),
		passes: (record) => all.every(({ passes }) => passes(record)),
	};
}
