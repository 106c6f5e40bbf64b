import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packAndUnpack } from '../../package/pack';
import type { N8nProgram } from './n8n';
import { run } from './run';

/** The packed project, as `npm publish` would send it. */
export function packedTarball(): string {
	return packAndUnpack().tarball;
}

/**
 * Installs a community package by hand, as n8n's documentation says: into the folder that n8n loads
 * community nodes from.
 */
export async function installByHand(
	{ node }: N8nProgram,
	userFolder: string,
	tarball: string,
): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), '{ "private": true, "dependencies": {} }\n');
	const asN8nDoes = ['--omit=dev', '--omit=peer', '--omit=optional', '--bin-links=false'];
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	await run('npm', ['install', tarball, ...quiet, ...asN8nDoes], { cwd: folder, env: node.env });
}
