import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageCopy, SOURCES } from '../../harness/support';
import type { Instrumented, Mutant } from './instrument';

const JEST = 'node_modules/.bin/jest';
const CONFIG = 'test/laboratory/mutants/jest.config.js';
const COPIED = [
	...SOURCES,
	...['test', 'docs', 'workflows', 'index.js', 'jest.config.js', 'tsconfig.json', 'README.md'],
	...['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE.md', 'eslint.config.mjs'],
];
/** How much longer than its seconds of the processor a run may take on a machine that does something else. */
const PATIENCE = 5;
/** What the build writes into the files that n8n loads comes from these folders. */
const WRITTEN_BY_BUILD = /\/(?:fields|form|operations|pickers)\/|\.node\.ts$|^credentials\//;

/** Which suites are played: those of `npm test`, or those of `npm run test:all`. */
export type Which = 'short' | 'all';

export interface Suite {
	path: string;
	/** Without a mutant. */
	seconds: number;
	/** The mutants whose code it runs. */
	reached: string[];
}

/** A copy of the package whose code has all mutants, of which one at a time is active. */
export class MutantCopy {
	private readonly copy = new PackageCopy(COPIED);
	private builtWith: string | undefined;

	constructor(
		code: Instrumented,
		private readonly which: Which,
	) {
		for (const { name, content } of code.files) this.copy.write(name, content);
		this.copy.gulp('dist');
	}

	/** Plays all suites without a mutant: which mutants each reaches, and how long it takes. */
	async look(jobs: number): Promise<{ suites: Suite[]; red: string[] }> {
		const results = await this.jest([`--maxWorkers=${jobs}`], {
			MUTANTS_LOOK: '1',
		});
		const suites: Suite[] = [];
		const red: string[] = [];
		for (const { path, isRed, seconds } of results) {
			if (isRed) {
				red.push(path);
				continue;
			}
			const file = join(this.copy.packageDir, `${path}.reached`);
			suites.push({ path, seconds, reached: JSON.parse(readFileSync(file, 'utf8')) as string[] });
		}
		return { suites, red };
	}

	/** @returns the first of the suites that finds the mutant, or undefined */
	async foundBy(mutant: Mutant, suites: readonly Suite[]): Promise<string | undefined> {
		if (!this.isBuilt(WRITTEN_BY_BUILD.test(mutant.file) ? mutant.id : undefined))
			return 'the build';
		if (suites.length === 0) return undefined;
		const paths = suites.map(({ path }) => path);
		const seconds = Math.ceil(60 + 2 * suites.reduce((sum, suite) => sum + suite.seconds, 0));
		const results = await this.jest(
			['--bail', '--runInBand', '--runTestsByPath', ...paths],
			{
				MUTANTS_ORDER: paths.join('\n'),
				__STRYKER_ACTIVE_MUTANT__: mutant.id,
			},
			seconds,
		);
		const red = results.find(({ isRed }) => isRed)?.path;
		// A run that was ended before its last suite waited or worked for ever.
		return red ?? (results.length < suites.length ? 'the limit of time' : undefined);
	}

	remove(): void {
		this.copy.remove();
	}

	/** Builds the package with an active mutant, or without one, unless it is built so. @returns whether it builds */
	private isBuilt(id: string | undefined): boolean {
		if (id === this.builtWith) return true;
		this.builtWith = id;
		if (id !== undefined) process.env.__STRYKER_ACTIVE_MUTANT__ = id;
		try {
			this.copy.gulp('dist');
			return true;
		} catch {
			this.builtWith = 'nothing';
			return false;
		} finally {
			delete process.env.__STRYKER_ACTIVE_MUTANT__;
		}
	}

	/** What became of each suite, as far as jest came; it is ended when it has used up its seconds. */
	private async jest(
		options: string[],
		env: Record<string, string>,
		seconds?: number,
	): Promise<SuiteResult[]> {
		const file = join(this.copy.packageDir, 'results.jsonl');
		writeFileSync(file, '');
		const limit = `ulimit -t ${seconds ?? 'unlimited'}; exec "$0" "$@"`;
		const child = spawn('bash', ['-c', limit, JEST, '-c', CONFIG, ...options], {
			cwd: this.copy.packageDir,
			env: { ...process.env, ...env, MUTANTS_SUITES: this.which, MUTANTS_RESULTS: file },
			stdio: 'ignore',
			timeout: seconds && seconds * 1000 * PATIENCE,
			killSignal: 'SIGKILL',
		});
		await new Promise((resolve) => child.on('close', resolve));
		const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
		return lines.map((line) => {
			const { path, ...result } = JSON.parse(line) as SuiteResult;
			return { ...result, path: path.slice(this.copy.packageDir.length + 1) };
		});
	}
}

/** What eachResult.js writes. */
interface SuiteResult {
	path: string;
	isRed: boolean;
	seconds: number;
}

/** The suites that reach a mutant; first those that reach little else, and so are meant for it. */
export function meantFor(mutant: Mutant, suites: readonly Suite[]): Suite[] {
	const weight = ({ reached, seconds }: Suite) => reached.length * (1 + seconds);
	return suites
		.filter(({ reached }) => reached.includes(mutant.id) || WRITTEN_BY_BUILD.test(mutant.file))
		.sort((one, other) => weight(one) - weight(other));
}
