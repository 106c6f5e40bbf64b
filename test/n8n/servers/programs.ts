import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian puts programs that are on nobody's path, the newest version first. */
function debianFolders(): string[] {
	try {
		const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
		return versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
	} catch {
		return [];
	}
}

/** The path of a program, if this machine has it. */
export function programNamed(name: string): string | undefined {
	const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
	return folders
		.map((folder) => join(folder, name))
		.find((path) => {
			try {
				accessSync(path, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

/** @throws one sentence that says what is missing, and how to get it */
export function required(name: string, what: string, debianPackage: string): string {
	const path = programNamed(name);
	if (path !== undefined) return path;
	const advice = `On Debian: apt-get install ${debianPackage}`;
	throw new Error(`${what} is missing: this machine has no program "${name}". ${advice}`);
}

/** Whom to run a program as that refuses to run as root; nobody else, where this is not root. */
export function somebodyElse(user: string): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const number = (flag: string) =>
		Number(execFileSync('id', [flag, user], { encoding: 'utf8' }).trim());
	return { uid: number('-u'), gid: number('-g') };
}
