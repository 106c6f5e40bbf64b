import fc from 'fast-check';
import type { EngineKind } from '../../harness/engine/polling';
import { extent } from '../../extent';
import { DIALECT_NAMES } from '../../harness/service';
import { histories, type History } from './history';
import { play } from './play';

/** In each of two engines and three dialects; `npm run lab -- chaos` plays as many as one likes, every week 3,000. */
const EACH = extent({ quick: 6, all: 40 });
/** Fixed, so that a failure is the same for everybody; `npm run lab -- chaos` plays others. */
const SEED = 20_261_121;

/** Of these, so many are played again with months between the polls. */
const LONG = extent({ quick: 3, all: 10 });
const STRETCH = 100;

/** The proof for one engine; a crash between state and execution is counted and named. */
export function prove(engine: EngineKind): void {
	describe.each(DIALECT_NAMES)(`${engine} engine, %s dialect`, (dialect) => {
		it.each([
			[EACH, 'days', 1],
			[LONG, 'years', STRETCH],
		])(
			'delivers each completion exactly once in %i random histories of %s',
			async (count, span, stretch) => {
				const sums = { histories: 0, delivered: 0, excused: 0 };
				const property = fc.asyncProperty(histories(engine, dialect), async (history: History) => {
					const { wrong, delivered, excused } = await play(history, { stretch });
					expect(wrong).toEqual([]);
					sums.histories++;
					sums.delivered += delivered;
					sums.excused += excused;
				});
				await fc.assert(property, { numRuns: count, seed: SEED + DIALECT_NAMES.indexOf(dialect) });
				// Histories in which nothing ever arrives would prove nothing.
				expect(sums.delivered).toBeGreaterThan(count);
				const { delivered, excused } = sums;
				process.stdout.write(
					`${engine}, ${dialect}: ${sums.histories} histories of ${span}, ${delivered} events; ${excused} lost to a crash of the default engine between saving the state and writing the execution\n`,
				);
			},
			900_000,
		);
	});
}
