import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import manifest from '../../package.json';
import { PROJECT } from '../engine';
import { median } from './rounds';
import { duration } from './row';
import type { Bench } from './row';

const RUNS = 21;
const GOAL_MS = 15;

/** What installing the package adds to n8n's start. */
export const loading: Bench = {
	title: 'Loading the built package',
	async run() {
		const folder = mkdtempSync(join(tmpdir(), 'bench-'));
		const { nodes, credentials } = manifest.n8n;
		const shipped = [...nodes, ...credentials].map((file) => join(PROJECT, file));
		const empty = shipped.map((_file, nth) => join(folder, `Empty${nth}.js`));
		for (const file of empty) {
			const name = basename(file, '.js');
			writeFileSync(file, `module.exports = { ${name}: class ${name} {} };\n`);
		}

		const own: number[] = [];
		const bare: number[] = [];
		for (let run = 0; run < RUNS; run++) {
			own.push(loadTime(shipped));
			bare.push(loadTime(empty));
		}
		rmSync(folder, { recursive: true });
		const [measured, baseline] = [median(own), median(bare)];
		return {
			rows: [
				{
					what: 'loading the package / an empty module',
					measured: duration(measured),
					baseline: duration(baseline),
					ratio: measured / baseline,
					goal: `≤ ${GOAL_MS} ms`,
					met: measured <= GOAL_MS,
				},
			],
			how: [
				`Everything that package.json's n8n section names is required and made an instance of, as n8n does at its start, in a fresh process with n8n-workflow loaded before; median of ${RUNS} processes (from ${duration(Math.min(...own))} to ${duration(Math.max(...own))}), in turn with as many that load as many modules with an empty class.`,
			],
		};
	},
};

/** Milliseconds for loading these files in a fresh process; each exports a class of its own name. */
function loadTime(files: readonly string[]): number {
	const entries = files.map((file) => [file, basename(file).split('.')[0]]);
	const script = `
		require('n8n-workflow');
		const start = performance.now();
		for (const [file, name] of ${JSON.stringify(entries)}) new (require(file)[name])();
		console.log(performance.now() - start);`;
	return Number(execFileSync(process.execPath, ['-e', script], { cwd: PROJECT, encoding: 'utf8' }));
}
