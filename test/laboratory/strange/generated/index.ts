/**
 * Services of which nobody has written the records by hand. The places and spellings are those that the descriptions
 * of facts name, each chosen by a seed; what the interface shows stays as it is. One seed is one service: whatever it
 * does with a fact, it does in every record.
 */
import {
	dialectNamed,
	DIALECT_NAMES,
	type Choices,
	type DialectMaker,
} from '../../../harness/service';
import { Random } from '../foreign/random';
import { Spelling } from '../known/spelling';
import { pickStyle, ZONES } from '../known/values';
import { generatedShapes } from './shapes';

/** The seeds in which all workflows are played. */
export const GENERATED_SEEDS = [1, 2, 3] as const;

/** How a service with a seed reads what the interface leaves open. */
export const generated =
	(seed: number): DialectMaker =>
	(choices) => {
		const random = new Random(seed, 0);
		// Ids of records are in the paths of requests, so they are UUIDs wherever they stand.
		const style = { ...pickStyle(random), idsAreNumbers: false };
		const spelling = new Spelling(random);
		const base = dialectNamed(random.pick(DIALECT_NAMES), {});
		const mixed = { ...mixedChoices(random), lockedFields: base.choices.lockedFields, ...choices };
		const own = dialectNamed(base.name as (typeof DIALECT_NAMES)[number], mixed);
		const hand = { style, spelling, zone: random.pick(ZONES), labelsTexts: random.chance(0.3) };
		return { ...own, name: `generated ${seed}`, shapes: generatedShapes(random, hand, own) };
	};

/** Each point as one of the dialects has it. */
function mixedChoices(random: Random): Partial<Choices> {
	const all = DIALECT_NAMES.map((name) => dialectNamed(name).choices);
	const names = Object.keys(all[0] ?? {}) as Array<keyof Choices>;
	return Object.fromEntries(names.map((name) => [name, random.pick(all)[name]]));
}
