import fc from 'fast-check';
import type { EngineKind } from '../../harness/engine/polling';
import { histories, type History } from './history';
import { MISTAKES, plant } from './planted';
import { play } from './play';

/** So many histories at most; the simulator must find each mistake in them. */
const MOST = 2000;
const SEED = 31;

it.each(MISTAKES)(
	'finds it when $what',
	async (mistake) => {
		const copy = plant(mistake);
		const { packageDir } = copy;
		try {
			const before = mistake.foundIn - 1;
			let played = before;
			const engine = fc.constantFrom<EngineKind>('default', 'durable');
			const any = engine.chain((kind) => histories(kind, 'plain'));
			const property = fc.asyncProperty(any, async (history: History) => {
				played++;
				return (await play(history, { packageDir })).wrong.length === 0;
			});
			const { failed } = await fc.check(property, {
				numRuns: MOST,
				seed: SEED,
				path: String(before),
				endOnFailure: true,
			});
			expect({ failed, played }).toEqual({ failed: true, played: expect.any(Number) as number });
			process.stdout.write(`${mistake.what}: found in history ${played}\n`);
		} finally {
			copy.remove();
		}
	},
	600_000,
);
