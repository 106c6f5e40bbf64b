/**
 * A service may have a fact at any place that a description names. `known/` makes such services from the patterns
 * of `facts/`, and knows what it put in; it asks no reader for it. Whoever reads the records must say the same.
 */
import { KINDS, judge } from './known';

const SEED = Number(process.env.STRANGE_SEED ?? 1);
const COUNT = Number(process.env.STRANGE_COUNT ?? 100);
/** One service alone, as a failure names it. */
const INDEX = process.env.STRANGE_INDEX;

/** More services in one test would say nothing for minutes. */
const PART = 500;

const indices =
	INDEX === undefined ? Array.from({ length: COUNT }, (_unused, index) => index) : [Number(INDEX)];
const parts = Array.from({ length: Math.ceil(indices.length / PART) }, (_unused, part) =>
	indices.slice(part * PART, (part + 1) * PART),
);

describe.each(parts.map((part) => [part[0], part.at(-1), part] as const))(
	`services %s to %s of seed ${SEED}`,
	(_first, _last, part) => {
		it('output, trigger, Find, filters, Sync and Check Service agree with what was put in', () => {
			const judged = part.map((index) => judge(SEED, index));
			expect(judged.flatMap(({ faults }) => faults).slice(0, 5)).toEqual([]);
			for (const kind of KINDS) {
				const records = judged.reduce((sum, { records: of }) => sum + (of[kind] ?? 0), 0);
				expect([kind, records >= part.length]).toEqual([kind, true]);
			}
		});
	},
);
