import type { Engine } from '../../harness/engine';
import { extent } from '../../extent';
import { DIALECT_NAMES } from '../../harness/service';
import { useEngine } from '../../harness/support';
import { fuzz } from './fuzz';

/** `npm run lab -- fuzz` plays as many as one likes. */
const RUNS = Array.from({ length: extent({ quick: 14, all: 40 }) }, (_, run) => run);
const SEED = 2028;
const WIDTH = 16;

let engine: Engine;
/** How the items of all runs ended. */
const fates = new Set<string>();
useEngine((started) => (engine = started));

it.each(DIALECT_NAMES)(
	'whatever answers in the dialect %s: nothing false, nothing twice, nothing lost, nothing stuck',
	async (dialect) => {
		const outcome = await fuzz(engine, { dialect, seed: SEED, runs: RUNS, width: WIDTH });
		expect(outcome.findings).toEqual([]);
		// The runs must be in trouble.
		expect(outcome.struck).toBeGreaterThan(RUNS.length);
		for (const fate of Object.keys(outcome.fates)) fates.add(fate);
	},
	300_000,
);

// What stops a run first depends on which answer comes first: one dialect alone may miss a way to end.
it('the runs end in every way', () => {
	expect([...fates].sort()).toEqual(['done', 'failed', 'may have been done', 'not started']);
});
