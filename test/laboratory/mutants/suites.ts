import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageCopy, SOURCES } from '../../harness/support';
import type { Instrumented, Mutant } from './instrument';
import { Types } from './types';

/** How a mutant ended: found by a suite or by the types, not found, or not reached by any suite. */
export type End = 'found' | 'types' | 'survived' | 'not reached';

interface Suite {
	path: string;
	/** Without a mutant. */
	seconds: number;
	reached: ReadonlySet<string>;
}

/** A copy of the package whose code has all mutants, and the suites that play one of them. */
export class Suites {
	private readonly copy = new PackageCopy([
		...SOURCES,
		...['test', 'docs', 'workflows', 'index.js', 'jest.config.js', 'tsconfig.json', 'README.md'],
	]);
	private readonly types = new Types();
	private suites: Suite[] = [];

	constructor(
		code: Instrumented,
		/** Of the suites that reach a mutant, as many play it as took this long together. */
		private readonly secondsForOne: number,
	) {
		for (const { name, content } of code.files) this.copy.write(name, content);
		this.copy.gulp('dist');
	}

	/**
	 * Plays the suites without a mutant: which mutants each reaches, and how long it takes.
	 *
	 * @param pattern what their paths have in them
	 * @returns how many are green
	 */
	async look(pattern: string): Promise<number> {
		const folder = mkdtempSync(join(this.copy.packageDir, 'reached-'));
		const result = join(this.copy.packageDir, 'result.json');
		await this.jest(['--json', `--outputFile=${result}`, pattern], { MUTANTS_REACHED: folder });
		const { testResults } = JSON.parse(readFileSync(result, 'utf8')) as {
			testResults: Array<{ name: string; status: string; startTime: number; endTime: number }>;
		};
		const reached = new Map(
			readdirSync(folder).map((file) => [
				file.replace(/\.json$/, '').replaceAll('+', '/'),
				new Set(JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[]),
			]),
		);
		for (const { name, status, startTime, endTime } of testResults) {
			const path = name.slice(this.copy.packageDir.length + 1);
			// What fails without a mutant counts its steps or its time, and code with switches has more.
			if (status !== 'passed') console.log(`left out, because it fails without a mutant: ${path}`);
			else
				this.suites.push({
					path,
					seconds: (endTime - startTime) / 1000,
					reached: reached.get(path) ?? new Set(),
				});
		}
		this.suites.sort((one, other) => one.seconds - other.seconds);
		return this.suites.length;
	}

	/** Plays the suites that reach the mutant, the quickest first; then asks the types, as the build does. */
	async end(mutant: Mutant): Promise<End> {
		let seconds = 0;
		const meant = this.suites.filter(({ reached }) => reached.has(mutant.id));
		const played = meant.filter(
			(suite) => (seconds += suite.seconds) <= this.secondsForOne || suite === meant[0],
		);
		if (played.length > 0) {
			const paths = played.map(({ path }) => path);
			const green = await this.jest(
				['--bail', '--maxWorkers=1', '--runTestsByPath', ...paths],
				{
					__STRYKER_ACTIVE_MUTANT__: mutant.id,
				},
				5 * seconds + 60,
			);
			if (!green) return 'found';
		}
		if (!this.types.hold(mutant)) return 'types';
		return played.length > 0 ? 'survived' : 'not reached';
	}

	remove(): void {
		this.copy.remove();
	}

	/** Whether the suites are green, within that time. */
	private async jest(
		options: string[],
		env: Record<string, string>,
		seconds?: number,
	): Promise<boolean> {
		const config = 'test/laboratory/mutants/jest.config.js';
		const child = spawn('node_modules/.bin/jest', ['-c', config, ...options], {
			cwd: this.copy.packageDir,
			env: { ...process.env, ...env },
			stdio: 'ignore',
			timeout: seconds && seconds * 1000,
			killSignal: 'SIGKILL',
		});
		return await new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
	}
}
