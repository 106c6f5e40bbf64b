import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cached } from './cacheFolder';
import { run } from './run';
import type { N8nVersion } from './versions';

/** A Node.js to run n8n on. */
export interface NodeProgram {
	program: string;
	/** For n8n and npm alike: with this Node.js first on the path, and where its headers are. */
	env: NodeJS.ProcessEnv;
}

/** The Node.js that runs this, if its major version will do, or one from the npm registry. */
export async function nodeFor(
	{ node }: N8nVersion,
	say: (line: string) => void,
): Promise<NodeProgram> {
	if (majorOf(process.versions.node) === majorOf(node)) return described(process.execPath);
	const name = nodePackage();
	const folder = await cached(`node-${node}`, name, async (work) => {
		say(`Node.js ${node}, which n8n needs (this is ${process.versions.node})`);
		await writeFile(join(work, 'package.json'), '{"private":true}');
		try {
			await run('npm', ['install', ...QUIET, `${name}@${node}`], { cwd: work });
		} catch (cause) {
			const advice = `Run this with Node.js ${majorOf(node)} instead.`;
			throw new Error(`npm has no Node.js ${node} for this machine (${name}). ${advice}`, {
				cause,
			});
		}
	});
	const bin = join(folder, 'node_modules', name, 'bin');
	return described(join(bin, process.platform === 'win32' ? 'node.exe' : 'node'));
}

/** npm's package `node` is only a script that installs one of these; scripts are off. */
export function nodePackage(): string {
	const os = process.platform === 'win32' ? 'win' : process.platform;
	return `node-${os}-${process.arch}`;
}

/** Arguments of `npm install` that make it quiet, and run nobody's scripts. */
export const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];

function described(program: string): NodeProgram {
	const bin = dirname(program);
	const prefix = dirname(bin);
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	const separator = process.platform === 'win32' ? ';' : ':';
	return {
		program,
		env: {
			...process.env,
			PATH: `${bin}${separator}${process.env.PATH ?? ''}`,
			...(hasHeaders ? { npm_config_nodedir: prefix } : {}),
		},
	};
}

const majorOf = (version: string) => Number(version.split('.')[0]);
