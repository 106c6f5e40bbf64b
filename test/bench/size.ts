import { execFileSync } from 'node:child_process';
import { PROJECT } from '../engine';
import type { Bench } from './row';

const GOAL_KB = 90;

/** What somebody downloads who installs the package. */
export const size: Bench = {
	title: 'Packed size',
	async run() {
		// What is built is packed: the prepack script would build it once more.
		const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
		const [packed] = JSON.parse(
			execFileSync('npm', args, {
				cwd: PROJECT,
				encoding: 'utf8',
				stdio: ['ignore', 'pipe', 'ignore'],
			}),
		) as Array<{ size: number; unpackedSize: number; entryCount: number }>;
		if (!packed) throw new Error('npm pack said nothing');
		const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
		return {
			rows: [
				{
					what: 'packed / unpacked',
					measured: kilobytes(packed.size),
					baseline: kilobytes(packed.unpackedSize),
					ratio: packed.size / packed.unpackedSize,
					goal: `≤ ${GOAL_KB} kB`,
					met: packed.size <= GOAL_KB * 1000,
				},
			],
			how: [`npm pack --dry-run: ${packed.entryCount} files. A kB is 1,000 bytes.`],
		};
	},
};
