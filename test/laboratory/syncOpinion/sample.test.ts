import type { Engine } from '../../harness/engine';
import { useEngine } from '../../harness/support';
import { historyOf } from './history';
import { play } from './play';

let engine: Engine;
useEngine((started) => (engine = started));

const SEED = 5;

it('Sync does what docs/sync.md says, in random histories', async () => {
	const wrong: string[] = [];
	for (let number = 0; number < 16; number++) {
		const [finding] = await play(historyOf(SEED, number), engine);
		if (finding) wrong.push(`history ${number}: ${finding.what}: ${finding.detail}`);
	}
	expect(wrong).toEqual([]);
});
