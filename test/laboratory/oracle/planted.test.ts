import { createEngine } from '../../harness/engine';
import { DIALECT_NAMES } from '../../harness/service';
import { fuzz, type Finding } from './fuzz';
import { play } from './play';
import { MISTAKES, plant } from './planted';

/** So many runs at most; the fuzz must find each mistake in them. */
const MOST = 400;

it.each(MISTAKES)(
	'finds it when $what, and finds nothing of the kind in the same run of the right package',
	async (mistake) => {
		const copy = plant(mistake);
		const { packageDir } = copy;
		const [wrong, right] = [await createEngine({ packageDir }), await createEngine()];
		const has = ({ contradictions }: Pick<Finding, 'contradictions'>) =>
			contradictions.some(({ kind }) => kind === mistake.found);
		try {
			const runs = Array.from({ length: MOST }, (_, run) => mistake.foundIn + run);
			const of = { dialect: DIALECT_NAMES[0] ?? 'plain', seed: 7, runs, width: 8 };
			const { findings } = await fuzz(wrong, of, (one) => (has(one) ? 'enough' : undefined));
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
