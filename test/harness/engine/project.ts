import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a package.json says about an n8n package. */
export interface Manifest {
	name: string;
	/** The built files, by their paths in the package. */
	n8n: { nodes?: string[]; credentials?: string[] };
}

/** Reads the package.json of an n8n package. */
export function manifestOf(directory: string): Manifest {
	return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}

/** The nearest folder above a path whose package.json has an `n8n` section. */
function nearestPackage(path: string): string {
	const file = join(path, 'package.json');
	if (existsSync(file) && manifestOf(path).n8n) return path;
	const above = dirname(path);
	if (above === path) throw new Error('No package.json with an n8n section above the harness');
	return nearestPackage(above);
}

/** The n8n package that this harness stands in: what is tested unless a test names another one. */
export const PROJECT = nearestPackage(__dirname);
