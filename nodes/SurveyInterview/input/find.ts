import { KEYS, keysSoughtBy } from '../operations/find';
import type { Sought } from '../records/personIndex';
import { InputProblem, shown } from './problem';
import { unfitNumber } from './unfit';
import { emptinessOf } from './widening';

/**
 * Whom an item looks for.
 *
 * @throws {InputProblem} one sentence for a person: a blank value would find nobody, or everybody
 */
export function readSought(parameter: (name: string) => unknown): Sought {
	const findBy = parameter('findBy');
	const names = keysSoughtBy(findBy);
	if (!names) {
		throw new InputProblem(
			`Find By must be one of email, externalId, either, but it is ${shown(findBy)}.`,
		);
	}
	const sought: Sought = {};
	for (const name of names) {
		const { field, keyOf, mustBe } = KEYS[name];
		const given = parameter(field.name);
		if (emptinessOf(given) !== undefined) {
			throw new InputProblem(
				`${field.label} is empty, so there is nothing to look for: enter a value, or choose another Find By.`,
			);
		}
		const unfit = typeof given === 'number' ? unfitNumber(given) : undefined;
		if (unfit !== undefined) throw new InputProblem(`${field.label} ${unfit}`);
		const key = keyOf(given);
		if (key === undefined) {
			throw new InputProblem(
				`${field.label} must be ${mustBe}, but it is ${shown(given)}: correct it.`,
			);
		}
		sought[name] = key;
	}
	return sought;
}
