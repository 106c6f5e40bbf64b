import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTimes } from '../bench/loadTimes';
import { median } from '../bench/rounds';
import { cached } from '../../n8n/install/cacheFolder';
import { installN8n } from '../../n8n/install/n8n';
import { QUIET } from '../../n8n/install/node';
import { run } from '../../n8n/install/run';
import { NEWEST } from '../../n8n/install/versions';
import type { Bench } from './machine';
import { duration, type BenchRow } from './table';

/** Another community package, with one node and one credential. */
const OTHER = { name: '@mendable/n8n-nodes-firecrawl', version: '2.1.2' };
const GOAL_MS = 3;

/** What installing the package adds to n8n's start. */
export const loadingRows: Array<BenchRow<Bench>> = [
	{
		name: 'loading the package, fresh process, Node.js 24',
		measure: async () => {
			const { node } = await installN8n(NEWEST, () => {});
			const beside = await otherPackage();
			const times = loadTimes({ node: node.program, beside, runs: 21 });
			const [mine, other] = [median(times.loaded), median(times.beside)];
			return {
				own: { value: mine, shown: duration(mine) },
				alternative: { value: other, shown: `${duration(other)} (Firecrawl's package)` },
				goal: `≤ ${GOAL_MS} ms`,
				met: mine <= GOAL_MS,
			};
		},
	},
];

async function otherPackage(): Promise<string> {
	const folder = await cached('firecrawl', OTHER, async (work) => {
		await writeFile(join(work, 'package.json'), '{"private":true}');
		const asN8nDoes = ['--omit=dev', '--omit=peer', '--omit=optional'];
		const what = `${OTHER.name}@${OTHER.version}`;
		await run('npm', ['install', ...QUIET, ...asN8nDoes, what], { cwd: work });
	});
	return join(folder, 'node_modules', OTHER.name);
}
