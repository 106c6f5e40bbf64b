import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cacheFolder';
import { nodeFor, QUIET, type NodeProgram } from './node';
import { run } from './run';
import type { N8nVersion } from './versions';

/** An n8n that can be started. */
export interface N8nProgram {
	version: string;
	node: NodeProgram;
	/** The script that the Node.js runs. */
	script: string;
}

/** Packages whose binaries no script has fetched or built, if they are there. */
const NATIVE = ['sqlite3', 'isolated-vm'];

/** Installs n8n into the cache, or finds it there. Some minutes the first time. */
export async function installN8n(
	version: N8nVersion,
	say: (line: string) => void,
): Promise<N8nProgram> {
	const node = await nodeFor(version, say);
	const what = { ...version, platform: process.platform, arch: process.arch };
	const folder = await cached(`n8n-${version.n8n}`, what, async (work) => {
		say(`n8n ${version.n8n} from the npm registry: some minutes, the first time`);
		const { n8n, overrides } = version;
		const manifest = { private: true, dependencies: { n8n }, overrides };
		await writeFile(join(work, 'package.json'), JSON.stringify(manifest, null, 2));
		await run('npm', ['install', ...QUIET], { cwd: work, env: node.env });
		say('its database driver is built: about a minute');
		const native = NATIVE.filter((name) => existsSync(join(work, 'node_modules', name)));
		await run('npm', ['rebuild', ...native, '--ignore-scripts=false', '--loglevel=error'], {
			cwd: work,
			env: node.env,
		});
	});
	return {
		version: version.n8n,
		node,
		script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}
