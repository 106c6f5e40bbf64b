const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');

const PROJECT = resolve(__dirname, '../..');

/**
 * Packs the built project as `npm publish` would and unpacks it, in a folder outside the project that
 * is gone when the process ends.
 *
 * @returns {{ folder: string, tarball: string, unpacked: string, files: string[], packedBytes: number }} `files` are
 *   paths within the package.
 */
function packAndUnpack() {
	if (!existsSync(join(PROJECT, 'dist', 'package.js'))) {
		throw new Error('There is no dist: run "npm run build" first');
	}
	const folder = mkdtempSync(join(tmpdir(), 'package-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

	// What is built is packed: the prepack script would build it once more.
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
	const [packed] = JSON.parse(
		execFileSync('npm', args, {
			cwd: PROJECT,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	);
	const tarball = join(folder, packed.filename);
	const unpacked = join(folder, 'node_modules', packed.name);
	mkdirSync(unpacked, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);

	return {
		folder,
		tarball,
		unpacked,
		files: packed.files.map(({ path }) => path).sort(),
		packedBytes: statSync(tarball).size,
	};
}

module.exports = { PROJECT, packAndUnpack };
