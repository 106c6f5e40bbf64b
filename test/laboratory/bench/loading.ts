import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { loadTimes, manifestOf, type LoadTimes } from './loadTimes';
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
		const beside = BENCH_BESIDE === undefined ? undefined : resolve(BENCH_BESIDE);
		const times = loadTimes({ node: BENCH_NODE, beside, runs: RUNS });

		const middle = (name: keyof LoadTimes) => median(times[name]);
		const row = (what: string, measured: number, baseline: number, goalMs?: number): Row => ({
			what,
			measured: duration(measured),
			baseline: duration(baseline),
			ratio: measured / baseline,
			goal: goalMs === undefined ? '' : `≤ ${goalMs} ms`,
			met: goalMs === undefined ? null : measured <= goalMs,
		});
		const own = times.loaded;
		return {
			rows: [
				row("loading at n8n's start / empty modules", middle('loaded'), middle('empty'), GOAL_MS),
				row("with the bundle / loading at n8n's start", middle('used'), middle('loaded')),
				...(beside ? [row('the same / another package', middle('loaded'), middle('beside'))] : []),
			],
			how: [
				`Everything that package.json's n8n section names is required and made an instance of, as n8n does at its start, in a fresh process with n8n-workflow loaded before; median of ${RUNS} processes (from ${duration(Math.min(...own))} to ${duration(Math.max(...own))}), in turn with as many that load as many modules with an empty class, and as many that load the bundle as well, as the first use does.`,
				`On Node.js ${versionOf(BENCH_NODE)}; BENCH_NODE names another. BENCH_BESIDE names the folder of an installed package to compare with${beside === undefined ? '' : `, here ${manifestOf(beside).name}`}.`,
			],
		};
	},
};

const versionOf = (program: string) =>
	execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1);
