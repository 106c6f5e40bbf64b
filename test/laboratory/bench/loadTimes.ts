import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PROJECT } from '../../harness/engine';

export interface LoadOptions {
	/** The Node.js to measure on. */
	node: string;
	/** The folder of an installed package to compare with. */
	beside?: string;
	/** How many processes of each kind, in turn. */
	runs: number;
}

/** Milliseconds of each process. */
export interface LoadTimes {
	/** What n8n loads of this package at its start. */
	loaded: number[];
	/** The same with the bundle, as the first use does. */
	used: number[];
	/** As many modules with an empty class. */
	empty: number[];
	/** What n8n loads of the other package. */
	beside: number[];
}

/** Times of loading packages as n8n does, each in a fresh process. */
export function loadTimes({ node, beside, runs }: LoadOptions): LoadTimes {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const loaded = classesIn(PROJECT);
	const empty = loaded.map((_file, nth) => join(folder, `Empty${nth}.js`));
	for (const file of empty) {
		const name = basename(file, '.js');
		writeFileSync(file, `module.exports = { ${name}: class ${name} {} };\n`);
	}
	const others = beside === undefined ? undefined : classesIn(beside);
	const times: LoadTimes = { loaded: [], used: [], empty: [], beside: [] };
	for (let run = 0; run < runs; run++) {
		times.empty.push(loadTime(node, empty));
		times.loaded.push(loadTime(node, loaded));
		if (others) times.beside.push(loadTime(node, others));
		times.used.push(loadTime(node, loaded, join(PROJECT, 'dist/package.js')));
	}
	rmSync(folder, { recursive: true });
	return times;
}

type Manifest = { name: string; n8n: { nodes?: string[]; credentials?: string[] } };

/** What stands in the `package.json` of an installed package. */
export const manifestOf = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The files that n8n loads of a package. */
function classesIn(folder: string): string[] {
	const { nodes = [], credentials = [] } = manifestOf(folder).n8n;
	return [...nodes, ...credentials].map((file) => join(folder, file));
}

/**
 * Milliseconds for loading these files in a fresh process; each exports a class of its own name.
 *
 * @param more a file that is only required
 */
function loadTime(node: string, files: readonly string[], more?: string): number {
	const entries = files.map((file) => [file, basename(file).split('.')[0]]);
	const script = `
		require('n8n-workflow');
		const start = performance.now();
		for (const [file, name] of ${JSON.stringify(entries)}) new (require(file)[name])();
		${more === undefined ? '' : `require(${JSON.stringify(more)});`}
		console.log(performance.now() - start);`;
	// A package that is installed elsewhere finds n8n-workflow as it would in n8n.
	const env = { ...process.env, NODE_PATH: join(PROJECT, 'node_modules') };
	return Number(execFileSync(node, ['-e', script], { cwd: PROJECT, env, encoding: 'utf8' }));
}
