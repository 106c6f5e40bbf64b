/** Keys that look like a fact's, and are none: counts and labels of it, and what others have under the same name. */
import type { FactOfKind } from '../../../../nodes/SurveyInterview/facts/fact';
import type { Random } from '../foreign/random';
import type { Spelling } from './spelling';
import { email, flag, id, number, text, time, type ValueType } from './values';

/** A key that no description knows, with what stands there. */
export interface Neighbour {
	plain: string;
	keys: readonly string[];
	type: ValueType;
}

const SOMEBODY = ['sender', 'created_by', 'manager', 'owner', 'agency', 'previous'];
const VALUES = [text, email, id, number, time, flag];

/**
 * Some keys beside the facts of a kind.
 *
 * @param isFree whether nothing else stands at a path
 */
export function neighbours(
	random: Random,
	spelling: Spelling,
	facts: readonly FactOfKind[],
	isFree: (plain: string) => boolean,
): Neighbour[] {
	const names = facts.map(({ name }) => name);
	const candidates = Array.from({ length: random.int(0, 6) }, () => {
		const name = random.pick(names);
		return random.pick([
			`${name}_count_all`,
			`${name}_label`,
			`${name}_hash`,
			`other_${name}`,
			`${random.pick(SOMEBODY)}.${name}`,
			`${random.pick(SOMEBODY)}.block.${name}`,
			`last_seen_${name}`,
		]);
	});
	const isKnown = (plain: string) =>
		plain.split('.').some((_key, depth, keys) => {
			const path = keys.slice(0, depth + 1).join('.');
			return facts.some(({ at }) => at.some((one) => one.test(path.replaceAll('_', ''))));
		});
	const chosen = candidates.filter(
		(plain, place) =>
			isFree(plain) &&
			!isKnown(plain) &&
			candidates.every((other, at) => at === place || apart(plain, other)),
	);
	return chosen.map((plain) => ({
		plain,
		keys: spelling.path(plain),
		type: random.pick(VALUES)(),
	}));
}

/** Neither is the other, or stands in it. */
const apart = (one: string, other: string) =>
	!`${one}.`.startsWith(`${other}.`) && !`${other}.`.startsWith(`${one}.`);
