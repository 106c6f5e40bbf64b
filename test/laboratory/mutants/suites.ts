import { spawn, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageCopy, SOURCES } from '../../harness/support';
import type { Instrumented, Mutant } from './instrument';
import { Types } from './types';

const JEST = 'node_modules/.bin/jest';
const CONFIG = 'test/laboratory/mutants/jest.config.js';
/** How much longer than its seconds a run may take on a machine that does something else. */
const PATIENCE = 5;

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
	 * Plays all suites without a mutant: which mutants each reaches, and how long it takes.
	 *
	 * @param pattern what their paths have in them
	 * @returns the suites that play no mutant, because they are red: code with switches has more steps
	 */
	async look(pattern: string, jobs: number): Promise<string[]> {
		const file = join(this.copy.packageDir, 'look.json');
		const options = [pattern, `--maxWorkers=${jobs}`, '--json', `--outputFile=${file}`];
		await this.jest(options, { MUTANTS_LOOK: '1' });
		const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
		const leftOut: string[] = [];
		for (const { name, status, startTime, endTime } of testResults) {
			const path = name.slice(this.copy.packageDir.length + 1);
			if (status !== 'passed') {
				leftOut.push(path);
				continue;
			}
			const reached = new Set(JSON.parse(readFileSync(`${name}.reached`, 'utf8')) as string[]);
			this.suites.push({ path, seconds: (endTime - startTime) / 1000, reached });
		}
		// A suite that reaches little is meant for it.
		this.suites.sort((one, other) => one.reached.size - other.reached.size);
		return leftOut;
	}

	/** Plays suites that are meant for the mutant; then asks the types, as the build does. */
	async end(mutant: Mutant): Promise<End> {
		const { first } = this.meantFor(mutant);
		if (!(await this.areGreen(mutant, first))) return 'found';
		if (!this.types.hold(mutant)) return 'types';
		return first.length > 0 ? 'survived' : 'not reached';
	}

	/** Plays the suites that reach a mutant and that `end` left out. */
	async isFoundByOthers(mutant: Mutant): Promise<boolean> {
		return !(await this.areGreen(mutant, this.meantFor(mutant).others));
	}

	/** The suites that reach a mutant: those that reach least else, as far as their time lasts, and the others. */
	private meantFor({ id }: Mutant): { first: Suite[]; others: Suite[] } {
		const meant = this.suites.filter(({ reached }) => reached.has(id));
		let seconds = 0;
		const isFirst = meant.map((suite, place) => {
			if (place > 0 && seconds + suite.seconds > this.secondsForOne) return false;
			seconds += suite.seconds;
			return true;
		});
		return {
			first: meant.filter((_, place) => isFirst[place]),
			others: meant.filter((_, place) => !isFirst[place]),
		};
	}

	private async areGreen(mutant: Mutant, suites: readonly Suite[]): Promise<boolean> {
		if (suites.length === 0) return true;
		const paths = suites.map(({ path }) => path);
		// Seconds of the processor, so that a busy machine finds no more than a quiet one; a mutant may also wait.
		const seconds = Math.ceil(60 + 2 * suites.reduce((sum, suite) => sum + suite.seconds, 0));
		return await this.jest(
			['--bail', '--runInBand', '--runTestsByPath', ...paths],
			{ __STRYKER_ACTIVE_MUTANT__: mutant.id },
			{ seconds, timeout: seconds * 1000 * PATIENCE, killSignal: 'SIGKILL' },
		);
	}

	remove(): void {
		this.copy.remove();
	}

	/** Whether jest is green. */
	private async jest(
		options: string[],
		env: Record<string, string>,
		{ seconds, ...limits }: SpawnOptions & { seconds?: number } = {},
	): Promise<boolean> {
		const command = [
			'-c',
			`ulimit -t ${seconds ?? 'unlimited'}; exec "$0" "$@"`,
			JEST,
			'-c',
			CONFIG,
			...options,
		];
		const child = spawn('bash', command, {
			cwd: this.copy.packageDir,
			env: { ...process.env, ...env },
			stdio: 'ignore',
			...limits,
		});
		return await new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
	}
}

/** What `jest --json` writes, as far as it is read here. */
interface JestResults {
	testResults: Array<{ name: string; status: string; startTime: number; endTime: number }>;
}
