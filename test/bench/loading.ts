import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { PROJECT } from '../engine';
import { median } from './rounds';
import { duration } from './row';
import type { Bench, Row } from './row';

const RUNS = 21;
const GOAL_MS = 3;

/** Another Node.js than this one, such as the one that n8n runs on; and an installed package to compare with. */
const { BENCH_NODE = process.execPath, BENCH_BESIDE } = process.env;

/** What installing the package adds to n8n's start, and what its first use adds. */
export const loading: Bench = {
	title: 'Loading the built package',
	async run() {
		const folder = mkdtempSync(join(tmpdir(), 'bench-'));
		const loaded = classesIn(PROJECT);
		const empty = loaded.map((_file, nth) => join(folder, `Empty${nth}.js`));
		for (const file of empty) {
			const name = basename(file, '.js');
			writeFileSync(file, `module.exports = { ${name}: class ${name} {} };\n`);
		}
		const sets: Record<string, string[]> = { empty, loaded };
		if (BENCH_BESIDE !== undefined) sets.beside = classesIn(resolve(BENCH_BESIDE));
		const times: Record<string, number[]> = { used: [] };
		for (let run = 0; run < RUNS; run++) {
			for (const [name, files] of Object.entries(sets)) (times[name] ??= []).push(loadTime(files));
			times.used?.push(loadTime(loaded, join(PROJECT, 'dist/package.js')));
		}
		rmSync(folder, { recursive: true });

		const middle = (name: string) => median(times[name] ?? []);
		const row = (what: string, measured: number, baseline: number, goalMs?: number): Row => ({
			what,
			measured: duration(measured),
			baseline: duration(baseline),
			ratio: measured / baseline,
			goal: goalMs === undefined ? '' : `≤ ${goalMs} ms`,
			met: goalMs === undefined ? null : measured <= goalMs,
		});
		const own = times.loaded ?? [];
		return {
			rows: [
				row("loading at n8n's start / empty modules", middle('loaded'), middle('empty'), GOAL_MS),
				row("with the bundle / loading at n8n's start", middle('used'), middle('loaded')),
				...(sets.beside
					? [row('the same / another package', middle('loaded'), middle('beside'))]
					: []),
			],
			how: [
				`Everything that package.json's n8n section names is required and made an instance of, as n8n does at its start, in a fresh process with n8n-workflow loaded before; median of ${RUNS} processes (from ${duration(Math.min(...own))} to ${duration(Math.max(...own))}), in turn with as many that load as many modules with an empty class, and as many that load the bundle as well, as the first use does.`,
				`On Node.js ${versionOf(BENCH_NODE)}; BENCH_NODE names another. BENCH_BESIDE names the folder of an installed package to compare with${BENCH_BESIDE === undefined ? '' : `, here ${manifestOf(resolve(BENCH_BESIDE)).name}`}.`,
			],
		};
	},
};

type Manifest = { name: string; n8n: { nodes?: string[]; credentials?: string[] } };

const manifestOf = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The files that n8n loads of a package. */
function classesIn(folder: string): string[] {
	const { nodes = [], credentials = [] } = manifestOf(folder).n8n;
	return [...nodes, ...credentials].map((file) => join(folder, file));
}

const versionOf = (program: string) =>
	execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1);

/**
 * Milliseconds for loading these files in a fresh process; each exports a class of its own name.
 *
 * @param more a file that is only required
 */
function loadTime(files: readonly string[], more?: string): number {
	const entries = files.map((file) => [file, basename(file).split('.')[0]]);
	const script = `
		require('n8n-workflow');
		const start = performance.now();
		for (const [file, name] of ${JSON.stringify(entries)}) new (require(file)[name])();
		${more === undefined ? '' : `require(${JSON.stringify(more)});`}
		console.log(performance.now() - start);`;
	// A package that is installed elsewhere finds n8n-workflow as it would in n8n.
	const env = { ...process.env, NODE_PATH: join(PROJECT, 'node_modules') };
	return Number(execFileSync(BENCH_NODE, ['-e', script], { cwd: PROJECT, env, encoding: 'utf8' }));
}
