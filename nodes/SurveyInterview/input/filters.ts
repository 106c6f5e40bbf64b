import type { Passes } from '../operations/filters/nodeFilter';
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
export function passesOf(
	{ appliedHere = [] }: Operation,
	checker: FieldChecker,
	given: unknown,
	rawAnswer: boolean,
): Passes | undefined {
	const all = appliedHere.flatMap(({ fields, problemOf, passes }): Passes[] => {
		const own: JsonObject = checker.optional({ given, fields, kind: 'filters' });
		const added = fields.find(({ name }) => name in own);
		if (!added) return [];
		if (rawAnswer) {
			throw new InputProblem(
				`${added.label} is applied by this node, and Raw Answer gives the service’s answer unchanged: remove the filter, or turn off Raw Answer.`,
			);
		}
		const problem = problemOf?.(own);
		if (problem !== undefined) throw new InputProblem(problem);
		return [passes(own)];
	});
	return all.length === 0 ? undefined : (record) => all.every((passes) => passes(record));
}
