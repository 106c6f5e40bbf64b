import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageCopy, sideBySide, SOURCES } from '../../harness/support';
import type { Instrumented, Mutant } from './instrument';
import { Types } from './types';

const JEST = 'node_modules/.bin/jest';
const CONFIG = 'test/laboratory/mutants/jest.config.js';
/** Seconds after which a suite is not waited for: some read a hundred megabytes, and each step counts itself. */
const LATE = 300;
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
	 * Plays each suite without a mutant: which mutants it reaches, and how long it takes.
	 *
	 * @param pattern what their paths have in them
	 * @returns the suites that play no mutant: they are red or late, because code with switches has more steps
	 */
	async look(pattern: string, jobs: number): Promise<string[]> {
		const paths = execFileSync(JEST, ['-c', CONFIG, '--listTests', pattern], {
			cwd: this.copy.packageDir,
			encoding: 'utf8',
		})
			.split('\n')
			.filter(Boolean)
			.map((path) => path.slice(this.copy.packageDir.length + 1));
		const leftOut: string[] = [];
		await sideBySide(paths, jobs, async (path) => {
			const file = join(this.copy.packageDir, `${path}.reached`);
			const start = performance.now();
			const green = await this.play([path], { MUTANTS_REACHED: file }, LATE);
			if (!green) return void leftOut.push(path);
			const reached = new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]);
			this.suites.push({ path, seconds: (performance.now() - start) / 1000, reached });
		});
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
		const seconds = suites.reduce((sum, suite) => sum + suite.seconds, 0);
		const paths = suites.map(({ path }) => path);
		return await this.play(paths, { __STRYKER_ACTIVE_MUTANT__: mutant.id }, 2 * seconds + 60);
	}

	remove(): void {
		this.copy.remove();
	}

	/** Whether these suites are green within some seconds of the processor. */
	private async play(
		paths: string[],
		env: Record<string, string>,
		seconds: number,
	): Promise<boolean> {
		const options = ['--bail', '--runInBand', '--runTestsByPath', ...paths];
		// Seconds of the processor, so that a busy machine finds no more than a quiet one; a mutant may also wait.
		const limited = ['-c', `ulimit -t ${Math.ceil(seconds)}; exec "$0" "$@"`, JEST];
		const child = spawn('bash', [...limited, '-c', CONFIG, ...options], {
			cwd: this.copy.packageDir,
			env: { ...process.env, ...env },
			stdio: 'ignore',
			timeout: Math.ceil(seconds * 1000 * PATIENCE),
			killSignal: 'SIGKILL',
		});
		return await new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
	}
}
