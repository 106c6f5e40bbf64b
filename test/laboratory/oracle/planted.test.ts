import { createEngine } from '../../harness/engine';
import { fuzz, scenarioOf, type Finding } from './fuzz';
import { play } from './play';
import { MISTAKES, plant } from './planted';

const SEED = 7;
/** Of so many runs those are played that have a fault which can show the mistake, and so many of them at most. */
const RUNS = 3000;
const MOST = 80;

it.each(MISTAKES)(
	'finds it when $what, and finds nothing of the kind in the same run of the right package',
	async (mistake) => {
		const copy = plant(mistake);
		const { packageDir } = copy;
		const [wrong, right] = [await createEngine({ packageDir }), await createEngine()];
		const has = ({ contradictions }: Pick<Finding, 'contradictions'>) =>
			contradictions.some(({ kind }) => kind === mistake.found);
		try {
			const runs = Array.from({ length: RUNS }, (_, run) => run).filter((run) =>
				scenarioOf(SEED, run).rules.some(({ fault }) => mistake.shownBy(fault)),
			);
			const { findings } = await fuzz(wrong, SEED, runs.slice(0, MOST), (one) =>
				has(one) ? 'enough' : undefined,
			);
			const finding = findings.find(has);
			process.stdout.write(`${mistake.what}: found in run ${finding?.run}\n`);
			expect(finding?.scenario).toBeDefined();
			if (finding) expect(has(await play(right, finding.scenario))).toBe(false);
		} finally {
			wrong.close();
			right.close();
			copy.remove();
		}
	},
	300_000,
);
