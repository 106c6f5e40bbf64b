import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from '../engine';

/** What the package is built from. */
export const SOURCES = ['nodes', 'credentials', 'package.json', 'gulpfile.js', 'build'];

/** Parts of the package in a folder of their own, where a test changes what must not change here. */
export class PackageCopy {
	readonly packageDir = mkdtempSync(join(tmpdir(), 'package-'));

	constructor(paths: readonly string[]) {
		for (const path of paths) {
			cpSync(join(PROJECT, path), join(this.packageDir, path), { recursive: true });
		}
		symlinkSync(join(PROJECT, 'node_modules'), join(this.packageDir, 'node_modules'));
	}

	read(path: string): string {
		return readFileSync(join(this.packageDir, path), 'utf8');
	}

	write(path: string, text: string): void {
		writeFileSync(join(this.packageDir, path), text);
	}

	/** Runs a script with Node.js in the folder. */
	run(...command: string[]): void {
		execFileSync(process.execPath, command, { cwd: this.packageDir, stdio: 'pipe' });
	}

	/** Runs a task of the gulpfile. */
	gulp(task: string): void {
		this.run('node_modules/gulp/bin/gulp.js', task);
	}

	remove(): void {
		rmSync(this.packageDir, { recursive: true, force: true });
	}
}
