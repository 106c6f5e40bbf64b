import type { Engine } from '../../harness/engine';
import { DIALECT_NAMES } from '../../harness/service';
import { sideBySide, useEngine } from '../../harness/support';
import { DEEDS } from './deeds';
import { fuzz } from './fuzz';
import { play } from './play';
import { RETRY_ON_FAIL, STRANGER, type Scenario } from './scenario';

/** `npm run lab -- fuzz` plays as many as one likes. */
const ROUNDS = 4;
/** Of an operation that has one record in the seed, a fault for a later request strikes nothing. */
const MOST_ROUNDS = 12;
const SEED = 2028;

let engine: Engine;
/** How the items of all runs ended. */
const fates = new Set<string>();
useEngine((started) => (engine = started));

it.each(DEEDS.map(({ name }, place): [string, number] => [name, place]))(
	'%s: whatever the service answers, what is reported is what was done, and no more than once',
	async (_name, place) => {
		let struck = 0;
		const playRounds = async (from: number, count: number) => {
			const rounds = Array.from({ length: count }, (_, round) => from + round);
			const outcome = await fuzz(
				engine,
				SEED,
				rounds.map((round) => place + round * DEEDS.length),
			);
			expect(outcome.findings).toEqual([]);
			struck += outcome.struck;
			for (const fate of Object.keys(outcome.fates)) fates.add(fate);
		};
		await playRounds(0, ROUNDS);
		for (let round = ROUNDS; struck === 0 && round < MOST_ROUNDS; round++)
			await playRounds(round, 1);
		// The runs must be in trouble.
		expect(struck).toBeGreaterThan(0);
	},
	300_000,
);

it('the runs end in every way', () => {
	expect([...fates].sort()).toEqual(['done', 'failed', 'may have been done', 'not started']);
});

/** One item whose requests are all redirected to somebody else, once the work is done, or instead of it. */
const redirected = DEEDS.flatMap(({ name }, place) =>
	(['before', 'after'] as const).map((when): Scenario => {
		const fault = { kind: 'redirect', status: 307, to: STRANGER, when } as const;
		return {
			dialect: DIALECT_NAMES[place % DIALECT_NAMES.length] ?? 'plain',
			deed: name,
			items: 1,
			node: when === 'after' ? RETRY_ON_FAIL : {},
			options: { timeout: 5, maxWait: 1 },
			rules: [{ fault, struck: 'all', times: 20, skip: 0 }],
		};
	}),
);

it('no operation follows a redirect, or says that it is done after one', async () => {
	const wrong = await sideBySide(redirected, 8, async (scenario) => {
		const { contradictions, told } = await play(engine, scenario);
		const said = told.fates.flat().filter((fate) => fate === 'done');
		return [...contradictions, ...said].map((what) => [scenario.deed, what]);
	});
	expect(wrong.flat()).toEqual([]);
}, 300_000);
